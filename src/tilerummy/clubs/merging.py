"""Two entries of a register that are one person: what they are together, and what keeps them apart."""

from typing import NamedTuple

from msgspec.structs import replace

from tilerummy.clubs.book import Register
from tilerummy.clubs.names import Taken, whole
from tilerummy.clubs.state import Club, ClubEvent, Member
from tilerummy.seasons.register import plain


class Joined(NamedTuple):
    """What two entries would be as one; the events of the one that goes, and those in which both played."""

    member: Member
    events: tuple[ClubEvent, ...]
    together: tuple[ClubEvent, ...]


def joined(club: Club, into: Member, gone: Member) -> Joined:
    """Two entries as one: all names of both, named where both agreed to it."""
    register = Register(club)
    of_gone = {event.number: event for event, _ in register.played(f"m{gone.number}")}
    of_into = {event.number for event, _ in register.played(f"m{into.number}")}
    taken = Taken(one for one in club.members.values() if one.number not in (into.number, gone.number))
    names = [*into.also, *gone.also, *_names(taken, into, gone)]
    own = {plain(into.name), whole(into.name, into.category)}
    unlike = {plain(name): name for name in reversed(names) if plain(name) not in own}
    member = replace(
        into,
        also=tuple(reversed(unlike.values())),
        named=into.named and gone.named,
        note=" ".join(filter(None, (into.note, gone.note))),
    )
    together = tuple(event for number, event in of_gone.items() if number in of_into)
    return Joined(member, tuple(of_gone.values()), together)


def parted(gone: Member, into: Member) -> Member:
    """The entry into which another was joined, without the names that are the other's."""
    theirs = {plain(gone.name), whole(gone.name, gone.category), *map(plain, gone.also)}
    return replace(into, also=tuple(name for name in into.also if plain(name) not in theirs))


def _names(taken: Taken, into: Member, gone: Member) -> list[str]:
    """How lists have who goes; a name that others have too says something only with the class or club after it."""
    shared = bool(taken.namesakes(gone.name))
    needed = shared or gone.category or plain(gone.name) == plain(into.name)
    exact = [f"{gone.name}; {gone.category}".strip()] if needed else []
    return exact if shared else [*exact, gone.name]
