"""Work for a request that ends once the one who asked has gone."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from starlette.requests import ClientDisconnect, Request

from tilerummy.cancellation import cancel

T = TypeVar("T")


async def while_asked(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """What the work comes to; the request's body has been read. Raises ClientDisconnect, or what the work raises."""
    working, leaving = asyncio.create_task(work), asyncio.create_task(_left(request))
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise ClientDisconnect
        return working.result()
    finally:
        await cancel([working, leaving])


async def _left(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
