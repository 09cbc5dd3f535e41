"""The server before the robots."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from tests.web import harness
from tilerummy.rooms.settings import GRACE


class Server(harness.Server):
    """A server with data and log in a folder of its own, which gives people the time that they usually have."""

    def __init__(
        self, folder: Path, environment: Mapping[str, str] = MappingProxyType({}), options: Sequence[str] = ()
    ) -> None:
        settings = {"TILERUMMY_GRACE": str(GRACE), **environment}
        super().__init__(folder / "data", options=options, log=folder / "server.log", environment=settings)
