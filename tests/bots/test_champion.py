"""What the champion does beyond waiting: the last drawer's rule, the race once the pool is empty, points among several,
and the players that lack some of it."""

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from benchmarks.games import exploit
from tests.rules.situations import situation
from tilerummy.bots.champion import CHAMPION, FORMER, Habits, champion
from tilerummy.bots.endgame.last_turns import last_play
from tilerummy.bots.endgame.melds import tiles_of
from tilerummy.bots.endgame.race import Lookout, Race, best_turns
from tilerummy.bots.levels import PLAYERS
from tilerummy.bots.plays import most_value
from tilerummy.bots.whole_game import played, shuffled
from tilerummy.editions import load
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.edition.reader import change
from tilerummy.rules.game.deal import all_tiles
from tilerummy.rules.game.scoring import rack_value
from tilerummy.rules.game.state import GameState
from tilerummy.rules.game.views import position_in, view
from tilerummy.rules.judge.judge import played_legally
from tilerummy.rules.judge.tallies import tally
from tilerummy.rules.moves import Draw, Move, Play
from tilerummy.rules.notation import parse_tiles
from tilerummy.rules.position import Position
from tilerummy.solver.solve import has_kernel, solve

pytestmark = pytest.mark.skipif(not has_kernel(), reason="no kernel searches")
ORIGINAL = load("original")
SMALL = {"tiles.copies": 1, "tiles.jokers": {"J": 0}, "jokers.per_set": None, "deal.tiles": 10}


def moved(state: GameState, habits: Habits = CHAMPION) -> Move:
    return champion(view(state, 0), Random(1), habits)


def tiles(words: str) -> int:
    return tally(parse_tiles(words))


def late(pool: str, edition: str = "belgian-tournament") -> GameState:
    """The first seat can lay one tile, after which the other cannot go out."""
    return situation(edition, racks=["k4 r1 b9", "y1 b5 r12 k9"], table=["k1 k2 k3"], pool=pool)


def test_who_would_not_draw_the_last_tile_lays_one_instead() -> None:
    assert isinstance(moved(late("b2 y11")), Play)
    assert isinstance(moved(late("b2 y11"), FORMER), Draw)


@pytest.mark.parametrize(("pool", "edition"), [("b2", "belgian-tournament"), ("b2 y11 y12", "belgian-tournament")])
def test_who_draws_the_last_tile_draws(pool: str, edition: str) -> None:
    assert isinstance(moved(late(pool, edition)), Draw)


def test_nobody_lays_for_the_last_turn_where_there_is_none() -> None:
    assert isinstance(moved(late("b2 y11", "original")), Draw)


def test_the_last_turn_but_one_leaves_the_other_no_way_out() -> None:
    """Most points go with both tiles, but on the k11 the other goes out."""
    state = situation("belgian-tournament", racks=["k11 r9 b1", "k12 k13"], table=["k8 k9 k10", "b2 b3 b4"])
    position = position_in(view(state, 0))
    assert played_legally(position, last_play(position, state.racks[1]) or Play((), ())) == ("b1",)
    assert played_legally(position, most_value(position).play or Play((), ())) == ("k11", "b1")


FEW, MANY = "y1 b2", "y1 y2 y4 y5 y7 y8 y10 y11 b2 b4"


@pytest.mark.parametrize(
    ("edition", "others", "laid"),
    [
        ("original", (MANY, MANY), 1),
        ("original", (MANY, FEW), 3),
        ("sabra", (MANY, MANY), 0),
        ("sabra", (MANY, FEW), 3),
    ],
)
def test_in_company_the_rack_is_kept_until_somebody_may_go_out_soon(
    edition: str, others: tuple[str, ...], laid: int
) -> None:
    """All of k11 k12 k13 fit; as little as may be is laid while the others hold many tiles."""
    state = situation(edition, racks=["k11 k12 k13 r1 r5 b9 y3", *others], table=["k8 k9 k10"])
    assert len(laid_by(moved(state), state)) == laid


def test_the_former_champion_keeps_its_rack_in_company_too() -> None:
    state = situation("original", racks=["k11 k12 k13 r1 r5 b9 y3", MANY, FEW], table=["k8 k9 k10"])
    assert len(laid_by(moved(state, FORMER), state)) == 1


def laid_by(move: Move, state: GameState) -> tuple[str, ...]:
    laid = played_legally(position_in(view(state, 0)), move) if isinstance(move, Play) else ()
    assert laid is not None
    return laid


def races(edition: Edition) -> Iterator[Race]:
    """Runs from 1 on are on the table, and their ends are on two racks."""
    chance = Random("races")
    for _ in range(12):
        tops = [chance.randint(10, 12) for _ in "krby"]
        table = [f"{colour}{number}" for colour, top in zip("krby", tops, strict=True) for number in range(1, top)]
        left = [tile for tile in all_tiles(edition) if tile not in table]
        chance.shuffle(left)
        yield Race(tally(tuple(table)), tally(tuple(left[::2])), tally(tuple(left[1::2])))


def best_for_mover(race: Race, edition: Edition) -> int:
    """The same by the definition: every turn, to the end, with the solver's door for each question."""

    @cache
    def possible(tiles: int) -> bool:
        position = Position(edition, (), tiles_of(tiles), opened=True, pool=0, last_turn=False)
        return solve(position, "out").play is not None

    def value(rack: int) -> int:
        return rack_value(edition, tiles_of(rack))

    @cache
    def worth(table: int, mover: int, other: int, passed: int) -> int:
        if passed == 2:
            return value(other) - value(mover)
        if possible(table + mover):
            return value(other)
        able = [tile for tile in map(tally, zip(dict.fromkeys(tiles_of(mover)))) if possible(table + tile)]
        turns = [-worth(table + tile, other, mover - tile, 0) for tile in able]
        if not turns or edition.end.pass_when_able == "allowed":
            turns.append(-worth(table, other, mover, passed + 1))
        return max(turns)

    return worth(*race)


@pytest.mark.parametrize("must_lay", ["refused", "allowed"])
def test_a_race_seen_to_its_end_is_won_by_who_wins_it(must_lay: str) -> None:
    edition = change(ORIGINAL, {**SMALL, "end.pass_when_able": must_lay})
    found = [(Lookout(edition, 1_000_000).worth(race, 30), best_for_mover(race, edition)) for race in races(edition)]
    assert [ahead > 0 for ahead, _ in found] == [best > 0 for _, best in found]
    assert len({best > 0 for _, best in found}) == 2


def test_a_search_that_may_look_at_nothing_makes_the_first_turn_that_comes_to_mind() -> None:
    edition = change(ORIGINAL, SMALL)
    for race in races(edition):
        assert best_turns(race, edition, nodes=0) == []


@pytest.mark.parametrize("name", ["staller", "last-drawer", "unsparing", "play-outs"])
def test_all_who_lack_some_of_its_habits_end_their_games(name: str) -> None:
    assert over(load("belgian-tournament"), [name, "champion"])


@pytest.mark.parametrize(
    ("edition", "seats"), [("original", 2), ("sabra", 2), ("sabra", 3), ("original", 4), ("twist", 2), ("suomi", 2)]
)
def test_the_champion_ends_its_games(edition: str, seats: int) -> None:
    assert over(load(edition), ["champion"] * seats)


def over(edition: Edition, names: list[str]) -> bool:
    chance = Random("over")
    players = [PLAYERS[name] for name in names]
    return played(edition, players, shuffled(edition, chance), shuffled(edition, chance), chance).end.over is not None


def test_the_search_for_a_best_response_keeps_what_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    """Against the first champion the last drawer's rule is worth more than anything else."""
    monkeypatch.setattr(exploit, "VALUES", {"moves_last": (False, True)})
    edition, start = load("belgian-tournament"), exploit.Rule(moves_last=False)
    assert exploit.best_response(edition, "staller", seats=2, deals=3, start=start) == start._replace(moves_last=True)
