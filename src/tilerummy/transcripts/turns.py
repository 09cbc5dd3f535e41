"""The lines of a transcript below its head: each a turn of a seat, and what it brings about.

`7 B draws k5`, `passes`, `lays TABLE`, `opens MELDS / TABLE`, `times out with ...`, `resigns`, `redeals`. In a table
`#2-5` stands for melds that lie there, by their numbers from 1. `B could open MELDS` belongs to the turn before that
ended the game, and `nobody can lay` is such an end. What none of these lines says stands whole, as a record's event.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from tilerummy.editions.texts import violation_text
from tilerummy.messages import text
from tilerummy.rules.game.decide import Decided, decide, resign, settled, stuck, time_out
from tilerummy.rules.game.events import Drew, Ended, Event, Passed, Played, Redealt, Resigned, TimedOut, Unopened
from tilerummy.rules.game.redeal import redeal
from tilerummy.rules.game.state import GameState
from tilerummy.rules.judge.ability import Ability
from tilerummy.rules.judge.judge import Illegal
from tilerummy.rules.melds.readings import Meld
from tilerummy.rules.moves import BESIDE, Draw, Pass, Play
from tilerummy.rules.notation import Layout, NotationError, format_tiles, parse_position, parse_tile
from tilerummy.rules.violations import Violation
from tilerummy.transcripts.errors import TranscriptError
from tilerummy.transcripts.head import SEATS

STUCK: Final = "nobody can lay"
COULD: Final = "could"
VERBS: Final = ("draws", "lays", "opens", "passes", "times out", "resigns", "redeals", COULD)
UNPROVED: Final = "unproved"
_LINE: Final = re.compile(rf"(?:\d+\.?\s+)?([{SEATS}])\s+({'|'.join(VERBS)})\b\s*(.*)")
_LYING: Final = re.compile(r"#(\d{1,4})(?:-(\d{1,4}))?")
_COULD: Final = re.compile(r"(?:(not open)|(open)\s+(.*))")


class Command(NamedTuple):
    """A line that was read: its number, the seat, the verb and what follows; no seat for an end by a proof."""

    line: int
    seat: int | None
    verb: str
    rest: str


def read(said: str, line: int) -> Command:
    """What a line says. Raises TranscriptError."""
    if said == STUCK:
        return Command(line, None, STUCK, "")
    found = _LINE.fullmatch(said)
    if found is None:
        raise TranscriptError(line, "not-a-turn", said, VERBS)
    return Command(line, SEATS.index(found[1]), found[2], found[3])


def done(state: GameState, command: Command, coulds: Sequence[Command] = ()) -> Decided:
    """What a line brings about, with those about who could have opened. Raises TranscriptError."""
    decided = _done(state, command)
    if isinstance(decided, Illegal):
        raise Refused(command.line, decided.violations)
    return settled(state, decided, dict(map(_could, coulds))) if coulds else decided


class Refused(TranscriptError):
    """A turn that the rules do not allow."""

    def __init__(self, line: int, violations: tuple[Violation, ...]) -> None:
        super().__init__(line, "illegal", ", ".join(dict.fromkeys(violation.code for violation in violations)))
        self.violations = violations

    def sentence(self, lang: str) -> str:
        """The judge's reasons in that language."""
        said = " ".join(violation_text(violation, lang) for violation in self.violations)
        return text(lang, "transcript.illegal", detail=said)


def lines(state: GameState, events: Sequence[Event]) -> list[str]:
    """The lines that say these events, a turn and the end where it follows; none where they are not of that kind."""
    first, last = events[0], events[-1]
    if isinstance(first, Ended):
        return [STUCK, *_coulds(first.result.unopened)]
    if not isinstance(first, Drew | Passed | Played | TimedOut | Resigned | Redealt):
        return []
    ends = _coulds(last.result.unopened) if isinstance(last, Ended) else []
    return [f"{state.turn_number} {SEATS[first.seat]} {_said(state, first)}", *ends]


def _said(state: GameState, event: Event) -> str:
    match event:
        case Drew():
            return f"draws {event.secret.tile}"
        case Passed():
            return f"passes {UNPROVED}" if event.proof == UNPROVED else "passes"
        case Played():
            return f"{_arranged('lays', state.table, event.opening, event.table)} ; {format_tiles(event.played)}"
        case TimedOut():
            draft = event.secret.draft
            return (
                "times out" if draft is None else _arranged("times out with", state.table, draft.opening, draft.table)
            )
        case Resigned():
            return "resigns"
        case _:
            return "redeals"


def _arranged(verb: str, lying: Sequence[Meld], opening: Sequence[str], table: Sequence[str]) -> str:
    """A table by what lies there and what is new; before it the melds that open, where they are not all that is new."""
    if not opening:
        return f"{verb} {_by_number(lying, table)}".rstrip()
    opens = "opens" if verb == "lays" else verb
    simple = verb == "lays" and [*map(str, lying), *opening] == list(table)
    return f"{opens} {', '.join(opening)}" + ("" if simple else f" {BESIDE} {_by_number(lying, table)}")


def _by_number(lying: Sequence[Meld], table: Iterable[str]) -> str:
    """The melds of a table, those that lie as before by their numbers."""
    before = [*map(str, lying)]
    free = set(range(len(before)))
    items: list[str | range] = []
    for meld in table:
        last = items[-1] if items else None
        following = last.stop if isinstance(last, range) else -1
        places = [at for at in (following, *sorted(free)) if at in free and before[at] == meld]
        if not places:
            items.append(meld)
            continue
        free.remove(places[0])
        if isinstance(last, range) and places[0] == following:
            items[-1] = range(last.start, following + 1)
        else:
            items.append(range(places[0], places[0] + 1))
    return ", ".join(item if isinstance(item, str) else _numbers(item) for item in items)


def _numbers(places: range) -> str:
    return f"#{places.start + 1}" if len(places) == 1 else f"#{places.start + 1}-{places.stop}"


def _coulds(bills: Iterable[Unopened]) -> list[str]:
    said = {"able": "could open {}", "unable": "could not open"}
    return [
        f"{SEATS[bill.seat]} {said[bill.proof].format(', '.join(bill.opening))}" for bill in bills if bill.proof in said
    ]


def _could(command: Command) -> tuple[int, Ability]:
    found = _COULD.fullmatch(command.rest)
    if found is None or command.seat is None:
        raise TranscriptError(command.line, "not-a-turn", command.rest, ("could open", "could not open"))
    if found[1]:
        return command.seat, Ability(None, stuck=True)
    melds = _melds(command, found[3], ())
    return command.seat, Ability(Play(melds, melds), stuck=False)


def _done(state: GameState, command: Command) -> Decided | Illegal:
    line, seat, verb, rest = command
    if seat is None:
        return stuck(state)
    if verb == COULD:
        raise TranscriptError(line, "not-a-turn", f"{verb} {rest}", VERBS[:-1])
    if seat >= state.seats:
        raise TranscriptError(line, "value", SEATS[seat], tuple(SEATS[: state.seats]))
    if verb == "resigns":
        return resign(state, seat)
    if verb == "redeals":
        return redeal(state, seat)
    if state.turn != seat:
        whose = () if state.turn is None else (SEATS[state.turn],)
        raise TranscriptError(line, "not-the-turn" if whose else "game-over", SEATS[seat], whose)
    match verb:
        case "draws":
            _check_drawn(state, command)
            return decide(state, seat, Draw())
        case "passes":
            if rest not in ("", UNPROVED):
                raise TranscriptError(line, "value", rest, (UNPROVED,))
            return decide(state, seat, Pass(), Ability(None, stuck=rest != UNPROVED))
        case "lays":
            return decide(state, seat, Play((), _melds(command, rest, state.table)))
        case "opens":
            return decide(state, seat, _opens(command, rest, state.table))
        case "times out":
            if not rest:
                return time_out(state, None)
            draft = rest.removeprefix("with").strip()
            whole = BESIDE in draft
            return time_out(
                state, _opens(command, draft, state.table) if whole else Play((), _melds(command, draft, state.table))
            )
    raise TranscriptError(line, "not-a-turn", verb, VERBS)


def _check_drawn(state: GameState, command: Command) -> None:
    """Whoever writes which tile is drawn names the next of the pool."""
    if not command.rest or not state.pool:
        return
    try:
        tile = parse_tile(command.rest)
    except NotationError as error:
        raise TranscriptError(command.line, "notation", command.rest, error.allowed) from None
    if tile != state.pool[0]:
        raise TranscriptError(command.line, "other-tile", tile, (state.pool[0],))


def _opens(command: Command, said: str, lying: tuple[Meld, ...]) -> Play:
    opening, beside, table = said.partition(BESIDE)
    melds = _melds(command, opening, lying)
    return Play(melds, _melds(command, table, lying) if beside else (*lying, *melds))


def _melds(command: Command, said: str, lying: Sequence[Meld]) -> tuple[Meld, ...]:
    def meant(found: re.Match[str]) -> str:
        first, last = int(found[1]), int(found[2] or found[1])
        if not 1 <= first <= last <= len(lying):
            raise TranscriptError(command.line, "no-such-meld", found[0], (f"#1-{len(lying)}",) if lying else ())
        return ", ".join(map(str, lying[first - 1 : last]))

    written = _LYING.sub(meant, said)
    try:
        layout = parse_position(written)
    except NotationError as error:
        word = written[error.column - 1 :].split(" ")[0]
        raise TranscriptError(command.line, "notation", word, error.allowed) from None
    if layout != Layout(layout.table):
        raise TranscriptError(command.line, "notation", "|", ("b7", "J"))
    return layout.table
