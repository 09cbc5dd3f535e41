"""Combinations of values that are allowed one by one and cannot work together."""

from collections.abc import Iterator, Mapping
from typing import Any

from tilerummy.rules.edition.edition import Clock, Deal, Jokers, Players, Tiles, Tournament


def conflicts(sections: Mapping[str, Any]) -> Iterator[tuple[str, str, dict[str, object]]]:
    """Each conflict as key, code and parameters; `sections` are complete and within the vocabulary."""
    tiles: Tiles = sections["tiles"]
    players: Players = sections["players"]
    deal: Deal = sections["deal"]
    jokers: Jokers = sections["jokers"]
    if players.least > players.most:
        yield "players.least", "players-crossed", {"least": players.least, "most": players.most}
    if deal.tiles * players.most >= tiles.total:
        yield "deal.tiles", "deal-too-large", {"dealt": deal.tiles * players.most, "total": tiles.total}
    if deal.joker_each and players.most > tiles.jokers.J:
        yield "deal.joker_each", "too-few-jokers", {"jokers": tiles.jokers.J, "players": players.most}
    if jokers.mirror_min_per_side > jokers.mirror_group_most_per_side:
        yield (
            "jokers.mirror_min_per_side",
            "mirror-bounds-crossed",
            {"least": jokers.mirror_min_per_side, "most": jokers.mirror_group_most_per_side},
        )
    clock: Clock = sections["clock"]
    if clock.bank_seconds is not None and clock.limit_seconds is not None:
        yield "clock.bank_seconds", "two-clocks", {}
    if clock.bank_seconds is None and clock.increment_seconds:
        yield "clock.increment_seconds", "increment-without-bank", {}
    if clock.loose_joker == "rack" and clock.unfinished == "restore":
        yield "clock.loose_joker", "joker-where-all-goes-back", {}
    stages: Tournament | None = sections["tournament"]
    if stages is not None and stages.final_places > stages.semifinal_places:
        yield (
            "tournament.final_places",
            "final-too-large",
            {"final": stages.final_places, "semifinal": stages.semifinal_places},
        )
