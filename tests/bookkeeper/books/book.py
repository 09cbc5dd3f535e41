"""What each edition's rulebook says, written down by its name: the law the books are kept by.

Nothing here is taken from the program; where a rulebook is silent the value is the reading that `docs/rules.md` tells.
"""

from dataclasses import dataclass, replace
from typing import Final, Literal


@dataclass(frozen=True, eq=False)
class Book:
    """One rulebook.

    `box`: copies of each numbered tile, and jokers by kind. `opens_at`: the least points that open. `same_turn`: the
    table may be used in the turn of the opening. `waived`: any meld opens once the pool is empty. `frozen`: melds with
    a joker only grow, and only the rack replaces it; `rack_set`: what is freed lies with rack tiles alone.
    `most_jokers` in one meld. `centre`: a mirror joker counts the number in the middle, and needs one. `keeps`: legal
    melds stay when the time is up; `idle`: tiles drawn then by who has nothing begun. `limit`, `bank`, `increment` in
    seconds.
    `one_turn_each` after the pool is empty, instead of going on until nobody lays; `must_lay`: who can, may not pass.
    `by_games`: a match goes to who won most games, then by points; `round_games`: 0 for as many as there are players.
    `unopened`: what a loser pays instead of the rack who has not opened, and twice that who could have.
    """

    players: tuple[int, ...] = (2, 3, 4)
    copies: int = 2
    jokers: tuple[tuple[str, int], ...] = (("J", 2),)
    joker_each: bool = False
    opens_at: int = 30
    same_turn: bool = False
    waived: bool = False
    frozen: bool = False
    rack_set: bool = False
    most_jokers: int = 160
    joker_costs: int = 30
    centre: bool = True
    limit: int | None = 60
    bank: int | None = None
    increment: int = 0
    keeps: bool = False
    idle: int = 1
    one_turn_each: bool = False
    must_lay: bool = True
    by_games: bool = False
    round_games: int | Literal["players"] | None = None
    unopened: int | None = None

    @property
    def tiles(self) -> int:
        """How many tiles are in the box."""
        return 52 * self.copies + sum(count for _, count in self.jokers)

    @property
    def kinds(self) -> dict[str, int]:
        """The box: how many there are of each tile."""
        numbered = {f"{colour}{number}": self.copies for colour in "krby" for number in range(1, 14)}
        return numbered | dict(self.jokers)


_DANISH: Final = Book()
_TWIST: Final = Book(jokers=(("J", 2), ("D", 2), ("C", 2), ("M", 2)), by_games=True, round_games="players")
_SABRA: Final = Book(same_turn=True, joker_costs=25, limit=None, keeps=True, idle=3, must_lay=False)

BOOKS: Final[dict[str, Book]] = {
    "original": _DANISH,
    "original-classic": replace(_DANISH, frozen=True),
    "duel": replace(
        _DANISH,
        players=(2,),
        joker_each=True,
        joker_costs=50,
        limit=None,
        bank=600,
        increment=10,
        must_lay=False,
        unopened=100,
    ),
    "suomi": replace(_DANISH, opens_at=31, frozen=True, rack_set=True, most_jokers=1),
    "twist": _TWIST,
    "twist-international": replace(_TWIST, centre=False),
    "sabra": _SABRA,
    "xp-106": _SABRA,
    "xp-108": replace(_SABRA, jokers=(("J", 4),)),
    "xp-160": replace(_SABRA, players=(2, 3, 4, 5, 6), copies=3, jokers=(("J", 4),)),
    "belgian-tournament": replace(_SABRA, limit=60, waived=True, one_turn_each=True, round_games=3),
}
DEAL: Final = 14
LATE: Final = 3
"""Tiles drawn as a penalty, in every book."""
