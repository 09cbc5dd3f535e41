"""A preview as data: its words, and what its picture is drawn of."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tilerummy.messages import text
from tilerummy.rooms.views.projection import edition_shown
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.tiles import JOKERS

PALETTE = ("black", "red", "blue", "orange")
"""What the four colours are printed in where no edition says it."""


class Plate(NamedTuple):
    """A seat in a picture: `name` (None: a free one), a `figure` such as points, and whether it stands out."""

    name: str | None
    figure: str = ""
    lit: bool = False


class Scene(NamedTuple):
    """What a picture shows. `melds` and the `rack` are tiles in notation."""

    heading: str
    line: str
    palette: Sequence[str] = PALETTE
    melds: Sequence[Sequence[str]] = ()
    plates: Sequence[Plate] = ()
    rack: Sequence[str] = ()
    free: str = ""
    """What stands on a free seat."""


class Preview(NamedTuple):
    """What a link shows. `version` changes with the picture, so that nobody keeps an old one."""

    title: str
    description: str
    scene: Scene
    version: str = ""


def usual(lang: str) -> Preview:
    """Of an address that shows nothing of its own, or nothing that a stranger may see."""
    title, lead = text(lang, "page.home-title"), text(lang, "page.home-lead")
    return Preview(title, lead, Scene("Tilerummy", lead, melds=sample(("J",))))


def of_edition(heading: str, line: str, edition: Edition | None) -> Scene:
    """A scene with a few tiles of an edition's box; without one, of any."""
    if edition is None:
        return Scene(heading, line, melds=sample(("J",)))
    shown = edition_shown(edition)
    return Scene(heading, line, palette=shown.palette, melds=sample(jokers_of(shown.jokers)))


def sample(jokers: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """A few tiles of a box with these jokers, where none lie on a table."""
    run, group = ("b9", "b10", "b11", "b12", "b13"), ("r7", "k7", "y7", "b7")
    return run, group, tuple(jokers)


def jokers_of(counts: Mapping[str, int]) -> tuple[str, ...]:
    """The kinds of jokers that a box has, by how many it has of each."""
    return tuple(joker for joker in JOKERS if counts[joker])


def listed(names: Sequence[str], lang: str) -> str:
    """The names as one says them: `Anna, Bo and Cleo`."""
    if len(names) < 2:
        return "".join(names)
    return text(lang, "link.and", names=", ".join(names[:-1]), last=names[-1])


def signed(points: int) -> str:
    """Points with their sign."""
    return f"{points:+}".replace("-", "−") if points else "0"
