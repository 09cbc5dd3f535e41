"""The answer to a command: what the room did, or why it refused."""

from collections.abc import Awaitable

from tilerummy.records.record import Busy
from tilerummy.rooms.views.messages_out import Accepted, Refused, faults
from tilerummy.rules.refusal import Refusal
from tilerummy.store import StorageFailure


async def answer(ident: str, work: Awaitable[int]) -> Accepted | Refused:
    """The answer to the command `ident`, which `work` carries out: it gives the seq at which that is on disk."""
    try:
        return Accepted(ident, await work)
    except Refusal as refusal:
        return Refused(ident, refusal.code, refusal.params, faults(refusal.violations))
    except StorageFailure as failure:
        return Refused(ident, failure.code, {}, ())
    except Busy:
        return Refused(ident, "busy", {}, ())
