"""The HTTP bodies about where a guest is told of their games, and what is kept of them."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from tilerummy.store.notices import KINDS, NoticeKind, OutletKind
from tilerummy.web.guests.protocol import LastGame
from tilerummy.web.notices.mail.settings import ADDRESS

Minute = Annotated[int, Meta(ge=0, le=1439)]
"""Of a day."""
Key = Annotated[str, Meta(max_length=100, pattern=r"^[A-Za-z0-9_-]+$")]
"""Bytes in base64url."""
Endpoint = Annotated[str, Meta(max_length=1024)]


class Wishes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a guest wants to be told at one place: of what (`kinds`), in which language, not between two minutes of the
    day (`quiet`) of a time zone. `anyway`: also while a page of the game is open; `names`: with the others' names,
    which a locked screen may show."""

    kinds: Annotated[tuple[NoticeKind, ...], Meta(max_length=len(KINDS))]
    lang: Annotated[str, Meta(max_length=35, pattern=r"^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$")]
    zone: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_+/-]{1,64}$")]
    quiet: tuple[Minute, Minute] | None
    anyway: bool
    names: bool


class PushTarget(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A browser's subscription: where its pushes go, its public key and its secret."""

    endpoint: Endpoint
    p256dh: Key
    auth: Key


class NewPush(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """This browser wants to be told, or wants it otherwise."""

    push: PushTarget
    wishes: Wishes


class PushRenewed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The browser has another subscription, in the place of that at `before`."""

    before: Endpoint
    push: PushTarget


class NewMail(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The guest wants to be told at an address for mail, or wants it otherwise there."""

    address: Annotated[str, Meta(max_length=254, pattern=ADDRESS)]
    wishes: Wishes


class NewService(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The guest wants to be told by a service that they use, at its address there, or wants it otherwise."""

    address: Endpoint
    wishes: Wishes


class MailLink(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a link in a mail carries behind the word that says what it is for."""

    token: Annotated[str, Meta(max_length=200)]


class MailOpened(msgspec.Struct, frozen=True):
    """Which page a link in a mail leads to. `own`: the browser that asks has these games already; otherwise it can
    become their guest, whose last game this is, None where they have none."""

    path: str
    own: bool
    last: LastGame | None


class OutletAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Asks to be told nothing there any more."""

    id: Annotated[str, Meta(max_length=64)]


class OutletShown(msgspec.Struct, frozen=True):
    """Where the guest is told: a browser (`here`: the one that asks) or an `address`; `confirmed`: whether it is sure
    that they want it."""

    id: str
    kind: OutletKind
    here: bool
    address: str | None
    confirmed: bool
    wishes: Wishes


class NoticesShown(msgspec.Struct, frozen=True):
    """The server's public `key`, with which a browser subscribes, and where the guest is told; `mail`: whether it sends
    mails too; `services`: what the addresses of the services look like that it may tell."""

    key: str
    outlets: tuple[OutletShown, ...]
    mail: bool
    services: tuple[str, ...]


class Kept(msgspec.Struct, frozen=True):
    """What is kept of an outlet: the wishes; at which `origin` the guest was, for links; and whither."""

    wishes: Wishes
    origin: str
    push: PushTarget | None = None
    address: str | None = None


State = Literal["told", "gone", "failed"]
"""Of one try: it was taken; nobody is there any more; or it may succeed later."""


class Outcome(msgspec.Struct, frozen=True):
    """How a try ended, and why; `after`: seconds after which the other side wants to be asked again."""

    state: State
    why: str = ""
    after: int = 0
