"""Beginning a tournament, and opening, starting and closing its rounds. Each step is one row, whole or not at all."""

from collections.abc import Sequence
from typing import Annotated

import msgspec
from msgspec import Meta

from tilerummy.rules.edition.faults import Fault
from tilerummy.rules.refusal import Refusal, refuse
from tilerummy.tournament.corrections import planned_again
from tilerummy.tournament.events.people import SignUp
from tilerummy.tournament.events.results import Confirmed
from tilerummy.tournament.events.rounds import Finished, Published, RoundClosed, RoundStarted
from tilerummy.tournament.fields import MOST_LISTED, EnteredScores, Game, Table
from tilerummy.tournament.results.reports import outstanding
from tilerummy.tournament.seating.plan import next_rounds, next_stage, too_few
from tilerummy.tournament.state import Event, Result, Round, RoundPhase, Scores, StagePlay, Tournament, fold


class Listed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A result of the round under way as the person who confirms it read it."""

    table: Table
    game: Game
    scores: EnteredScores


ListedResults = Annotated[tuple[Listed, ...], Meta(max_length=MOST_LISTED)]


def begin(state: Tournament) -> tuple[Event, ...]:
    """Close the list to players who sign up themselves, and plan the first stage for everybody on it."""
    if state.stages:
        raise refuse("begun")
    happened = next_stage(state)
    if happened == (Finished(),):
        least = min(stage.least for stage in state.format.stages)
        raise refuse("too-few-entrants", count=len(state.entrants) - len(state.withdrawn), least=least)
    return (SignUp(open=False), *happened) if state.sign_ups.open else happened


def publish(state: Tournament) -> tuple[Event, ...]:
    """Show the tables of the next round. Raises Refusal while people check in."""
    _, _ = _current(state, "planned")
    if state.check_in.phase == "open":
        raise refuse("check-in-open")
    return (Published(state.current),)


def reseat(state: Tournament) -> tuple[Event, ...]:
    """Plan the published round, and those planned with it, again for who is there by the results as they are now."""
    _, _ = _current(state, "published")
    return planned_again(state)


def start_round(state: Tournament) -> tuple[Event, ...]:
    """Play the published round. Refused, table by table, where players have left too few behind."""
    _, round_ = _current(state, "published")
    wrong = [
        Fault(f"{number}", "table-too-small", {"table": number, "count": len(here)})
        for number, table in enumerate(round_.seating.tables, start=1)
        if table and len(here := [player for player in table if player not in state.withdrawn]) < 2
    ]
    if wrong:
        raise Refusal(*wrong)
    return (RoundStarted(state.current),)


def confirm(state: Tournament, listed: Sequence[Listed], by: str) -> tuple[Event, ...]:
    """Confirm results as their reader saw them; nothing for those that are confirmed with the same points already.

    Raises Refusal with every game whose result is another now.
    """
    _current(state, "playing")
    results = dict(_results(state))
    same = [(one.table, one.game) for one in listed if _stands(results.get((one.table, one.game)), one.scores)]
    if wrong := [
        _missing("result-changed", one.table, one.game) for one in listed if (one.table, one.game) not in same
    ]:
        raise Refusal(*wrong)
    number = state.current
    return tuple(Confirmed(number, *game, by) for game in dict.fromkeys(same) if _is_open(results[game]))


def close_round(state: Tournament, listed: Sequence[Listed], by: str) -> tuple[Event, ...]:
    """Confirm what is `listed`, and close the round: its standings, and the next tables, the next stage or the end, all
    in one. A stage ends early where too few are left for a table.

    Refused with every game that is missing, disputed, confirmed by nobody, or another than it was listed.
    """
    if state.play is not None and (state.now is None or state.play.rounds[state.current].phase == "planned"):
        raise refuse("no-round-to-close")
    play, _ = _current(state, "playing")
    number = state.current
    happened = [*confirm(state, listed, by)]
    if wrong := unsettled(fold(state, happened)):
        raise Refusal(*wrong)
    happened.append(RoundClosed(number))
    after = fold(state, happened)
    if number + 1 >= state.rule(play).rounds or too_few(after):
        return (*happened, *next_stage(after))
    return (*happened, *(next_rounds(after) if number + 1 == len(play.rounds) else ()))


def unconfirmed(state: Tournament) -> tuple[Listed, ...]:
    """What only one person entered, of the round under way."""
    return tuple(Listed(*game, result.scores) for game, result in _results(state) if _is_open(result))


def unsettled(state: Tournament) -> list[Fault]:
    """The games of the round under way that keep it from being closed, in order. Raises Refusal where there is none."""
    _current(state, "playing")
    wrong = [_missing("result-missing", table, game) for _, table, game in outstanding(state)]
    wrong += [_missing("result-disputed", *game) for game, result in _results(state) if result.other is not None]
    wrong += [_missing("result-unconfirmed", *game) for game, result in _results(state) if _is_open(result)]
    return sorted(wrong, key=lambda fault: (fault.params["table"], fault.params["game"]))


def _results(state: Tournament) -> list[tuple[tuple[int, int], Result]]:
    """The results of the round under way, by table and game."""
    results = state.play.results if state.play else {}
    return [((table, game), result) for (at, table, game), result in sorted(results.items()) if at == state.current]


def _stands(result: Result | None, scores: Scores) -> bool:
    """Whether these are the points of the result, and nobody said otherwise."""
    return result is not None and result.other is None and result.scores == scores


def _is_open(result: Result) -> bool:
    """Whether nobody confirmed it, nor said otherwise."""
    return result.confirmed is None and result.other is None


def _missing(code: str, table: int, game: int) -> Fault:
    return Fault(f"{table}", code, {"table": table, "game": game})


def _current(state: Tournament, phase: RoundPhase) -> tuple[StagePlay, Round]:
    """The stage and the round that is not closed. Raises Refusal unless that round is in this phase."""
    play = state.play
    if play is None:
        raise refuse("not-begun")
    if state.finished or state.current >= len(play.rounds):
        raise refuse("finished")
    round_ = play.rounds[state.current]
    if round_.phase != phase:
        raise refuse(f"round-is-{round_.phase}", round=state.current + 1)
    return play, round_
