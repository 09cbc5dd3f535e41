"""Games in the middle, made for a test: only what matters is stated."""

from collections.abc import Sequence

from tilerummy.editions import load
from tilerummy.rules.game.state import GameState
from tilerummy.rules.moves import Play
from tilerummy.rules.notation import parse_meld, parse_tiles


def situation(
    edition: str = "original",
    *,
    racks: Sequence[str],
    table: Sequence[str] = (),
    pool: str = "",
    turn: int = 0,
    opened: Sequence[bool] | bool = True,
    last_turns: tuple[int, ...] | None = None,
) -> GameState:
    """A game whose `turn` is to move; racks and pool are tiles in notation, the first of the pool is drawn next."""
    seats = len(racks)
    return GameState(
        edition=load(edition),
        seats=seats,
        commitment="",
        deck=(),
        salt="",
        racks=tuple(parse_tiles(rack) for rack in racks),
        pool=parse_tiles(pool),
        table=tuple(parse_meld(meld) for meld in table),
        turn=turn,
        turn_number=10,
        opened=(opened,) * seats if isinstance(opened, bool) else tuple(opened),
        resigned=(False,) * seats,
        moved=(True,) * seats,
        fresh=((),) * seats,
        passed=(),
        last_turns=last_turns,
        last=None,
        over=None,
    )


def play(*table: str, opening: Sequence[str] = ()) -> Play:
    """The play that leaves this table; `opening` are the melds stated as the opening."""
    return Play(opening=tuple(map(parse_meld, opening)), table=tuple(map(parse_meld, table)))
