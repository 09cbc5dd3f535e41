"""Transcripts of whole games: written from records, read back to the same records, event by event."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from tilerummy import inputs
from tilerummy.rules.game.decide import Decided
from tilerummy.rules.game.events import Ended, Event, Started, decode, encode
from tilerummy.rules.game.evolve import evolve, fold
from tilerummy.rules.game.record import Record, sound, steps
from tilerummy.rules.game.state import GameState
from tilerummy.transcripts import head, turns
from tilerummy.transcripts.errors import TranscriptError

COMMENT: Final = ";"
"""What follows it on a line below the head is for readers alone."""
_FIELD: Final = re.compile(r"(\w+):\s*(.*)")


def dumps(record: Record) -> str:
    """The record as a transcript. It holds every rack: never hand it out before the game is over.

    Raises ValueError when the record does not begin with a start, RecordError for events that cannot follow.
    """
    start = record.events[0] if record.events else None
    if not isinstance(start, Started):
        raise ValueError("a record begins with the start of a game")
    states = [step.after for step in steps(record)]
    lines = [*head.written(record, start), ""]
    at = 2
    if not _begins(lines, record.events[:at]):
        at, lines = 0, [*head.written(record, None), ""]
    while at < len(record.events):
        events = record.events[at : at + _width(record.events[at : at + 2])]
        lines += _told(states[at - 1], events) if at else [*map(_whole, events)]
        at += len(events)
    return "\n".join(lines) + "\n"


def loads(text: str) -> Record:
    """The record of the game in a transcript. Raises TranscriptError, at the first line that says what cannot be."""
    lines = [line.rstrip() for line in inputs.json_lines(text)]
    fields, below = _head(lines)
    record, seats = head.read(fields)
    events = [*record.events]
    state = fold(events) if events else None
    for line, item, coulds in _items(lines, below):
        if isinstance(item, turns.Command):
            if state is None or state.turn_number == 0:
                raise TranscriptError(line, "missing", "Edition")
            decided = turns.done(state, item, coulds)
        else:
            decided = _evolved(state, item, line, seats)
        events += decided.events
        state = decided.state
    return msgspec.structs.replace(record, events=tuple(events))


def is_transcript(text: str) -> bool:
    """Whether a text begins as a transcript does, and not as the lines of a record."""
    return inputs.unmarked(text).startswith(head.TITLE)


def _begins(lines: Sequence[str], events: Sequence[Event]) -> bool:
    """Whether a head says just these events."""
    try:
        return _same(loads("\n".join(lines)).events, events)
    except ValueError:
        return False  # another version dealt it


def _width(events: Sequence[Event]) -> int:
    """How many of two events one command brought about: the end of a game comes with the turn before, but for one that
    was proved."""
    ends = len(events) == 2 and isinstance(events[1], Ended) and events[1].result.reason != "stuck"
    return 2 if ends and not isinstance(events[0], Ended) else 1


def _told(state: GameState, events: Sequence[Event]) -> list[str]:
    """The lines that say these events, or the events whole where the lines say something else."""
    lines = turns.lines(state, events)
    end = events[-1].result if isinstance(events[-1], Ended) else None
    said = [] if end is None else [f"{COMMENT} {end.reason}: {' '.join(map(str, end.scores))}"]
    try:
        first, *coulds = [turns.read(line.partition(COMMENT)[0].strip(), 0) for line in lines]
        if _same(turns.done(state, first, coulds).events, events):
            return [*lines, *said]
    except ValueError:
        pass  # another version judged it
    return [*map(_whole, events), *said]


def _same(events: Sequence[Event], others: Sequence[Event]) -> bool:
    """Whether they are the same to the letter, which is more than equality."""
    return [*map(encode, events)] == [*map(encode, others)]


def _whole(event: Event) -> str:
    return encode(event).decode()


def _head(lines: Sequence[str]) -> tuple[head.Fields, int]:
    """The fields, and the index of the line below them."""
    if not lines or lines[0] != f"{head.TITLE} {head.VERSION}":
        raise TranscriptError(1, "no-title", lines[0] if lines else "", (f"{head.TITLE} {head.VERSION}",))
    said: dict[str, tuple[int, str]] = {}
    name = ""
    for at, line in enumerate(lines[1:], start=1):
        if not line:
            return head.Fields(said, at), at
        found = _FIELD.fullmatch(line)
        if name and line[0].isspace():
            said[name] = (said[name][0], f"{said[name][1]} {line.strip()}".strip())
        elif found and found[1] in head.FIELDS and found[1] not in said:
            name = found[1]
            said[name] = (at + 1, found[2])
        else:
            left = tuple(field for field in head.FIELDS if field not in said)
            raise TranscriptError(at + 1, "no-field", line, left)
    return head.Fields(said, len(lines)), len(lines)


def _items(lines: Sequence[str], below: int) -> Iterator[tuple[int, turns.Command | Event, tuple[turns.Command, ...]]]:
    """What the lines below the head say, each with its number and those that belong to it."""
    waiting: tuple[int, turns.Command | Event] | None = None
    coulds: list[turns.Command] = []
    for number, line in enumerate(lines[below:], start=below + 1):
        said = line.strip() if line.lstrip().startswith("{") else line.partition(COMMENT)[0].strip()
        if not said:
            continue
        item = _event(said, number) if said.startswith("{") else turns.read(said, number)
        if isinstance(item, turns.Command) and item.verb == turns.COULD and waiting is not None:
            coulds.append(item)
            continue
        if waiting is not None:
            yield *waiting, tuple(coulds)
        waiting, coulds = (number, item), []
    if waiting is not None:
        yield *waiting, tuple(coulds)


def _event(said: str, line: int) -> Event:
    try:
        return decode(said)
    except msgspec.MsgspecError as error:
        raise TranscriptError(line, "not-json", str(error)) from None


def _evolved(state: GameState | None, event: Event, line: int, seats: int) -> Decided:
    if isinstance(event, Started) and not (sound(event.edition) and seats in (0, event.seats)):
        raise TranscriptError(line, "edition", "the edition or the number of seats is not what the head says")
    try:
        return Decided((event,), evolve(state, event))
    except ValueError as error:
        raise TranscriptError(line, "out-of-order", str(error)) from None
