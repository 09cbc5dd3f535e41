"""Beginning a tournament, and opening, starting and closing its rounds. Each step is one row, whole or not at all."""

from tilerummy.rules.edition_faults import Fault
from tilerummy.tournament import facts
from tilerummy.tournament.facts import Fact
from tilerummy.tournament.planning import next_rounds, next_stage, planned_anew
from tilerummy.tournament.refusing import Refusal, refuse
from tilerummy.tournament.reporting import outstanding
from tilerummy.tournament.state import Round, RoundPhase, StagePlay, Tournament, fold


def begin(state: Tournament) -> tuple[Fact, ...]:
    """Close the list to players who enter themselves, and plan the first stage for everybody on it."""
    if state.stages:
        raise refuse("begun")
    happened = next_stage(state)
    if happened == (facts.Finished(),):
        least = min(stage.least for stage in state.format.stages)
        raise refuse("too-few-entrants", count=len(state.entrants) - len(state.withdrawn), least=least)
    return (facts.SignUp(False), *happened) if state.sign_up else happened


def publish(state: Tournament) -> tuple[Fact, ...]:
    """Show the tables of the next round."""
    _, _ = _current(state, "planned")
    return (facts.Published(state.current),)


def reseat(state: Tournament) -> tuple[Fact, ...]:
    """Plan the published round, and those planned with it, anew for who is there."""
    _, _ = _current(state, "published")
    return planned_anew(state, state.current)


def start_round(state: Tournament) -> tuple[Fact, ...]:
    """Play the published round. Refused, table by table, where players have left too few behind."""
    _, round_ = _current(state, "published")
    wrong = [
        Fault(f"{number}", "table-too-small", {"table": number, "count": len(here)})
        for number, table in enumerate(round_.seating.tables, start=1)
        if table and len(here := [player for player in table if player not in state.withdrawn]) < 2
    ]
    if wrong:
        raise Refusal(*wrong)
    return (facts.RoundStarted(state.current),)


def close_round(state: Tournament, confirm_rest: bool) -> tuple[Fact, ...]:
    """Close the round: its standings, and the next tables, the next stage or the end, all in one.

    Refused with every game that is missing, disputed or (unless `confirm_rest`) confirmed by nobody.
    """
    play, _ = _current(state, "playing")
    number = state.current
    wrong = [_missing("result-missing", table, game) for _, table, game in outstanding(state)]
    happened: list[Fact] = []
    for (at, table, game), result in sorted(play.results.items()):
        if at != number:
            continue
        if result.other is not None:
            wrong.append(_missing("result-disputed", table, game))
        elif result.confirmed is None and confirm_rest:
            happened.append(facts.Confirmed(number, table, game, "desk"))
        elif result.confirmed is None:
            wrong.append(_missing("result-unconfirmed", table, game))
    if wrong:
        raise Refusal(*sorted(wrong, key=lambda fault: (fault.params["table"], fault.params["game"])))
    happened.append(facts.RoundClosed(number))
    after = fold(state, happened)
    if number + 1 >= state.rule(play).rounds:
        return (*happened, *next_stage(after))
    return (*happened, *(next_rounds(after) if number + 1 == len(play.rounds) else ()))


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
