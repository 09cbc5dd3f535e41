"""Who comes between two games, goes home and is back: who plays, who is counted, and two phones that say it both."""

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from tests.sheets.test_sheet import codes, entered, racks, sheet, written
from tilerummy import editions
from tilerummy.rules.refusal import Refusal
from tilerummy.sheets.hosting import (
    DescribeSheet,
    PlayerComes,
    PlayerLeaves,
    PlayerReturns,
    RenamePlayers,
    WriteGame,
    WritingCommand,
    decide,
)
from tilerummy.sheets.state import About, Left, Sheet, csv_lines, fold_sheet
from tilerummy.sheets.views import AboutShown, SheetShown, view

AWAY = Left(gone="absent")
THREE = ("Ann", "Bob", "Cas")


def after(state: Sheet, *commands: WritingCommand) -> Sheet:
    for command in commands:
        state = fold_sheet(state, decide(state, command))
    return state


def refused(state: Sheet, command: WritingCommand) -> list[str]:
    with pytest.raises(Refusal) as refusal:
        decide(state, command)
    return codes(refusal)


def write(ident: str, game: int, out: int, values: Sequence[int | None], **also: Any) -> WriteGame:
    """A game in which one went out; None: took no part."""
    left = tuple(AWAY if value is None else Left(value=value or None) for value in values)
    return WriteGame(ident, game, left, out, **also)


def three() -> Sheet:
    """Three of whom Ann went out once, where six may play."""
    return written(sheet("xp-160", THREE), (0, [0, 5, 16]))


def shown(state: Sheet) -> SheetShown:
    return view(state, "", 0, writes=True)


def totals(state: Sheet) -> list[int]:
    return [line.points for line in sorted(state.standing(), key=lambda line: line.player)]


def test_the_fifth_comes_at_game_four_and_one_goes_home_after_game_two() -> None:
    state = written(sheet("xp-160", ("Ann", "Bob", "Cas", "Dee")), (0, [0, 5, 16, 3]), (1, [6, 0, 7, 8]))
    state = after(state, PlayerLeaves("l", 2), write("g3", 2, 3, [1, 2, None, 0]))
    state = after(state, PlayerComes("eve", "Eve"), write("g4", 3, 4, [10, 20, None, 3, 0], joined=("eve",)))
    assert totals(state) == [24 - 6 - 1 - 10, -5 + 21 - 2 - 20, -16 - 7, -3 - 8 + 3 - 3, 33]
    lines = csv_lines(state, "Game", "Total", "Won")
    assert [line[3] for line in lines[1:5]] == ["-16", "-7", "", ""]
    assert [line[5] for line in lines[1:5]] == ["", "", "", "33"]
    assert (state.home, state.arrived, shown(state).came) == ((2,), (), (("eve",),))
    # who was not there yet may turn out to have been, and takes no part in what was struck
    better = after(state, write("b", 0, 0, [0, 5, 16, 3, 9], over="g0", joined=("eve",)))
    assert totals(better)[0] - totals(state)[0] == 9
    assert state.round_length is None or state.round_length == 4


def test_who_goes_home_may_be_back() -> None:
    state = after(written(sheet(players=THREE), (0, [0, 5, 16])), PlayerLeaves("l", 1))
    assert decide(state, PlayerLeaves("m", 1)) == ()
    assert refused(state, PlayerLeaves("m", 0)) == ["too-few-stay"]
    back = after(state, PlayerReturns("r", 1))
    assert (back.home, back.arrived) == ((), (1,))
    assert decide(back, PlayerReturns("s", 1)) == ()
    # who came and goes again has not come
    assert after(back, PlayerLeaves("n", 1)).arrived == ()
    assert after(back, write("g", 1, 0, [0, 4, 4])).arrived == ()
    assert after(back, write("g", 1, 0, [0, None, 4])).arrived == (1,)


def test_what_the_table_has_no_room_for() -> None:
    state = sheet("original", ("Ann", "Bob", "Cas"))
    assert refused(state, PlayerComes("x", "ANN")) == ["name-on-sheet"]
    assert refused(state, PlayerComes("x", " ")) == ["name-empty"]
    assert refused(state, PlayerComes("x", "y" * 41)) == ["name-too-long"]
    full = after(state, PlayerComes("dee", "Dee"))
    assert refused(full, PlayerComes("x", "Eve", ("dee",))) == ["table-full"]
    # one goes home, another comes; both at once is more than play
    changed = after(full, PlayerLeaves("l", 0), PlayerComes("eve", "Eve", ("dee",)))
    assert refused(changed, PlayerReturns("r", 0, ("dee", "eve"))) == ["table-full"]
    assert refused(changed, write("g", 0, 1, [1, 0, 1, 1, 1], joined=("dee", "eve"))) == ["too-many-played"]
    known: tuple[str, ...] = ("dee", "eve")
    for name in ("Finn", "Gus", "Hal"):
        changed = after(changed, PlayerLeaves(f"-{name}", len(known) + 2, known), PlayerComes(name, name, known))
        known = (*known, name)
    changed = after(changed, PlayerLeaves("last", 1, known))
    assert refused(changed, PlayerComes("x", "Ib", known)) == ["too-many-came"]


def test_two_phones_say_that_the_same_one_comes() -> None:
    state = after(three(), PlayerComes("mine", "Dee"), PlayerComes("yours", "dee"))
    assert (state.players, state.came) == ((*THREE, "Dee"), (("mine", "yours"),))
    # each goes on by its own word, and what both write alike stands once
    both = after(
        state,
        write("a", 1, 3, [1, 2, 3, 0], joined=("mine",)),
        write("b", 1, 3, [1, 2, 3, 0], joined=("yours",)),
    )
    assert [(game.entry.id, game.agreed) for game in both.games] == [("g0", ()), ("a", ("b",))]
    assert decide(both, PlayerComes("mine", "Dee")) == ()
    # who knows of her means another
    assert refused(both, PlayerComes("x", "Dee", ("mine",))) == ["name-on-sheet"]
    assert refused(both, write("c", 2, 3, [1, 2, 3, 0, 4], joined=("mine", "yours"))) == ["named-twice"]


def test_two_phones_know_of_different_people() -> None:
    """Neither has heard of the other's: what each writes counts for the people it means."""
    state = after(three(), PlayerComes("dee", "Dee"), PlayerComes("eve", "Eve"))
    assert state.players == (*THREE, "Dee", "Eve")
    state = after(state, write("a", 1, 3, [1, 2, 3, 0], joined=("eve",)))
    assert state.games[1].entry.points == (-1, -2, -3, 0, 6)
    assert state.arrived == (3,)
    assert after(state, PlayerLeaves("l", 3, ("eve",))).home == (4,)
    state = after(state, RenamePlayers("r", ("Anna", "Bob", "Cas", "Eva"), ("eve",)))
    assert state.players == ("Anna", "Bob", "Cas", "Dee", "Eva")
    # who has heard of nobody writes of those who began
    assert after(state, write("b", 2, 0, [0, 2, 3])).games[2].entry.points == (5, -2, -3, 0, 0)


def test_whose_coming_was_refused_cannot_play() -> None:
    state = sheet("original", THREE)
    assert refused(state, write("a", 0, 3, [1, 2, 3, 0], joined=("nobody",))) == ["unknown-player"]
    assert refused(state, PlayerLeaves("a", 3, ("nobody",))) == ["unknown-player"]
    assert refused(state, PlayerReturns("a", 3)) == ["unknown-player"]
    assert refused(state, write("a", 0, 0, [0, 2, 3, 4])) == ["wrong-count"]
    assert after(state, write("a", 0, 0, [0, 2, 3, None], joined=("nobody",))).games[0].entry.points == (5, -2, -3)
    assert refused(state, RenamePlayers("a", ("Ann",))) == ["wrong-count"]


def test_date_place_and_note() -> None:
    state = sheet()
    assert shown(state).about == AboutShown("", "", "")
    assert view(state, "", 0, writes=True, made="2026-11-28").about == AboutShown("2026-11-28", "", "")
    said = after(state, DescribeSheet("a", place="  Gent "), DescribeSheet("b", "2026-11-21", note="by\ncandle light"))
    assert view(said, "", 0, writes=True, made="2026-11-28").about == AboutShown(
        "2026-11-21", "Gent", "by candle light"
    )
    assert decide(said, DescribeSheet("c", place="Gent")) == ()
    assert after(said, DescribeSheet("d", place="", note="")).about == About("2026-11-21")
    for wrong in ("28-11-2026", "2026-02-30", "2026-1-1", "20261128", "tomorrow", "0001-01-01", "２０２６-11-28"):
        assert refused(said, DescribeSheet("e", wrong)) == ["no-date"]
    assert refused(said, DescribeSheet("e", None, "x" * 61, "y" * 281)) == ["place-too-long", "note-too-long"]
    assert refused(said, DescribeSheet("e", note="a\u200bb")) == ["unseen"]


def test_what_is_full_takes_nobody() -> None:
    full = msgspec.structs.replace(sheet(players=THREE), entries=1_000, home=())
    for command in (
        PlayerComes("a", "Dee"),
        PlayerLeaves("a", 0),
        DescribeSheet("a", place="Gent"),
        RenamePlayers("a", THREE),
    ):
        assert refused(full, command) == ["sheet-full"]


def test_a_round_has_as_many_games_as_began() -> None:
    state = after(sheet("twist", THREE), PlayerComes("dee", "Dee"))
    assert (state.round_length, len(state.players)) == (3, 4)
    assert editions.load("twist").match.games_per_round == "players"


def test_entries_of_those_who_came_are_compared_whole() -> None:
    """Two entries of a game before somebody came still contradict each other, or agree, after that."""
    state = entered(three(), 0, 0, [0, 5, 17], "other")
    state = after(state, PlayerComes("dee", "Dee"))
    assert [len(entry.points) for entry in (state.games[0].entry, *state.games[0].others)] == [4, 4]
    settled = fold_sheet(state, decide(state, WriteGame("s", 0, (*racks([0, 5, 17]),), 0, "g0")))
    assert (settled.games[0].entry.id, settled.games[0].others, settled.games[0].agreed) == ("s", (), ("other",))
