"""The HTTP bodies about the people whom a guest knows. Another guest is an `alias`, which means something to one guest
alone."""

from typing import Annotated

import msgspec
from msgspec import Meta

from tilerummy.rooms.commands import Alias, Zone
from tilerummy.rooms.people.wishes import Wish


class PersonKnown(msgspec.Struct, frozen=True):
    """Somebody with whom the guest has played, by the `name` they had last: so many `games` together, of which the
    guest has `won` some, and `lost` some to them; the `points` of the guest in them and `theirs`; when the `last` one
    ended (ms; None where the games were forgotten). Whether they are `hidden` from the list, or `blocked`."""

    alias: str
    name: str
    games: int
    won: int
    lost: int
    points: int
    theirs: int
    last: int | None
    hidden: bool
    blocked: bool


class CompanyShown(msgspec.Struct, frozen=True):
    """The other guests of a game, by alias and by name."""

    aliases: tuple[str, ...]
    names: tuple[str, ...]


class PeopleShown(msgspec.Struct, frozen=True):
    """Some of the people of a guest, those played with last first; `next`: after whom to ask for more (None: nobody).
    With the first of them the last `companies`. `counted`: all games are counted; else more of them are, each time."""

    people: tuple[PersonKnown, ...]
    next: str | None
    companies: tuple[CompanyShown, ...]
    counted: bool


class PersonAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the guest wants of somebody."""

    act: Wish


class SomebodyAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The person at a table whom the guest blocks: on a `seat`, or who wrote the chat `line` with that number (exactly
    one of the two)."""

    seat: Annotated[int, Meta(ge=0, le=7)] | None = None
    line: Annotated[int, Meta(ge=1, le=2**31 - 1)] | None = None


class NewCompany(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Asks for a table with seats for these people; the guest sits there under a `name`. `zone`: see `NewRoom`."""

    aliases: Annotated[tuple[Alias, ...], Meta(min_length=1, max_length=7)]
    name: str
    zone: Zone | None = None
