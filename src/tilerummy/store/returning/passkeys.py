"""What stores keep of passkeys: public keys of guests, and the challenges that are to be signed."""

from typing import Protocol

import msgspec

from tilerummy.store.sessions import GuestSession


class Passkey(msgspec.Struct, frozen=True):
    """A guest's passkey by the `id` of its credential: the public key (COSE), how often it has signed by its own count,
    the random `handle` under which authenticators know the guest, the name that the guest gave it; when it was `made`
    and last `used` (ms)."""

    id: bytes
    player: str
    handle: bytes
    public_key: bytes
    sign_count: int
    name: str
    made: int
    used: int | None = None


class Challenge(msgspec.Struct, frozen=True):
    """What a guest's browser is to have signed next, `until` then (ms)."""

    player: str
    value: bytes
    until: int


class PasskeyStore(Protocol):
    """The part of a store that keeps them. Every method may raise StorageFailure."""

    async def keep_challenge(self, challenge: Challenge, now: int) -> None:
        """Keep a guest's challenge in the place of the one before, and no longer those whose time is over."""
        ...

    async def take_challenge(self, player: str, now: int) -> bytes | None:
        """The challenge of a guest, which nobody gets again; None where there is none or its time is over."""
        ...

    async def keep_passkey(self, passkey: Passkey, most: int) -> bool:
        """Keep a guest's passkey; False where they have `most` already, where somebody has it, and for a guest who is
        forgotten."""
        ...

    async def passkey(self, ident: bytes) -> Passkey | None:
        """The passkey of that id."""
        ...

    async def passkeys_of(self, player: str) -> list[Passkey]:
        """The passkeys of a guest, the oldest first."""
        ...

    async def name_passkey(self, player: str, ident: bytes, name: str) -> bool:
        """A guest's passkey has another name; False where there is none of that id."""
        ...

    async def end_passkey(self, player: str, ident: bytes) -> bool:
        """A guest's passkey counts no more; False where there is none of that id."""
        ...

    async def use_passkey(self, ident: bytes, sign_count: int, session: GuestSession, now: int) -> bool:
        """Keep a session of the passkey's guest that it has brought, and how often it has signed by now; False where it
        counts no more, or has signed as often already: then there are two of it."""
        ...
