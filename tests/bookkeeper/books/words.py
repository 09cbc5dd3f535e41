"""The book that an edition's file says, in the words of its vocabulary: sweeps know no edition by its name."""

from collections.abc import Mapping
from typing import Any

from tests.bookkeeper.books.book import ANY, Book

Words = Mapping[str, Mapping[str, Any]]


def book_of(words: Words) -> Book:
    """The book of a whole edition file: its sections, of which each says all words that have no default."""
    tiles, opening, jokers, clock, end = (words[name] for name in ("tiles", "opening", "jokers", "clock", "end"))
    return Book(
        players=tuple(range(words["players"]["least"], words["players"]["most"] + 1)),
        copies=tiles["copies"],
        jokers=tuple((kind, tiles["jokers"][kind]) for kind in "JDCM" if tiles["jokers"].get(kind)),
        joker_each=words["deal"]["joker_each"],
        redeal=words["deal"].get("redeal"),
        past_one=words.get("runs", {}).get("past_last") == "one",
        opens_at=opening["amount"] + (opening["comparison"] == "more-than"),
        one_meld=opening.get("melds") == "one",
        same_turn=opening["table_use"] == "same-turn",
        waived=opening["after_pool"] == "waived",
        frozen=jokers["sets"] != "free",
        until_replaced=jokers["sets"] == "frozen-until-replaced",
        rack_only=jokers["retrieval"] == "rack",
        freed=jokers["freed"].removesuffix("-set"),
        both_colours=jokers["group_needs"] == "both",
        both_tiles=jokers["double_needs"] == "both",
        most_jokers=jokers["per_set"] or ANY,
        all_jokers=jokers["all_joker_melds"] == "allowed",
        joker_costs=jokers["penalty"],
        centre=opening["mirror_value"] == "middle",
        least_side=jokers["mirror_min_per_side"],
        most_side=jokers["mirror_group_most_per_side"],
        free_sides=jokers["mirror_group_colours"] == "free",
        free_runs=jokers.get("mirror_run_colours") == "free",
        free_borders=jokers["two_colour_neighbours"] == "free",
        limit=None if clock["optional"] else clock["limit_seconds"],
        bank=clock["bank_seconds"],
        increment=clock["increment_seconds"],
        keeps=clock["unfinished"] == "keep-sets",
        idle=1 if clock["idle"] == "draw-1" else clock["penalty"],
        late=clock["penalty"],
        one_turn_each=end["pool_empty"] == "one-turn-each",
        must_lay=end.get("pass_when_able") == "refused",
        by_games=words["match"]["winner"] == "games-then-points",
        round_games=words["match"]["games_per_round"],
        unopened=end.get("unopened"),
        cap=end.get("loss_cap"),
        bonus=end.get("winner_bonus") or 0,
    )
