"""The page offers no house rule that the server does not know, and leaves out no word a table could change."""

import json
import re
from pathlib import Path

from tilerummy import editions
from tilerummy.messages import languages, texts
from tilerummy.rules.edition.edition import VALUE_POINTS, Edition
from tilerummy.rules.edition.faults import EditionError
from tilerummy.rules.edition.reader import change

OFFERS = Path(__file__).parents[2] / "webapp" / "src" / "pages" / "home" / "houserules.ts"
ELSEWHERE = {
    "tiles.copies",
    "tiles.jokers",
    "tiles.palette",
    "players.least",
    "players.most",
    "match.tie_breaks",
    "clock.limit_seconds",
    "clock.optional",
    "clock.bank_seconds",
    "clock.increment_seconds",
}
"""The box and its players make the edition, but for its jokers, which have a test of their own; tie-breaks belong to
tournaments; the clock is chosen by itself."""
UNFIT = {"too-few-jokers", "mirror-bounds-crossed", "joker-where-all-goes-back"}


def offers() -> dict[str, list[object]]:
    """What the page offers, by key."""
    found = re.findall(r"rule\('([a-z_.]+)', (\[[^\]]*\])", OFFERS.read_text())
    return {key: json.loads(choices.replace("'", '"')) for key, choices in found}


def test_every_word_is_offered_or_chosen_elsewhere() -> None:
    assert set(offers()) == set(VALUE_POINTS) - ELSEWHERE


def test_every_choice_is_a_value_of_the_vocabulary() -> None:
    twist = editions.load("twist")
    for key, choices in offers().items():
        for value in choices:
            # Values that do not go with the rest of an edition are told apart from those that are none.
            assert faults(twist, key, value) <= UNFIT, (key, value)


def test_a_box_of_eight_jokers_is_offered_in_other_mixtures() -> None:
    twist = editions.load("twist")
    mixtures = re.findall(r"\{ J: (\d), D: (\d), C: (\d), M: (\d) \}", OFFERS.read_text())
    assert len(mixtures) > 1
    for mixture in mixtures:
        jokers = change(twist, {"tiles.jokers": dict(zip("JDCM", map(int, mixture), strict=True))}).tiles.jokers
        assert jokers.total == twist.tiles.jokers.total


def faults(edition: Edition, key: str, value: object) -> set[str]:
    """The codes of what is wrong with one changed value."""
    try:
        assert change(edition, {key: value}).value(key) == value
    except EditionError as error:
        return {fault.code for fault in error.faults}
    return set()


def test_every_choice_has_words_in_every_language() -> None:
    for lang in languages():
        for key, choices in offers().items():
            name = "page.house-" + key.replace(".", "-").replace("_", "-")
            words = [
                value if isinstance(value, str) else json.dumps(value) for value in choices if not is_number(value)
            ]
            wanted = {name, *(f"{name}-{'none' if word == 'null' else word}" for word in words)}
            assert wanted <= set(texts(lang)), (lang, key)


def is_number(value: object) -> bool:
    """Numbers are shown as they are."""
    return isinstance(value, int) and not isinstance(value, bool)
