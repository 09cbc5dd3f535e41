"""What was done in a tournament, by whom and when: for the desk, from the rows themselves. The sentences are the
messages `tournament.did-CODE`."""

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from tilerummy.records.links import Keys
from tilerummy.store import Row
from tilerummy.tournament import events as facts
from tilerummy.tournament.events import Scores
from tilerummy.tournament.state import Place, StagePlay, Tournament
from tilerummy.tournaments.hosted_tournament import KIND, Held

MOST: Final = 500
"""Entries shown, the newest."""
_NAMES = 12
"""Names in an entry, before it says how many more there are."""
Did = tuple[str, dict[str, str | int]]
"""The code of what was done, with the parameters of its sentence."""


class Entry(msgspec.Struct, frozen=True):
    """One thing that was done at the instant `at` (milliseconds) `by` a role: organiser, desk, table:N or public; by
    the rooms of tables that are played online."""

    at: int
    by: str
    code: str
    params: dict[str, str | int]


def journal(rows: Sequence[Row]) -> tuple[Entry, ...]:
    """What changed, the newest first: everything but results entered and confirmed as usual, and clocks."""
    found: list[Entry] = []
    held: Held | None = None
    for row in rows:
        for fact in KIND.decode(row.body):
            if held is not None:
                told = _renewed(held.keys, fact) if isinstance(fact, Keys) else _told(held.tournament, fact)
                found += [Entry(row.at, row.actor, *did) for did in told]
            held = KIND.fold(held, (fact,)) if held is not None else held
        if held is None:
            held = KIND.fold(None, KIND.decode(row.body))
    return tuple(reversed(found[-MOST:]))


def _renewed(before: Keys, after: Keys) -> Iterator[Did]:
    """Which keys are others now; none of them is told."""
    for which in ("organiser", "desk", "tables"):
        if getattr(before, which) != getattr(after, which):
            yield f"renewed-{which}", {}


def _told(state: Tournament, fact: facts.Fact) -> Iterator[Did]:
    match fact:
        case facts.Entered():
            names = [one.name for one in fact.entrants]
            yield "entered", {"count": len(names), "names": _listed(names)}
        case facts.Changed():
            before = state.entrants[fact.entrant.number]
            code = "substituted" if fact.substitute else "changed"
            names_ = {"before": _named(before.name, before.category), "name": fact.entrant.name}
            if not fact.substitute:
                names_["name"] = _named(fact.entrant.name, fact.entrant.category)
            yield code, {"number": fact.entrant.number, **names_}
        case facts.Removed() | facts.Withdrew() | facts.Returned():
            code = {facts.Removed: "removed", facts.Withdrew: "withdrew", facts.Returned: "returned"}[type(fact)]
            yield code, {"number": fact.number, "name": state.entrants[fact.number].name}
        case facts.Drawn():
            yield "drawn", {"count": len(fact.numbers)}
        case facts.KeptApart():
            yield "apart", {"count": len(fact.pairs)}
        case facts.Planned() if fact.moved:
            moved = [
                f"{state.entrants[move.number].name if move.number in state.entrants else move.number}"
                f" {move.before or '–'}→{move.after or '–'} ({move.round + 1})"
                for move in fact.moved
            ]
            count = len({move.number for move in fact.moved})
            yield "moved", {"round": fact.first + 1, "count": count, "names": _listed(moved)}
        case facts.Published() | facts.RoundStarted() | facts.RoundClosed():
            code = {facts.Published: "published", facts.RoundStarted: "started", facts.RoundClosed: "closed"}[
                type(fact)
            ]
            yield code, {"stage": _stage(state, state.play), "round": fact.round + 1}
        case facts.OnlineChosen():
            yield "online" if fact.online else "offline", {}
        case facts.TableChosen():
            yield "table-online" if fact.online else "table-offline", {"round": fact.round + 1, "table": fact.table}
        case facts.Reported() if state.play is not None and fact.by.startswith("room:"):
            yield "played", _result(state, state.play, (fact.round, fact.table, fact.game), None, fact.scores)
        case facts.Reported() | facts.Disputed() if state.play is not None:
            place = (fact.round, fact.table, fact.game)
            known = state.play.results.get(place)
            if known is not None:
                code = "disputed" if isinstance(fact, facts.Disputed) else "reported"
                yield code, _result(state, state.play, place, known.scores, fact.scores)
        case facts.Corrected():
            play, place = state.stages[fact.stage], (fact.round, fact.table, fact.game)
            known = play.results.get(place)
            before_ = known.scores if known is not None else None
            yield "corrected", {**_result(state, play, place, before_, fact.scores), "reason": fact.reason}
        case facts.SignUp():
            yield "sign-up-open" if fact.open else "sign-up-closed", {}
        case facts.Hidden():
            yield "hidden" if fact.hidden else "shown", {}
        case facts.Revealed():
            yield "revealed", {"count": fact.places}
        case facts.Finished():
            yield "finished", {}


def _result(
    state: Tournament, play: StagePlay, place: Place, before: Scores | None, after: Scores
) -> dict[str, str | int]:
    round_, table, game = place
    seats = play.rounds[round_].seating.tables[table - 1]
    names = [state.entrants[number].name for number in seats]
    return {
        "stage": _stage(state, play),
        "round": round_ + 1,
        "table": table,
        "game": game,
        "before": "–" if before is None else _points(names, before),
        "after": _points(names, after),
    }


def _points(names: Sequence[str], scores: Scores) -> str:
    told = ("–" if score is None else f"{score:+d}".replace("-", "−").replace("+0", "0") for score in scores)
    return ", ".join(f"{name} {score}" for name, score in zip(names, told, strict=True))


def _stage(state: Tournament, play: StagePlay | None) -> str:
    return state.rule(play).id if play is not None else ""


def _named(name: str, category: str) -> str:
    return f"{name} ({category})" if category else name


def _listed(names: Sequence[str]) -> str:
    more = f" … +{len(names) - _NAMES}" if len(names) > _NAMES else ""
    return ", ".join(names[:_NAMES]) + more
