"""Who is connected to one room, counted as they come and go."""

from collections import Counter
from collections.abc import Iterable


class Attendance:
    """The connections of one room by guest (None: those without a session)."""

    def __init__(self) -> None:
        self._connections: Counter[str | None] = Counter()
        self._all = 0

    def come(self, player: str | None) -> None:
        """One more connection."""
        self._connections[player] += 1
        self._all += 1

    def go(self, player: str | None) -> None:
        """One less."""
        self._connections[player] -= 1
        self._all -= 1
        if not self._connections[player]:
            del self._connections[player]

    def here(self, people: Iterable[str | None]) -> frozenset[str | None]:
        """Those of these people who have a connection."""
        return frozenset(person for person in people if person is not None and person in self._connections)

    def besides(self, people: Iterable[str | None]) -> int:
        """Connections of everybody else."""
        return self._all - sum(self._connections[person] for person in self.here(people))
