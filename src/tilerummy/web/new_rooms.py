"""What a request for a room asks for: which edition, and who sits there."""

import msgspec

from tilerummy import editions
from tilerummy.rooms import deciding
from tilerummy.rooms.facts import Sitter
from tilerummy.rules.edition import Edition, Examples
from tilerummy.rules.edition_faults import EditionError
from tilerummy.rules.edition_reader import change
from tilerummy.web.protocol import NewRoom
from tilerummy.web.refusing import Refuse, told


def edition_of(asked: NewRoom) -> Edition:
    """The edition without its examples, which a game does not need. Raises Refuse."""
    if sum(part is not None for part in (asked.edition, asked.house, asked.toml)) != 1:
        raise Refuse(422, "one-edition")
    named = asked.edition if asked.edition is not None else asked.house.base if asked.house else None
    if named is not None and named not in editions.names():
        raise Refuse(422, "unknown-edition", known=list(editions.names()))
    try:
        if asked.toml is not None:
            edition = editions.loads(asked.toml)
        else:
            edition = editions.load(named or "")
        if asked.house is not None:
            edition = change(edition, asked.house.changes)
    except EditionError as error:
        raise Refuse(422, "edition-faults", told(error.faults)) from None
    return msgspec.structs.replace(edition, examples=Examples())


def sitters_of(asked: NewRoom, player: str) -> tuple[Sitter | None, ...]:
    """The owner first, then the computer players, then open seats. Raises Refusal."""
    sitters: list[Sitter | None] = []
    if asked.name is not None:
        sitters.append(deciding.person(asked.name, player))
    for level in asked.computers:
        sitters.append(deciding.computer(level, tuple(sitter.name for sitter in sitters if sitter)))
    if len(sitters) > asked.seats:
        raise deciding.Refusal("room-full")
    return (*sitters, *[None] * (asked.seats - len(sitters)))
