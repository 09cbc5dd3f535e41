"""The score sheet: points from racks, zero-sum, corrections with a trace, totals by the edition's match rule."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilerummy import editions
from tilerummy.rules.sheet import (
    Left,
    Sheet,
    SheetRefused,
    csv_lines,
    fold_sheet,
    open_sheet,
    rename,
    strike_game,
    write_game,
)

NAMES = ("Ann", "Bob", "Cas", "Dee")
ROUND = [(0, [0, 5, 16, 3]), (2, [6, 11, 0, 5]), (3, [32, 13, 2, 0]), (2, [10, 25, 0, 6])]
"""rules.md 3.5: who went out, and what the others held."""


def sheet(edition: str = "original", players: Sequence[str] = NAMES, games: int | None = None) -> Sheet:
    return fold_sheet(None, (open_sheet(editions.load(edition), players, games),))


def written(start: Sheet, *games: tuple[int | None, Sequence[int]]) -> Sheet:
    for out, values in games:
        left = [Left(value=value) for value in values]
        start = fold_sheet(start, (write_game(start, len(start.games), out, left),))
    return start


def codes(refused: pytest.ExceptionInfo[SheetRefused]) -> list[str]:
    return [fault.code for fault in refused.value.faults]


def test_a_round_as_worked_in_the_rules() -> None:
    done = written(sheet("twist", games=4), *ROUND)
    assert [game.points for game in done.games] == [
        (24, -5, -16, -3),
        (-6, -11, 22, -5),
        (-32, -13, -2, 47),
        (-10, -25, 41, -6),
    ]
    assert (done.round_length, done.complete) == (4, True)
    order = [(line.player, line.won, line.points) for line in done.standing()]
    assert order == [(2, 2, 45), (3, 1, 33), (0, 1, -24), (1, 0, -54)]
    assert csv_lines(done)[-1] == ["=", "-24", "-54", "45", "33"]
    # by points alone the original gives three games to the fourth player
    assert [line.player for line in written(sheet(), *ROUND[:3]).standing()] == [3, 2, 0, 1]


def test_an_exhausted_pool_and_its_ties() -> None:
    assert written(sheet(), (None, [12, 30, 7, 21])).games[0].points == (-5, -23, 42, -14)
    tied = written(sheet(), (None, [5, 5, 11, 12])).games[0]
    assert (tied.points, tied.winners) == ((7, 6, -6, -7), (0, 1))
    start = sheet()
    left = [Left(value=5, count=2), Left(tiles=("k5",)), Left(value=11, count=3), Left(value=12, count=2)]
    assert write_game(start, 0, None, left).points == (0, 13, -6, -7)


def test_jokers_count_the_editions_penalty() -> None:
    for edition, penalty in (("original", 30), ("sabra", 25), ("duel", 50)):
        start = sheet(edition, NAMES[:2])
        assert write_game(start, 0, 0, [Left(), Left(tiles=("J", "k3"))]).points == (penalty + 3, -penalty - 3)


def test_a_correction_leaves_its_trace() -> None:
    start = written(sheet(), *ROUND)
    fixed = fold_sheet(start, (write_game(start, 1, 2, [Left(value=v) for v in (7, 11, 0, 5)]),))
    assert fixed.games[1].points == (-7, -11, 23, -5)
    assert [game.points for game in fixed.before[1]] == [(-6, -11, 22, -5)]
    struck = fold_sheet(fixed, (strike_game(fixed),))
    assert len(struck.games) == 3
    assert struck.before[3] == (start.games[3],)


def test_every_fault_at_once() -> None:
    with pytest.raises(SheetRefused) as refused:
        open_sheet(editions.load("original"), ["Ann", "ann", "", "x" * 41, "Eve"], 0)
    assert codes(refused) == ["players-do-not-fit", "name-entered", "name-empty", "name-too-long", "out-of-range"]
    start = sheet()
    with pytest.raises(SheetRefused) as refused:
        write_game(start, 3, 0, [Left(value=4), Left(), Left(value=0), Left(tiles=("k1", "k1", "k1"))])
    assert codes(refused) == [
        "no-such-game",
        "out-with-tiles",
        "rack-not-given",
        "empty-but-not-out",
        "too-many-copies",
    ]
    with pytest.raises(SheetRefused) as refused:
        write_game(start, 0, 7, [Left(value=4)])
    assert codes(refused) == ["wrong-count"]
    with pytest.raises(SheetRefused) as refused:
        rename(start, ["Ann"])
    assert codes(refused) == ["players-do-not-fit", "wrong-count"]
    with pytest.raises(SheetRefused) as refused:
        strike_game(start)
    assert codes(refused) == ["no-such-game"]
    assert fold_sheet(start, (rename(start, ["A", "B", "C", "D"]),)).players == ("A", "B", "C", "D")


@given(
    values=st.lists(st.integers(1, 300), min_size=2, max_size=6),
    out=st.integers(0, 5) | st.none(),
    edition=st.sampled_from(editions.names()),
)
def test_points_sum_to_zero(values: list[int], out: int | None, edition: str) -> None:
    most = editions.load(edition).players.most
    values = values[:most]
    start = sheet(edition, [f"P{seat}" for seat in range(len(values))]) if len(values) >= 2 else sheet()
    if out is not None:
        out %= len(values)
        values[out] = 0
    if editions.load(edition).players.least > len(values):
        return
    game = write_game(start, 0, out, [Left(value=value) for value in values])
    assert sum(game.points) == 0
    assert out is None or game.points[out] == sum(values)
