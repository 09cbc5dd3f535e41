"""Jokers of the table: what may become of them in one turn, in editions that restrict it.

Where melds with a joker are free, freed jokers may go anywhere and any tile frees them, the legal table is the only
test. Otherwise the play is legal if some account of what happened to each old meld with a joker satisfies the edition,
all at once: the copies of a tile are indistinguishable, so the judge looks for the account that makes the play legal.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final

import msgspec

from tilerummy.rules.edition.edition import Jokers
from tilerummy.rules.judge.joker_accounts import Turn, accounts, hold_together
from tilerummy.rules.melds.readings import Meld
from tilerummy.rules.moves import Play
from tilerummy.rules.notation import format_meld
from tilerummy.rules.position import Position
from tilerummy.rules.tiles import Tile, is_joker
from tilerummy.rules.violations import Violation

LENIENT: Final = {
    "sets": "free",
    "retrieval": "rack-or-table",
    "freed": "any-set",
    "group_needs": "one",
    "double_needs": "one",
}
"""The words under which a legal table is the only test."""

CODES: Final = {
    ("sets", "frozen"): "joker-set-broken",
    ("sets", "frozen-until-replaced"): "joker-not-replaced",
    ("retrieval", "rack"): "joker-not-from-rack",
    ("freed", "rack-set"): "joker-not-in-rack-set",
    ("freed", "new-set"): "joker-not-in-new-set",
    ("group_needs", "both"): "joker-needs-both",
    ("double_needs", "both"): "double-needs-both",
}


def joker_violations(position: Position, play: Play, played: tuple[Tile, ...]) -> Iterable[Violation]:
    """The joker rules that a play of the tiles of table and rack breaks; `played` are the rack tiles it lays."""
    if jokers_allowed(position, play, played):
        return
    rules, olds = position.edition.jokers, _with_joker(position)
    turn = Turn(position, play, Counter(played))
    blamed = False
    for old in olds:
        if not turn.uncertain(old) and not hold_together(turn, [tuple(accounts(turn, old, rules))]):
            blamed = True
            yield from _blame(turn, [old], rules)
    if not blamed and not any(map(turn.uncertain, olds)):
        yield from _blame(turn, olds, rules)


def jokers_allowed(position: Position, play: Play, played: tuple[Tile, ...]) -> bool:
    """Whether it breaks none."""
    rules = position.edition.jokers
    if _lenient(rules):
        return True
    olds = _with_joker(position)
    if _lie_as_before([position.table[old] for old in olds], play):
        return True
    turn = Turn(position, play, Counter(played))
    return hold_together(turn, [tuple(accounts(turn, old, rules)) for old in olds])


def _with_joker(position: Position) -> list[int]:
    return [index for index, meld in enumerate(position.table) if any(map(is_joker, meld.tiles))]


@cache
def _lenient(rules: Jokers) -> bool:
    return all(getattr(rules, word) == lenient for word, lenient in LENIENT.items())


def _lie_as_before(olds: Sequence[Meld], play: Play) -> bool:
    """Whether all these melds lie unchanged on the new table, none of them of jokers alone."""
    return Counter(olds) <= Counter(play.table) and all(not all(map(is_joker, old.tiles)) for old in olds)


def _blame(turn: Turn, olds: Sequence[int], rules: Jokers) -> Iterable[Violation]:
    """The words that no account of these sets satisfies even alone, but a broken frozen set says all; where the words
    fail only together, the last whose loosening would help."""
    strict = [word for word, lenient in LENIENT.items() if getattr(rules, word) != lenient]

    def fails(words: Iterable[str]) -> bool:
        loosened = msgspec.structs.replace(rules, **{word: LENIENT[word] for word in LENIENT if word not in words})
        return not hold_together(turn, [tuple(accounts(turn, old, loosened)) for old in olds])

    broken = [word for word in strict if fails([word])]
    if "sets" in broken:
        broken = ["sets"]
    elif not broken:
        helping = [word for word in strict if not fails([other for other in strict if other != word])]
        broken = (helping or strict)[-1:]
    old = turn.position.table[olds[0]]
    for word in broken:
        yield _violation(turn, old, word, CODES[word, getattr(rules, word)])


def _violation(turn: Turn, old: Meld, word: str, code: str) -> Violation:
    tiles = Counter(old.tiles)
    common = [(Counter(meld.tiles) & tiles).total() for meld in turn.play.table]
    nearest = max(range(len(common)), key=common.__getitem__)
    joker = next(tile for tile in old.tiles if is_joker(tile))
    point = f"jokers.{word}"
    ref = turn.position.edition.ref(point)
    return Violation(code=code, meld=nearest, tile=joker, ref=ref, params={"set": format_meld(old)}, point=point)
