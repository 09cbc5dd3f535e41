"""Stands between Playwright and a Firefox whose WebDriver BiDi lacks a command that Playwright sends to every page.

The long-term release 153 does not know how to pretend another colour scheme: that is answered here as if it were done.
Started in the place of Firefox, with its words; says where to connect as Firefox does.
"""

import asyncio
import json
import re
import sys
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve

SPARED = "emulation.setMediaFeaturesOverride"
LISTENING = re.compile(rb"WebDriver BiDi listening on (ws://\S+)")


async def relay(program: str, words: list[str]) -> int:
    """Run Firefox to its end, with one more listener; its exit code."""
    firefox = await asyncio.create_subprocess_exec(program, *words, stderr=asyncio.subprocess.PIPE)
    assert firefox.stderr is not None
    async for line in firefox.stderr:
        if found := LISTENING.search(line):
            await _listen(found[1].decode())
        else:
            sys.stderr.buffer.write(line)
            sys.stderr.flush()
    return await firefox.wait()


async def _listen(firefox: str) -> None:
    async def handle(playwright: ServerConnection) -> None:
        spared: set[int] = set()
        async with connect(firefox + "/session", max_size=None, ping_interval=None) as there:
            await asyncio.gather(_ask(playwright, there, spared), _answer(there, playwright, spared))

    server = await serve(handle, "127.0.0.1", 0, max_size=None, ping_interval=None)
    port = server.sockets[0].getsockname()[1]
    print(f"WebDriver BiDi listening on ws://127.0.0.1:{port}", file=sys.stderr, flush=True)


async def _ask(playwright: ServerConnection, firefox: ClientConnection, spared: set[int]) -> None:
    async for text in playwright:
        command: dict[str, Any] = json.loads(text)
        if command["method"] == SPARED:
            spared.add(command["id"])
        await firefox.send(text)
    await firefox.close()


async def _answer(firefox: ClientConnection, playwright: ServerConnection, spared: set[int]) -> None:
    async for text in firefox:
        told: dict[str, Any] = json.loads(text)
        if told.get("error") == "unknown command" and told.get("id") in spared:
            text = json.dumps({"type": "success", "id": told["id"], "result": {}})
        await playwright.send(text)
    await playwright.close()


if __name__ == "__main__":
    sys.exit(asyncio.run(relay(sys.argv[1], sys.argv[2:])))
