"""How a computer player opens: the sets of its rack that reach the amount, sparing jokers first, laying most tiles
next."""

from tilerummy.bots.material import melds_of
from tilerummy.bots.selection import Total, best_choice
from tilerummy.bots.workbench import Workbench
from tilerummy.rules.melds.readings import Meld, readings
from tilerummy.rules.position import Position
from tilerummy.rules.tiles import is_joker


def open_if_able(bench: Workbench) -> bool:
    """Lay the opening when the rack holds one; says whether it did."""
    needed = least_value(bench.position)

    edition = bench.position.edition
    if edition.opening.melds == "one":
        return bench.lay(_one_meld(bench, needed))

    def rank(total: Total) -> tuple[int, ...]:
        if total.value < needed or not total.tiles:
            return 0, 0, 0, total.value
        return 1, -total.jokers, total.tiles, total.value

    chosen = best_choice(melds_of(bench.rack, edition), bench.rack, edition, rank)
    value = sum(readings(meld, edition)[0].value for meld in chosen)
    return value >= needed and bench.lay(chosen)


def _one_meld(bench: Workbench, needed: int) -> tuple[Meld, ...]:
    """The meld that reaches the amount by itself, sparing jokers first, of most tiles next."""
    edition = bench.position.edition
    able = [meld for meld in melds_of(bench.rack, edition) if readings(meld, edition)[0].value >= needed]
    return tuple(sorted(able, key=lambda meld: (sum(map(is_joker, meld.tiles)), -len(meld.tiles)))[:1])


def least_value(position: Position) -> int:
    """The lowest total with which this position's mover may open."""
    opening = position.edition.opening
    if opening.after_pool == "waived" and (position.pool == 0 or position.last_turn):
        return 0
    return opening.amount + (opening.comparison == "more-than")
