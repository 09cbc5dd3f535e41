"""What a request asks for: which edition, and for a room, who sits there."""

from collections.abc import Collection
from typing import Final

import msgspec

from tilerummy import editions
from tilerummy.rooms import decide as deciding
from tilerummy.rooms.events import Sitter
from tilerummy.rooms.jobs.scheduler import Scheduler, TooMuchWork
from tilerummy.rules.edition.edition import Edition, Examples
from tilerummy.rules.edition.faults import EditionError
from tilerummy.rules.edition.reader import change
from tilerummy.rules.refusal import refuse
from tilerummy.web.errors import HttpRefusal, told
from tilerummy.web.protocol import Analysis, NewRoom

READ_SECONDS: Final = 2.0
"""Seconds that reading a file or house rules may take; the largest take a hundredth of it."""


async def edition_of(asked: NewRoom | Analysis, scheduler: Scheduler, address: str) -> Edition:
    """The edition without its examples, which a game does not need; what guests wrote is read apart.

    Raises HttpRefusal.
    """
    if sum(part is not None for part in (asked.edition, asked.house, asked.toml)) != 1:
        raise HttpRefusal(422, "one-edition")
    named = asked.edition if asked.edition is not None else asked.house.base if asked.house else None
    if named is not None and named not in editions.names():
        raise HttpRefusal(422, "unknown-edition", known=list(editions.names()))
    try:
        if asked.edition is not None:
            edition = editions.load(asked.edition)
        else:
            edition = await scheduler.read(address, READ_SECONDS, read_edition, asked)
    except EditionError as error:
        raise HttpRefusal(422, "edition-faults", told(error.faults)) from None
    except TooMuchWork:
        raise HttpRefusal(503, "busy") from None
    return msgspec.structs.replace(edition, examples=Examples())


def read_edition(asked: NewRoom | Analysis) -> Edition:
    """The edition that a guest wrote. Raises EditionError."""
    if asked.toml is not None:
        return editions.loads(asked.toml)
    assert asked.house is not None
    return change(editions.load(asked.house.base), asked.house.changes)


def sitters_of(asked: NewRoom, player: str, levels: Collection[str]) -> tuple[Sitter | None, ...]:
    """The owner first, then the computer players of the `levels` there are, then open seats. Raises Refusal."""
    sitters: list[Sitter | None] = []
    if asked.name is not None:
        sitters.append(deciding.person(asked.name, player, zone=asked.zone))
    for level in asked.computers:
        sitters.append(deciding.computer(level, tuple(sitter.name for sitter in sitters if sitter), levels))
    if len(sitters) > asked.seats:
        raise refuse("room-full")
    return (*sitters, *[None] * (asked.seats - len(sitters)))
