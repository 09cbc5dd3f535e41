"""The kernel with its fallback beside it."""

from tilerummy.solver.regular import backend as regular
from tilerummy.solver.regular import fallback
from tilerummy.solver.regular.codec import MALFORMED
from tilerummy.solver.special import codec as special_request
from tilerummy.solver.special import fallback as special_fallback


class Twin:
    """The kernel's answers, each compared with the fallback's, byte for byte."""

    def __init__(self) -> None:
        if regular.kernel is None:
            raise SystemExit("the kernel is not compiled")
        self.kernel = regular.kernel
        self.compared = 0
        self.differing: list[bytes] = []

    def search(self, request: bytes) -> bytes:
        """The kernel's answer."""
        reply = self.kernel(request)
        if reply[0] != MALFORMED:
            self.compared += 1
            twin = special_fallback if request[0] == special_request.VERSION else fallback
            if reply != twin.search(request):
                self.differing.append(request)
        return reply
