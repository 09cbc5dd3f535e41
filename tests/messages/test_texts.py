"""Every text exists in every language, with the same places to fill and the plural forms that language needs."""

import json
import re
import string
from pathlib import Path

import pytest

from tilerummy import messages
from tilerummy.messages import areas, decimal, languages, plural, text, texts

FOLDER = Path(messages.__file__).parent
FORMS = ("zero", "one", "two", "few", "many", "other")
PLACE = re.compile(r"\{\{\s*(\w+)\s*\}\}")
OTHERS = [lang for lang in languages() if lang != "en"]


def stem(key: str) -> str:
    """The key without its plural form."""
    name, _, form = key.rpartition("_")
    return name if name and form in FORMS else key


@pytest.mark.parametrize("lang", OTHERS)
def test_has_the_same_texts_in_the_same_areas_as_english(lang: str) -> None:
    assert set(areas(lang)) == set(areas("en"))
    for area, known in areas("en").items():
        assert {stem(key) for key in areas(lang)[area]} == {stem(key) for key in known}, area


@pytest.mark.parametrize("lang", languages())
def test_a_key_is_in_one_area_and_in_its_sorted_place(lang: str) -> None:
    for area in areas(lang):
        source = FOLDER.joinpath(lang, f"{area}.json").read_text(encoding="utf-8")
        keys = [key for key, _ in json.loads(source, object_pairs_hook=list)]
        assert keys == sorted(set(keys)), f"{lang}/{area}.json"
    assert sum(map(len, areas(lang).values())) == len(texts(lang))


@pytest.mark.parametrize("lang", OTHERS)
def test_fills_the_same_places_as_english(lang: str) -> None:
    places: dict[str, set[str]] = {}
    for key, template in texts("en").items():
        places.setdefault(stem(key), set()).update(PLACE.findall(template))
    for key, template in texts(lang).items():
        # a singular may leave out its number ("one tile")
        wrong = set(PLACE.findall(template)) ^ places[stem(key)]
        assert wrong <= {"count"}, f"{lang} {key}: {wrong}"


@pytest.mark.parametrize("lang", languages())
def test_has_every_plural_form_the_language_uses_for_whole_numbers(lang: str) -> None:
    needed = {plural(lang, count) for count in range(200)}
    for name in {stem(key) for key in texts(lang) if stem(key) != key}:
        assert needed <= {form for form in FORMS if f"{name}_{form}" in texts(lang)}, f"{lang} {name}"


SEVERAL = frozenset(
    {
        "analysis.every-more",
        "analysis.outs-more",
        "analysis.waits-text",
        "page.code-wrong",
        "page.refused-puzzle-more",
        "rule.clock-limit",
        "rule.clock-limit-optional",
        "rule.deal-tiles",
        "rule.deal-tiles-joker",
        "rule.players-exactly",
        "tournament.did-removed-many",
        "tournament.fault-table-crowded",
        "tournament.fault-table-size",
        "tournament.fault-too-many-entrants",
        "tournament.fault-wrong-table-size",
        "violation.group-too-large",
    }
)
"""Texts that are said of several alone."""


def test_what_is_counted_has_its_plural_forms() -> None:
    counted = re.compile(r"\{\{count\}\} (?!is\b|was\b)(?:[a-z]+ )?[a-z]+s\b")
    single = {key for key, said in texts("en").items() if stem(key) == key and counted.search(said)}
    assert single <= SEVERAL


@pytest.mark.parametrize("lang", languages())
def test_says_something_everywhere(lang: str) -> None:
    for key, template in texts(lang).items():
        assert template.strip(string.whitespace), f"{lang} {key}"


def test_numbers_have_the_point_or_comma_of_the_language() -> None:
    assert {lang for lang in languages() if decimal(lang, 66.67) == "66.7"} == {"en", "he"} & {*languages()}
    assert {decimal(lang, 66.67) for lang in languages()} == {"66.7", "66,7"}
    assert (decimal("fi", 0.5, 0), decimal("en", 2, sign="+"), decimal("nl", -2, 2)) == ("0", "+2.0", "-2,00")


def test_a_text_that_is_not_there_is_a_developer_error() -> None:
    with pytest.raises(KeyError, match=r"cli\.no-such-text"):
        text("en", "cli.no-such-text")
    with pytest.raises(KeyError):
        text("xx", "cli.about")
