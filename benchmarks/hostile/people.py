"""Ten honest people at five tables, each of which has an address of its own, and two visitors."""

import asyncio
from collections.abc import Awaitable, Callable
from itertools import count
from random import Random
from typing import Any, Final

import httpx

from benchmarks.hostile.figures import Figures
from benchmarks.hostile.person import PATIENCE, Message, Person

EMPTY_POOL: Final = {"house": {"base": "original", "changes": {"deal.tiles": 50, "players.most": 2}}}
"""House rules under which the pool is soon empty, and nobody may pass who could lay a tile: that is proved."""
CLOCK: Final = 8
"""Seconds that a turn has at the tables with a clock."""
TOO_LATE: Final = 0.5
"""Seconds before the end of a turn from which on a move is not sent in time."""
BREAK: Final = 3.0
"""Seconds between two games: they are short, and a guest may make only so many tables."""
PREVIEWS: Final = 3
EVERY: Final = 5
"""Turns after which a person comes back over a new connection."""


async def seated(people: list[Person], **body: Any) -> None:
    """A new room in which a game of these people has begun; the first is the host."""
    room = await people[0].open(**body)
    for place, person in enumerate(people):
        await person.come(room)
        if place:
            await person.ask(t="sit", name=f"Bob {place}")
    if not body.get("start"):
        await people[0].ask(t="start")
    await people[0].until(lambda state: bool(state["phase"] != "lobby"))


async def drawing(people: list[Person]) -> None:
    """A table of two who try melds, ask for hints, draw, and now and then come back over a new connection."""
    figures = people[0].figures
    await seated(people, edition="original")
    for turn in count():
        mover = await next_mover(people)
        if mover is None or not mover.state["pool"]:
            return
        for tiles in range(3, 3 + PREVIEWS):
            draft = [*mover.state["table"], " ".join(mover.state["rack"][:tiles])]
            with figures.timed("preview"):
                heard(figures, await mover.ask(t="preview", on=mover.state["seq"], opening=[], table=draft), "preview")
            await asyncio.sleep(0.1)
        if turn % 3 == 0:
            with figures.timed("hint"):
                heard(figures, await mover.ask(t="hint", on=mover.state["seq"]), "hint")
        heard(figures, await moved(mover, {"t": "draw"}, "move"), "move")
        if turn % EVERY == EVERY - 1:
            await mover.come(mover.room)


async def passing(people: list[Person]) -> None:
    """A table of two with a clock and an empty pool: they pass, and where they may not play what a hint says. What they
    send in time is carried out, however long the server takes."""
    figures = people[0].figures
    await seated(people, limit=CLOCK, **EMPTY_POOL)
    while (mover := await next_mover(people)) is not None:
        await asyncio.sleep(0.3)
        if mover.state["pool"]:
            await in_time(mover, {"t": "draw"}, "move")
            continue
        answer = await in_time(mover, {"t": "pass"}, "pass")
        if answer["t"] == "accepted" or answer["code"] != "illegal":
            continue
        with figures.timed("hint"):
            hint = await mover.ask(t="hint", on=mover.state["seq"])
        heard(figures, hint, "hint")
        if hint["t"] == "hinted" and hint["on"] == mover.state["seq"] and hint["played"]:
            await in_time(mover, {"t": "play", "opening": hint["opening"], "table": hint["table"]}, "move")


async def against_computers(people: list[Person]) -> None:
    """A table of two people and two computer players, timed from a person's move to the computer's answer."""
    figures = people[0].figures
    host, guest = people
    room = await host.open(seats=4, edition="original")
    await host.come(room)
    await guest.come(room)
    for seat, level in ((1, "steady"), (3, "expert")):
        await host.ask(t="fill", seat=seat, level=level)
    await guest.ask(t="sit", name="Bob", seat=2)
    await host.ask(t="start")
    await host.until(lambda state: bool(state["phase"] != "lobby"))
    while (mover := await next_mover(people)) is not None:
        await asyncio.sleep(0.3)
        kind = "move" if mover.state["pool"] else "pass"
        answer = await moved(mover, {"t": "draw" if kind == "move" else "pass"}, kind)
        if answer["t"] == "refused":
            if answer["code"] == "illegal":  # they could lay something, and give up instead
                await mover.ask(t="resign")
                return
            heard(figures, answer, "move")
            continue
        row = answer["seq"]
        await mover.until(past(row - 1))
        if mover.state["phase"] == "playing" and mover.state["seats"][mover.state["turn"]]["kind"] == "computer":
            with figures.timed("computer's answer"):
                await mover.until(past(row))


async def next_mover(people: list[Person]) -> Person | None:
    """Who is to move, once everybody has seen it; None when the game is over."""
    while True:
        newest = max(people, key=lambda person: person.state.get("seq", 0))
        row = newest.state["seq"]
        for person in people:
            await person.until(past(row - 1))
        if newest.state["phase"] != "playing":
            return None
        for person in people:
            if person.to_move:
                return person
        await newest.until(past(row))


def past(row: int) -> Callable[[Message], bool]:
    """Whether a state is newer than this row."""
    return lambda state: bool(state["seq"] > row)


async def moved(mover: Person, move: Message, kind: str) -> Message:
    """A move on what the mover sees, timed, and its answer; once it is accepted the mover has seen what came of it."""
    with mover.figures.timed(kind):
        answer = await mover.ask(t="move", on=mover.state["seq"], move=move)
    if answer["t"] == "accepted":
        await mover.until(lambda state: bool(state["seq"] >= answer["seq"]))
    return answer


async def in_time(mover: Person, move: Message, kind: str) -> Message:
    """A move under a clock. It went wrong if the turn runs out that it was sent in."""
    left, turn = mover.left, mover.state["turn_number"]
    answer = await moved(mover, move, kind)
    if answer["t"] == "refused" and answer["code"] != "illegal":
        if left > TOO_LATE:
            mover.figures.went_wrong(f"sent with {left:.1f} s left: {answer['code']}")
        await mover.until(lambda state: bool(state["turn_number"] != turn or state["phase"] != "playing"))
    return answer


def heard(figures: Figures, answer: Message, what: str) -> None:
    """Nobody honest is refused."""
    if answer["t"] == "refused":
        figures.went_wrong(f"{what} {answer['code']}")


async def visitor(port: int, address: str, figures: Figures) -> None:
    """A person who opens the page and the puzzle of the day."""
    async with _browser(port, address) as http:
        while True:
            for path in ("/", "/api/puzzles/original"):
                with figures.timed("page"):
                    answer = await http.get(path)
                if answer.status_code != 200:
                    figures.went_wrong(f"page {answer.status_code}")
            await asyncio.sleep(0.5)


async def analyst(port: int, address: str, figures: Figures) -> None:
    """A person who asks the analysis board, never the same."""
    chance = Random(1)
    async with _browser(port, address) as http:
        while True:
            rack = " ".join(f"{chance.choice('krby')}{chance.randint(1, 13)}" for _ in range(4))
            wish = {"asked": "best", "objective": "tiles", "count": 1}
            body = {"position": f"b4 b5 b6, y8 r8 k8 | {rack}", "wish": wish, "edition": "original"}
            with figures.timed("analysis board"):
                answer = await http.post("/api/analysis", json=body)
            if answer.status_code not in (200, 422):  # the box may not hold such a rack
                figures.went_wrong(f"analysis board {answer.json().get('code')}")
            await asyncio.sleep(1)


def _browser(port: int, address: str) -> httpx.AsyncClient:
    transport = httpx.AsyncHTTPTransport(local_address=address)
    return httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE, transport=transport)


async def everybody(port: int, figures: Figures) -> list[asyncio.Task[None]]:
    """Two people at each of five tables, and two visitors; they go on until they are cancelled."""
    homes = map("127.0.1.{}".format, count(1))
    tasks = [asyncio.create_task(alone(port, next(homes), figures)) for alone in (visitor, analyst)]
    for table in (drawing, drawing, passing, passing, against_computers):
        home = next(homes)
        people = [await Person(port, home, figures).make() for _ in range(2)]
        tasks.append(asyncio.create_task(_again(table, people)))
    return tasks


async def _again(table: Callable[[list[Person]], Awaitable[None]], people: list[Person]) -> None:
    """One game after the other."""
    while True:
        try:
            await table(people)
        except TimeoutError:
            people[0].figures.went_wrong(f"{table.__name__} stood still")
        await asyncio.sleep(BREAK)
