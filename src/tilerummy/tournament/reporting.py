"""Results: entered by one, confirmed by another, disputed, settled and corrected with a reason."""

from tilerummy.rules.edition_faults import Fault
from tilerummy.rules.names import one_line
from tilerummy.tournament import commands, facts
from tilerummy.tournament.facts import Fact, Scores
from tilerummy.tournament.refusing import Refusal, refuse
from tilerummy.tournament.state import Place, StagePlay, Tournament


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


def report(state: Tournament, table: int, game: int, scores: Scores, by: str) -> tuple[Fact, ...]:
    """Enter a game's points, confirm what another entered, or dispute it; nothing where the same was said before."""
    play, number = state.play, state.current
    if play is None:
        raise refuse("not-begun")
    if state.finished or number >= len(play.rounds) or play.rounds[number].phase != "playing":
        raise refuse("round-not-playing")
    if by == "seat:None":
        raise refuse("no-seat")
    wrong = faults_of(state, play, (number, table, game), scores)
    if wrong:
        raise Refusal(*wrong)
    known = play.results.get((number, table, game))
    if known is None or (known.by == by and known.confirmed is None and known.other is None):
        if known is not None and known.scores == scores:
            return ()
        return (facts.Reported(number, table, game, scores, by),)
    if scores == known.scores:
        same = known.confirmed is not None or known.by == by
        return () if same and known.other is None else (facts.Confirmed(number, table, game, by),)
    if known.confirmed is not None:
        raise refuse("confirmed-already", table=table, game=game)
    return (facts.Disputed(number, table, game, scores, by),)


def correct(state: Tournament, asked: commands.Correct, by: str) -> tuple[Fact, ...]:
    """Settle or put right a result, also of a closed round; what was seated since stays as it is."""
    reason = one_line(asked.reason)
    if not 0 <= asked.stage < len(state.stages):
        raise refuse("no-such-round", stage=asked.stage + 1, round=asked.round + 1)
    play = state.stages[asked.stage]
    if asked.round >= len(play.rounds) or play.rounds[asked.round].phase not in ("playing", "closed"):
        raise refuse("no-such-round", stage=asked.stage + 1, round=asked.round + 1)
    wrong = faults_of(state, play, (asked.round, asked.table, asked.game), asked.scores)
    if not reason:
        wrong.append(Fault("reason", "no-reason"))
    if wrong:
        raise Refusal(*wrong)
    return (facts.Corrected(asked.stage, asked.round, asked.table, asked.game, asked.scores, reason, by),)


def faults_of(state: Tournament, play: StagePlay, place: Place, scores: Scores) -> list[Fault]:
    """Everything wrong with the scores of a game."""
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
    found += [
        Fault("scores", "score-missing", {"number": player, "name": state.entrants[player].name})
        for player, score in zip(seats, scores, strict=True)
        if score is None and player not in state.withdrawn
    ]
    if sum(score is not None for score in scores) < 2:
        found.append(Fault("scores", "nobody-played", {"table": table, "game": game}))
    return found
