"""What compares the core with the loop, and what searches for who beats a level: both go on where they ended."""

import json
from pathlib import Path
from random import Random

import pytest

from benchmarks.games import cheat, everywhere, exploit
from benchmarks.games.comparing import compare
from tilerummy.bots.levels import PLAYERS
from tilerummy.bots.whole_game import shuffled
from tilerummy.editions import load
from tilerummy.solver import kernel

pytestmark = pytest.mark.skipif(kernel.core() is None, reason="the kernel is not compiled")
ORIGINAL = load("original")


def test_a_core_that_says_something_else_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    levels = ["expert", "waiter"]
    assert not compare(ORIGINAL, levels, Random(1), events=True).differs
    monkeypatch.setitem(PLAYERS, "waiter", PLAYERS["most-tiles"])
    assert compare(ORIGINAL, levels, Random(1), events=False).differs


def test_a_comparison_goes_on_where_it_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(everywhere, "CHUNK", 4)
    results = tmp_path / "games.jsonl"
    for games in (4, 8):
        monkeypatch.setattr("sys.argv", ["everywhere", str(results), "-n", str(games)])
        assert everywhere.main() == 0
        assert f"{games} games, 1 event by event, 0 left to the loop, 0 differ" in capsys.readouterr().out
    assert [json.loads(line)["differ"] for line in results.read_text(encoding="utf-8").splitlines()] == [[], []]


def test_what_a_search_played_is_not_played_again(tmp_path: Path) -> None:
    path, found = tmp_path / "shares.jsonl", iter((0.5, 1.0))
    assert exploit.kept_in(path)("a deal", lambda: next(found)) == 0.5
    assert exploit.kept_in(path)("a deal", lambda: next(found)) == 0.5
    assert exploit.kept_in(path)("another", lambda: next(found)) == 1.0


def test_who_sees_all_wins_where_the_level_did_not() -> None:
    """Between equals one of the seats loses a deal; with one turn of that seat another it wins."""
    edition, chance = load("belgian-tournament"), Random("cheat")
    deck, draws = shuffled(edition, chance), shuffled(edition, chance)
    assert all(cheat.wins(edition, PLAYERS["waiter"], deck, draws, seat, "salt") for seat in (0, 1))
