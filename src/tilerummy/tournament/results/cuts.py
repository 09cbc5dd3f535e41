"""Who goes on from one stage of a tournament to the next.

The best of all; or the best of each table, and wild cards; and those who wait while the others play a repechage.
"""

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from tilerummy.tournament.format.format import Stage
from tilerummy.tournament.results.ranking import lines, order
from tilerummy.tournament.seating.table_sizes import byes
from tilerummy.tournament.stages import sizes_of
from tilerummy.tournament.state import StagePlay, Tournament

May = Callable[[int], bool]
"""Whether a player may go on: they are there, and ranked."""


class Entering(NamedTuple):
    """The next stage, by its index in the format, and its players in the order in which they come into it."""

    stage: int
    players: tuple[int, ...]


class _Choice(NamedTuple):
    """Those of whom a stage's players are chosen, the best first: who is in it at once, and of whom the best are, with
    `per_table` of each table."""

    direct: tuple[int, ...]
    others: tuple[int, ...]
    per_table: int = 0


def entering(state: Tournament, may: May) -> Entering | None:
    """The first stage after the one under way that has enough players to choose from, and tables for those it chooses.
    None: the tournament is over, or cannot begin."""
    at = len(state.stages)
    for index in range(state.play.index + 1 if state.play else 0, len(state.format.stages)):
        stage, choice = state.format.stages[index], _choice(state, at, index, may)
        players = _chosen(state, at, stage, choice)
        enough = len(choice.direct) + len(choice.others) >= stage.least
        if enough and (not at or byes(len(players), sizes_of(stage)) < len(players)):
            return Entering(index, players)
    return None


def going_on(state: Tournament, at: int, may: May) -> tuple[int, ...]:
    """Who comes into the stage that was begun as number `at`, by the results as they are now."""
    index = state.stages[at].index
    return _chosen(state, at, state.format.stages[index], _choice(state, at, index, may))


def waiting(state: Tournament, at: int, may: May) -> tuple[int, ...]:
    """Who waits while stage number `at` is played, the best first: it is a repechage, and they come in after it."""
    play = state.stages[at]
    if not at or not state.rule(play).repechage:
        return ()
    here = play.out.union(play.players)
    return _best_of_tables(state, at - 1, [one for one in _ranked(state, at - 1, may) if one not in here])


def _seeded(state: Tournament) -> Sequence[int]:
    """Everybody before the first stage, in the order in which the format seats them: the strongest first, or by number;
    who has no rating comes last."""
    if state.format.seeding == "numbers":
        return order(state)
    return sorted(order(state), key=lambda one: (one not in state.ratings, -state.ratings.get(one, 0), one))


def _choice(state: Tournament, at: int, index: int, may: May) -> _Choice:
    """Of whom the players of the stage are chosen that begins, or was begun, as number `at`."""
    if not at:
        return _Choice((), tuple(one for one in _seeded(state) if may(one)))
    stages = state.format.stages
    ranked = _ranked(state, at - 1, may)
    if beaten := stages[index].repechage:
        ahead = _best_of_tables(state, at - 1, ranked, beaten)
        return _Choice((), tuple(one for one in ranked if one not in ahead))
    last = state.stages[at - 1].index
    # those who would have waited go on where too few were beaten for a repechage
    left_out = max((stage.repechage for stage in stages[last + 1 : index]), default=0)
    return _Choice(waiting(state, at - 1, may), tuple(ranked), left_out or stages[index].per_table)


def _chosen(state: Tournament, at: int, stage: Stage, choice: _Choice) -> tuple[int, ...]:
    others: Sequence[int] = choice.others
    if choice.per_table:
        bests = _best_of_tables(state, at - 1, others, choice.per_table)
        left = [one for one in others if one not in bests]
        others = (*bests, *(left[: stage.wild_cards] if stage.places == "all" else left))
    everybody = (*choice.direct, *others)
    return everybody if stage.places == "all" else everybody[: stage.places]


def _ranked(state: Tournament, at: int, may: May) -> list[int]:
    return [line.player for line in lines(state, at) if may(line.player)]


def _best_of_tables(state: Tournament, at: int, ranked: Sequence[int], count: int | None = None) -> tuple[int, ...]:
    """The best `count` (None: all) of each table of the last round of a stage: the winners of the tables first, then
    those who were second, each in the order of `ranked`."""
    tables = _last_tables(state.stages[at])
    found: list[tuple[int, int, int]] = []
    for table in tables:
        here = [one for one in ranked if one in table]
        found += [(place, ranked.index(one), one) for place, one in enumerate(here[:count])]
    return tuple(one for _, _, one in sorted(found))


def _last_tables(play: StagePlay) -> tuple[Collection[int], ...]:
    """The tables of the last round that was played."""
    closed = [round_ for round_ in play.rounds if round_.phase == "closed"]
    return closed[-1].seating.tables if closed else ()
