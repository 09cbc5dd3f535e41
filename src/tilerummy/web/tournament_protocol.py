"""The bodies of the tournaments' addresses. What a role sees is defined in `tournaments.views`, what may be asked
with the tournament (`tournament.commands`)."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from tilerummy.tournament.fields import ListText, Table
from tilerummy.tournament.lists.entrants import Number
from tilerummy.tournament.lists.understood import Odd
from tilerummy.tournaments.online_tables import TableHere
from tilerummy.web.protocol import EditionFault


class NewTournament(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Asks for a tournament in a format of the package or a format file's text (exactly one of the two).

    With `initials` the public sees no full names.
    """

    name: Annotated[str, Meta(max_length=400)]
    format: Annotated[str, Meta(max_length=60)] | None = None
    toml: Annotated[str, Meta(max_length=60_000)] | None = None
    initials: bool = False


class TournamentMade(msgspec.Struct, frozen=True):
    """The new tournament's id, which is its public link, and the keys of the organiser's and the desk's links."""

    tournament: str
    organiser: str
    desk: str


class ServerShown(msgspec.Struct, frozen=True):
    """What this server allows. `restore`: guests may bring tournaments back from backups."""

    restore: bool


class FormatListed(msgspec.Struct, frozen=True):
    """A format to choose, with the ids of its stages."""

    id: str
    name: str
    edition: str
    stages: tuple[str, ...]


class CardCode(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The code on a table's card, as typed."""

    code: Annotated[str, Meta(max_length=20)]


class CardKey(msgspec.Struct, frozen=True):
    """The key of the link on that card."""

    key: str


class Answered(msgspec.Struct, frozen=True):
    """A command was carried out, or had been before: the tournament is at `seq` at least. `key`: the organiser's new
    one, where they renewed it; `step`: what they may take back now, so that they can though no picture can be made."""

    seq: int
    key: str | None
    step: int | None


class ListRead(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What would a list of players or of results be understood to say?"""

    what: Literal["entrants", "results"]
    text: ListText


class ListUnderstood(msgspec.Struct, frozen=True):
    """See `tournament.lists.understood`."""

    count: int
    first: tuple[tuple[str, ...], ...]
    odd: tuple[Odd, ...]
    faults: tuple[EditionFault, ...]


class _Asked(msgspec.Struct, frozen=True, tag_field="t", forbid_unknown_fields=True):
    """Base of what is asked of a table that is played here. Asked again, it has the same outcome."""

    table: Table


class ClaimSeat(_Asked, frozen=True, tag="claim"):
    """By the table's link: the guest at this device is the player of this number, and plays from here."""

    number: Number


class ReleaseSeat(_Asked, frozen=True, tag="release"):
    """By the desk: another device may claim the player's seat."""

    number: Number


class BeginGame(_Asked, frozen=True, tag="begin-game"):
    """By the desk: the game begins without those who are not there."""


class EnterResult(_Asked, frozen=True, tag="enter-result"):
    """By the desk: what came of the game that is over there is entered, if it can be."""


OnlineAsked = ClaimSeat | ReleaseSeat | BeginGame | EnterResult


class Claimed(msgspec.Struct, frozen=True):
    """The room where the seat is."""

    room: str


class TablesHere(msgspec.Struct, frozen=True):
    """The tables of the round under way that are played here, as far as the link may see them."""

    tables: tuple[TableHere, ...]
