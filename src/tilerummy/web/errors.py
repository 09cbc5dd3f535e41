"""HTTP refusals, and bodies read with limits."""

from collections.abc import Iterable
from typing import Any, TypeVar

import msgspec
from starlette.requests import HTTPConnection, Request

from tilerummy.inputs import from_json
from tilerummy.rates import Budget
from tilerummy.rules.edition.faults import Fault
from tilerummy.rules.refusal import Refusal
from tilerummy.web import limits
from tilerummy.web.addresses import address_of
from tilerummy.web.protocol import EditionFault, Problem

T = TypeVar("T")


class HttpRefusal(Exception):
    """Answer with a Problem. `retry_after`: seconds after which the same may be asked again."""

    def __init__(self, status: int, code: str, faults: tuple[EditionFault, ...] = (), **params: Any) -> None:
        super().__init__(code)
        self.retry_after: int | None = None
        self.status = status
        self.problem = Problem(code, params, faults)


def refused(refusal: Refusal) -> HttpRefusal:
    """The answer to what cannot be looked at or worked out now: 503 where the server is busy, 429 for who has asked for
    too much, 409 where the game stands otherwise."""
    status = {"busy": 503, "work-spent": 429}.get(refusal.code, 409)
    answer = HttpRefusal(status, refusal.code, **refusal.params)
    if refusal.code == "work-spent":
        answer.retry_after = int(refusal.params["seconds"])
    return answer


def told(faults: Iterable[Fault]) -> tuple[EditionFault, ...]:
    """Faults of a file or a command, as they travel."""
    return tuple(EditionFault(fault.key, fault.code, dict(fault.params)) for fault in faults)


def key_of(request: HTTPConnection) -> str:
    """The key of the link in the request; empty without one."""
    return request.headers.get("x-tilerummy-key") or request.query_params.get("key", "")


def maker(request: Request, player: str | None, budget: Budget, cost: int) -> str:
    """The guest who asks for something new. Raises HttpRefusal without a session, and for one who makes too much."""
    if player is None:
        raise HttpRefusal(401, "no-session")
    if not budget.spend(player, address_of(request), cost):
        raise HttpRefusal(429, "too-fast")
    return player


def row_maker(request: Request, player: str | None, budget: Budget) -> None:
    """The holder of a key writes to a record. Raises HttpRefusal for too many writes."""
    if not budget.spend(player, address_of(request), limits.ROW_COST + size_cost(request)):
        raise HttpRefusal(429, "too-fast")


def size_cost(request: Request) -> int:
    """What the request's body costs where it is kept, by the size that it states; one without is refused later."""
    size = min(int(request.headers.get("content-length") or 0), limits.HANDOVER)
    return limits.ROW_COST * (size // limits.KIB)


async def read_bytes(request: Request, most: int) -> bytes:
    """The request's body. Raises HttpRefusal beyond `most` bytes, and for a body that does not say how long it is."""
    length = request.headers.get("content-length")
    if length is None and "transfer-encoding" in request.headers:
        raise HttpRefusal(411, "length-required")
    if int(length or 0) > most:
        raise HttpRefusal(413, "too-large", most=most)
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > most:
            raise HttpRefusal(413, "too-large", most=most)
    return bytes(body)


async def read_body(request: Request, kind: type[T], most: int = limits.BODY) -> T:
    """The request's body as `kind`, of at most so many bytes. Raises HttpRefusal for what is too large or malformed."""
    body = await read_bytes(request, most)
    try:
        return from_json(body, msgspec.json.Decoder(kind))
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise HttpRefusal(422, "malformed", detail=str(error)) from None
