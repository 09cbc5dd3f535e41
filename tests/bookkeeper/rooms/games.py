"""One game at a table, from the deal to the last word; and who goes away meanwhile."""

import asyncio
from random import Random

from tests.bookkeeper.books.audit import Audit
from tests.bookkeeper.books.melds import value
from tests.bookkeeper.players.plans import AWAY_SECONDS, Plan
from tests.bookkeeper.players.turns import RACES, Turn
from tests.bookkeeper.rooms.chairs import Chair, clock
from tests.bookkeeper.rooms.table import Table
from tests.bookkeeper.rooms.tally import Tally


class DisagreementError(Exception):
    """Server and book differ."""


async def play(table: Table, plan: Plan, random: Random, tally: Tally) -> None:
    """Play the game of a table to its end and count it. Raises DisagreementError."""
    ledger = table.ledger
    await table.until(lambda: table.state["phase"] != "lobby")
    await table.settle()
    await _before_the_first_turn(table, plan, random, tally)
    leaves_at = random.randrange(2, 12) if plan.away != "wait" or random.random() < 0.03 else None
    while ledger.outcome is None:
        _agree(table)
        seat, number = ledger.turn, ledger.turn_number
        assert seat is not None
        if leaves_at is not None and number >= leaves_at and table.here(seat) and _others(table, seat):
            leaves_at = None
            await _away(table, plan, seat, tally)
        elif table.here(seat) and seat not in table.stood_in:
            temper = plan.tempers[seat % len(plan.tempers)]
            await Turn(table, seat, temper, random, tally, plan.cell).take()
        else:
            await table.until(lambda: table.seq > table.entered)
            await table.settle()
    _agree(table)
    await _look_again(table, random)
    audit = await asyncio.to_thread(Audit, plan.book, table.seats, table.events)
    ledger.disagreements += audit.disagreements
    _agree(table)
    _count(table, plan, audit, tally)


async def _before_the_first_turn(table: Table, plan: Plan, random: Random, tally: Tally) -> None:
    """Where the book lets players ask for a new deal, the first turn waits; who may ask mostly does."""
    ledger = table.ledger
    while table.state["asking"]:
        able = [seat for seat in range(table.seats) if table.here(seat) and ledger.three_doubles(seat)]
        for seat, chair in enumerate(table.chairs):
            if chair is not None and chair.here:
                ledger.check(chair.state["may_redeal"] == (seat in able), f"seat {seat} may ask: {seat not in able}")
        _agree(table)
        asker = table.chairs[random.choice(able)] if able and random.random() < 0.8 else None
        if asker is None:
            await table.until(lambda: table.seq > table.entered)
            await table.settle()
            continue
        answer = await table.act(asker, "redeal", on=asker.seq)
        if answer["t"] == "accepted":
            tally.count(plan.cell, "new deals")
            await table.settle(answer["seq"])
        else:
            ledger.check(answer["code"] in RACES, f"no new deal: {answer}")
            await table.until(lambda: table.seq > table.entered)
            await table.settle()


def _agree(table: Table) -> None:
    if table.ledger.disagreements:
        raise DisagreementError("; ".join(table.ledger.disagreements))


def _others(table: Table, seat: int) -> bool:
    """Whether another player is at the table, who waits."""
    return any(other != seat and table.here(other) for other in table.ledger.active)


async def _away(table: Table, plan: Plan, seat: int, tally: Tally) -> None:
    """The one to move goes away; the others wait for what the host wants to happen, and then they come back."""
    chair, ledger = table.chairs[seat], table.ledger
    assert chair is not None
    number, gone = ledger.turn_number, clock()
    await chair.stand_up()
    tally.count(plan.cell, f"away ({plan.away})")
    if plan.away == "wait":
        await asyncio.sleep(0.5)
    else:
        await table.until(lambda: table.seq > table.entered)
        waited = max(one.now for one in table.present) - gone
        await table.settle()
        fits = ledger.resigned[seat] if plan.away == "end" else seat in table.stood_in
        late = ledger.last is not None and ledger.last["kind"] == "timed-out"
        ledger.check(fits or late, f"away {plan.away}: {ledger.last}, {table.stood_in}")
        ledger.check(late or waited >= AWAY_SECONDS * 1000 - 50, f"away for {waited} ms only")
        for _ in range(3):
            if plan.away == "computer" and ledger.outcome is None and ledger.turn_number < number + 2 * table.seats:
                await _somebody_moves(table)
    await chair.sit_down()
    if plan.away == "computer" and ledger.outcome is None and table.state["phase"] == "playing":
        await table.until(lambda: table.state["phase"] == "over" or not table.state["seats"][seat]["stand_in"])
    await table.settle()


async def _somebody_moves(table: Table) -> None:
    """The others go on, by drawing."""
    seat = table.ledger.turn
    if seat is not None and table.here(seat):
        chair = table.chairs[seat]
        assert chair is not None
        move = {"t": "draw" if table.ledger.pool else "pass"}
        answer = await table.act(chair, "move", on=chair.seq, move=move)
        await table.settle(answer.get("seq", 0))
    else:
        await table.until(lambda: table.seq > table.entered)
        await table.settle()


async def _look_again(table: Table, random: Random) -> None:
    """A player opens the room on a second device and is told all of it from the start."""
    if random.random() < 0.1:
        first = table.present[0]
        again = Chair(first.guest, first.room, lambda: None)
        await again.sit_down()
        told = [event for event in first.heard if event["t"] not in ("rematch",)]
        begun = next(at for at, event in enumerate(told) if event["t"] == "started")
        again_told = [event for event in again.heard if event["t"] not in ("rematch",)]
        again_begun = next(at for at, event in enumerate(again_told) if event["t"] == "started")
        table.ledger.check(told[begun:] == again_told[again_begun:], "told otherwise the second time")
        await again.stand_up()


def _count(table: Table, plan: Plan, audit: Audit, tally: Tally) -> None:
    ledger, cell = table.ledger, plan.cell
    for event in table.events:
        match event["t"]:
            case "played":
                tally.count(cell, "plays")
                worth = sum(value(meld, plan.book) for meld in event["opening"])
                tally.count(cell, "opened with the least", int(event["opened"] and worth == plan.book.opens_at))
            case "drew":
                tally.count(cell, "draws")
            case "passed":
                tally.count(cell, "passes")
                tally.count(cell, f"proof {event['proof']}", int(event["proof"] is not None))
            case "timed-out":
                tally.count(cell, f"late {event['outcome']}")
                tally.count(cell, f"out of time at {table.times.kind}")
                tally.count(cell, "pool short of a penalty", int(event["drawn"] < 3 and event["pool"] == 0))
    tally.count(cell, f"end {ledger.reason}")
    tally.count(cell, "tied draws", ledger.ties)
    tally.count(cell, "jokers in the draw", ledger.jokers_drawn)
    outcome = ledger.outcome
    assert outcome is not None
    tally.count(cell, "opened with the amount waived", ledger.waived)
    tally.count(cell, "last turns of each", int(ledger.last_turns is not None))
    tally.count(cell, "grace after a power cut", table.times.graces)
    for bill in ledger.bills:
        tally.count(cell, f"unopened {bill['proof']} pays {bill['pays']}")
    tally.count(cell, "shared wins", int(len(outcome.winners) > 1))
    tally.count(cell, "drawn games", int(not outcome.winners))
    tally.count(cell, "proofs checked", audit.proved)
    tally.count(cell, "unsure", audit.unsure)
    tally.count(cell, "games")
