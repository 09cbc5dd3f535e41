"""A game of one's own: dealt, moved, taken back, seen; and a program that plays one whole."""

import copy
import pickle
import random
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import tilerummy as tr
from tilerummy import game as game_module

EXAMPLE = Path(__file__).parents[2] / "examples" / "game.py"
DECK = sorted(tr.Game.new("original").state.deck)


def test_a_program_plays_draws_writes_and_reads_a_whole_game(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, str(EXAMPLE), str(tmp_path)], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Solver ")
    assert (tmp_path / "end.svg").read_text(encoding="utf-8").startswith("<svg ")
    game = tr.Game.parse((tmp_path / "game.txt").read_text(encoding="utf-8"))
    assert all(check.holds for check in tr.verify_record(game.record()))
    assert len(EXAMPLE.read_text(encoding="utf-8").splitlines()) <= 45


def test_the_same_seed_deals_the_same_game() -> None:
    assert tr.Game.new("sabra", 3, seed=4) == tr.Game.new("sabra", 3, seed=4) != tr.Game.new("sabra", 3, seed=5)
    assert tr.Game.new("sabra", 3) != tr.Game.new("sabra", 3)


def test_an_own_order_of_the_tiles_is_dealt() -> None:
    game = tr.Game.new("original", 2, deck=DECK, draws=[*reversed(DECK)])
    assert sorted(game.state.racks[0]) == DECK[:14]
    assert sorted((*game.state.racks[0], *game.state.racks[1], *game.state.pool)) == DECK
    assert game.state.pool == tuple(DECK[28:])
    with pytest.raises(ValueError, match="not the edition's set of tiles"):
        tr.Game.new("original", 2, deck=DECK[1:])


def test_a_number_of_players_that_the_edition_has_not_is_refused_in_a_sentence() -> None:
    with pytest.raises(ValueError, match="original is for 2 to 4 players, not 7"):
        tr.Game.new("original", 7)
    with pytest.raises(tr.EditionError, match=r"orignal: unknown-edition \(allowed: original, twist"):
        tr.Game.new("orignal")


def test_moves_are_made_and_taken_back() -> None:
    game = tr.Game.new("original", ["Ann", "Ben"], seed=7)
    start = copy.deepcopy(game)
    with pytest.raises(ValueError, match="no turn to take back"):
        game.undo()
    seat = game.turn
    assert seat is not None
    assert tr.parse_meld("y1 y2 y3") in game.legal_melds
    with pytest.raises(tr.IllegalMoveError, match=r"^open y1 y2 y3 / y1 y2 y3: Your opening") as refused:
        game.play("y1 y2 y3")
    assert refused.value.violations
    assert str(pickle.loads(pickle.dumps(refused.value))) == str(refused.value)
    assert game == start
    events = game.play("y1 y2 y3 y4, r7 b7 y7")
    assert [type(event).__name__ for event in events] == ["Played"]
    assert game.turn == 1 - seat
    game.draw()
    with pytest.raises(tr.IllegalMoveError, match="pass"):
        game.pass_()
    assert len(game.undo()) == len(game.undo()) == 1
    assert game == start


def test_the_end_is_taken_back_with_the_turn_that_made_it() -> None:
    game = tr.Game.new("original", 3, seed=1)
    game.resign()
    game.resign()
    assert game.result is not None
    assert game.turn is None
    for ask in (lambda: game.position, game.draw, lambda: game.choose("steady"), lambda: game.legal_melds):
        with pytest.raises(ValueError, match="the game is over"):
            ask()
    assert [type(event).__name__ for event in game.undo()] == ["Resigned", "Ended"]
    assert game.result is None
    game.draw()


def test_a_seat_sees_its_own_rack_alone() -> None:
    game = tr.Game.new("original", 2, seed=3)
    view = game.view(0)
    assert view.rack == game.state.racks[0]
    assert game.view(None).rack == ()
    assert tr.solve(view).status in ("optimal", "no-play")
    with pytest.raises(ValueError, match="a seat is a number from 0 to 1, not 2"):
        game.view(2)


def test_computer_players_move_by_name() -> None:
    game = tr.Game.new("original", 2, seed=3)
    assert game.choose("expert", 1) == game.choose("expert", 1)
    assert tr.levels()[:3] == ("dreamy", "easy", "gentle")
    with pytest.raises(ValueError, match=r"a level is one of dreamy, .*, not 'nobody'"):
        game.choose("nobody")
    with pytest.raises(ValueError, match=r"a level is one of dreamy, .*, not 'nobody'"):
        tr.play_game(game.edition, ["steady", "nobody"], random.Random(1))


def test_a_record_goes_on_as_a_game() -> None:
    record = tr.play_game(tr.load_edition("sabra"), ["steady", "gentle"], random.Random(1))
    game = tr.Game(record)
    assert game.record() == record
    assert len([*game]) == len(game) == len(record.events)
    game.undo()
    assert game.turn is not None
    assert game != tr.Game(record)
    assert tr.Game.parse(str(game)) == game


def test_an_interruption_leaves_the_game_as_it_was_or_as_it_is_after() -> None:
    """Wherever the interruption of a notebook's cell comes."""
    for ask in (tr.Game.draw, tr.Game.resign, tr.Game.undo):
        at, interrupted = 0, True
        while interrupted:
            game = tr.Game.new("original", 2, seed=7)
            game.draw()
            at += 1
            interrupted = _interrupted(partial(ask, game), at)
            again = tr.Game(game.record())
            assert (again.state, again.turn) == (game.state, game.turn)


def _interrupted(ask: Callable[[], object], at: int) -> bool:
    """Whether it was interrupted, at that line of the game's module."""
    left = at

    def trace(frame: FrameType, event: str, _: object) -> Any:
        nonlocal left
        if frame.f_code.co_filename != game_module.__file__:
            return None
        left -= event == "line"
        if not left:
            raise KeyboardInterrupt
        return trace

    sys.settrace(trace)
    try:
        ask()
    except KeyboardInterrupt:
        return True
    finally:
        sys.settrace(None)
    return False
