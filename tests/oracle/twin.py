"""The kernel with its reference beside it."""

from tilerummy.solver.regular import backend as regular
from tilerummy.solver.regular import reference
from tilerummy.solver.regular.codec import MALFORMED
from tilerummy.solver.special import codec as special_request
from tilerummy.solver.special import reference as special_reference


class Twin:
    """The kernel's answers, each compared with the reference's, byte for byte."""

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
            twin = special_reference if request[0] == special_request.VERSION else reference
            if reply != twin.search(request):
                self.differing.append(request)
        return reply
