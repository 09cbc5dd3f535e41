"""Who looks at one room: the connections, who of the players is here, and since when the others are away."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Final

from tilerummy.rooms.presence.absence import Absence
from tilerummy.rooms.presence.elsewhere import Elsewhere, Here
from tilerummy.rooms.state import RoomState
from tilerummy.rooms.views.messages_out import Presence
from tilerummy.rooms.views.paced import Paced
from tilerummy.rooms.views.viewer import Viewer
from tilerummy.store.sessions import mark

PRESENCE_EVERY: Final = 1.0
"""Seconds between two messages about who is here, at least."""
TOLD: Final = 200
"""People without a seat of whom a server tells the others which they are."""


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

    def apart(self, people: Iterable[str | None]) -> Iterator[str]:
        """Everybody else who has a session."""
        known = frozenset(people)
        return (player for player in self._connections if player is not None and player not in known)

    def besides(self, people: Iterable[str | None]) -> int:
        """Connections of everybody else."""
        return self._all - sum(self._connections[person] for person in self.here(people))


class Audience:
    """The viewers of one room. `now` tells the time (ms); calls `announce` when a person came or went here."""

    def __init__(self, state: RoomState, now: Callable[[], int], announce: Callable[[], None]) -> None:
        self.viewers: set[Viewer] = set()
        self.absence = Absence()
        self.elsewhere = Elsewhere()
        self._attendance = Attendance()
        self._now = now
        self._announce = announce
        self.presence = Paced(self._look_round(state), PRESENCE_EVERY, self.wake)
        self._people = _people(state)
        self.crowd = Paced(0, PRESENCE_EVERY, self.wake)
        """Rises when others look on, here or elsewhere."""

    def join(self, viewer: Viewer, state: RoomState) -> None:
        """One more viewer."""
        self.viewers.add(viewer)
        self._attendance.come(viewer.player)
        self.count(state)
        self._announce()

    def leave(self, viewer: Viewer, state: RoomState) -> None:
        """The viewer is gone."""
        self.viewers.discard(viewer)
        self._attendance.go(viewer.player)
        self.count(state)
        self._announce()

    def let_go(self) -> None:
        """The room leaves the memory: nothing here leads to it any more."""
        self._announce = _nothing
        self.presence.stop()
        self.crowd.stop()

    def has(self, player: str | None) -> bool:
        """Whether this guest is connected here."""
        return bool(self._attendance.here((player,)))

    def sees(self, state: RoomState, player: str) -> bool:
        """Whether this guest, who has a seat, is connected, here or to another server."""
        return player in self._here(_people(state))

    def attends(self, state: RoomState) -> bool:
        """Whether a player who has not given up is connected, here or to another server."""
        gone = state.game.resigned if state.game is not None else ()
        here = self._here(people := _people(state))
        return any(person in here and not (gone and gone[seat]) for seat, person in enumerate(people))

    def here(self, state: RoomState, server: str, *, names: bool = False) -> Here:
        """What other servers are told; with `names` also who looks on."""
        people = _people(state)
        present = self._attendance.here(people)
        seats = tuple(seat for seat, person in enumerate(people) if person in present)
        apart = tuple(map(mark, islice(self._attendance.apart(people), TOLD))) if names else None
        return Here(server, seats, self._attendance.besides(people), self.has(state.owner), apart)

    def onlookers(self) -> frozenset[str]:
        """The marks of those without a seat who have a session, here and at other servers."""
        return frozenset(map(mark, self._attendance.apart(self._people))) | self.elsewhere.onlookers

    def hear(self, state: RoomState, here: Here) -> None:
        """What another server says."""
        if self.elsewhere.hear(here, self._now()):
            self.count(state)

    def forget_the_silent(self, state: RoomState) -> None:
        """Servers that say nothing any more have nobody."""
        if self.elsewhere.forget(self._now()):
            self.count(state)

    def count(self, state: RoomState) -> None:
        """A viewer came, went or changed seats: tell who is here."""
        self._people = _people(state)
        self.presence.change(self._look_round(state))
        self.crowd.change(self.crowd.newest + 1)

    def wake(self) -> None:
        """There is something for everyone to take."""
        for viewer in self.viewers:
            viewer.wake()

    def say(self, frame: bytes, by: str | None) -> None:
        """Say something to everyone who looks now, already encoded, but those who do not hear the guest who says it."""
        for viewer in self.viewers:
            if by not in viewer.unheard:
                viewer.say(frame)

    def greet_again(self) -> None:
        """Something changed without a row: the next message to everyone is the whole state."""
        for viewer in self.viewers:
            viewer.greet_again()

    def _look_round(self, state: RoomState) -> Presence:
        """Note who of those awaited is here: the people with a seat, and the owner."""
        people = _people(state)
        here = self._here(people) | self._attendance.here((state.owner,))
        here |= {state.owner} if self.elsewhere.owner else set()
        self.absence.count((*filter(None, people), state.owner), here, self._now())
        away = tuple(map(self.absence.since, people))
        seats = tuple(sitter is not None and since is None for sitter, since in zip(state.sitters, away, strict=True))
        if state.correspondence:
            # nobody is waited for at this moment
            away = (None,) * len(people)
        return Presence(seats, away, self._attendance.besides(people) + self.elsewhere.others)

    def _here(self, people: tuple[str | None, ...]) -> frozenset[str | None]:
        """Those of the people by seat who are connected, here or to another server."""
        return self._attendance.here(people) | {people[seat] for seat in self.elsewhere.seats if seat < len(people)}


def _nothing() -> None:
    """Nobody is told."""


def _people(state: RoomState) -> tuple[str | None, ...]:
    """Who is awaited, by seat."""
    return tuple(state.person_on(seat) for seat in range(len(state.sitters)))
