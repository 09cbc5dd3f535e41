"""HTTP refusals, and bodies read with limits."""

from typing import Any, TypeVar

import msgspec
from starlette.requests import Request

from tilerummy.web import limits
from tilerummy.web.protocol import EditionFault, Problem

T = TypeVar("T")


class Refuse(Exception):
    """Answer with a Problem."""

    def __init__(self, status: int, code: str, faults: tuple[EditionFault, ...] = (), **params: Any) -> None:
        super().__init__(code)
        self.status = status
        self.problem = Problem(code, params, faults)


async def read_body(request: Request, kind: type[T]) -> T:
    """The request's body as `kind`. Raises Refuse for what is too large or malformed."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > limits.BODY:
            raise Refuse(413, "too-large", most=limits.BODY)
    try:
        return msgspec.json.decode(bytes(body), type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise Refuse(422, "malformed", detail=str(error)) from None
