"""What was done in a tournament, by whom and when: for the desk, from the rows themselves. The sentences are the
messages `tournament.did-CODE`."""

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from tilerummy.records import record
from tilerummy.tournament import events
from tilerummy.tournament.corrections import minus
from tilerummy.tournament.events import Scores
from tilerummy.tournament.state import Place, StagePlay, Tournament
from tilerummy.tournaments.hosted_tournament import KIND, Held, TournamentEvent
from tilerummy.tournaments.keys import Keys

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


def journal(entries: Sequence[record.Entry[TournamentEvent]]) -> tuple[Entry, ...]:
    """What changed, the newest first: everything but who asks to be entered, results entered and confirmed as usual,
    and clocks."""
    found: list[Entry] = []
    held: Held | None = None
    for row, happened in entries:
        told: list[Did] = []
        for event in happened:
            if held is not None:
                told += _renewed(held.keys, event) if isinstance(event, Keys) else _told(held.tournament, event)
            held = KIND.fold(held, (event,)) if held is not None else held
        by = "public" if row.actor.startswith("public:") else row.actor
        found += [Entry(row.at, by, *did) for did in _together(told)]
        if held is None:
            held = KIND.fold(None, happened)
    return tuple(reversed(found[-MOST:]))


def _together(told: list[Did]) -> list[Did]:
    """What a row did, with all who were taken off the list at once told in one."""
    removed = [str(params["name"]) for code, params in told if code == "removed"]
    if len(removed) < 2:
        return told
    rest = [did for did in told if did[0] != "removed"]
    return [*rest, ("removed-many", {"count": len(removed), "names": _listed(removed)})]


def _renewed(before: Keys, after: Keys) -> Iterator[Did]:
    """Which keys are others now; none of them is told."""
    for which in ("organiser", "desk", "tables"):
        if getattr(before, which) != getattr(after, which):
            yield f"renewed-{which}", {}


def _told(state: Tournament, event: events.TournamentEvent) -> Iterator[Did]:
    match event:
        case events.Entered():
            names = [one.name for one in event.entrants]
            yield "entered", {"count": len(names), "names": _listed(names)}
        case events.Changed():
            before = state.entrants[event.entrant.number]
            code = "substituted" if event.substitute else "changed"
            names_ = {"before": _named(before.name, before.category), "name": event.entrant.name}
            if not event.substitute:
                names_["name"] = _named(event.entrant.name, event.entrant.category)
            yield code, {"number": event.entrant.number, **names_}
        case events.Removed() | events.Withdrew() | events.Returned():
            code = {events.Removed: "removed", events.Withdrew: "withdrew", events.Returned: "returned"}[type(event)]
            yield code, {"number": event.number, "name": state.entrants[event.number].name}
        case events.Drawn():
            yield "drawn", {"count": len(event.numbers)}
        case events.KeptApart():
            yield "apart", {"count": len(event.pairs)}
        case events.Fixed():
            yield "fixed", {"count": len(event.places)}
        case events.Recut() if state.play is not None:
            old, new = state.play.players, event.players
            code = "recut" if set(old) != set(new) else "reordered"
            came = {"coming": _names(state, minus(new, old)), "going": _names(state, minus(old, new))}
            yield code, {"stage": _stage(state, state.play), **came}
        case events.Kept():
            stage = _stage(state, state.stages[event.stage])
            kept: dict[str, str | int] = {"stage": stage, "round": event.round + 1, "reason": event.reason}
            yield "kept" if event.round < 0 else "kept-round", kept
        case events.Undone():
            yield "undone", {"what": state.undoable[-1].what}
        case events.Planned() if event.moved:
            moved = [
                f"{state.entrants[move.number].name if move.number in state.entrants else move.number}"
                f" {move.before or '–'}→{move.after or '–'} ({move.round + 1})"
                for move in event.moved
            ]
            count = len({move.number for move in event.moved})
            yield "moved", {"round": event.first + 1, "count": count, "names": _listed(moved)}
        case events.Published() | events.RoundStarted() | events.RoundClosed():
            code = {events.Published: "published", events.RoundStarted: "started", events.RoundClosed: "closed"}[
                type(event)
            ]
            yield code, {"stage": _stage(state, state.play), "round": event.round + 1}
        case events.OnlineChosen():
            yield "online" if event.online else "offline", {}
        case events.TableChosen():
            yield "table-online" if event.online else "table-offline", {"round": event.round + 1, "table": event.table}
        case events.Reported() if state.play is not None and event.by.startswith("room:"):
            yield "played", _result(state, state.play, (event.round, event.table, event.game), None, event.scores)
        case events.Reported() | events.Disputed() if state.play is not None:
            place = (event.round, event.table, event.game)
            known = state.play.results.get(place)
            if known is not None:
                code = "disputed" if isinstance(event, events.Disputed) else "reported"
                yield code, _result(state, state.play, place, known.scores, event.scores)
        case events.Corrected():
            play, place = state.stages[event.stage], (event.round, event.table, event.game)
            known = play.results.get(place)
            before_ = known.scores if known is not None else None
            yield "corrected", {**_result(state, play, place, before_, event.scores), "reason": event.reason}
        case events.SignUp():
            opened = "sign-up-open" if event.accepting else "sign-up-direct"
            yield opened if event.open else "sign-up-closed", {}
        case events.Declined():
            names = [state.sign_ups.asking[one].name for one in event.browsers]
            yield "declined", {"count": len(names), "names": _listed(names)}
        case events.Hidden():
            yield "hidden" if event.hidden else "shown", {}
        case events.Revealed():
            yield "revealed", {"count": event.places}
        case events.Finished():
            yield "finished", {}


def _names(state: Tournament, numbers: Sequence[int]) -> str:
    return _listed([state.entrants[number].name for number in numbers])


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
