"""A computer player that comes to a table of a server: `python client.py ADDRESS ROOM NAME`, with its key in BOT_KEY.

A guest of the server makes a key once: `key_for` shows how. docs/protocol.md has the protocol.
"""

import hashlib
import json
import os
import secrets
import sys
from typing import Any
from urllib.request import HTTPCookieProcessor, Request, build_opener

from websockets.sync.client import connect

import tilerummy as tr


def key_for(address: str, name: str) -> str:
    """A guest is made, and makes a bot; its key is shown this once."""
    guest = build_opener(HTTPCookieProcessor())
    guest.open(Request(f"{address}/api/session", method="POST"))
    body = json.dumps({"name": name}).encode()
    return str(json.load(guest.open(Request(f"{address}/api/bots", body, {"Content-Type": "application/json"})))["key"])


def move(state: dict[str, Any]) -> dict[str, Any]:
    """The play that lays most tiles, else a draw or a pass."""
    parts = [", ".join(state["table"]), " ".join(state["rack"]), f"pool {state['pool']}"]
    parts += [] if state["opened"] else ["unopened"]
    parts += ["last turn"] if state["last_turn"] else []
    edition = tr.load_edition(state["edition"]["id"])
    play = tr.solve(tr.from_layout(tr.parse_position(" | ".join(parts)), edition)).play
    if play is None:
        return {"t": "draw" if state["pool"] else "pass"}
    opening, table = ([tr.format_meld(meld) for meld in melds] for melds in (play.opening, play.table))
    return {"t": "play", "opening": opening, "table": table}


def play(address: str, room: str, key: str, name: str) -> dict[str, Any]:
    """Sit at the table and play one game; its last state."""
    url = f"{address.replace('http', 'ws', 1)}/api/rooms/{room}/socket"
    word = secrets.token_hex(16)
    with connect(url, additional_headers={"Authorization": f"Bearer {key}"}) as socket:
        socket.send(json.dumps({"t": "join", "v": 1, "since": None}))
        for frame in socket:
            message = json.loads(frame)
            if message["t"] == "refused":
                raise SystemExit(f"{message['code']} {message['violations']}")
            if "state" not in message:
                continue
            state, seq = message["state"], message["seq"]
            if state["phase"] == "over":
                return dict(state)
            command: dict[str, Any] | None = None
            if state["you"] is None:
                command = {"t": "sit", "name": name}
            elif state["phase"] == "lobby" and not state["asked"] and state["seals"][state["you"]] is None:
                command = {"t": "seal", "seal": hashlib.sha256(word.encode()).hexdigest()}
            elif state["phase"] == "lobby" and state["asked"] and state["word"] is None:
                command = {"t": "word", "word": word}
            elif state["phase"] == "playing" and state["turn"] == state["you"]:
                command = {"t": "move", "on": seq, "move": move(state)}
            if command is not None:
                # what is sent again with the same id is never done twice
                ident = f"move-{seq}" if command["t"] == "move" else command["t"]
                socket.send(json.dumps({"id": ident, **command}))
    raise SystemExit("the server closed the connection")


if __name__ == "__main__":
    address, room, name = sys.argv[1:]
    print(play(address, room, os.environ["BOT_KEY"], name)["result"])
