"""What each edition's rulebook says, written down by its name: the law the books are kept by.

Nothing here is taken from the program; where a rulebook is silent the value is the reading that `docs/rules.md` tells.
"""

from dataclasses import dataclass, replace
from typing import Final, Literal

ANY: Final = 160
"""As many jokers as there are."""


@dataclass(frozen=True, eq=False)
class Book:
    """One rulebook.

    `box`: copies of each numbered tile, and jokers by kind. `past_one`: a 1 may follow 13. `opens_at`: the least
    points that open, of `one_meld` alone or of several. `redeal`: which racks a player with three pairs may have dealt
    again before the first turn. `same_turn`: the table may be used in the turn of the
    opening. `waived`: any meld opens once the pool is empty. `frozen`: melds with a joker only grow, for good or
    `until_replaced` all its jokers are; `rack_only`: only the rack replaces them. `freed`: the joker goes into any
    meld, a new one, or one of rack tiles alone. `either`: a tile of its number or of its colour replaces a joker,
    as no book is read (docs/rules.md 4.1). `both_colours`, `both_tiles`: one tile frees neither the joker of a
    group of three nor the double joker of one. `most_jokers` in one meld, or `all_jokers`. `centre`: a mirror joker
    counts the number in the middle, and needs one. `least_side`, and of groups `most_side`: tiles beside it;
    `free_sides`: groups whose colours may differ; `free_runs`: runs, whose numbers alone are the same. `free_borders`:
    two two-colour jokers may lie in one colour. `keeps`: legal melds stay when the time is up; `idle`: tiles drawn then
    by who has nothing begun, `late` by who has. `limit`, `bank`, `increment` in seconds.
    `one_turn_each` after the pool is empty, instead of going on until nobody lays; `must_lay`: who can, may not pass.
    `by_games`: a match goes to who won most games, then by points; `round_games`: 0 for as many as there are players.
    `unopened`: what a loser pays instead of the rack who has not opened, and twice that who could have. `cap`: the most
    that a rack costs a loser; `bonus`: what the winner gets besides.
    """

    players: tuple[int, ...] = (2, 3, 4)
    copies: int = 2
    jokers: tuple[tuple[str, int], ...] = (("J", 2),)
    joker_each: bool = False
    redeal: Literal["all", "own"] | None = None
    past_one: bool = False
    opens_at: int = 30
    one_meld: bool = False
    same_turn: bool = False
    waived: bool = False
    frozen: bool = False
    until_replaced: bool = False
    rack_only: bool = False
    freed: Literal["any", "new", "rack"] = "any"
    either: bool = False
    both_colours: bool = False
    both_tiles: bool = False
    most_jokers: int = ANY
    all_jokers: bool = False
    joker_costs: int = 30
    centre: bool = True
    least_side: int = 1
    most_side: int = 4
    free_sides: bool = False
    free_runs: bool = False
    free_borders: bool = False
    limit: int | None = 60
    bank: int | None = None
    increment: int = 0
    keeps: bool = False
    idle: int = 1
    late: int = 3
    one_turn_each: bool = False
    must_lay: bool = True
    by_games: bool = False
    round_games: int | Literal["players"] | None = None
    unopened: int | None = None
    cap: int | None = None
    bonus: int = 0

    @property
    def tiles(self) -> int:
        """How many tiles are in the box."""
        return 52 * self.copies + sum(count for _, count in self.jokers)

    @property
    def kinds(self) -> dict[str, int]:
        """The box: how many there are of each tile."""
        numbered = {f"{colour}{number}": self.copies for colour in "krby" for number in range(1, 14)}
        return numbered | dict(self.jokers)


_DANISH: Final = Book(most_jokers=2)
_TWIST: Final = Book(jokers=(("J", 2), ("D", 2), ("C", 2), ("M", 2)), by_games=True, round_games="players")
_SABRA: Final = Book(most_jokers=2, same_turn=True, joker_costs=25, limit=None, keeps=True, idle=3, must_lay=False)

BOOKS: Final[dict[str, Book]] = {
    "original": _DANISH,
    "original-classic": replace(_DANISH, frozen=True, until_replaced=True, rack_only=True),
    "duel": replace(
        _DANISH,
        players=(2,),
        joker_each=True,
        redeal="all",
        joker_costs=50,
        limit=None,
        bank=600,
        increment=10,
        unopened=100,
    ),
    "championship": replace(_DANISH, limit=40),
    "deutschland": replace(_DANISH, redeal="all"),
    "polska": replace(_DANISH, redeal="all"),
    "sabra-1978": replace(
        _DANISH, same_turn=True, frozen=True, until_replaced=True, rack_only=True, both_colours=True, limit=None
    ),
    "suomi": replace(
        _DANISH, opens_at=31, frozen=True, until_replaced=True, rack_only=True, freed="rack", most_jokers=1
    ),
    "twist": _TWIST,
    "twist-international": replace(_TWIST, centre=False),
    "sabra": _SABRA,
    "xp-106": replace(_SABRA, most_jokers=ANY),
    "xp-108": replace(_SABRA, most_jokers=ANY, jokers=(("J", 4),)),
    "xp-160": replace(_SABRA, most_jokers=ANY, players=(2, 3, 4, 5, 6), copies=3, jokers=(("J", 4),)),
    "belgian-tournament": replace(_SABRA, limit=60, waived=True, one_turn_each=True, round_games=3),
}
DEAL: Final = 14
