"""All that is kept of a guest in one file, and nothing of others."""

import json
from pathlib import Path

import msgspec

from tests.rooms.harness import Harness, draw, with_rooms
from tests.web.api.authenticator import Authenticator
from tests.web.api.test_guests import refused, who
from tests.web.api.test_handovers import handed_over
from tests.web.harness import Guest, Message, Server
from tilerummy.bus import LocalBus
from tilerummy.circles.hosting import Circles
from tilerummy.rooms.events import RoomEvent, decode, encode
from tilerummy.rules.game.events import Dealt, DealtSecret
from tilerummy.store import Row, Write
from tilerummy.web.guests.kept import all_kept


def kept(guest: Guest) -> Message:
    """What a guest downloads."""
    answer = guest.http.get("/api/session/kept")
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["content-disposition"].startswith("attachment")
    told: Message = answer.json()
    return told


def test_everything_of_a_guest_is_in_one_file_and_no_key_and_nobody_elses_words(server: Server) -> None:
    talking = {"chat": "everyone", "live": False, "open": False, "away": "wait", "away_seconds": 60}
    with Guest(server.address) as ann, Guest(server.address) as bob:
        room, lobby = ann.make(seats=2, name="Ann", options=talking), ann.make(seats=3, name="Annie")
        sheet = ann.http.post("/api/sheets", json={"edition": "original", "players": ["Ann", "Bob"]}).json()["sheet"]
        bot, token = ann.bot(), handed_over(ann)
        words = ann.http.post("/api/recovery").json()["words"]
        assert ann.http.post("/api/passkeys", json=Authenticator(server.address).make(ann)).status_code == 201
        with ann.join(room) as table, bob.join(room) as other:
            assert other.ask("sit", name="Bob")["t"] == "accepted"
            assert table.ask("start")["t"] == "accepted"
            assert table.ask("say", text="mine")["t"] == "accepted"
            assert other.ask("say", text="theirs")["t"] == "accepted"
            table.until(lambda state: state["phase"] == "playing")
            rack = table.state["rack"]
            running = ann.http.get("/api/session/kept").text
            table.ask("resign")
            table.until(lambda state: state["phase"] == "over")
        told = kept(ann)
        assert told["guest"] == who(ann)
        assert [(one["room"], one["line"]["text"]) for one in told["said"]] == [(room, "mine")]
        assert [one["id"] for one in told["made"]][::-1] == [room, lobby, f"sheet:{sheet}"]
        assert [(one["id"], one["name"]) for one in told["bots"]] == [(bot["bot"], "Mine")]
        assert len(told["devices"]) == 1
        assert told["link"]["kept"]["lessons"] == ["groups"]
        assert set(told["recovery"]) == {"made", "used", "browser", "system"}
        assert [(one["name"], one["used"], one["signed"]) for one in told["passkeys"]] == [("Phone", None, 0)]
        games = {one["room"]: one for one in told["games"]}
        assert (games[lobby]["name"], games[lobby]["game"]) == ("Annie", None)
        assert (games[room]["name"], games[room]["status"]) == ("Ann", "over")
        assert len(games[room]["game"]["deal"]["racks"]) == 2
        # a word of the sheet alone may be one of the program's
        listed = json.dumps(words)[1:-1]
        for secret in (bot["key"], token, listed, " ".join(words), "theirs", next(iter(ann.http.cookies.values()))):
            assert secret not in json.dumps(told)
        begun = next(one for one in json.loads(running)["games"] if one["room"] == room)
        assert begun["game"]["deal"] is None
        (dealt,) = [event for row in begun["game"]["rows"] for event in row["events"] if event["t"] == "dealt"]
        assert sorted(dealt["rack"]) == sorted(rack)
        assert kept(bob)["said"][0]["line"]["text"] == "theirs"


def test_strangers_and_bots_get_nothing(server: Server, ann: Guest) -> None:
    with Guest(server.address, session=False) as nobody, Guest(server.address, key=ann.bot()["key"]) as bot:
        assert refused(nobody.http.get("/api/session/kept")) == (401, "no-session")
        assert refused(bot.http.get("/api/session/kept")) == (403, "not-for-bots")
    answers = [ann.http.get("/api/session/kept").status_code for _ in range(8)]
    assert 429 in answers


def test_two_games_that_differ_in_what_a_guest_cannot_know_give_the_same_file(tmp_path: Path) -> None:
    files: list[list[bytes]] = []
    found: list[tuple[str, list[Row]]] = []

    async def file(hall: Harness) -> None:
        circles = Circles(hall.store, LocalBus(), hall.rooms)
        files.append(
            [b"".join([part async for part in all_kept(hall.rooms, circles, player)]) for player in ("p0", "p1")]
        )

    async def play(hall: Harness) -> None:
        room = await hall.game()
        for _ in range(4):
            await draw(room)
        found.append((room.id, (await hall.store.log(room.id))[1]))
        await file(hall)

    async def other(hall: Harness) -> None:
        ident, rows = found[0]
        for row in rows:
            changed = msgspec.structs.replace(row, body=encode(tuple(map(otherwise, decode(row.body)))))
            await hall.store.append(Write(ident, changed, "playing", players=("p0", "p1")))
        await file(hall)

    with_rooms(tmp_path / "one", play)
    with_rooms(tmp_path / "other", other)
    (ann, bob), (anns, bobs) = files
    assert ann == anns
    assert bob != bobs


def otherwise(event: RoomEvent) -> RoomEvent:
    """The deal in which the second player has a tile that lay at the far end of the pool."""
    if not isinstance(event, Dealt):
        return event
    (first, second), pool = event.secret.racks, event.secret.pool
    at = next(at for at in range(1, len(pool)) if pool[-at] not in second)
    changed = (*pool[:-at], second[0], *pool[len(pool) - at + 1 :])
    return msgspec.structs.replace(event, secret=DealtSecret((first, (pool[-at], *second[1:])), changed))
