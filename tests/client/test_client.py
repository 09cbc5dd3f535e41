"""The asyncio clients: a game on a real server over connections that are cut, and programs that are asked for moves."""

import asyncio
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import tilerummy as tr
from tests.client.proxy import Proxy
from tests.web.harness import PATIENCE, Server, serving
from tilerummy.client import ClosedError, Engine, EngineError, Guest, RefusedError, Table
from tilerummy.rooms.views.snapshot import Snapshot


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("client")) as running:
        yield running


def best(position: tr.Position) -> tr.Move:
    """The play of most tiles, else a draw or a pass."""
    return tr.solve(position).play or (tr.Draw() if position.pool else tr.Pass())


async def started(table: Table) -> Snapshot:
    """The last state of a game that this guest starts and looks on at."""
    await table.until(lambda state: all(seat.kind != "open" for seat in state.seats))
    await table.ask("start")
    return await table.until(lambda state: state.phase == "over")


def test_a_game_is_played_whole_though_the_connection_is_cut(server: Server) -> None:
    """Cut between turns, in the middle of a turn, and after a move of which the answer is lost."""

    async def game() -> tuple[Snapshot, Snapshot, int, int]:
        async with Proxy(server.port) as proxy:
            host = await Guest.new(server.address)
            room = await host.table(seats=2, limit=None)
            steady = Guest(server.address, await host.key_for("Steady"))
            cut = Guest(proxy.address, await host.key_for("Cut"))
            turns = 0

            def chosen(position: tr.Position) -> tr.Move:
                nonlocal turns
                turns += 1
                if turns in (2, 5):
                    proxy.cut()
                elif turns in (3, 7):
                    proxy.cut_after_next()
                return best(position)

            async def thought(position: tr.Position) -> tr.Move:
                return await asyncio.to_thread(best, position)

            async with host.join(room) as above, steady.join(room) as one, cut.join(room) as other:
                async with asyncio.timeout(3 * PATIENCE):
                    watched, ended, _ = await asyncio.gather(
                        started(above), other.play("Cut", chosen), one.play("Steady", thought)
                    )
                return watched, ended, other.connections, proxy.cuts

    watched, ended, connections, cuts = asyncio.run(game())
    assert ended.result is not None
    assert watched.result is not None
    assert ended.result.scores == watched.result.scores
    assert cuts >= 4
    assert connections >= 5


def test_what_the_server_does_not_do_is_an_error_with_its_code(server: Server) -> None:
    async def asked() -> None:
        guest = await Guest.new(server.address)
        with pytest.raises(RefusedError, match="unknown-edition"):
            await guest.table("orignal")
        room = await guest.table(seats=2, limit=None)
        async with guest.join(room) as table:
            with pytest.raises(ValueError, match="no seat"):
                table.position()
            await table.ask("sit", name="Ann")
            with pytest.raises(RefusedError) as refused:
                await table.move(tr.Draw())
            assert refused.value.code
        with pytest.raises(ClosedError):
            async with guest.join("nowhere"):
                pass

    asyncio.run(asked())


LEVEL = [sys.executable, "-m", "tilerummy", "bot", "run", "steady"]


def test_a_program_is_asked_for_moves() -> None:
    async def game() -> tr.Game:
        game = tr.Game.new("original", 2, seed=7)
        async with await Engine.start(*LEVEL) as engine:
            assert engine.name.startswith("tilerummy steady")
            for _ in range(12):
                assert game.turn is not None
                game.move(await engine.move(game.view(game.turn)))
        return game

    played = asyncio.run(game())
    assert played.state.turn_number == 13


ODD = """
import sys
print("hello 1 Odd", flush=True)
for line in sys.stdin:
    if line.startswith("go"):
        print({!r}, flush=True)
"""


@pytest.mark.parametrize(
    ("program", "said"),
    [
        ("print('good day')", "begins with hello 1"),
        ("", "has ended"),
        (ODD.format("dra"), "no move"),
        (ODD.format("pass"), "pool-not-empty"),
        (ODD.format("x" * 99_999), "cannot be heard"),
    ],
)
def test_a_program_that_does_not_play_is_an_error(program: str, said: str) -> None:
    async def asked() -> None:
        async with await Engine.start(sys.executable, "-c", program) as engine:
            await engine.move(tr.Game.new(seed=1).view(0))

    with pytest.raises(EngineError, match=said):
        asyncio.run(asked())


def test_a_program_that_is_not_there_is_an_error() -> None:
    with pytest.raises(EngineError, match="does not start"):
        asyncio.run(Engine.start(str(Path("nowhere") / "it")))
