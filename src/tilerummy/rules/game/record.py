"""The record of a game: its events as JSON lines. The first line names the edition, its content's hash and the engine.

Showing a record folds events and runs no rules. `rejudge` runs them again and tells where today's engine differs.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from tilerummy import inputs
from tilerummy.rules.edition.conflicts import conflicts
from tilerummy.rules.edition.edition import (
    FIXED_POINTS,
    LATER_POINTS,
    SECTIONS,
    TWIST_POINTS,
    VALUE_POINTS,
    Edition,
    unknown_words,
)
from tilerummy.rules.game import decide as game
from tilerummy.rules.game.events import (
    Dealt,
    Drew,
    Ended,
    Event,
    Passed,
    Played,
    Redealt,
    Resigned,
    Started,
    TimedOut,
    decode,
    encode,
)
from tilerummy.rules.game.evolve import evolve, parsed
from tilerummy.rules.game.redeal import redeal
from tilerummy.rules.game.state import GameState, position_of
from tilerummy.rules.game.unopened import Openings, chances, known
from tilerummy.rules.judge.ability import UNKNOWN, Ability, must_lay
from tilerummy.rules.judge.judge import Illegal
from tilerummy.rules.melds.readings import rising
from tilerummy.rules.moves import Draw, Pass, Play
from tilerummy.rules.notation import format_meld
from tilerummy.rules.position import Position, PositionError, position
from tilerummy.rules.violations import Violation

VERSION = 1
"""The version of the form in which records are written."""


class Record(msgspec.Struct, frozen=True):
    """The `events` of one game in order, and the names of its `players` by seat (empty where they are not
    known). `bots`: the seats of computer players that people connected."""

    players: tuple[str, ...]
    events: tuple[Event, ...]
    bots: tuple[int, ...] = ()

    def __repr__(self) -> str:
        return f"<Record of {', '.join(self.players) or 'nobody known'}: {len(self.events)} events>"


class RecordError(ValueError):
    """A text that is no record. `line` counts from 1; `code` is what is wrong there, `detail` a hint for developers."""

    def __init__(self, line: int, code: str, detail: str) -> None:
        super().__init__(f"line {line}: {code}: {detail}")
        self.line = line
        self.code = code
        self.detail = detail


class Step(msgspec.Struct, frozen=True):
    """One `event` of a record, with the state `before` it (None: the start) and `after` it."""

    before: GameState | None
    event: Event
    after: GameState


class Difference(msgspec.Struct, frozen=True):
    """Where judging again comes to something else: the events recorded from event `index` (from 0) on, and the
    events or the violations that today's engine finds instead."""

    index: int
    recorded: tuple[Event, ...]
    judged: tuple[Event, ...]
    violations: tuple[Violation, ...]


class _Header(
    msgspec.Struct,
    frozen=True,
    tag_field="t",
    tag="record",
    forbid_unknown_fields=True,
    kw_only=True,
    omit_defaults=True,
):
    version: int
    edition: str
    edition_hash: str
    engine: str
    players: tuple[str, ...]
    bots: tuple[int, ...] = ()


_header = msgspec.json.Decoder(_Header)
_anything = msgspec.json.Decoder(dict[str, Any])


def dumps(record: Record) -> str:
    """The record as text, one line per event. It holds every rack: never hand it out before the game is over.

    Raises ValueError when the record does not begin with a start.
    """
    start = record.events[0] if record.events else None
    if not isinstance(start, Started):
        raise ValueError("a record begins with the start of a game")
    header = _Header(
        version=VERSION,
        edition=start.edition.id,
        edition_hash=start.edition_hash,
        engine=start.engine,
        players=record.players,
        bots=record.bots,
    )
    lines = [msgspec.json.encode(header), *(encode(event) for event in record.events)]
    return b"\n".join(lines).decode() + "\n"


def loads(text: str | bytes) -> Record:
    """The record in a text, or in the bytes of a file. Raises RecordError: `not-text`, `not-a-record`,
    `unknown-version`, `not-an-event`, `unknown-word` (of a newer version's editions), `out-of-order`."""
    try:
        lines = inputs.json_lines(inputs.decode(text) if isinstance(text, bytes) else text)
    except inputs.EncodingError as error:
        raise RecordError(error.line, error.code, error.encoding) from None
    try:
        header = inputs.from_json(lines[0] if lines else "", _header)
    except msgspec.MsgspecError as error:
        raise RecordError(1, "not-a-record", str(error)) from None
    if header.version != VERSION:
        raise RecordError(1, "unknown-version", str(header.version))
    events = tuple(_event(line, number) for number, line in enumerate(lines[1:], start=2) if line.strip())
    record = Record(header.players, events, header.bots)
    start = events[0] if events else None
    if not isinstance(start, Started):
        raise RecordError(2, "out-of-order", "a game begins with its start")
    if not sound(start.edition):
        raise RecordError(2, "not-an-event", "the edition is not complete or contradicts itself")
    if len(header.players) not in (0, start.seats):
        raise RecordError(1, "not-a-record", "the number of players is not the number of seats")
    if not set(header.bots) <= set(range(start.seats)):
        raise RecordError(1, "not-a-record", "a bot plays on a seat that is not there")
    for _ in steps(record):
        pass
    return record


def steps(record: Record) -> Iterator[Step]:
    """The events one by one, with the states around them. Raises RecordError `out-of-order` for what cannot follow."""
    state: GameState | None = None
    for line, event in enumerate(record.events, start=2):
        try:
            after = evolve(state, event)
        except ValueError as error:
            raise RecordError(line, "out-of-order", str(error)) from None
        yield Step(state, event, after)
        state = after


Search = Callable[[Position], Ability]
"""Tells what a mover could lay, as `solver.ability` does."""


def rejudge(record: Record, search: Search | None = None) -> tuple[Difference, ...]:
    """Every place where today's engine comes to other events than the record; empty when it agrees throughout.

    `search` also looks for what could have been laid instead of a pass, by a player where the game ended because nobody
    could, and by losers who had not opened; without it these proofs are taken as the record has them.
    """
    differences = []
    events = record.events
    for index, step in enumerate(steps(record)):
        if isinstance(step.event, Dealt | Ended) and not _is_stuck(step.event):
            continue
        width = 1 + int(index + 1 < len(events) and _follows(events[index + 1]))
        recorded = events[index : index + width]
        judged = _again(step, recorded[-1], search)
        found = () if isinstance(judged, Illegal) else judged
        if found != recorded and _risen(found, step.after.edition) != _risen(recorded, step.after.edition):
            violations = judged.violations if isinstance(judged, Illegal) else ()
            differences.append(Difference(index, recorded, found, violations))
    return tuple(differences)


def _risen(events: Sequence[Event], edition: Edition) -> list[Event]:
    """The events with their mirrored runs rising: older records have some that were laid falling, and lay so."""
    found: list[Event] = []
    for event in events:
        if isinstance(event, Played | TimedOut):
            table = tuple(format_meld(rising(meld, edition)) for meld in parsed(event.table))
            event = msgspec.structs.replace(event, table=table)
        if isinstance(event, Played):
            opening = tuple(format_meld(rising(meld, edition)) for meld in parsed(event.opening))
            event = msgspec.structs.replace(event, opening=opening)
        found.append(event)
    return found


def _is_stuck(event: Event) -> bool:
    """Whether the game ended by a proof, and not by the turn before."""
    return isinstance(event, Ended) and event.result.reason == "stuck"


def _follows(event: Event) -> bool:
    """Whether the event came with the one before it."""
    return isinstance(event, Dealt | Ended) and not _is_stuck(event)


def _again(step: Step, last: Event, search: Search | None) -> tuple[Event, ...] | Illegal:
    """The events of the same command under today's rules; `last` is the last one recorded."""
    try:
        return _first(step.event) if isinstance(step.event, Started) else _decided(step, last, search)
    except PositionError as error:
        return Illegal(error.faults)
    except ValueError:
        # A start that no deal can have.
        return Illegal(())


def _first(event: Started) -> tuple[Event, ...]:
    if event.words is not None and event.secret.shuffle is not None:
        return game.begin_promised(event.edition, event.secret.shuffle, event.words, event.seals)
    draws = [lot.tile for lot in event.lots]
    return game.begin(event.edition, event.seats, event.secret.deck, draws, event.secret.salt)


def _decided(step: Step, last: Event, search: Search | None) -> tuple[Event, ...] | Illegal:
    assert step.before is not None
    _check(step.before)
    answer = _answer(step.before, step.event, search)
    if isinstance(answer, Illegal):
        return answer
    return game.settled(step.before, answer, _openings(step.before, last, search)).events


def _check(state: GameState) -> None:
    """Raise PositionError where a record has a table that its edition does not allow, or tiles that are not in the
    box."""
    for rack in state.racks:
        position(edition=state.edition, table=state.table, rack=rack, opened=True, pool=len(state.pool))


def _openings(state: GameState, last: Event, search: Search | None) -> Openings:
    """What is known of those who had not opened when the game ended: the openings that the record has prove themselves,
    the others are searched for."""
    paid = last.result.unopened if isinstance(last, Ended) else ()
    found, searched = known(paid), chances(state)
    if search is None:
        return found
    seats = [bill.seat for bill in paid if bill.proof != "able" and bill.seat in searched]
    return {**found, **{seat: Ability(search(searched[seat]).play, found[seat].stuck) for seat in seats}}


def _answer(state: GameState, event: Event, search: Search | None) -> game.Decided | Illegal:
    match event:
        case Played():
            return game.decide(state, event.seat, Play(parsed(event.opening), parsed(event.table)))
        case Drew():
            return game.decide(state, event.seat, Draw())
        case Passed():
            found = UNKNOWN if search is None else search(position_of(state, event.seat))
            return game.decide(state, event.seat, Pass(), Ability(found.play, event.proof == "stuck"))
        case Resigned():
            return game.resign(state, event.seat)
        case Redealt():
            return redeal(state, event.seat)
        case TimedOut():
            draft = event.secret.draft
            return game.time_out(state, None if draft is None else Play(parsed(draft.opening), parsed(draft.table)))
        case Ended():
            return game.stuck(state) if _all_stuck(state, search) else Illegal(())
        case Started() | Dealt():
            raise AssertionError(f"{type(event).__name__} is no command's")


def _all_stuck(state: GameState, search: Search | None) -> bool:
    """Whether the game may end by a proof here, and nobody is found who could lay."""
    if not must_lay(state.edition, len(state.pool)):
        return False
    positions = [position_of(state, seat) for seat in state.to_move]
    return search is None or all(search(mover).play is None for mover in positions)


def sound(edition: Edition) -> bool:
    """Whether an edition that came with a record can be played by: a reference for every point, and no conflicts."""
    sections = {name: getattr(edition, name) for name in (*SECTIONS, "tournament")}
    complete = {*VALUE_POINTS, *FIXED_POINTS, *TWIST_POINTS} - LATER_POINTS <= edition.references.keys()
    return complete and not any(conflicts(sections))


def _event(line: str, number: int) -> Event:
    try:
        return decode(line)
    except msgspec.MsgspecError as error:
        if words := _unknown(line):
            raise RecordError(number, "unknown-word", _listed(words)) from None
        raise RecordError(number, "not-an-event", str(error)) from None


def _listed(words: tuple[str, ...]) -> str:
    """Words of a stranger's file, of which only such are shown as a word can be."""
    return ", ".join(word if word.replace(".", "").isidentifier() else "?" for word in words[:5])[:200]


def _unknown(line: str) -> tuple[str, ...]:
    """The words of the edition in a line that only a newer version knows."""
    try:
        edition = inputs.from_json(line, _anything).get("edition")
    except msgspec.MsgspecError:
        return ()
    return unknown_words(edition) if isinstance(edition, dict) else ()
