"""A player who leaves during a game, takes no part in others and comes back: what they pay, who wins, what is shown."""

from collections.abc import Sequence
from typing import Any, Final

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilerummy import editions
from tilerummy.rules.game.scoring import pool_exhausted, resignation
from tilerummy.rules.refusal import Refusal
from tilerummy.rules.tiles import Tile
from tilerummy.sheets.decide import open_sheet, write_game
from tilerummy.sheets.hosting import KIND
from tilerummy.sheets.state import Gone, Left, Sheet, csv_lines, fold_sheet
from tilerummy.sheets.views import view

NAMES = ("Ann", "Bob", "Cas", "Dee", "Eve", "Finn")


def sheet_of(seats: int, edition: str = "original") -> Sheet:
    return fold_sheet(None, (open_sheet(editions.load(edition), NAMES[:seats]),))


def written(sheet: Sheet, out: int | None, *left: Left) -> Sheet:
    return fold_sheet(sheet, (write_game(sheet, len(sheet.games), out, left, f"g{len(sheet.games)}"),))


def faults(sheet: Sheet, out: int | None, *left: Left) -> list[str]:
    with pytest.raises(Refusal) as refused:
        write_game(sheet, 0, out, left)
    return [fault.code for fault in refused.value.faults]


AWAY = Left(gone="absent")
LEFT: Final[Gone] = "resigned"


def points(sheet: Sheet) -> tuple[int, ...]:
    return sheet.games[-1].entry.points


def test_who_leaves_pays_and_cannot_win_and_who_is_not_there_has_no_points() -> None:
    sheet = written(sheet_of(4), 0, Left(), Left(value=20, gone=LEFT), Left(value=5), Left(value=7))
    assert points(sheet) == (32, -20, -5, -7)
    sheet = written(sheet, None, Left(value=9), AWAY, Left(value=5), Left(value=7))
    assert points(sheet) == (-4, 0, 6, -2)
    sheet = written(sheet, None, Left(value=9), Left(value=1, gone=LEFT), Left(value=5), Left(value=7))
    assert points(sheet) == (-4, 0, 6, -2), "a low rack that was left gains nothing"
    sheet = written(sheet, 1, Left(value=4), Left(), Left(value=5), Left(value=7))
    assert [line.points for line in sorted(sheet.standing(), key=lambda line: line.player)] == [20, -4, 2, -18]
    lines = csv_lines(sheet, "Game", "Total", "Won")
    assert lines[2] == ["2", "-4", "", "6", "-2"]
    assert lines[-2:] == [["Total", "20", "-4", "2", "-18"], ["Won", "1", "1", "2", "0"]]


def test_it_counts_as_at_a_table_of_the_program() -> None:
    edition = editions.load("original")
    racks: list[Sequence[Tile]] = [("k5", "r6"), ("b1",), ("y9",)]
    sheet = written(sheet_of(3), None, Left(tiles=tuple(racks[0])), Left(tiles=("b1",), gone=LEFT), Left(tiles=("y9",)))
    assert points(sheet) == pool_exhausted(edition, racks, resigned=(False, True, False)).points
    alone = written(sheet_of(3), None, Left(), Left(tiles=("b1",), gone=LEFT), Left(tiles=("y9",), gone=LEFT))
    assert points(alone) == resignation(edition, racks, 0).points
    assert alone.games[-1].entry.winners == (0,)


@pytest.mark.parametrize(
    ("out", "left", "code"),
    [
        (0, (Left(gone=LEFT), Left(value=3), Left(value=4)), "out-but-gone"),
        (0, (AWAY, Left(value=3), Left(value=4)), "out-but-gone"),
        (0, (Left(), Left(value=3, gone="absent"), Left(value=4)), "absent-with-rack"),
        (0, (Left(), Left(gone=LEFT), Left(value=4)), "rack-not-given"),
        (0, (Left(), AWAY, AWAY), "too-few-played"),
        (None, tuple(Left(value=3, gone=LEFT) for _ in range(3)), "nobody-stayed"),
        (None, (Left(value=3), Left(), AWAY), "rack-not-given"),
    ],
)
def test_what_cannot_be_is_refused(out: int | None, left: tuple[Left, ...], code: str) -> None:
    assert code in faults(sheet_of(3), out, *left)
    assert code in faults(sheet_of(3, "twist"), out, *left)


def test_of_two_players_the_other_wins_and_neither_can_be_absent() -> None:
    sheet = written(sheet_of(2, "duel"), None, Left(), Left(value=30, gone=LEFT))
    assert points(sheet) == (30, -30)
    unopened = written(sheet, None, Left(value=2, gone=LEFT, unopened="able"), Left())
    assert points(unopened) == (-200, 200)
    assert "too-few-played" in faults(sheet, 0, Left(), AWAY)


@st.composite
def evenings(draw: st.DrawFn) -> tuple[Sheet, list[dict[int, Gone]]]:
    """A sheet over some games in which people leave, stay away and come back at any moment."""
    sheet = sheet_of(draw(st.integers(3, 4)), draw(st.sampled_from(["original", "twist", "belgian-tournament"])))
    seats, plans = range(len(sheet.players)), []
    for _ in range(draw(st.integers(1, 6))):
        out = draw(st.none() | st.sampled_from(seats))
        others = draw(st.permutations([seat for seat in seats if seat != out]))
        some = others[: draw(st.integers(0, len(others) - (out is None)))]
        gone: dict[int, Gone] = {seat: draw(st.sampled_from(["absent", "resigned"])) for seat in some}
        while sum(how == "absent" for how in gone.values()) > len(sheet.players) - 2:
            gone[next(seat for seat, how in gone.items() if how == "absent")] = "resigned"
        left = [
            Left() if seat == out else AWAY if how == "absent" else Left(value=draw(st.integers(1, 60)), gone=how)
            for seat in seats
            for how in [gone.get(seat)]
        ]
        sheet = written(sheet, out, *left)
        plans.append(gone)
    return sheet, plans


@given(evenings())
def test_however_people_come_and_go_sums_are_explained_and_all_see_the_same(
    evening: tuple[Sheet, list[dict[int, Gone]]],
) -> None:
    sheet, plans = evening
    totals = [0] * len(sheet.players)
    for game, gone in zip(sheet.games, plans, strict=True):
        entry = game.entry
        assert sum(entry.points) == 0
        assert not set(entry.winners) & set(gone), "who is gone wins nothing"
        for seat, how in gone.items():
            assert entry.points[seat] == 0 if how == "absent" else entry.points[seat] <= 0
        totals = [total + score for total, score in zip(totals, entry.points, strict=True)]
    assert {line.player: line.points for line in sheet.standing()} == dict(enumerate(totals))
    seen: list[dict[str, Any]] = [msgspec.to_builtins(view(sheet, "s", 1, writes=writes)) for writes in (True, False)]
    assert {**seen[0], "writes": False} == seen[1]
    assert not seen[0]["missing"]
    shown = [dict(enumerate(game["entry"]["gone"])) for game in seen[0]["games"]]
    assert [{seat: how for seat, how in game.items() if how is not None} for game in shown] == plans
    assert [line["points"] for line in sorted(seen[0]["standing"], key=lambda line: line["player"])] == totals
    entries = tuple(game.entry for game in sheet.games)
    assert KIND.decode(KIND.encode(entries)) == entries
