"""A guest of a server, or a bot of one: who asks for tables and sits down at them."""

import asyncio
import json
from collections.abc import Mapping
from typing import Any, Final
from urllib.error import HTTPError
from urllib.request import HTTPCookieProcessor, Request, build_opener

from tilerummy.client.table import RefusedError, Table

PATIENCE: Final = 60.0
"""Seconds for one request."""


class Guest:
    """Somebody at a server: a guest by its cookie, or a bot by the `key` that a guest made.

    `address` is the server's, such as `http://127.0.0.1:8000`.
    """

    def __init__(self, address: str, key: str | None = None) -> None:
        """A bot where there is a key; `new` makes a guest."""
        self.address = address.rstrip("/")
        self._key = key
        self._cookies = HTTPCookieProcessor()
        self._opener = build_opener(self._cookies)

    @classmethod
    async def new(cls, address: str) -> "Guest":
        """A new guest of the server."""
        guest = cls(address)
        await guest.ask("/api/session")
        return guest

    async def ask(self, path: str, body: Mapping[str, object] | None = None) -> Any:
        """What the server answers to a POST: see docs/protocol.md. Raises RefusedError, OSError."""
        return await asyncio.to_thread(self._asked, path, body)

    async def key_for(self, name: str) -> str:
        """The key of a new bot of this guest, with which `Guest(address, key)` plays as a computer player."""
        return str((await self.ask("/api/bots", {"name": name}))["key"])

    async def table(self, edition: str = "original", seats: int = 2, **wishes: object) -> str:
        """A new room's name; `wishes` as in docs/protocol.md: `computers`, `limit`, `house`."""
        return str((await self.ask("/api/rooms", {"edition": edition, "seats": seats, **wishes}))["room"])

    def join(self, room: str) -> Table:
        """The room's table: `async with guest.join(room) as table`."""
        return Table(self.address, room, self.headers())

    def headers(self) -> dict[str, str]:
        """What tells the server who this is."""
        if self._key is not None:
            return {"Authorization": f"Bearer {self._key}"}
        return {"Cookie": "; ".join(f"{cookie.name}={cookie.value}" for cookie in self._cookies.cookiejar)}

    def _asked(self, path: str, body: Mapping[str, object] | None) -> Any:
        headers = {"Content-Type": "application/json"} if body is not None else {}
        if self._key is not None:
            headers["Authorization"] = f"Bearer {self._key}"
        data = None if body is None else json.dumps(body).encode()
        try:
            with self._opener.open(
                Request(self.address + path, data, headers, method="POST"), timeout=PATIENCE
            ) as answer:
                return json.load(answer)
        except HTTPError as error:
            try:
                said = json.load(error)
                code, params = str(said["code"]), dict(said.get("params", {}))
            except (ValueError, KeyError, TypeError):
                raise error from None
            raise RefusedError(code, params) from None
