"""House rules that turn on the strict switches, for the comparison of judge and book."""

from collections.abc import Callable
from functools import partial

from tilerummy import editions
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.edition.reader import change


def _house(base: str, **jokers: object) -> Callable[[], Edition]:
    return partial(_changed, base, {f"jokers.{word}": value for word, value in jokers.items()})


def _changed(base: str, values: dict[str, object]) -> Edition:
    return change(editions.load(base), values)


HOUSES: dict[str, Callable[[], Edition]] = {
    "suomi-one-meld": partial(_changed, "suomi", {"opening.melds": "one"}),
    "sabra-one-meld": partial(_changed, "sabra", {"opening.melds": "one", "opening.amount": 20}),
    "original-both": _house("original", group_needs="both"),
    "original-new-set": _house("original", freed="new-set"),
    "original-rack-set": _house("original", freed="rack-set"),
    "original-rack": _house("original", retrieval="rack"),
    "sabra-strict": _house("sabra", group_needs="both", freed="new-set", retrieval="rack"),
    "classic-new-set": _house("original-classic", freed="new-set"),
    "classic-both": _house("original-classic", group_needs="both", freed="rack-set"),
    "suomi-strict": _house("suomi", sets="frozen"),
    "classic-strict": _house("original-classic", sets="frozen"),
    "suomi-table": _house("suomi", retrieval="rack-or-table"),
    "suomi-two": _house("suomi", per_set="none", freed="any-set"),
    "xp-strict": _house("xp-160", sets="frozen", retrieval="rack", freed="rack-set"),
    "twist-both": _house("twist", group_needs="both", double_needs="both"),
    "twist-rack": _house("twist", retrieval="rack", freed="rack-set"),
    "twist-new-set": _house("twist", freed="new-set", double_needs="both"),
    "twist-frozen": _house("twist", sets="frozen", retrieval="rack"),
    "twist-frozen-table": _house("twist", sets="frozen", freed="new-set", group_needs="both"),
    "twist-until-replaced": _house("twist", sets="frozen-until-replaced", retrieval="rack"),
    "twist-until-replaced-table": _house("twist", sets="frozen-until-replaced", freed="new-set"),
    "twist-frozen-rack-set": _house("twist-international", sets="frozen", freed="rack-set", retrieval="rack"),
    "original-past-one": partial(_changed, "original", {"runs.past_last": "one"}),
    "twist-past-one": partial(_changed, "twist", {"runs.past_last": "one"}),
    "suomi-past-one": partial(_changed, "suomi", {"runs.past_last": "one"}),
    "sabra-past-one": partial(_changed, "sabra", {"runs.past_last": "one", "opening.table_use": "same-turn"}),
    "twist-mirror": _house("twist", mirror_group_colours="free"),
    "twist-sides": _house("twist", mirror_run_colours="free"),
    "twist-sides-few": _house(
        "twist-international", mirror_run_colours="free", mirror_min_per_side=3, per_set=3, two_colour_neighbours="free"
    ),
    "twist-sides-frozen": _house("twist", mirror_run_colours="free", sets="frozen", retrieval="rack"),
    "twist-melds": _house(
        "twist",
        mirror_min_per_side=2,
        mirror_group_most_per_side=3,
        mirror_group_colours="free",
        two_colour_neighbours="free",
        all_joker_melds="allowed",
        per_set=3,
    ),
}
