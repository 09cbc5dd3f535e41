"""Attacks on what a server computes: rooms of computers, hard positions, long records, all in a house edition that any
guest may ask for."""

import asyncio
import json
from random import Random
from typing import Any, Final

from websockets.exceptions import WebSocketException

from benchmarks.hostile.hostile import Hostile, Seat
from tilerummy import editions
from tilerummy.bots.levels import LEVELS
from tilerummy.rooms.shuffle import shuffled
from tilerummy.rules.edition.reader import change
from tilerummy.rules.game.decide import Decided, begin_promised, decide
from tilerummy.rules.game.events import Event
from tilerummy.rules.game.evolve import evolve
from tilerummy.rules.game.record import Record, dumps
from tilerummy.rules.game.state import GameState
from tilerummy.rules.game.views import view
from tilerummy.rules.moves import Draw

BASE: Final = "twist"
CHANGES: Final[dict[str, Any]] = {
    "tiles.copies": 6,
    "tiles.jokers": {"J": 8, "D": 4, "C": 4, "M": 4},
    "players.most": 8,
    "deal.tiles": 40,
}
HOUSE: Final = {"base": BASE, "changes": CHANGES}
ROOMS: Final = 75
"""Rooms that each of four guests after another gives up: 300 of one address."""
ROOMS_OF_A_GUEST: Final = 28
LONG: Final = 150
"""Turns of a long game, and every so many of them a player plays."""
PLAYED: Final = 10
WISHES: Final[tuple[dict[str, Any], ...]] = (
    {"asked": "best", "objective": "value", "count": 20},
    {"asked": "outs", "objective": "tiles", "count": 20},
    {"asked": "every", "objective": "tiles", "count": 1},
    {"asked": "placeable", "objective": "tiles", "count": 1},
    {"asked": "waits", "objective": "tiles", "count": 1},
    {"asked": "best", "objective": "tiles", "count": 1},
)


async def given_up(hostile: Hostile) -> None:
    """Rooms whose only person gives up, so that the computers there play on by themselves."""
    while hostile.counts.get("given up", 0) < ROOMS:
        await hostile.guest()
        for _ in range(ROOMS_OF_A_GUEST):
            body = {"seats": 8, "name": "Eve", "computers": ["champion"] * 7, "start": True, "limit": None}
            room = await hostile.open(house=HOUSE, **body)
            if room is None:
                await asyncio.sleep(0.5)
                continue
            async with hostile.seat(room, hostile.cookie) as socket:
                seat = Seat(socket)
                await seat.join()
                await seat.begun()
                hostile.count("given up" if (await seat.ask(t="resign"))["t"] == "accepted" else "not given up")
    await asyncio.Event().wait()


async def positions(hostile: Hostile) -> None:
    """Hard positions for the analysis board, never the same."""
    chance = Random(hostile.address)
    while True:
        tiles = [f"{colour}{number}" for colour in "krby" for number in range(1, 14)]
        rack = [*chance.sample(tiles, 48), *chance.choices(tiles, k=4), *"JJDDCM"]
        wish = chance.choice(WISHES)
        body = {"house": HOUSE, "position": "| " + " ".join(rack), "wish": wish}
        await hostile.post("/api/analysis", json.dumps(body))


async def records(hostile: Hostile) -> None:
    """Long records of hard turns to be analysed, never the same."""
    chance = Random(hostile.address)
    while True:
        await hostile.guest()
        record = await asyncio.to_thread(long_record, chance.random())
        for number in range(12):
            await hostile.post("/api/records/analysis", record + b"\n" * number)


def long_record(seed: float) -> bytes:
    """The record of a game in which four people draw, and now and then lay what they can."""
    edition = change(editions.load(BASE), CHANGES)
    chance = Random(seed)
    events: list[Event] = list(begin_promised(edition, shuffled(edition), (None,) * 4))
    game: GameState | None = None
    for event in events:
        game = evolve(game, event)
    for turn in range(LONG):
        assert game is not None
        if game.turn is None or not game.pool:
            break
        move = Draw() if turn % PLAYED else LEVELS["gentle"](view(game, game.turn), chance)
        decided = decide(game, game.turn, move)
        assert isinstance(decided, Decided)
        events += decided.events
        game = decided.state
    return dumps(Record(("Eve", "Mallory", "Oscar", "Trudy"), tuple(events))).encode()


async def reviews(hostile: Hostile) -> None:
    """Long games of two guests, and what could have been laid in every turn of them; and they are told again."""
    while True:
        room = await _long_game(hostile)
        if room is None:
            await asyncio.sleep(1)
            continue
        paths = (f"/api/rooms/{room}/analysis", f"/api/rooms/{room}/review", f"/api/rooms/{room}/replay")
        await asyncio.gather(*(hostile.get(path) for path in paths))


async def replays(hostile: Hostile) -> None:
    """A long game told again and again."""
    room = await _long_game(hostile)
    while room is not None:
        await hostile.get(f"/api/rooms/{room}/replay")
        await hostile.get(f"/api/rooms/{room}/record")


async def _long_game(hostile: Hostile) -> str | None:
    """A game of two guests who only draw, at the end of which one resigns; None where it is refused."""
    cookies = [await hostile.guest(), await hostile.guest()]
    room = await hostile.open(house=HOUSE, seats=2, name="Eve", limit=None)
    if room is None:
        return None
    try:
        async with hostile.seat(room, cookies[1]) as first, hostile.seat(room, cookies[0]) as second:
            seats = [Seat(first), Seat(second)]
            for seat in seats:
                await seat.join()
            await seats[1].ask(t="sit", name="Mallory")
            await seats[0].ask(t="start")
            for seat in seats:
                await seat.begun()
            for _ in range(LONG):
                seat = seats[0] if seats[0].state["turn"] == seats[0].state["you"] else seats[1]
                if not await seat.move(t="draw"):
                    break
                other = seats[1] if seat is seats[0] else seats[0]
                while other.state["seq"] < seat.state["seq"]:
                    await other.until("update")
            await seats[0].ask(t="resign")
    except (OSError, WebSocketException, TimeoutError) as error:
        hostile.count(type(error).__name__)
        return None
    return room
