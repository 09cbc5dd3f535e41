"""What the keeper of a club may ask."""

from typing import Annotated, Final

import msgspec
from msgspec import Meta

from tilerummy.clubs.state import Role
from tilerummy.records.links import ALPHABET, LENGTH
from tilerummy.tournament.fields import Id

MOST_MEMBERS: Final = 5_000
"""People in a club's register: a country's federation."""
MOST_EVENTS: Final = 200
"""Events of a club: an evening a week for four years."""
MOST_SEASONS: Final = 40
"""Seasons of a club: ten years of quarters."""
MOST_ALSO: Final = 10
"""Other names of one person."""
LONGEST_NOTE: Final = 400
"""Characters in a note about a person."""
LONGEST_REGISTER: Final = 500_000
"""Characters in a register that is brought: a hundred for each of 5,000 people."""
MOST_PLACES: Final = 1_000
"""Places for which a season has points: as many as a large event has players."""
Number = Annotated[int, Meta(ge=1, le=1_000_000)]
Text = Annotated[str, Meta(max_length=400)]
Day = Annotated[str, Meta(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$")]
"""A day, as YYYY-MM-DD."""
Also = Annotated[tuple[Text, ...], Meta(max_length=MOST_ALSO)]


class ClubAsked(msgspec.Struct, frozen=True, tag_field="t", forbid_unknown_fields=True):
    """Base of what the keeper sends."""

    id: Id


class RenameClub(ClubAsked, frozen=True, tag="rename"):
    """The club gets another name."""

    name: Text


class RenewClubLink(ClubAsked, frozen=True, tag="renew"):
    """A link gets a new key: the one before opens nothing any more. `key`: the keeper's new one, where the client makes
    it; so it is known even if the answer is lost."""

    which: Role
    key: Annotated[str, Meta(pattern=f"^[{ALPHABET}]{{{LENGTH}}}$")] | None = None


class CloseClub(ClubAsked, frozen=True, tag="close"):
    """The club ends for good, and what it knows of people is forgotten."""


class EnterMember(ClubAsked, frozen=True, tag="enter"):
    """Somebody comes into the register. `also`: how else lists have them; `category`: a class or club, which tells
    namesakes apart; `named`: they agreed to be named to readers; `note`: for the keeper alone."""

    name: Text
    also: Also = ()
    category: Text = ""
    named: bool = False
    note: Text = ""


class ChangeMember(ClubAsked, frozen=True, tag="change"):
    """An entry of the register is put right: it says all of this from now on, as in `enter`."""

    member: Number
    name: Text
    also: Also = ()
    category: Text = ""
    named: bool = False
    note: Text = ""


class RemoveMember(ClubAsked, frozen=True, tag="remove"):
    """Somebody is in the register no longer. Their events know their name still."""

    member: Number


class MergeMembers(ClubAsked, frozen=True, tag="merge"):
    """Two entries are one person: `gone` is joined into `into`."""

    into: Number
    gone: Number


class PartMembers(ClubAsked, frozen=True, tag="part"):
    """An entry that was joined into another is there again, as it was."""

    gone: Number


class ErasePerson(ClubAsked, frozen=True, tag="erase"):
    """A person asks to be forgotten, whether the register has them or not: nothing that the club keeps has their name
    any longer. `person`: their key, as figures have it (`m12`: number 12 of the register)."""

    person: Annotated[str, Meta(max_length=20)]


class ImportRegister(ClubAsked, frozen=True, tag="import"):
    """A list of people is taken into the register, whole or not at all."""

    text: Annotated[str, Meta(max_length=LONGEST_REGISTER)]


class AddEvent(ClubAsked, frozen=True, tag="add-event"):
    """A tournament counts for the club: its id, and the key of its organiser's or its desk's link, which is not
    kept."""

    event: Annotated[str, Meta(max_length=40)]
    key: Annotated[str, Meta(max_length=40)]


class AddSheet(ClubAsked, frozen=True, tag="add-sheet"):
    """A score sheet counts for the club: its id, and the key by which it is written on, which is not kept."""

    sheet: Annotated[str, Meta(max_length=40)]
    key: Annotated[str, Meta(max_length=40)]


class RemoveEvent(ClubAsked, frozen=True, tag="remove-event"):
    """An event counts for the club no longer."""

    event: Number


class DateEvent(ClubAsked, frozen=True, tag="date-event"):
    """On which day an event was."""

    event: Number
    day: Day


class SetSeason(ClubAsked, frozen=True, tag="season"):
    """A season is counted so from now on: see `ClubSeasonShown`. `season`: its number, None for a new one."""

    season: Number | None
    name: Text
    first: Day | None = None
    last: Day | None = None
    events: Annotated[tuple[Number, ...], Meta(max_length=MOST_EVENTS)] | None = None
    best: Annotated[int, Meta(ge=0, le=MOST_EVENTS)] = 0
    scale: Annotated[tuple[Annotated[int, Meta(ge=0, le=100_000)], ...], Meta(max_length=MOST_PLACES)] = ()
    everybody: bool = False


class DropSeason(ClubAsked, frozen=True, tag="drop-season"):
    """A season is counted no longer. Its events stay."""

    season: Number


ClubCommand = (
    RenameClub
    | RenewClubLink
    | CloseClub
    | EnterMember
    | ChangeMember
    | RemoveMember
    | MergeMembers
    | PartMembers
    | ErasePerson
    | ImportRegister
    | AddEvent
    | AddSheet
    | RemoveEvent
    | DateEvent
    | SetSeason
    | DropSeason
)

SHRINKING: Final = (RenewClubLink, CloseClub, RemoveMember, ErasePerson, RemoveEvent, DropSeason)
"""What can be asked of a club that holds no more."""
