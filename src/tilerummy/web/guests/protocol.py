"""The HTTP bodies about guests themselves: their browsers, links between them, and what is kept of a guest."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from tilerummy.rooms.views.snapshot import EditionShown
from tilerummy.web.guests.words import LONGEST

Name = Annotated[str, Meta(max_length=40)]
"""Of a puzzle, a setting, a lesson."""
Day = Annotated[str, Meta(pattern=r"^\d{4}-\d\d-\d\d$")]
Code = Annotated[str, Meta(pattern=r"^\d{6}$")]
"""What both browsers show while one asks to become the other's guest."""
Signed = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]*$", max_length=8_192)]
"""Bytes that an authenticator or its browser has written, as base64url without padding."""
PasskeyName = Annotated[str, Meta(min_length=1, max_length=40)]

Stage = Literal["none", "open", "asked", "agreed", "refused", "used", "ended"]
"""Of a link to another browser."""


class PuzzlesKept(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a browser knows of its puzzles: the rating and when it last moved (ms), per puzzle whether the first try
    solved it, and the days whose puzzle was solved."""

    rating: Annotated[int, Meta(ge=-9_999, le=9_999)]
    rated: Annotated[int, Meta(ge=0, le=2**53)]
    first: Annotated[dict[Name, Literal[0, 1]], Meta(max_length=20_000)]
    days: Annotated[tuple[Day, ...], Meta(max_length=4_000)]


class BrowserKept(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a browser keeps of its guest and takes along: puzzles, settings by name, lessons that were done."""

    puzzles: PuzzlesKept | None
    settings: Annotated[dict[Name, Annotated[str, Meta(max_length=200)] | bool], Meta(max_length=60)]
    lessons: Annotated[tuple[Name, ...], Meta(max_length=200)]


class LastGame(msgspec.Struct, frozen=True):
    """The game that a guest played last: the guest's `name` in it, the others', and when it last changed (ms)."""

    name: str
    edition: EditionShown
    others: tuple[str, ...]
    at: int


class NewHandover(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Asks for a link that makes another browser this one's guest."""

    kept: BrowserKept


class HandoverMade(msgspec.Struct, frozen=True):
    """The link's `token`, shown this once, and until when it counts (ms)."""

    token: str
    until: int


class HandoverState(msgspec.Struct, frozen=True):
    """How a guest's last link stands, and until when it counts (ms). Once a browser asks to use it: its name and its
    system's (empty where they are not known), and the `code` that both show."""

    stage: Stage
    until: int
    browser: str
    system: str
    code: str | None


class HandoverAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether the browser that shows this code becomes the guest."""

    code: Code
    agreed: bool


class HandoverAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Asks about a link, asks to use it, or uses it."""

    token: Annotated[str, Meta(max_length=100)]


class HandoverShown(msgspec.Struct, frozen=True):
    """The link can be used here, until then (ms), and whose games it brings: None where they have none."""

    until: int
    last: LastGame | None


class HandoverTaken(msgspec.Struct, frozen=True):
    """Until the first browser has agreed, the `code` that it shows too; then the guest that this one is from now on,
    and what came along."""

    code: str | None
    player: str | None
    kept: BrowserKept | None


class RecoveryState(msgspec.Struct, frozen=True):
    """When the guest's recovery sheet was made and last used (ms), None for never; and in what browser it was used:
    names of browser and system, empty where they are not known."""

    made: int | None
    used: int | None
    browser: str
    system: str


class RecoveryMade(msgspec.Struct, frozen=True):
    """The words of a new recovery sheet, shown this once, and when it was made (ms). The one before counts no more."""

    words: tuple[str, ...]
    made: int


class RecoveryAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The words of a recovery sheet as they were typed: each may be cut short after its fourth letter."""

    words: Annotated[str, Meta(max_length=LONGEST)]


class RecoveryShown(msgspec.Struct, frozen=True):
    """Whose games a recovery sheet brings: None where they have none."""

    last: LastGame | None


class PasskeyShown(msgspec.Struct, frozen=True):
    """A guest's passkey: the `id` of its credential, the name that the guest gave it, when it was made and last used
    (ms), None for never."""

    id: str
    name: str
    made: int
    used: int | None


class PasskeysShown(msgspec.Struct, frozen=True):
    """The guest's passkeys, the oldest first."""

    passkeys: tuple[PasskeyShown, ...]


class PasskeyWanted(msgspec.Struct, frozen=True):
    """What an authenticator needs for a new passkey (`PublicKeyCredentialCreationOptions`): the `challenge`, the
    `handle` under which it knows the guest, their `name` in their last game (None where they have none), `algorithms`
    by which it may sign, and the passkeys that are `known`: who has one of these makes no other. After `browser` and
    `system` (empty where they are not known) it can be called."""

    challenge: str
    handle: str
    name: str | None
    algorithms: tuple[int, ...]
    known: tuple[str, ...]
    browser: str
    system: str


class NewPasskey(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A passkey that an authenticator has made (`AuthenticatorAttestationResponse`), and the guest's `name` for it."""

    name: PasskeyName
    id: Signed
    client_data: Signed
    attestation: Signed


class PasskeyNamed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another name for a passkey."""

    name: PasskeyName


class PasskeyChallenge(msgspec.Struct, frozen=True):
    """What a passkey is to sign."""

    challenge: str


class PasskeyAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a passkey has signed (`AuthenticatorAssertionResponse`), and the `handle` under which it knows its guest."""

    id: Signed
    client_data: Signed
    authenticator_data: Signed
    signature: Signed
    handle: Signed


class Device(msgspec.Struct, frozen=True):
    """A browser in which the guest is known, by its session: names of browser and system (empty where they are not
    known), since when, and in which hour it was last seen (ms); `here`: it is the one that asks."""

    session: str
    browser: str
    system: str
    made: int
    seen: int
    here: bool


class DevicesShown(msgspec.Struct, frozen=True):
    """The guest's browsers, those seen last first. Where another guest was in this one, who can be brought back: until
    when (ms), and their last game."""

    devices: tuple[Device, ...]
    back_until: int | None
    back: LastGame | None


class DevicesEnded(msgspec.Struct, frozen=True):
    """In so many browsers the guest is known no more."""

    ended: int


class Back(msgspec.Struct, frozen=True):
    """The guest that this browser is again."""

    player: str


class Forgotten(msgspec.Struct, frozen=True):
    """The guest is forgotten, and their part in so many games."""

    games: int
