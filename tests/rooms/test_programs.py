"""The processes of a program at a server's tables: one for each seat of a game, few at a time, none after the end."""

import asyncio
import os
from pathlib import Path

import msgspec
import pytest

from tests.outside.programs import answering
from tilerummy.editions import load
from tilerummy.rooms.jobs.programs import KEPT, Programs
from tilerummy.rules.game.deal import all_tiles
from tilerummy.rules.game.decide import begin, fold
from tilerummy.rules.game.views import View, view
from tilerummy.rules.moves import Draw


def seen(game: int) -> View:
    """What seat 0 sees of some game that has just been dealt."""
    edition = load("original")
    tiles = all_tiles(edition)
    return msgspec.structs.replace(view(fold(begin(edition, 2, tiles, tiles, "")), 0), commitment=f"game {game}")


def running(numbers: list[int]) -> list[int]:
    """Those that still run."""
    return [number for number in numbers if _runs(number)]


def _runs(number: int) -> bool:
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.slow
def test_each_game_has_its_process_and_few_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # a sandbox has files and numbers of processes of its own
    monkeypatch.setenv("TILERUMMY_BOT_SANDBOX", "limits")
    heard = tmp_path / "heard"
    answer = f"""open({str(heard)!r}, 'a').write(f"{{os.getpid()}}" + chr(10)); print('draw', flush=True)"""
    games = KEPT + 4

    async def play() -> list[int]:
        programs = Programs({"mine": answering(tmp_path, answer)})
        try:
            for game in (*range(games), games - 1):
                assert await programs.choose("mine", seen(game)) == Draw()
            processes = [int(line) for line in heard.read_text().splitlines()]
            assert len(set(processes)) == games
            assert processes[-1] == processes[-2]
            assert 1 <= len(running(processes[:-1])) <= KEPT
            assert (
                await asyncio.gather(*(programs.choose("mine", seen(game)) for game in range(games)))
                == [Draw()] * games
            )
            assert len(running([int(line) for line in set(heard.read_text().split())])) <= KEPT
        finally:
            programs.close()
        return [int(line) for line in set(heard.read_text().split())]

    assert running(asyncio.run(play())) == []
