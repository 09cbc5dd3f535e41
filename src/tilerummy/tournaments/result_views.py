"""Results as the desk and the phones at a table see them."""

import msgspec

from tilerummy.tournament.decide import Actor
from tilerummy.tournament.state import Place, Result, StagePlay, Tournament, Weight


class ResultShown(msgspec.Struct, frozen=True):
    """A result with its way: who entered it, who confirmed it, what a second person entered; for whom a computer player
    played, and for whom of them it does not count whole."""

    stage: int
    round: int
    table: int
    game: int
    scores: tuple[int | None, ...]
    by: str
    confirmed: str | None
    other: tuple[int | None, ...] | None
    reason: str | None
    stood_in: tuple[int, ...]
    weights: tuple[tuple[int, Weight], ...]


def results(state: Tournament, actor: Actor) -> tuple[ResultShown, ...]:
    """The results that `actor` may see: desk and organiser all, a table those of its round."""
    if actor.role in ("public", "referee"):
        return ()
    return tuple(
        ResultShown(
            at,
            *place,
            result.scores,
            result.by,
            result.confirmed,
            result.other,
            result.reason,
            result.stood_in,
            result.weights,
        )
        for at, play in enumerate(state.stages)
        for place, result in _seen(state, at, play, actor)
    )


def _seen(state: Tournament, at: int, play: StagePlay, actor: Actor) -> list[tuple[Place, Result]]:
    """The results of a stage that `actor` may see, in order."""
    if actor.role != "table":
        return sorted(play.results.items())
    stage, number = actor.round or (0, 0)
    games = range(1, state.rule(play).games + 1) if at == stage else ()
    own = [(number, actor.table or 0, game) for game in games]
    return [(place, play.results[place]) for place in own if place in play.results]
