"""A page that is sent the parts of a picture that changed, and puts it together."""

from typing import Any

import msgspec

from tests.tournaments.pictures import require
from tilerummy.records.changing import Changing
from tilerummy.tournaments.changes import members
from tilerummy.tournaments.views import TournamentShown

RESTARTED = 29
"""Looks between two servers that know nothing of what was sent."""


class Reader:
    """One page."""

    def __init__(self) -> None:
        self.seq = 0
        self._parts: dict[str, Any] = {}

    def read(self, sent: bytes) -> Any:
        """The picture after what was sent."""
        said = msgspec.json.decode(b"{%s}" % sent)
        if said["whole"]:
            self._parts.clear()
        self._parts |= said["parts"]
        self._parts = {name: part for name, part in self._parts.items() if part is not None or "." not in name}
        self.seq = self._parts["seq"]
        made: dict[str, Any] = {"": {}}
        for name in sorted(self._parts):
            inside, _, own = name.rpartition(".")
            part = self._parts[name]
            made[name] = part.copy() if isinstance(part, dict | list) else part
            if isinstance(made[inside], list):
                made[inside] += made[name] if isinstance(part, list) else [made[name]]
            else:
                made[inside][own] = made[name]
        return made[""]


class Readers:
    """Pages that look at the same picture: each time and every fifth time."""

    def __init__(self) -> None:
        self._changing = Changing()
        self._looks = 0
        self._readers = {every: Reader() for every in (1, 5)}

    def look(self, shown: TournamentShown) -> None:
        """Raises Contradiction where what is put together is not what is shown."""
        self._looks += 1
        if self._looks % RESTARTED == 0:
            self._changing = Changing()
        self._changing.take(shown.seq, members(shown))
        whole = msgspec.json.decode(msgspec.json.encode(shown))
        for every, reader in self._readers.items():
            if self._looks % every == 0:
                sent = self._changing.since(reader.seq)
                require(reader.read(sent) == whole, f"put together otherwise than the {shown.role} is shown")
