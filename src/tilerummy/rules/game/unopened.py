"""Losers who have not opened, where the edition has them pay a fixed amount (docs/rules.md 5.1).

They pay twice as much where they could have opened in their last turn. A rack that has not opened only grows, so
a player who could have opened in an earlier turn could have done so in their last. `solver.ability`
searches whether they could; an opening that it finds proves itself, since the judge can judge it.
"""

from collections import Counter
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from tilerummy.rules.game.events import Unopened
from tilerummy.rules.game.scoring import unopened_pays
from tilerummy.rules.game.state import GameState
from tilerummy.rules.judge.ability import UNKNOWN, Ability
from tilerummy.rules.judge.judge import played_legally
from tilerummy.rules.moves import Play
from tilerummy.rules.notation import format_meld, parse_meld
from tilerummy.rules.position import Position, position
from tilerummy.rules.tiles import in_order

Openings = Mapping[int, Ability]
"""What is known of seats that have not opened: whether they could have."""
NOBODY_LOOKED: Final[Openings] = MappingProxyType({})


def unopened(state: GameState) -> tuple[int, ...]:
    """The seats that pay a fixed amount should they lose now; none where the edition has no such amount."""
    if state.edition.end.unopened is None:
        return ()
    return tuple(seat for seat in range(state.seats) if not state.opened[seat])


def last_chance(state: GameState, seat: int) -> Position | None:
    """The tiles with which a seat could have opened in its last turn, the one under way included; None before its
    first. What lies on the table is no part of an opening."""
    if state.turn == seat:
        fresh: tuple[str, ...] = ()
    elif state.moved[seat]:
        fresh = state.fresh[seat]
    else:
        return None
    rack = in_order((Counter(state.racks[seat]) - Counter(fresh)).elements())
    # who drew in that turn had a pool to draw from
    last_turn, pool = state.last_turns is not None and not fresh, len(state.pool) + len(fresh)
    return position(edition=state.edition, table=(), rack=rack, opened=False, pool=pool, last_turn=last_turn)


def chances(state: GameState) -> dict[int, Position]:
    """What a caller has to search before a game ends in this state: the last chance of every seat that had one."""
    found = {seat: last_chance(state, seat) for seat in unopened(state)}
    return {seat: chance for seat, chance in found.items() if chance is not None}


def bills(before: GameState, openings: Openings) -> tuple[Unopened, ...]:
    """What each seat pays should the game end with the turn under way and they lose, by what is known of them."""
    return tuple(_bill(before, seat, openings.get(seat, UNKNOWN)) for seat in unopened(before))


def known(paid: tuple[Unopened, ...]) -> Openings:
    """What a result says of the losers who had not opened."""
    return {bill.seat: Ability(_laid(bill.opening), bill.proof == "unable") for bill in paid}


def _bill(before: GameState, seat: int, ability: Ability) -> Unopened:
    chance = last_chance(before, seat)
    opening: tuple[str, ...] = ()
    if chance is not None and ability.play and played_legally(chance, ability.play):
        opening = tuple(map(format_meld, ability.play.table))
    unable = chance is None or ability.stuck
    pays = unopened_pays(before.edition, able=bool(opening))
    assert pays is not None
    return Unopened(
        seat=seat,
        pays=pays,
        proof="able" if opening else "unable" if unable else "unproved",
        opening=opening,
    )


def _laid(opening: tuple[str, ...]) -> Play | None:
    melds = tuple(map(parse_meld, opening))
    return Play(melds, melds) if melds else None
