"""The score sheet: points from racks, zero-sum, corrections with a trace, totals by the edition's match rule."""

from collections.abc import Sequence

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilerummy import editions
from tilerummy.rules.refusal import Refusal
from tilerummy.sheets.company import MOST_ENTRIES
from tilerummy.sheets.decide import (
    drop_other,
    open_sheet,
    rename,
    strike_game,
    write_game,
)
from tilerummy.sheets.state import GameAlso, GameWritten, Left, Sheet, SheetEvent, Unopened, csv_lines, fold_sheet
from tilerummy.sheets.views import view

NAMES = ("Ann", "Bob", "Cas", "Dee")
ROUND = [(0, [0, 5, 16, 3]), (2, [6, 11, 0, 5]), (3, [32, 13, 2, 0]), (2, [10, 25, 0, 6])]
"""docs/rules.md 3.5: who went out, and what the others held."""


def sheet(edition: str = "original", players: Sequence[str] = NAMES, games: int | None = None) -> Sheet:
    return fold_sheet(None, (open_sheet(editions.load(edition), players, games),))


def racks(values: Sequence[int]) -> list[Left]:
    return [Left(value=value) for value in values]


def written(start: Sheet, *games: tuple[int | None, Sequence[int]]) -> Sheet:
    for out, values in games:
        at = len(start.games)
        start = fold_sheet(start, (write_game(start, at, out, racks(values), f"g{at}"),))
    return start


def entered(start: Sheet, game: int, out: int | None, values: Sequence[int], ident: str, over: str = "") -> Sheet:
    """The sheet after one entry, whatever it did."""
    return fold_sheet(start, (write_game(start, game, out, racks(values), ident, over),))


def done(start: Sheet, event: SheetEvent | None) -> Sheet:
    """The sheet after something that had something to do."""
    assert event is not None
    return fold_sheet(start, (event,))


def points(entry: GameWritten | GameAlso) -> tuple[int, ...]:
    return entry.points if isinstance(entry, GameWritten) else entry.entry.points


def codes(refused: pytest.ExceptionInfo[Refusal]) -> list[str]:
    return [fault.code for fault in refused.value.faults]


def test_a_round_as_worked_in_the_rules() -> None:
    done = written(sheet("twist", games=4), *ROUND)
    assert [game.entry.points for game in done.games] == [
        (24, -5, -16, -3),
        (-6, -11, 22, -5),
        (-32, -13, -2, 47),
        (-10, -25, 41, -6),
    ]
    assert (done.round_length, done.complete) == (4, True)
    order = [(line.player, line.won, line.points) for line in done.standing()]
    assert order == [(2, 2, 45), (3, 1, 33), (0, 1, -24), (1, 0, -54)]
    assert csv_lines(done, "Game", "Total", "Won")[-2:] == [
        ["Total", "-24", "-54", "45", "33"],
        ["Won", "1", "0", "2", "1"],
    ]
    # by points alone the original gives three games to the fourth player
    assert [line.player for line in written(sheet(), *ROUND[:3]).standing()] == [3, 2, 0, 1]


def test_a_duel_counts_who_has_not_opened() -> None:
    start = sheet("duel", NAMES[:2])
    pays: tuple[tuple[Unopened, int], ...] = (("able", 200), ("unable", 100))
    for said, lost in pays:
        # the rack of who pays a fixed amount need not be told
        for rack in (Left(unopened=said), Left(value=7, unopened=said)):
            assert points(write_game(start, 0, 0, [Left(), rack])) == (lost, -lost)
    assert points(write_game(start, 0, None, [Left(value=9), Left(value=30, unopened="able")])) == (200, -200)
    assert points(write_game(start, 0, None, [Left(value=9), Left(value=3, unopened="able")])) == (-6, 6)
    shown = view(fold_sheet(start, (write_game(start, 0, 0, [Left(), Left(unopened="able")]),)), "", 0, writes=True)
    assert (shown.rules.end.unopened, shown.games[0].entry.unopened) == (100, (None, "able"))
    assert view(written(sheet(), *ROUND), "", 0, writes=True).games[0].entry.unopened == ()


@pytest.mark.parametrize(
    ("edition", "out", "left", "code"),
    [
        ("original", 0, [Left(), Left(value=3, unopened="able")], "opening-not-counted"),
        ("duel", 0, [Left(unopened="able"), Left(value=3)], "out-unopened"),
        ("duel", None, [Left(value=3), Left(unopened="able")], "rack-not-given"),
    ],
)
def test_an_opening_that_cannot_count_is_refused(edition: str, out: int | None, left: list[Left], code: str) -> None:
    with pytest.raises(Refusal) as refused:
        write_game(sheet(edition, NAMES[:2]), 0, out, left)
    assert codes(refused) == [code]


def test_an_exhausted_pool_and_its_ties() -> None:
    assert written(sheet(), (None, [12, 30, 7, 21])).games[0].entry.points == (-5, -23, 42, -14)
    tied = written(sheet(), (None, [5, 5, 11, 12])).games[0].entry
    assert (tied.points, tied.winners) == ((7, 6, -6, -7), (0, 1))
    start = sheet()
    left = [Left(value=5, count=2), Left(tiles=("k5",)), Left(value=11), Left(value=12)]
    assert points(write_game(start, 0, None, left)) == (0, 13, -6, -7)
    # who holds how many must be known of all that share the lowest rack
    left = [Left(value=5, count=2), Left(value=5), Left(value=11, count=3), Left(value=12, count=2)]
    assert points(write_game(start, 0, None, left)) == (7, 6, -6, -7)


def test_jokers_count_the_editions_penalty() -> None:
    for edition, penalty in (("original", 30), ("sabra", 25), ("duel", 50)):
        start = sheet(edition, NAMES[:2])
        entry = write_game(start, 0, 0, [Left(), Left(tiles=("J", "k3"))])
        assert points(entry) == (penalty + 3, -penalty - 3)


def test_a_correction_leaves_its_trace() -> None:
    start = written(sheet(), *ROUND)
    fixed = entered(start, 1, 2, [7, 11, 0, 5], "better", over="g1")
    assert fixed.games[1].entry.points == (-7, -11, 23, -5)
    assert [entry.points for entry in fixed.games[1].before] == [(-6, -11, 22, -5)]
    struck = done(fixed, strike_game(fixed, "better"))
    assert [game.entry.id for game in struck.games] == ["g0", "g2", "g3"]
    assert struck.struck == (fixed.games[1],)
    # what was struck and is corrected all the same is a game again
    back = entered(struck, 1, 2, [7, 11, 0, 6], "again", over="better")
    assert [game.entry.id for game in back.games] == ["g0", "g2", "g3", "again"]


def test_two_hands_enter_the_same_game() -> None:
    start = written(sheet(), *ROUND[:2])
    first = entered(start, 2, 3, [32, 13, 2, 0], "mine")
    # who agrees changes nothing, and may put it right later
    agreed = entered(first, 2, 3, [32, 13, 2, 0], "yours")
    assert (agreed.games[2].entry.id, agreed.games[2].agreed, agreed.games[2].others) == ("mine", ("yours",), ())
    assert entered(agreed, 2, 3, [32, 13, 3, 0], "right", over="yours").games[2].entry.id == "right"
    # who says something else is heard, and does not count until one settles it
    two = entered(first, 2, 3, [32, 13, 20, 0], "yours")
    assert two.games[2].entry.id == "mine"
    assert [other.id for other in two.games[2].others] == ["yours"]
    better = entered(two, 2, 3, [32, 13, 21, 0], "yours-2", over="yours")
    assert [other.id for other in better.games[2].others] == ["yours-2"]
    # either of the two is right, or it was another game
    taken = entered(two, 2, 3, [32, 13, 20, 0], "taken", over="mine")
    assert (taken.games[2].entry.id, taken.games[2].others) == ("taken", ())
    assert [entry.id for entry in taken.games[2].before] == ["mine"]
    dropped = done(two, drop_other(two, "yours"))
    assert (dropped.games[2].entry.id, dropped.games[2].others) == ("mine", ())
    assert [entry.id for entry in dropped.games[2].before] == ["yours"]
    assert drop_other(dropped, "yours") is None
    another = entered(dropped, 9, 3, [32, 13, 20, 0], "another")
    assert [game.entry.id for game in another.games] == ["g0", "g1", "mine", "another"]


def test_a_correction_of_what_was_corrected_meanwhile_is_kept_beside_it() -> None:
    start = written(sheet(), *ROUND)
    theirs = entered(start, 1, 2, [7, 11, 0, 5], "theirs", over="g1")
    mine = entered(theirs, 1, 2, [8, 11, 0, 5], "mine", over="g1")
    assert (mine.games[1].entry.id, [other.id for other in mine.games[1].others]) == ("theirs", ["mine"])
    with pytest.raises(Refusal) as refused:
        strike_game(theirs, "g1")
    assert codes(refused) == ["changed-meanwhile"]
    struck = done(theirs, strike_game(theirs, "theirs"))
    assert strike_game(struck, "theirs") is None


def test_a_sheet_has_room_for_so_much() -> None:
    full = msgspec.structs.replace(written(sheet(), *ROUND), entries=MOST_ENTRIES)
    for enter in (
        lambda: write_game(full, 4, 0, racks([0, 1, 2, 3])),
        lambda: strike_game(full),
        lambda: strike_game(full, "g0"),
        lambda: rename(full, ["A", "B", "C", "D"]),
    ):
        with pytest.raises(Refusal) as refused:
            enter()
        assert codes(refused) == ["sheet-full"]
    many = sheet()
    for at in range(200):
        many = entered(many, at, 0, [0, 1, 2, 3], f"g{at}")
    with pytest.raises(Refusal) as refused:
        write_game(many, 200, 0, racks([0, 1, 2, 3]))
    assert codes(refused) == ["too-many-games"]


def test_no_name_is_a_formula_for_a_spreadsheet() -> None:
    names = ["=1+1", "+Bob", "-Cas", "@Dee"]
    lines = csv_lines(written(sheet(players=names), (0, [0, 5, 16, 3])), "Game", "Total", "Won")
    assert lines[:2] == [["Game", "'=1+1", "'+Bob", "'-Cas", "'@Dee"], ["1", "24", "-5", "-16", "-3"]]


def test_every_fault_at_once() -> None:
    with pytest.raises(Refusal) as refused:
        open_sheet(editions.load("original"), ["Ann", "ann", "", "x" * 41, "Eve"], 0)
    assert codes(refused) == ["players-do-not-fit", "name-entered", "name-empty", "name-too-long", "out-of-range"]
    start = sheet()
    with pytest.raises(Refusal) as refused:
        write_game(start, 3, 0, [Left(value=4), Left(), Left(value=0), Left(tiles=("k1", "k1", "k1"))])
    assert codes(refused) == [
        "out-with-tiles",
        "rack-not-given",
        "empty-but-not-out",
        "too-many-copies",
    ]
    with pytest.raises(Refusal) as refused:
        write_game(start, 0, 7, [Left(value=4)])
    assert codes(refused) == ["wrong-count"]
    with pytest.raises(Refusal) as refused:
        write_game(start, 0, 0, [Left(), Left(value=500), Left(value=500), Left(tiles=("k1",))])
    assert codes(refused) == ["more-than-there-is"]
    with pytest.raises(Refusal) as refused:
        write_game(start, 0, 0, [Left(), Left(tiles=("zz",)), Left(value=3), Left(value=5)])
    assert codes(refused) == ["no-such-tile"]
    with pytest.raises(Refusal) as refused:
        rename(start, ["Ann"])
    assert codes(refused) == ["wrong-count"]
    with pytest.raises(Refusal) as refused:
        strike_game(start)
    assert codes(refused) == ["no-game-to-strike"]
    assert fold_sheet(start, (rename(start, ["A", "B", "C", "D"]),)).players == ("A", "B", "C", "D")


@given(
    values=st.lists(st.integers(1, 100), min_size=2, max_size=6),
    out=st.integers(0, 5) | st.none(),
    edition=st.sampled_from(editions.names()),
)
def test_points_sum_to_zero(values: list[int], out: int | None, edition: str) -> None:
    most = editions.load(edition).players.most
    values = values[:most]
    start = sheet(edition, [f"P{seat}" for seat in range(len(values))])
    if out is not None:
        out %= len(values)
        values[out] = 0
    entry = write_game(start, 0, out, racks(values))
    assert sum(points(entry)) == 0
    assert out is None or points(entry)[out] == sum(values)


HANDS = st.lists(
    st.tuples(st.integers(0, 2), st.integers(0, 3), st.integers(0, 4), st.integers(0, 9)), min_size=1, max_size=30
)


@given(HANDS)
def test_nothing_that_was_entered_is_lost(hands: list[tuple[int, int, int, int]]) -> None:
    """Whatever several hands write, correct, put away and strike without seeing each other: what each of them said is
    on the sheet, unless they replaced it themselves before it counted, and the points that count sum to 0."""
    state, said = sheet(), dict[str, tuple[int, ...]]()
    for number, (what, game, value, about) in enumerate(hands):
        ident, over = f"e{number}", f"e{about}" if about < number else ""
        if what < 2:
            event = write_game(state, game, 0, racks([0, 1 + value, 2, 3]), ident, over)
            state = fold_sheet(state, (event,))
            said[ident] = points(event)
            if isinstance(event, GameAlso):
                said.pop(event.over, None)
        else:
            try:
                gone = strike_game(state, over) if value else drop_other(state, over)
            except Refusal:
                gone = None
            state = fold_sheet(state, () if gone is None else (gone,))
    kept = {entry.points for one in (*state.games, *state.struck) for entry in (one.entry, *one.before, *one.others)}
    assert set(said.values()) <= kept
    assert all(sum(score.points) == 0 for score in state.scores)


def test_every_edition_counts_as_the_page_does_without_a_line() -> None:
    """The page counts for itself while no server answers, and knows these rules alone."""
    for name in editions.names():
        edition = editions.load(name)
        assert (edition.end.exhausted, edition.end.tie) == ("difference", "fewest-tiles-then-shared")
        assert set(edition.match.tie_breaks) <= {"games-won", "drawn-number"}
