"""A computer player that comes to a table of a server: `python client.py ADDRESS ROOM NAME`, with its key in BOT_KEY.

A guest of the server makes a key once: `key_for` shows how. docs/protocol.md has what travels.
"""

import asyncio
import os
import sys

import tilerummy as tr
from tilerummy.client import ClosedError, Guest, RefusedError


async def key_for(address: str, name: str) -> str:
    """A guest is made, and makes a bot; its key is shown this once."""
    guest = await Guest.new(address)
    return await guest.key_for(name)


async def move(position: tr.Position) -> tr.Move:
    """The play that lays most tiles, else a draw or a pass; searched beside the connection."""
    answer = await asyncio.to_thread(tr.solve, position)
    return answer.play or (tr.Draw() if position.pool else tr.Pass())


async def play(address: str, room: str, key: str, name: str) -> None:
    """Sit at the table and play one game; where the connection is lost, it comes back."""
    async with Guest(address, key).join(room) as table:
        last = await table.play(name, move)
    print(last.result)


if __name__ == "__main__":
    address, room, name = sys.argv[1:]
    try:
        asyncio.run(play(address, room, os.environ["BOT_KEY"], name))
    except (RefusedError, ClosedError) as error:
        raise SystemExit(str(error)) from None
