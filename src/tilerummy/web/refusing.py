"""HTTP refusals, and bodies read with limits."""

from collections.abc import Iterable
from typing import Any, TypeVar

import msgspec
from starlette.requests import Request

from tilerummy.rules.edition_faults import Fault
from tilerummy.web import limits
from tilerummy.web.protocol import EditionFault, Problem

T = TypeVar("T")


class Refuse(Exception):
    """Answer with a Problem."""

    def __init__(self, status: int, code: str, faults: tuple[EditionFault, ...] = (), **params: Any) -> None:
        super().__init__(code)
        self.status = status
        self.problem = Problem(code, params, faults)


def told(faults: Iterable[Fault]) -> tuple[EditionFault, ...]:
    """Faults of a file or a command, as they travel."""
    return tuple(EditionFault(fault.key, fault.code, dict(fault.params)) for fault in faults)


def maker(player: str | None, rates: limits.Rates) -> str:
    """The guest who asks for something new. Raises Refuse without a session, and for one who asks too often."""
    if player is None:
        raise Refuse(401, "no-session")
    if not rates.take(player):
        raise Refuse(429, "too-fast")
    return player


async def read_bytes(request: Request, most: int) -> bytes:
    """The request's body. Raises Refuse beyond `most` bytes."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > most:
            raise Refuse(413, "too-large", most=most)
    return bytes(body)


async def read_body(request: Request, kind: type[T]) -> T:
    """The request's body as `kind`. Raises Refuse for what is too large or malformed."""
    body = await read_bytes(request, limits.BODY)
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise Refuse(422, "malformed", detail=str(error)) from None
