"""What a store keeps to tell guests of their games: where each wants to be told, and an outbox.

A notice is put into the outbox with the row that causes it, for each place where that guest wants to be told of it.
One server takes it for a while, tells it and removes it: what a killed server had taken, another takes later.
"""

from typing import Final, Literal, Protocol, get_args

import msgspec

from tilerummy.store.sessions import GuestSession

NoticeKind = Literal["turn", "reminder", "question", "end", "invitation", "device"]
"""A turn has come, most of its time is over, others wait for an answer, a game has ended, a new one waits, another
browser is this guest too."""
KINDS: Final[tuple[NoticeKind, ...]] = get_args(NoticeKind)
AskedKind = NoticeKind | Literal["confirm"]
"""Or an address is asked whether its owner wants to be told there."""
OutletKind = Literal["push", "mail", "service"]
"""A browser that takes pushes, an address for mail, or a service that the guest uses."""


class Word(msgspec.Struct, frozen=True):
    """What `player` is to be told of the game that a row is written for, from `due` (ms) on: about its `turn`, 0 where
    it is about none."""

    player: str
    kind: NoticeKind
    turn: int
    due: int


class Outlet(msgspec.Struct, frozen=True):
    """Where a guest wants to be told: what about (`kinds`) and how (`body`, encoded); of a browser its `session`.

    `confirmed` (ms): since when it is sure that the guest wants it; until then nothing is told there.
    """

    id: str
    player: str
    kind: OutletKind
    session: str | None
    body: bytes
    kinds: tuple[NoticeKind, ...]
    confirmed: int | None
    made: int


class Notice(msgspec.Struct, frozen=True):
    """What a server has taken from the outbox: a `kind` of word about a game's turn, for an outlet. `attempts`: how
    often it was tried; `worker` has it `until` then (ms)."""

    outlet: Outlet
    game: str
    kind: AskedKind
    turn: int
    due: int
    attempts: int
    worker: str
    until: int


class NoticeStore(Protocol):
    """The part of a store that keeps them. Every method may raise StorageFailure."""

    async def keep_outlet(self, outlet: Outlet, most: int) -> bool:
        """Keep an outlet, in the place of one with its id and of another of its session, unless the guest has as many
        as `most` others; says whether it is kept. One that is confirmed stays so."""
        ...

    async def ask_outlet(self, outlet: Outlet, most: int, now: int) -> bool:
        """The same, and put into the outbox that its owner is asked, unless it is confirmed."""
        ...

    async def outlet(self, ident: str) -> Outlet | None:
        """The outlet of an id."""
        ...

    async def outlets_of(self, player: str) -> list[Outlet]:
        """The outlets of a guest, the oldest first."""
        ...

    async def confirm_outlet(self, ident: str, now: int) -> bool:
        """From now on the guest is told there; says whether there is such an outlet."""
        ...

    async def end_unconfirmed(self, before: int) -> None:
        """Outlets made before then that nobody has confirmed are kept no longer, nor are notes of used links that have
        ended by then."""
        ...

    async def link_used(self, link: bytes) -> bool:
        """Whether a link was used, by its digest."""
        ...

    async def use_link(self, link: bytes, until: int, outlet: str, session: GuestSession, now: int) -> bool:
        """Use up a link that was sent to an outlet, by its digest; keep the session that it has brought, and tell the
        guest of it. False where it was used, or nothing is sent there any more."""
        ...

    async def end_outlet(self, player: str, ident: str) -> bool:
        """A guest is told nothing there any more; says whether there was one."""
        ...

    async def take_notices(self, worker: str, now: int, until: int, most: int) -> list[Notice]:
        """Notices that are due, the most overdue first: no other server takes them before `until`."""
        ...

    async def put_off(self, notice: Notice, due: int, attempts: int) -> None:
        """Tell it later, whoever takes it then; nothing where this server has it no more."""
        ...

    async def told(self, notice: Notice) -> None:
        """It was told, or is to be told no more."""
        ...

    async def waiting_notices(self, player: str) -> int:
        """How many notices wait for a guest."""
        ...

    async def secret(self, name: str, fresh: bytes) -> bytes:
        """What is kept under that name; from now on `fresh` where nothing was."""
        ...
