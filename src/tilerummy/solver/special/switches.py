"""What an edition says about melds with special jokers, as the few switches the search over the numbers needs."""

from typing import NamedTuple

from tilerummy.rules.edition.edition import Edition


class MeldRules(NamedTuple):
    """The switches of `rules.edition.Jokers` and `Opening` that decide which melds there are and what they count.

    `per_set`: most jokers in a meld, 0 for no limit. `all_jokers`: melds without a numbered tile are legal.
    `mirror_least`, `mirror_most`: represented tiles on each side of a mirror joker (the most binds groups only).
    `mirror_any_colours`: the sides of a mirror group may differ in colour. `border_any_colours`: two two-colour
    jokers side by side may lie between equal colours. `mirror_counts`: a mirror joker has the number of the middle
    (and needs one), otherwise it counts nothing.
    """

    per_set: int
    all_jokers: bool
    mirror_least: int
    mirror_most: int
    mirror_any_colours: bool
    border_any_colours: bool
    mirror_counts: bool


def meld_rules(edition: Edition) -> MeldRules:
    """The switches of an edition."""
    jokers = edition.jokers
    return MeldRules(
        per_set=jokers.per_set or 0,
        all_jokers=jokers.all_joker_melds == "allowed",
        mirror_least=jokers.mirror_min_per_side,
        mirror_most=jokers.mirror_group_most_per_side,
        mirror_any_colours=jokers.mirror_group_colours == "free",
        border_any_colours=jokers.two_colour_neighbours == "free",
        mirror_counts=edition.opening.mirror_value == "middle",
    )
