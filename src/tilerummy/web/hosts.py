"""Under which host names a server answers.

A page from elsewhere can make a name of its own lead to this machine (DNS rebinding); the browser then takes it for our
page. It cannot do so with an address, nor with a name that only the own network knows.
"""

import re
import socket
from collections.abc import Set

from tilerummy.web.addresses import parse

_HOST = re.compile(r"([a-z0-9_](?:[a-z0-9._-]*[a-z0-9_])?\.?|\[[0-9a-f:.]+\])(?::\d{1,5})?")
_OF_THE_NETWORK = (".local", ".lan", ".internal", ".home.arpa")
"""Endings that the public name system does not have."""


def name_of(host: str) -> str | None:
    """The name or address in a Host header, without port and in its usual form; None where it is none."""
    found = _HOST.fullmatch(host.lower())
    if found is None:
        return None
    name = found[1].strip("[]").rstrip(".")
    if (address := parse(name)) is not None:
        return str(address)
    return None if found[1].startswith("[") else name


class Hosts:
    """The names of one server: those of its settings, else those nobody outside can make lead here; always its own
    machine's, which lead nowhere else."""

    def __init__(self, names: Set[str], *, local: bool) -> None:
        self._names = names
        self._anything_near = not names and not local
        self._machine = socket.gethostname().lower()

    def accepts(self, host: str) -> bool:
        """Whether a Host header names this server."""
        name = name_of(host)
        if name is None:
            return False
        return name in self._names or _of_this_machine(name) or (self._anything_near and self._near(name))

    def is_near(self, host: str) -> bool:
        """Whether nobody outside can make the name in a Host header lead here."""
        name = name_of(host)
        return name is not None and (_of_this_machine(name) or self._near(name))

    def _near(self, name: str) -> bool:
        if parse(name) is not None or name == self._machine:
            return True
        return "." not in name or name.endswith(_OF_THE_NETWORK)


def _of_this_machine(name: str) -> bool:
    address = parse(name)
    return name == "localhost" or name.endswith(".localhost") or (address is not None and address.is_loopback)
