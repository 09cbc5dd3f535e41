"""Everything that is wrong with an illegal meld, said about what the player most likely meant by it."""

from collections.abc import Iterator
from itertools import pairwise

from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.melds.mirror_faults import mirror_faults
from tilerummy.rules.melds.runs import last_place
from tilerummy.rules.melds.shape_faults import group_faults, run_faults, violation
from tilerummy.rules.melds.types import Meld
from tilerummy.rules.tiles import COLOUR_OF, JOKERS, NUMBER_OF
from tilerummy.rules.violations import Violation

_ORDER_CODES = frozenset({"run-gap", "run-order", "run-repeats", "double-one-number", "two-colour-no-number"})
"""What is wrong step by step with tiles that only need another order."""
_EDGE_CODES = frozenset({"run-past-edge", "run-past-one", "double-at-edge"})
"""What another order puts right too."""


def faults(meld: Meld, edition: Edition, *, legal_unstated: bool, order_helps: bool) -> tuple[Violation, ...]:
    """What is wrong with an illegal meld. `legal_unstated`: it would be legal without its statements; `order_helps`:
    another order of its tiles is legal."""
    if legal_unstated:
        return (_impossible(meld, edition),)
    found = list(_counts(meld, edition))
    if any(each.code == "foreign-joker" for each in found):
        return tuple(found)
    if meld.kind is not None and meld.stands is None:
        shape = list(_shape(meld, meld.kind, edition))
    else:
        shape = list(_shape(meld, _meant(meld), edition))
    if order_helps and any(each.code in _ORDER_CODES for each in shape):
        shape = [each for each in shape if each.code not in _ORDER_CODES | _EDGE_CODES]
        shape.append(violation(edition, "run-order", "meld.run"))
    found += shape
    if not found:
        found.append(violation(edition, "not-run-nor-group", "meld.run"))
    return tuple(found)


def _impossible(meld: Meld, edition: Edition) -> Violation:
    """The statement that cannot be: the kind, or what a joker is said to stand for."""
    point = "meld.group" if meld.kind == "group" else "meld.run"
    joker = next((tile for tile, stand in zip(meld.tiles, meld.stands or (), strict=False) if stand), None)
    return violation(edition, "stated-reading-impossible", point, joker)


def _counts(meld: Meld, edition: Edition) -> Iterator[Violation]:
    """What is wrong whatever the tiles were meant to be."""
    if len(meld.tiles) < 3:
        yield violation(edition, "too-short", "meld.length", None, count=len(meld.tiles), least=3)
    jokers = [tile for tile in meld.tiles if tile in JOKERS]
    for joker in JOKERS:
        if joker in jokers and not edition.tiles.jokers[joker]:
            yield violation(edition, "foreign-joker", "tiles.jokers", joker)
    if len(jokers) == len(meld.tiles) and edition.jokers.all_joker_melds == "refused":
        yield violation(edition, "only-jokers", "jokers.all_joker_melds")
    most = edition.jokers.per_set
    if most is not None and len(jokers) > most:
        yield violation(edition, "too-many-jokers", "jokers.per_set", None, count=len(jokers), most=most)


def _meant(meld: Meld) -> str | None:
    """Run or group, as the numbered tiles suggest; None where they suggest neither."""
    numbered = [tile for tile in meld.tiles if tile in NUMBER_OF]
    numbers = [NUMBER_OF[tile] for tile in numbered]
    colours = {COLOUR_OF[tile] for tile in numbered}
    if len(numbers) > 1 and len(set(numbers)) == 1:
        return "group"
    if len(colours) <= 1 or "C" in meld.tiles:
        return "run"
    rising = all(later > earlier for earlier, later in pairwise(numbers))
    near = numbers[-1] - numbers[0] < len(meld.tiles) + meld.tiles.count("D")
    strangers = min(sum(COLOUR_OF[tile] != colour for tile in numbered) for colour in colours)
    if rising and (near or (strangers == 1 and len(numbered) > 2)):
        return "run"
    usual = max(numbers, key=numbers.count)
    return "group" if numbers.count(usual) > 1 and numbers.count(usual) >= len(numbers) - 1 else None


def _shape(meld: Meld, kind: str | None, edition: Edition) -> Iterator[Violation]:
    if "M" in meld.tiles:
        yield from mirror_faults(meld, edition)
    elif len(meld.tiles) < 2:
        return
    elif kind == "run":
        yield from run_faults(meld.tiles, edition, last_place(edition))
    elif kind == "group":
        yield from group_faults(meld.tiles, edition)
    else:
        yield violation(edition, "not-run-nor-group", "meld.run")
