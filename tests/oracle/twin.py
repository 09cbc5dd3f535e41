"""The kernel with its reference beside it."""

from tilerummy.solver import reference, regular, special_reference, special_request
from tilerummy.solver.request import MALFORMED


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
