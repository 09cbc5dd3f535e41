"""The bodies of the circles' addresses. What a member sees is defined in `circles.views`, what may be asked with the
circle (`circles.decide`)."""

from typing import Annotated

import msgspec
from msgspec import Meta

from tilerummy.circles.decide import CircleCommand
from tilerummy.circles.views import CircleShown
from tilerummy.rooms.commands import Id, Zone
from tilerummy.web.protocol import NewRoom, RoomListed


class NewCircle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Asks for a circle of that name. `called`: the guest's own name in it."""

    name: Annotated[str, Meta(max_length=400)]
    called: Annotated[str, Meta(max_length=200)]


class CircleMade(msgspec.Struct, frozen=True):
    """The new circle's id, which is its address; it opens for its members alone."""

    circle: str


class _Asked(msgspec.Struct, frozen=True, tag_field="t", forbid_unknown_fields=True):
    """Base of what a guest sends."""


class ChooseUsual(_Asked, frozen=True, tag="table"):
    """A keeper chooses what the members play: a room as it is asked for, without name, computer players and start."""

    id: Id
    table: NewRoom


class OpenTable(_Asked, frozen=True, tag="open"):
    """A member opens a table, as the circle usually plays, and sits down. `zone`: as in `sit`."""

    zone: Zone | None = None


class SitDown(_Asked, frozen=True, tag="sit-down"):
    """A member takes a free seat at a table of the circle under the name they have there. `zone`: as in `sit`."""

    id: Id
    room: Annotated[str, Meta(max_length=40)]
    zone: Zone | None = None


CircleAsked = CircleCommand | ChooseUsual | OpenTable | SitDown


class CircleAnswered(msgspec.Struct, frozen=True):
    """It was carried out, or had been before: the circle is at `seq` at least. `room`: the table at which one sits
    now."""

    seq: int
    room: str | None


class CirclePage(msgspec.Struct, frozen=True):
    """A circle and its `tables`: the games that go on or wait for players."""

    circle: CircleShown
    tables: tuple[RoomListed, ...]
