"""Nothing stays open of a WebSocket, whenever its task is cancelled."""

import asyncio

from websockets.asyncio.client import ClientConnection
from websockets.http11 import Request
from websockets.server import ServerProtocol

from tests.servers.sockets import connected


async def _answers_only_the_handshake(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    protocol = ServerProtocol()
    protocol.receive_data(await reader.readuntil(b"\r\n\r\n"))
    (asked,) = protocol.events_received()
    assert isinstance(asked, Request)
    protocol.send_response(protocol.accept(asked))
    writer.write(b"".join(protocol.data_to_send()))
    await reader.read()
    writer.close()


def test_a_task_that_is_cancelled_while_its_socket_closes_leaves_nothing() -> None:
    seen: list[ClientConnection] = []

    async def visit(port: int, closing: asyncio.Event) -> None:
        async with connected(f"ws://127.0.0.1:{port}") as socket:
            seen.append(socket)
            closing.set()

    async def work() -> None:
        server = await asyncio.start_server(_answers_only_the_handshake, "127.0.0.1")
        closing = asyncio.Event()
        visiting = asyncio.create_task(visit(server.sockets[0].getsockname()[1], closing))
        await closing.wait()
        await asyncio.sleep(0)
        assert not visiting.done()
        visiting.cancel()
        await asyncio.gather(visiting, return_exceptions=True)
        await asyncio.sleep(0)
        assert seen[0].transport.get_extra_info("socket").fileno() == -1
        server.close()

    asyncio.run(work())
