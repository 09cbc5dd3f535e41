"""Equals at the line after a stage: the format's last resort parts them, unless the desk has them play or draw lots."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from tilerummy.rules.names import one_line
from tilerummy.rules.refusal import refuse
from tilerummy.tournament.closing.cut import Cut, open_cut
from tilerummy.tournament.corrections import follow
from tilerummy.tournament.decide import NewSeed
from tilerummy.tournament.events.closing import Settled
from tilerummy.tournament.format.format import RankingKey
from tilerummy.tournament.results.ranking import lines
from tilerummy.tournament.results.standings import equals, last_resort
from tilerummy.tournament.state import Event, Settlement, Settling, Tournament, fold

LOT: Final = 8
"""Figures of a lot that are shown."""


class Equals(NamedTuple):
    """Equals after a stage (from 0, of those begun) of whom some go on: all in order, `there` those who may go on,
    `places` how many of them do; the format's `rule` for it, and what was settled."""

    stage: int
    equal: tuple[int, ...]
    there: tuple[int, ...]
    places: int
    rule: RankingKey
    settled: Settlement | None


def equals_at_line(state: Tournament) -> tuple[Equals, ...]:
    """Who is equal at the line before the stage under way, until a result of it is in."""
    cut = open_cut(state)
    if cut is None:
        return ()
    play, may, on = state.stages[cut.stage], set(cut.ranked), set(cut.through)
    stage = state.rule(play)
    found = []
    for equal in equals(stage, lines(state, cut.stage)):
        there = tuple(player for player in equal if player in may)
        places = len(on.intersection(there))
        if 0 < places < len(there) and _matters(state, cut, equal):
            found.append(Equals(cut.stage, equal, there, places, last_resort(stage), _of(play.settled, equal)))
    return tuple(found)


def settle(
    state: Tournament, equal: Sequence[int], how: Settling, won: Sequence[int], text: str, new_seed: NewSeed
) -> tuple[Event, ...]:
    """Part these equals, and say why; `won`: who won their play-off, as many as go on, the best first. Tables that
    nobody has seen follow.

    Raises Refusal where these are not equal at a line, where it was settled before, or without a reason. A lot that was
    drawn for them and taken back is not drawn again: it stays as it was.
    """
    reason = one_line(text)
    tie = next((one for one in equals_at_line(state) if set(one.equal) == set(equal)), None)
    if tie is None:
        raise refuse("no-such-tie")
    if state.now is None or state.stages[-1].rounds[0].phase == "playing":
        raise refuse("too-late-to-settle")
    if tie.settled is not None:
        raise refuse("lot-drawn" if how == tie.settled.how == "drawn-lot" else "settled-already")
    if not reason:
        raise refuse("no-reason-to-settle")
    order, seed = tie.equal, None
    if how == "play-off":
        if len(won) != tie.places or len(set(won)) < len(won) or not set(won) <= set(tie.there):
            raise refuse("play-off-winners", count=tie.places)
        order = (*won, *(player for player in tie.equal if player not in won))
    elif how == "drawn-lot":
        drawn = tuple(sorted(tie.equal))
        seed = state.lots[tie.stage, drawn] if (tie.stage, drawn) in state.lots else new_seed()
        order = by_lot(seed, drawn)
    settled = (Settled(tie.stage, how, order, reason, seed),)
    return (*settled, *follow(fold(state, settled)))


def by_lot(seed: int, numbers: Iterable[int]) -> tuple[int, ...]:
    """Players in the order of their lots, the highest first. The lot of number 9 with the seed 123456789 is the SHA-256
    of the text `123456789 9`, which any tool computes."""
    return tuple(sorted(numbers, key=lambda number: lot_of(seed, number), reverse=True))


def lot_of(seed: int, number: int) -> str:
    """The lot of a player, as hexadecimal figures."""
    return hashlib.sha256(f"{seed} {number}".encode()).hexdigest()


def lots_of(one: Settlement, names: Mapping[int, str]) -> str:
    """Who was parted, in order: each with their number, and their lot where one was drawn."""
    return ", ".join(
        f"{names[number]} ({number})" + ("" if one.seed is None else f" {lot_of(one.seed, number)[:LOT]}")
        for number in one.order
    )


def applies(state: Tournament, at: int) -> tuple[tuple[Settlement, bool], ...]:
    """What was settled after a stage, and whether those are still equal whom it parts."""
    play = state.stages[at]
    if not play.settled:
        return ()
    equal = {frozenset(group) for group in equals(state.rule(play), lines(state, at))}
    return tuple((one, frozenset(one.order) in equal) for one in play.settled)


def _matters(state: Tournament, cut: Cut, equal: tuple[int, ...]) -> bool:
    """Whether others would go on if these stood the other way round: where the best of each table do, equals of two
    tables may not be rivals."""
    play, known = state.stages[cut.stage], set(equal)
    others = tuple(one for one in play.settled if set(one.order) != known)
    turned = Settlement("play-off", equal[::-1], "", None)
    other = open_cut(state.with_stage(cut.stage, replace(play, settled=(*others, turned))))
    return other is not None and set(other.through) != set(cut.through)


def _of(settled: Sequence[Settlement], equal: Sequence[int]) -> Settlement | None:
    return next((one for one in settled if set(one.order) == set(equal)), None)
