"""Results: entered by one, confirmed by another, disputed, settled and corrected with a reason.

Anyone with a table's link can name any seat there. So a result needs two browsers, or the desk.
"""

from collections.abc import Collection, Set
from typing import Final, NamedTuple

from tilerummy.rules.edition.faults import Fault
from tilerummy.rules.names import one_line
from tilerummy.rules.refusal import Refusal, refuse
from tilerummy.tournament.events.results import Confirmed, Corrected, Disputed, Reported
from tilerummy.tournament.results.plausible import Box, impossible, unlikely
from tilerummy.tournament.results.tied_racks import Tied, settled, undecided
from tilerummy.tournament.state import Event, Place, Result, Scores, StagePlay, Tournament


class Reporter(NamedTuple):
    """Whose word a result is: that of `seat:N` at the table, with the mark of its `browser`, or desk or organiser."""

    by: str
    browser: str | None = None


class Check(NamedTuple):
    """How points from a phone are checked: by the edition's `box`, None where it is not known, and whether
    they are `sure` of what is unlikely; `tied`: what was asked of equal lowest racks."""

    box: Box | None = None
    sure: bool = False
    tied: Tied | None = None


UNCHECKED: Final = Check()


def outstanding(state: Tournament) -> tuple[Place, ...]:
    """The games of the round under way that have no result and can be played, in order."""
    play = state.play
    number = state.current
    if play is None or number >= len(play.rounds) or play.rounds[number].phase != "playing":
        return ()
    return tuple(
        (number, at, game)
        for at, table in enumerate(play.rounds[number].seating.tables, start=1)
        if sum(player not in state.withdrawn for player in table) >= 2
        for game in range(1, state.rule(play).games + 1)
        if (number, at, game) not in play.results
    )


def report(
    state: Tournament, table: int, game: int, scores: Scores, reporter: Reporter, check: Check = UNCHECKED
) -> tuple[Event, ...]:
    """Enter a game's points, confirm what another entered, or dispute it; nothing where the same was said before.

    Raises Refusal, also for a browser that would confirm its own entry.
    """
    play, number = state.play, state.current
    scores = settled(check.box, scores, check.tied)
    if play is None:
        raise refuse("not-begun")
    if state.finished or number >= len(play.rounds) or play.rounds[number].phase != "playing":
        raise refuse("round-not-playing")
    if reporter.by == "seat:None":
        raise refuse("no-seat")
    known = play.results.get((number, table, game))
    if known is not None and known.scores == scores:
        # what a second person confirms was asked again already
        check = check._replace(sure=True)
    if wrong := _wrong(state, play, (number, table, game), scores, check):
        raise Refusal(*wrong)
    if known is not None and scores == known.scores:
        return (Confirmed(number, table, game, *reporter),) if _confirms(known, reporter) else ()
    if known is None or may_change(known, reporter):
        return (Reported(number, table, game, scores, *reporter),)
    if known.confirmed is not None:
        raise refuse("confirmed-already", table=table, game=game)
    return (Disputed(number, table, game, scores, *reporter),)


def may_change(known: Result, reporter: Reporter) -> bool:
    """Whether the result is still nobody's but theirs who entered it."""
    return is_own(known, reporter) and known.confirmed is None and known.other is None


def is_own(known: Result, reporter: Reporter) -> bool:
    """Whether the result came from there: the same browser, whatever its seat; without marks, the same seat or role."""
    if known.browser is None or reporter.browser is None:
        return known.by == reporter.by
    return known.browser == reporter.browser


def _confirms(known: Result, reporter: Reporter) -> bool:
    """Whether the same points, said again, confirm the result. Raises Refusal for the browser that entered it, as
    another seat."""
    if known.confirmed is not None:
        return False
    if not is_own(known, reporter):
        return True
    if known.by != reporter.by:
        raise refuse("same-browser")
    return known.other is not None and not reporter.by.startswith("seat:")


def correct(
    state: Tournament, stage: int, place: Place, scores: Scores, text: str, by: str, check: Check = UNCHECKED
) -> tuple[Event, ...]:
    """Settle or put right a result, also of a closed round, with the reason as it was typed."""
    reason, (round_, table, game) = one_line(text), place
    scores = settled(check.box, scores, check.tied)
    rounds = state.stages[stage].rounds if 0 <= stage < len(state.stages) else ()
    if round_ >= len(rounds) or rounds[round_].phase not in ("playing", "closed"):
        raise refuse("no-such-round", stage=stage + 1, round=round_ + 1)
    wrong = _wrong(state, state.stages[stage], place, scores, check)
    if not reason:
        wrong.append(Fault("reason", "no-reason"))
    if wrong:
        raise Refusal(*wrong)
    return (Corrected(stage, round_, table, game, scores, reason, by),)


def _wrong(state: Tournament, play: StagePlay, place: Place, scores: Scores, check: Check) -> list[Fault]:
    """Everything for which scores are not taken; what is unlikely only where nothing else is wrong."""
    number, table, game = place
    if (wrong := faults_of(state, play, place, scores)) or check.box is None:
        return wrong
    if (wrong := impossible(check.box, table, game, scores)) or check.sure:
        return wrong
    seats = play.rounds[number].seating.tables[table - 1]
    named = {state.entrants[player].name: score for player, score in zip(seats, scores, strict=True)}
    return [*unlikely(check.box, table, game, named), *undecided(check.box, table, game, named, check.tied)]


def faults_of(
    state: Tournament, play: StagePlay, place: Place, scores: Scores, dealt_in: Collection[int] | None = None
) -> list[Fault]:
    """Everything wrong with the scores of a game. Who was `dealt_in` has points, where the game's room says so; else
    everybody who is there, but for those whom its result has without points already: they may have come back since."""
    number, table, game = place
    tables = play.rounds[number].seating.tables
    if not 1 <= table <= len(tables) or not tables[table - 1]:
        return [Fault("table", "no-such-table", {"table": table})]
    found = []
    if not 1 <= game <= state.rule(play).games:
        found.append(Fault("game", "no-such-game", {"game": game, "games": state.rule(play).games}))
    seats = tables[table - 1]
    if len(scores) != len(seats):
        return [*found, Fault("scores", "wrong-number-of-scores", {"given": len(scores), "wanted": len(seats)})]
    total = sum(score for score in scores if score is not None)
    if total:
        found.append(Fault("scores", "not-zero-sum", {"table": table, "game": game, "sum": total}))
    away = _away(state, play, place) if dealt_in is None else set(seats).difference(dealt_in)
    found += [
        Fault("scores", "score-missing", {"number": player, "name": state.entrants[player].name})
        for player, score in zip(seats, scores, strict=True)
        if score is None and player not in away
    ]
    if sum(score is not None for score in scores) < 2:
        found.append(Fault("scores", "nobody-played", {"table": table, "game": game}))
    return found


def _away(state: Tournament, play: StagePlay, place: Place) -> Set[int]:
    """Who may have no points in a game: who has left, and who was away when its result was entered."""
    if (known := play.results.get(place)) is None:
        return state.withdrawn
    seats = play.rounds[place[0]].seating.tables[place[1] - 1]
    return state.withdrawn | {player for player, score in zip(seats, known.scores, strict=True) if score is None}
