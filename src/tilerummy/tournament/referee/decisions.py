"""What a referee may decide, and when a table may call one."""

from tilerummy.rules.edition.faults import Fault
from tilerummy.rules.names import visible
from tilerummy.rules.refusal import Refusal, refuse
from tilerummy.tournament.events.referee import CallEnded, RefereeCalled, Ruled, RulingRevoked
from tilerummy.tournament.players import known
from tilerummy.tournament.referee.calls import AGAIN, Call
from tilerummy.tournament.referee.rulings import LONGEST_REASON, LONGEST_RULE, MOST_POINTS, MOST_RULINGS
from tilerummy.tournament.state import Tournament


def rule(state: Tournament, number: int, stage: int, points: int, text: str, offence: str, by: str) -> Ruled:
    """Points, or with 0 a warning, for a player of a stage that has begun: also for one who has left or was cut since,
    and in a stage that is over. Raises Refusal with all that is wrong."""
    known(state, number)
    if not 0 <= stage < len(state.stages):
        raise refuse("ruling-before-stage")
    play = state.stages[stage]
    wrong: list[Fault] = []
    if number not in play.players:
        wrong.append(Fault("number", "ruling-not-in-stage", {"number": number, "stage": state.rule(play).id}))
    if abs(points) > MOST_POINTS:
        wrong.append(Fault("points", "ruling-points", {"most": MOST_POINTS}))
    reason, wrong_reason = _said(text)
    article = visible(offence)
    if len(article) > LONGEST_RULE:
        wrong.append(Fault("rule", "ruling-too-long", {"most": LONGEST_RULE}))
    if len(state.rulings) >= MOST_RULINGS:
        wrong.append(Fault("", "too-many-rulings", {"most": MOST_RULINGS}))
    if wrong := [*wrong, *wrong_reason]:
        raise Refusal(*wrong)
    last = stage == len(state.stages) - 1
    round_ = min(state.current, len(play.rounds) - 1) if last else len(play.rounds) - 1
    return Ruled(number, stage, max(0, round_), points, reason, article, by)


def revoke(state: Tournament, ruling: int, text: str, by: str) -> RulingRevoked:
    """A ruling, by its place among all (from 0), counts no longer. Raises Refusal."""
    if not 0 <= ruling < len(state.rulings):
        raise refuse("no-such-ruling")
    if state.rulings[ruling].revoked is not None:
        raise refuse("revoked-already")
    reason, wrong = _said(text)
    if wrong:
        raise Refusal(*wrong)
    return RulingRevoked(ruling, reason, by)


def _said(text: str) -> tuple[str, list[Fault]]:
    reason = visible(text)
    if not reason:
        return reason, [Fault("reason", "ruling-no-reason")]
    long = len(reason) > LONGEST_REASON
    return reason, [Fault("reason", "ruling-too-long", {"most": LONGEST_REASON})] if long else []


def call(state: Tournament, table: int, now: int) -> tuple[RefereeCalled, ...]:
    """A table calls the referee; nothing where it has called already. Raises Refusal."""
    if not _sits_somebody(state, table):
        raise refuse("no-such-table", table=table)
    last = state.calls.get(table)
    if last is not None and last in open_calls(state):
        return ()
    # a clock that was set back keeps nobody from calling
    if last is not None and 0 <= now - last.at < AGAIN:
        raise refuse("called-just-now", seconds=AGAIN // 1000)
    return (RefereeCalled(table, now),)


def end_call(state: Tournament, table: int) -> tuple[CallEnded, ...]:
    """The referee goes to a table, or is not needed any more; nothing where nobody calls there."""
    return (CallEnded(table),) if any(one.table == table for one in open_calls(state)) else ()


def open_calls(state: Tournament) -> tuple[Call, ...]:
    """The tables that wait for the referee in the round that is not closed, the longest first."""
    here = (one for one in state.calls.values() if one.open and (one.stage, one.round) == state.now)
    return tuple(sorted((one for one in here if _sits_somebody(state, one.table)), key=lambda one: (one.at, one.table)))


def _sits_somebody(state: Tournament, table: int) -> bool:
    """Whether anybody sits at a table of the round that is not closed, as far as it is shown."""
    if state.now is None:
        return False
    stage, number = state.now
    round_ = state.stages[stage].rounds[number]
    tables = round_.seating.tables if round_.phase != "planned" else ()
    return 1 <= table <= len(tables) and bool(tables[table - 1])
