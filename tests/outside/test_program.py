"""Programs that do what they should not: each fault is told, nothing hangs, and the game goes on by the room's rule."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.outside.programs import LEVEL, answering, program
from tests.rules.situations import situation
from tilerummy.bots.levels import LEVELS
from tilerummy.editions import load
from tilerummy.outside import program as programs
from tilerummy.outside.program import Program
from tilerummy.outside.words import Failed, Fault, NewGame, edition_line, move_line, move_of, view_line, view_of
from tilerummy.rules.game.deal import all_tiles
from tilerummy.rules.game.decide import begin, fold
from tilerummy.rules.game.state import GameState
from tilerummy.rules.game.views import View, position_in, view
from tilerummy.rules.moves import Draw, Pass, Play
from tilerummy.rules.notation import parse_position
from tilerummy.rules.position import from_layout


class Chance:
    def random(self) -> float:
        return 0.5


def dealt() -> GameState:
    """A game of two that has just been dealt."""
    edition = load("original")
    tiles = all_tiles(edition)
    return fold(begin(edition, 2, tiles, tiles, "salt"))


def seen() -> View:
    """What seat 0 sees of it."""
    return view(dealt(), 0)


class Watched:
    """A program whose faults are kept."""

    def __init__(self, command: str, budget: int = 100) -> None:
        self.faults: list[Fault] = []
        self.program = Program(command, budget, self.faults.append)

    @property
    def codes(self) -> list[str]:
        return [fault.code for fault in self.faults]


@pytest.fixture
def watched() -> Iterator[list[Watched]]:
    """Programs of a test, ended after it."""
    made: list[Watched] = []
    yield made
    for one in made:
        one.program.end()


FAULTS = {
    "too-late": "time.sleep(1000)",
    "ended": "sys.exit(3)",
    "too-much": "print('x' * 10_000_000, flush=True)",
    "malformed": "print('play b99', flush=True)",
    "illegal": "print('play b1 b2', flush=True)",
}


@pytest.mark.parametrize("code", FAULTS)
def test_a_fault_is_told_and_the_seat_draws_again_and_again(code: str, tmp_path: Path, watched: list[Watched]) -> None:
    watched.append(one := Watched(answering(tmp_path, FAULTS[code])))
    for _ in range(2):
        assert one.program(seen(), Chance()) == Draw()
    assert one.codes == [code, code]


@pytest.mark.parametrize(
    ("code", "answer"),
    [
        ("too-much", "[print('info thinking', flush=True) for _ in range(1_000_000)]"),
        ("malformed", "print('move ' + '[' * 30_000, flush=True)"),
        ("malformed", "print('draw b1', flush=True)"),
        ("malformed", "print(flush=True)"),
        ("illegal", "print('pass', flush=True)"),
    ],
)
def test_there_are_more_ways_to_do_it_wrong(code: str, answer: str, tmp_path: Path, watched: list[Watched]) -> None:
    watched.append(one := Watched(answering(tmp_path, answer), 2_000))
    assert one.program(seen(), Chance()) == Draw()
    assert one.codes == [code]


def test_a_program_that_is_asked_while_the_pool_is_empty_passes_instead(tmp_path: Path, watched: list[Watched]) -> None:
    watched.append(one := Watched(answering(tmp_path, "sys.exit()")))
    state = dealt()
    dry = View(**{name: getattr(seen(), name) for name in View.__struct_fields__ if name != "pool"}, pool=0)
    assert state.pool
    assert one.program(dry, Chance()) == Pass()


@pytest.mark.parametrize("text", ["import time; time.sleep(1000)", "print('hello 2 Later', flush=True); input()"])
def test_a_program_must_greet(
    text: str, tmp_path: Path, watched: list[Watched], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(programs, "START_SECONDS", 5.0 if "hello" in text else 0.5)
    watched.append(one := Watched(program(tmp_path, text)))
    assert one.program(seen(), Chance()) == Draw()
    assert one.codes == ["no-greeting" if "hello" in text else "too-late"]


def test_what_is_no_program_cannot_be_started(watched: list[Watched]) -> None:
    watched.append(one := Watched("./there-is-no-such-program"))
    assert one.program(seen(), Chance()) == Draw()
    assert one.codes == ["not-started"]
    for nothing in ("", "./it 'open"):
        with pytest.raises(Failed, match="not-started"):
            Program(nothing)


def test_a_program_hears_what_was_wrong(
    tmp_path: Path, watched: list[Watched], capfd: pytest.CaptureFixture[str]
) -> None:
    answer = "print('play b1 b2', flush=True)\n    print(line, file=sys.stderr, flush=True)"
    watched.append(one := Watched(answering(tmp_path, answer), 2_000))
    one.program(seen(), Chance())
    one.program(seen(), Chance())
    assert "refused illegal" in capfd.readouterr().err


def test_a_seat_is_shown_what_it_may_know_and_nothing_else() -> None:
    state = dealt()
    line = view_line(view(state, 0))
    assert view_of(line, state.edition, NewGame(0, 2, state.commitment)) == view(state, 0)
    # what the seat cannot know makes no difference
    other = GameState(
        **{
            **{name: getattr(state, name) for name in GameState.__struct_fields__},
            "racks": (state.racks[0], state.pool[:14]),
            "pool": (*state.racks[1], *state.pool[14:]),
        }
    )
    assert view_line(view(other, 0)) == line
    assert '"examples":{"melds":[],"turns":[]}' in edition_line(load("original"))


@pytest.mark.parametrize(
    "state",
    [
        situation(racks=["b3", "r1"], opened=[False, True], pool="k2 k3"),
        situation(racks=["b3", "r1"], table=["b4 b5 b6"], opened=[True, False], pool="k2"),
        situation("belgian-tournament", racks=["b3", "r1"], table=["b4 b5 b6"], last_turns=(0, 1)),
    ],
)
def test_a_position_line_says_all_that_a_search_needs(state: GameState) -> None:
    seen = view(state, 0)
    line = json.loads(view_line(seen))["position"]
    assert from_layout(parse_position(line), state.edition) == position_in(seen)


@pytest.mark.parametrize(
    ("line", "table", "opening"),
    [
        ("play b4 b5 b6, y8 r8 k8", "b4 b5 b6, y8 r8 k8", ""),
        ("open k10 k11 k12 / b4 b5 b6, k10 k11 k12", "b4 b5 b6, k10 k11 k12", "k10 k11 k12"),
        ('move {"t":"play","opening":["k10 k11 k12"],"table":["k10 k11 k12"]}', "k10 k11 k12", "k10 k11 k12"),
    ],
)
def test_a_move_can_be_written_as_notation_and_as_json(line: str, table: str, opening: str) -> None:
    move = Play(opening=parse_position(opening).table, table=parse_position(table).table)
    assert move_of(line) == move
    assert move_of(move_line(move)) == move


def test_a_level_is_the_same_player_when_it_is_a_program(watched: list[Watched]) -> None:
    watched.append(one := Watched(f"{LEVEL} expert", 30_000))
    assert one.program(seen(), Chance()) == LEVELS["expert"](seen(), Chance())
    assert one.program.name.startswith("tilerummy expert")
    assert one.codes == []
