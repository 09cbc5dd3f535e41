"""What people may ask of a circle, and what comes of it. Touches no store and no clock."""

import hmac
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from tilerummy.circles.state import (
    Called,
    Circle,
    CircleEvent,
    Closed,
    Founded,
    Gone,
    Joined,
    Keys,
    LinkRenewed,
    MadeKeeper,
    Member,
    Renamed,
    Table,
    TableChosen,
    Which,
)
from tilerummy.records.links import new_key
from tilerummy.rooms.commands import Id
from tilerummy.rooms.decide import create
from tilerummy.rooms.people import names
from tilerummy.rules.names import one_line, unseen
from tilerummy.rules.refusal import refuse

MOST_MEMBERS: Final = 64
"""Members of a circle: a large club. Each is told of every table that waits."""
LONGEST_NAME: Final = 40
"""Characters in a circle's name."""


class _Command(msgspec.Struct, frozen=True, tag_field="t", forbid_unknown_fields=True):
    """Base of what a guest sends."""


class JoinCircle(_Command, frozen=True, tag="join"):
    """Come in under a name, with the key of the members' or of the keepers' link."""

    id: Id
    name: Annotated[str, Meta(max_length=200)]
    key: Annotated[str, Meta(max_length=40)]


class TakeName(_Command, frozen=True, tag="name"):
    """A member takes another name."""

    id: Id
    name: Annotated[str, Meta(max_length=200)]


class LeaveCircle(_Command, frozen=True, tag="leave"):
    """Be a member no longer."""

    id: Id


class TakeOut(_Command, frozen=True, tag="take-out"):
    """A keeper takes a member out: no link that there is brings them back."""

    id: Id
    member: Annotated[int, Meta(ge=1, le=1_000_000)]


class RenameCircle(_Command, frozen=True, tag="rename"):
    """A keeper gives the circle another name."""

    id: Id
    name: Annotated[str, Meta(max_length=400)]


class RenewLink(_Command, frozen=True, tag="renew"):
    """A keeper makes a new link for members or keepers: the one before opens nothing any more."""

    id: Id
    which: Which


class CloseCircle(_Command, frozen=True, tag="close"):
    """A keeper closes the circle, for all its members and for good."""

    id: Id


CircleCommand = JoinCircle | TakeName | LeaveCircle | TakeOut | RenameCircle | RenewLink | CloseCircle


class ChooseTable(msgspec.Struct, frozen=True):
    """A keeper chooses what the members play."""

    id: str
    table: Table


ENDING: Final = (LeaveCircle, TakeOut, CloseCircle)
"""What can be asked of a circle that holds no more: it makes it smaller."""


def found(name: str, table: Table, keys: Keys, player: str, called: str) -> tuple[CircleEvent, ...]:
    """How a circle begins, with the guest who founds it as its keeper. Raises Refusal."""
    return Founded(_named(name), _checked(table), keys), Joined(player, names.clean(called), keeper=True)


def decide(circle: Circle, player: str, asked: CircleCommand | ChooseTable) -> tuple[CircleEvent, ...]:
    """What follows; nothing where it was done already. Raises Refusal: to who is no member, as for no circle."""
    if circle.over:
        raise refuse("unknown-circle")
    if isinstance(asked, JoinCircle):
        return _joined(circle, player, asked)
    if (member := circle.member(player)) is None:
        raise refuse("unknown-circle")
    if isinstance(asked, LeaveCircle):
        return (Gone(member.number),)
    if isinstance(asked, TakeName):
        name = names.clean(asked.name, tuple(one.name for one in circle.members if one is not member))
        return () if name == member.name else (Called(player, name),)
    if not circle.keeps(member):
        raise refuse("not-keeper")
    match asked:
        case TakeOut():
            return _taken_out(circle, asked.member)
        case RenameCircle():
            name = _named(asked.name)
            return () if name == circle.name else (Renamed(name),)
        case RenewLink():
            return (LinkRenewed(asked.which, new_key()),)
        case ChooseTable():
            return (TableChosen(_checked(asked.table)),)
        case CloseCircle():
            return (Closed(),)


def role_of(circle: Circle, key: str) -> Literal["member", "keeper"] | None:
    """What a key makes of who comes in with it."""
    if hmac.compare_digest(key.encode(), circle.keys.keepers.encode()):
        return "keeper"
    return "member" if hmac.compare_digest(key.encode(), circle.keys.members.encode()) else None


def _joined(circle: Circle, player: str, asked: JoinCircle) -> tuple[CircleEvent, ...]:
    role, member = role_of(circle, asked.key), circle.member(player)
    if role is None:
        raise refuse("unknown-circle")
    if member is not None:
        return (MadeKeeper(member.number),) if role == "keeper" and not member.keeper else ()
    if len(circle.members) >= MOST_MEMBERS:
        raise refuse("circle-full", most=MOST_MEMBERS)
    name = names.clean(asked.name, tuple(one.name for one in circle.members))
    return (Joined(player, name, keeper=role == "keeper"),)


def _taken_out(circle: Circle, number: int) -> tuple[CircleEvent, ...]:
    """Who is taken out knows the links that they could open."""
    out: Member | None = circle.numbered(number)
    if out is None:
        return ()
    known: tuple[Which, ...] = ("members", "keepers") if circle.keeps(out) else ("members",)
    return Gone(number), *(LinkRenewed(which, new_key()) for which in known)


def _named(name: str) -> str:
    """The name as it will be shown. Raises Refusal."""
    named = one_line(name)
    if not named:
        raise refuse("name-empty")
    if len(named) > LONGEST_NAME:
        raise refuse("name-too-long", most=LONGEST_NAME)
    if sign := unseen(named):
        raise refuse("name-unseen", sign=sign)
    return named


def _checked(table: Table) -> Table:
    """A table that members can sit down at. Raises Refusal."""
    if table.options.open or table.options.practice:
        raise refuse("circle-table-open")
    create(table.edition, table.limit, "", (None,) * table.seats, table.options, start=False, hints=table.hints)
    return table
