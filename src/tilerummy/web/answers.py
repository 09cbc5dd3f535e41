"""HTTP answers: every refusal and every failure is a Problem with a code."""

from collections.abc import Awaitable, Callable

import msgspec
import structlog
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from structlog.contextvars import bind_contextvars

from tilerummy.store import StorageFailure
from tilerummy.web.errors import HttpRefusal
from tilerummy.web.protocol import Problem
from tilerummy.web.security import own_origin

Endpoint = Callable[[Request], Awaitable[Response]]
log = structlog.get_logger()


def answering(endpoint: Endpoint) -> Endpoint:
    """The endpoint with every refusal and failure turned into its answer."""

    async def answered(request: Request) -> Response:
        bind_contextvars(**request.path_params)
        try:
            if request.method == "POST" and not own_origin(request):
                raise HttpRefusal(403, "foreign-origin")
            return await endpoint(request)
        except HttpRefusal as refusal:
            answer = reply(refusal.problem, refusal.status)
            if refusal.retry_after is not None:
                answer.headers["Retry-After"] = str(refusal.retry_after)
            return answer
        except StorageFailure as failure:
            return reply(Problem(failure.code, {}, ()), 503)
        except ClientDisconnect:
            return Response(status_code=400)
        except Exception:
            log.exception("request-failed", path=request.url.path)
            return reply(Problem("internal", {}, ()), 500)

    return answered


def reply(body: object, status: int = 200) -> Response:
    """A JSON answer, never cached."""
    return Response(msgspec.json.encode(body), status, {"Cache-Control": "no-store"}, "application/json")
