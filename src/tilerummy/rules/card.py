"""The rules card: what an edition says on each point, as message keys with parameters, made from its data.

Every point that a violation names is on the card. The sentences are messages `rule.KEY`.
"""

from collections.abc import Iterator
from typing import Final

import msgspec

from tilerummy.rules.edition.edition import READING_POINTS, Edition
from tilerummy.rules.violations import Param

COVERED_BY: Final[dict[str, str]] = {
    "players.most": "players.least",
    "deal.joker_each": "deal.tiles",
    "opening.comparison": "opening.amount",
    "clock.optional": "clock.limit_seconds",
    "clock.bank_seconds": "clock.limit_seconds",
    "clock.increment_seconds": "clock.limit_seconds",
}
"""Words of the vocabulary that are said in one sentence with another: word -> the point that says it."""


class Point(msgspec.Struct, frozen=True, kw_only=True):
    """One point of the card.

    `key`: such as `opening.amount`; `section`: the heading it stands under (message `section-SECTION`). `message`: its
    sentence, filled from `params`; `parts`: messages to be listed in it as `{{parts}}`. `ref`: the rulebook's section.
    `strict`: where the edition reads the book's words in another sense (message `reading-KEY`), the value that takes
    them literally, or `none`; `silent` where the book says nothing (message `reading-KEY-silent`); None where book and
    edition say the same.
    """

    key: str
    section: str
    message: str
    params: dict[str, Param]
    parts: tuple[str, ...] = ()
    ref: str
    strict: str | None = None


class Difference(msgspec.Struct, frozen=True):
    """A point on which two editions differ; None where one of them has nothing to say on it."""

    key: str
    first: Point | None
    second: Point | None


def card(edition: Edition) -> tuple[Point, ...]:
    """The points of an edition's card, in the order of reading."""
    return tuple(_points(edition))


def point_of(key: str) -> str:
    """The point of the card that says a word of the vocabulary."""
    return COVERED_BY.get(key, key)


def difference(first: Edition, second: Edition) -> tuple[Difference, ...]:
    """The points on which two editions say different things, in the order of reading."""
    mine = {point.key: point for point in card(first)}
    other = {point.key: point for point in card(second)}
    keys = [*mine, *(key for key in other if key not in mine)]
    return tuple(
        Difference(key, mine.get(key), other.get(key)) for key in keys if _said(mine.get(key)) != _said(other.get(key))
    )


def _said(point: Point | None) -> object:
    return None if point is None else (point.message, point.params, point.parts)


def _points(edition: Edition) -> Iterator[Point]:
    for key, message, said in _lines(edition):
        # records of before may name a point that is none any more
        section, strict = key.partition(".")[0], edition.readings.get(key) if key in READING_POINTS else None
        yield Point(key=key, section=section, message=message, params=said, ref=edition.ref(key), strict=strict)
    if edition.match.tie_breaks:
        parts = tuple(f"tie-break-{criterion}" for criterion in edition.match.tie_breaks)
        message = "match-tie-breaks"
    else:
        parts, message = (), "match-tie-breaks-none"
    ref = edition.ref("match.tie_breaks")
    yield Point(key="match.tie_breaks", section="match", message=message, params={}, parts=parts, ref=ref)
    stages = edition.tournament
    if stages is not None:
        parts = tuple(f"tie-break-{criterion}" for criterion in stages.cut_ties)
        params: dict[str, Param] = {
            "qualifying_games": stages.qualifying_games,
            "semifinal_places": stages.semifinal_places,
            "semifinal_games": stages.semifinal_games,
            "final_places": stages.final_places,
            "final_games": stages.final_games,
        }
        message = f"tournament-stages-{stages.points_carried}"
        ref = edition.ref("tournament.stages")
        yield Point(key="tournament.stages", section="tournament", message=message, params=params, parts=parts, ref=ref)


_Line = tuple[str, str, dict[str, Param]]


def _lines(edition: Edition) -> Iterator[_Line]:
    yield from _before_play(edition)
    yield from _melds_and_opening(edition)
    yield from _jokers(edition)
    yield from _clock(edition)
    yield from _end(edition)


def _before_play(edition: Edition) -> Iterator[_Line]:
    tiles, jokers, players, deal = edition.tiles, edition.tiles.jokers, edition.players, edition.deal
    yield "tiles.copies", "tiles-copies", {"copies": tiles.copies, "total": tiles.total}
    if jokers.total == jokers.J:
        yield "tiles.jokers", "tiles-jokers", {"count": jokers.J}
    else:
        kinds: dict[str, Param] = {"J": jokers.J, "D": jokers.D, "C": jokers.C, "M": jokers.M}
        yield "tiles.jokers", "tiles-jokers-kinds", kinds
    yield "tiles.palette", f"tiles-palette-{tiles.palette[1]}-{tiles.palette[3]}", {}
    if players.least == players.most:
        yield "players.least", "players-exactly", {"count": players.least}
    else:
        yield "players.least", "players", {"least": players.least, "most": players.most}
    yield "deal.tiles", "deal-tiles-joker" if deal.joker_each else "deal-tiles", {"count": deal.tiles}
    yield "deal.redeal", f"deal-redeal-{deal.redeal or 'none'}", {}
    for key in ("deal.starter", "deal.next_game", "turn.direction", "turn.choice", "turn.drawn_tile"):
        yield key, _message(key), {}
    for key in ("turn.rack_tile", "turn.table_tiles", "turn.pass"):
        yield key, _message(key), {}


def _melds_and_opening(edition: Edition) -> Iterator[_Line]:
    opening = edition.opening
    yield "meld.length", "meld-length-double" if edition.tiles.jokers.D else "meld-length", {}
    yield "meld.run", "meld-run", {}
    yield "meld.group", "meld-group", {}
    yield "meld.edge", "meld-edge", {}
    yield "runs.past_last", f"runs-past-last-{edition.runs.past_last or 'none'}", {}
    if opening.amount == 0:
        yield "opening.amount", "opening-amount-none", {}
    else:
        yield "opening.amount", f"opening-amount-{opening.comparison}", {"amount": opening.amount}
    yield "opening.melds", f"opening-melds-{opening.melds}", {}
    yield "opening.rack_only", "opening-rack-only", {}
    yield "opening.jokers", "opening-jokers", {}
    if edition.tiles.jokers.M:
        yield "opening.mirror_value", f"opening-mirror-value-{opening.mirror_value}", {}
    yield "opening.table_use", f"opening-table-use-{opening.table_use}", {}
    yield "opening.after_pool", f"opening-after-pool-{opening.after_pool}", {}


def _jokers(edition: Edition) -> Iterator[_Line]:
    jokers, box = edition.jokers, edition.tiles.jokers
    yield "jokers.before_opening", "jokers-before-opening", {}
    yield "jokers.match", "jokers-match", {}
    yield "jokers.retrieval", f"jokers-retrieval-{jokers.retrieval}", {}
    yield "jokers.sets", f"jokers-sets-{jokers.sets}", {}
    if jokers.per_set is None:
        yield "jokers.per_set", "jokers-per-set-none", {}
    else:
        yield "jokers.per_set", "jokers-per-set", {"count": jokers.per_set}
    yield "jokers.freed", f"jokers-freed-{jokers.freed}", {}
    yield "jokers.group_needs", f"jokers-group-needs-{jokers.group_needs}", {}
    if box.D:
        yield "jokers.double", "jokers-double", {}
        yield "jokers.double_needs", f"jokers-double-needs-{jokers.double_needs}", {}
    if box.C:
        yield "jokers.two_colour", "jokers-two-colour", {}
        yield "jokers.two_colour_neighbours", f"jokers-two-colour-neighbours-{jokers.two_colour_neighbours}", {}
    if box.M:
        most = jokers.mirror_group_most_per_side
        yield "jokers.mirror", "jokers-mirror", {}
        yield "jokers.mirror_min_per_side", "jokers-mirror-min-per-side", {"count": jokers.mirror_min_per_side}
        yield "jokers.mirror_group_most_per_side", "jokers-mirror-group-most-per-side", {"count": most}
        yield "jokers.mirror_group_colours", f"jokers-mirror-group-colours-{jokers.mirror_group_colours}", {}
        yield "jokers.mirror_run_colours", f"jokers-mirror-run-colours-{jokers.mirror_run_colours}", {}
    yield "jokers.all_joker_melds", f"jokers-all-joker-melds-{jokers.all_joker_melds}", {}
    yield "jokers.penalty", "jokers-penalty", {"count": jokers.penalty}


def _clock(edition: Edition) -> Iterator[_Line]:
    clock = edition.clock
    if clock.bank_seconds is not None:
        bank: dict[str, Param] = {"bank": clock.bank_seconds, "increment": clock.increment_seconds}
        yield "clock.limit_seconds", "clock-bank", bank
    elif clock.limit_seconds is None:
        yield "clock.limit_seconds", "clock-limit-none", {}
    else:
        message = "clock-limit-optional" if clock.optional else "clock-limit"
        yield "clock.limit_seconds", message, {"count": clock.limit_seconds}
    yield "clock.finished", f"clock-finished-{clock.finished}", {}
    yield "clock.idle", f"clock-idle-{clock.idle}", {}
    yield "clock.unfinished", f"clock-unfinished-{clock.unfinished}", {}
    if clock.unfinished == "keep-sets":
        yield "clock.loose_joker", f"clock-loose-joker-{clock.loose_joker}", {}
    yield "clock.below_opening", "clock-below-opening", {}
    yield "clock.penalty", "clock-penalty", {"count": clock.penalty}


def _end(edition: Edition) -> Iterator[_Line]:
    end, games = edition.end, edition.match.games_per_round
    yield "end.game", "end-game", {}
    yield "end.score", "end-score", {}
    if end.unopened is None:
        yield "end.unopened", "end-unopened-none", {}
    else:
        yield "end.unopened", "end-unopened", {"points": end.unopened, "double": 2 * end.unopened}
    for key, text, points in (
        ("end.loss_cap", "end-loss-cap", end.loss_cap),
        ("end.winner_bonus", "end-winner-bonus", end.winner_bonus),
    ):
        yield (key, f"{text}-none", {}) if points is None else (key, text, {"points": points})
    yield "end.pool_empty", f"end-pool-empty-{end.pool_empty}", {}
    yield "end.pass_when_able", f"end-pass-when-able-{end.pass_when_able}", {}
    yield "end.winner", "end-winner", {}
    yield "end.exhausted", f"end-exhausted-{end.exhausted}", {}
    yield "end.tie", f"end-tie-{end.tie}", {}
    yield "match.winner", f"match-winner-{edition.match.winner}", {}
    if isinstance(games, int):
        yield "match.games_per_round", "match-games-per-round", {"count": games}
    else:
        yield "match.games_per_round", f"match-games-per-round-{games or 'agreed'}", {}


def _message(key: str) -> str:
    return key.replace(".", "-").replace("_", "-")
