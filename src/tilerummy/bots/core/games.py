"""Whole games by the core: from the same deal the same game as `whole_game.played` plays move by move.

The core says what came of a game. Its moves, judged one by one, make the events.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from tilerummy.bots import master, plays
from tilerummy.bots.core.codec import HEAD, VERSION, Reply, decode, moves, packed
from tilerummy.bots.rng import Constant
from tilerummy.bots.whole_game import Played, played
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.game.deal import filled, starting_draw
from tilerummy.rules.game.scoring import Scoring, pool_exhausted, rack_empty
from tilerummy.rules.game.views import View
from tilerummy.rules.moves import Move
from tilerummy.rules.tiles import Tile
from tilerummy.solver import ability, dispatch
from tilerummy.solver.kernel import core
from tilerummy.solver.opening.separate import amount
from tilerummy.solver.regular import backend

LEVELS: Final = {"expert": 0, "most-tiles": 1, "master": 2, "waiter": 3}
"""The levels that the core plays, as `enum level` of `kernel/game/types.h` numbers them: those that ask for no more
than searches for the best play."""
MOST_COPIES: Final = 3
"""Copies of a tile in the box: with more the kernel searches wider than the core does."""
_play = core()


def can_play(edition: Edition, levels: Sequence[str]) -> bool:
    """Whether the core plays this edition between these levels; all others play move by move."""
    return (
        _play is not None
        and LEVELS.keys() >= set(levels)
        and edition.players.least <= len(levels) <= edition.players.most
        and _known(edition)
    )


@lru_cache(maxsize=64)
def _known(edition: Edition) -> bool:
    """Whether its plays are found by the plain search alone: nothing on the table is bound, no joker is special, and no
    loser pays by what they could have opened with."""
    return (
        dispatch.search_of(edition) is backend.search
        and edition.tiles.copies <= MOST_COPIES
        and edition.jokers.all_joker_melds == "refused"
        and edition.opening.melds == "several"
        and edition.end.unopened is None
    )


def asked(
    edition: Edition, levels: Sequence[str], deck: Sequence[Tile], draws: Sequence[Tile], *, told: bool = False
) -> bytes:
    """The game from shuffled `deck` and `draws` as a request, with its moves where they are to be `told`."""
    _, starter = starting_draw(draws, len(levels))
    racks, pool = filled(edition, len(levels), deck)
    end, opening = edition.end, edition.opening
    head = HEAD.pack(
        VERSION,
        len(levels),
        starter,
        edition.tiles.copies,
        end.pool_empty == "one-turn-each",
        end.pass_when_able == "refused",
        told,
        master.KEEP,
        edition.jokers.penalty,
        amount(opening, late=False),
        amount(opening, late=True),
        opening.table_use == "same-turn",
        plays.BUDGET.nodes,
        ability.BUDGET.nodes,
    )
    seated = bytes(LEVELS[level] for level in levels) + bytes(map(len, racks))
    return b"".join((head, seated, *map(packed, racks), packed(pool)))


def finished(
    edition: Edition, levels: Sequence[str], deck: Sequence[Tile], draws: Sequence[Tile], *, told: bool = False
) -> Reply | None:
    """What comes of a game that the core can play; None where a search comes to no end in its budget, so that the game
    is to be played move by move."""
    assert _play is not None
    return decode(_play(asked(edition, levels, deck, draws, told=told)))


def scored(edition: Edition, reply: Reply) -> Scoring:
    """The points of a game."""
    if reply.reason == "rack-empty":
        return rack_empty(edition, reply.racks)
    return pool_exhausted(edition, reply.racks, reply.to_move)


def judged(
    edition: Edition, levels: Sequence[str], deck: list[Tile], draws: list[Tile], salt: str = ""
) -> Played | None:
    """The same game with its events, each move judged as that of any player; None as for `finished`."""
    reply = finished(edition, levels, deck, draws, told=True)
    if reply is None:
        return None
    _, starter = starting_draw(draws, len(levels))
    script = moves(reply.moves, starter, len(levels))

    def next_move(_: View, __: object) -> Move:
        return next(script)

    game = played(edition, [next_move] * len(levels), deck, draws, Constant(0), salt)
    if next(script, None) is not None or not _agree(game, reply, edition):
        raise AssertionError("the core and the judge disagree")
    return game


def _agree(game: Played, reply: Reply, edition: Edition) -> bool:
    result, scoring = game.end.over, scored(edition, reply)
    assert result is not None
    return (result.reason, result.winners, result.scores, result.racks) == (
        reply.reason,
        scoring.winners,
        scoring.points,
        reply.racks,
    ) and (game.end.turn_number - 1, len(game.end.pool)) == (reply.turns, reply.pool)
