"""The bodies of the clubs' addresses. What people with a link see is defined in `clubs.views` and `clubs.figures`, what
the keeper may ask in `clubs.commands`."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from tilerummy.clubs.commands import LONGEST_REGISTER, Number
from tilerummy.web.protocol import EditionFault

Field = Literal["name", "also", "category", "named", "note"]
"""What a register says of somebody."""


class NewClub(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Asks for a club of that name."""

    name: Annotated[str, Meta(max_length=400)]


class ClubMade(msgspec.Struct, frozen=True):
    """The new club's id, which is its address, and the keys of its links."""

    club: str
    keeper: str
    reader: str


class ClubAnswered(msgspec.Struct, frozen=True):
    """It was carried out, or had been before: the club is at `seq` at least. `key`: the keeper's new one, where they
    renewed it."""

    seq: int
    key: str | None


class RegisterRead(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What would a list of people be understood to say?"""

    text: Annotated[str, Meta(max_length=LONGEST_REGISTER)]


class ClubListed(msgspec.Struct, frozen=True):
    """Somebody of a list."""

    name: str
    category: str


class ClubListChange(msgspec.Struct, frozen=True):
    """Somebody of the register of whom a list says otherwise, and in what."""

    before: ClubListed
    after: ClubListed
    what: tuple[Field, ...]


class RegisterUnderstood(msgspec.Struct, frozen=True):
    """What a list of people says beside the register, the first of each: who is `new`, and who of these has a name that
    somebody else has too; who is `changed`; how many are the same. `count`: how many people it has, of whom `coming`
    are new and `changing` are changed. The faults because of which nothing of it can be taken."""

    count: int
    coming: int
    changing: int
    same: int
    new: tuple[ClubListed, ...]
    namesakes: tuple[ClubListed, ...]
    changed: tuple[ClubListChange, ...]
    faults: tuple[EditionFault, ...]


class MergeAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What would two entries of the register be as one?"""

    into: Number
    gone: Number
