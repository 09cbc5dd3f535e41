"""A circle: who belongs to it, the keys of its links, and the table that its members usually play. A pure fold.

Members are guests. Who opens the members' link becomes one, who opens the keepers' link a keeper; keepers name
the circle, choose its table, take members out and renew links.
"""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Final, Literal

import msgspec

from tilerummy.inputs import from_json
from tilerummy.records.links import new_key
from tilerummy.rooms.options import Options
from tilerummy.rooms.people.names import NOBODY
from tilerummy.rules.edition.edition import Edition

PREFIX: Final = "circle:"
Which = Literal["members", "keepers"]
"""A link of a circle."""


class Table(msgspec.Struct, frozen=True):
    """What the members play: the edition whole, how many sit there, and the host's choices. `limit` is seconds per
    turn, None for no limit, "edition" for the edition's own."""

    edition: Edition
    seats: int
    limit: int | Literal["edition"] | None
    hints: bool
    options: Options


class Keys(msgspec.Struct, frozen=True):
    """The keys of the links by which one comes in."""

    members: str
    keepers: str


class _Event(msgspec.Struct, frozen=True, tag_field="t", forbid_unknown_fields=True):
    """Base: tagged by `t`."""


class Founded(_Event, frozen=True, tag="circle"):
    """The first event."""

    name: str
    table: Table
    keys: Keys


class Joined(_Event, frozen=True, tag="joined"):
    """A guest came in, under the next number. `forgotten`: they are nobody's guest any more, and no member."""

    player: str
    name: str
    keeper: bool
    forgotten: bool = False


class Called(_Event, frozen=True, tag="called"):
    """A member is called otherwise from now on."""

    player: str
    name: str


class MadeKeeper(_Event, frozen=True, tag="keeper"):
    """A member opened the keepers' link."""

    number: int


class Gone(_Event, frozen=True, tag="gone"):
    """A member left, or was taken out."""

    number: int


class Renamed(_Event, frozen=True, tag="renamed"):
    """The circle has another name."""

    name: str


class TableChosen(_Event, frozen=True, tag="table"):
    """The members play something else from now on."""

    table: Table


class LinkRenewed(_Event, frozen=True, tag="link"):
    """A link has a new key: the one before opens nothing any more."""

    which: Which
    key: str


class Closed(_Event, frozen=True, tag="closed"):
    """The circle is over, for all of its members."""


CircleEvent = Founded | Joined | Called | MadeKeeper | Gone | Renamed | TableChosen | LinkRenewed | Closed


class Member(msgspec.Struct, frozen=True):
    """A member: their `number`, by which others speak of them, and the guest, who is never shown."""

    number: int
    player: str
    name: str
    keeper: bool


class Circle(msgspec.Struct, frozen=True):
    """A circle as its events have left it; `members` in the order in which they came, `came` how many ever did."""

    name: str
    table: Table
    keys: Keys
    members: tuple[Member, ...] = ()
    came: int = 0
    closed: bool = False

    def member(self, player: str | None) -> Member | None:
        """The member who is this guest."""
        return next((member for member in self.members if member.player == player), None)

    def numbered(self, number: int) -> Member | None:
        """The member of this number."""
        return next((member for member in self.members if member.number == number), None)

    def keeps(self, member: Member) -> bool:
        """Whether a member is a keeper: where all keepers have left, the one who has been there longest."""
        return member.keeper or (member is self.members[0] and not any(one.keeper for one in self.members))

    @property
    def over(self) -> bool:
        """Whether nobody has it any more."""
        return self.closed or not self.members


def new_keys() -> Keys:
    """Fresh keys."""
    return Keys(new_key(), new_key())


def fold(circle: Circle | None, happened: Iterable[CircleEvent]) -> Circle:
    """The circle after these events. Raises ValueError for events that cannot follow."""
    for event in happened:
        if isinstance(event, Founded):
            circle = Circle(event.name, event.table, event.keys)
        elif circle is None:
            raise ValueError("a circle begins by being founded")
        else:
            circle = _after(circle, event)
    if circle is None:
        raise ValueError("a circle begins by being founded")
    return circle


_decoder: msgspec.json.Decoder[tuple[CircleEvent, ...]] = msgspec.json.Decoder(tuple[CircleEvent, ...])
decode = partial(from_json, decoder=_decoder)
encode: Callable[[tuple[CircleEvent, ...]], bytes] = msgspec.json.Encoder().encode


def without(body: bytes, player: str, nobody: str) -> bytes:
    """A row's body without a guest, for whom `nobody` stands."""
    if player.encode() not in body:
        return body
    events = (_forgotten(event, player, nobody) for event in decode(body))
    return encode(tuple(events))


def _forgotten(event: CircleEvent, player: str, nobody: str) -> CircleEvent:
    if not isinstance(event, Joined | Called) or event.player != player:
        return event
    if isinstance(event, Called):
        return Called(nobody, NOBODY)
    return Joined(nobody, NOBODY, event.keeper, forgotten=True)


def _after(circle: Circle, event: CircleEvent) -> Circle:
    replace = msgspec.structs.replace
    match event:
        case Joined():
            came = circle.came + 1
            new = () if event.forgotten else (Member(came, event.player, event.name, event.keeper),)
            return replace(circle, members=(*circle.members, *new), came=came)
        case Called():
            named = (replace(one, name=event.name) if one.player == event.player else one for one in circle.members)
            return replace(circle, members=tuple(named))
        case MadeKeeper():
            made = (replace(one, keeper=True) if one.number == event.number else one for one in circle.members)
            return replace(circle, members=tuple(made))
        case Gone():
            return replace(circle, members=tuple(one for one in circle.members if one.number != event.number))
        case Renamed():
            return replace(circle, name=event.name)
        case TableChosen():
            return replace(circle, table=event.table)
        case LinkRenewed(which="members"):
            return replace(circle, keys=replace(circle.keys, members=event.key))
        case LinkRenewed():
            return replace(circle, keys=replace(circle.keys, keepers=event.key))
        case Closed():
            return replace(circle, closed=True)
        case Founded():
            raise ValueError("a circle is founded once")
