"""Every text exists in every language, with the same places to fill and the plural forms that language needs."""

import re
import string

import pytest

from tilerummy.messages import languages, plural, text, texts

FORMS = ("zero", "one", "two", "few", "many", "other")
PLACE = re.compile(r"\{\{\s*(\w+)\s*\}\}")
OTHERS = [lang for lang in languages() if lang != "en"]


def stem(key: str) -> str:
    """The key without its plural form."""
    name, _, form = key.rpartition("_")
    return name if name and form in FORMS else key


@pytest.mark.parametrize("lang", OTHERS)
def test_has_the_same_texts_as_english(lang: str) -> None:
    assert set(texts(lang)) == set(texts("en"))
    for namespace, known in texts("en").items():
        assert {stem(key) for key in texts(lang)[namespace]} == {stem(key) for key in known}, namespace


@pytest.mark.parametrize("lang", OTHERS)
def test_fills_the_same_places_as_english(lang: str) -> None:
    for namespace, known in texts("en").items():
        places: dict[str, set[str]] = {}
        for key, template in known.items():
            places.setdefault(stem(key), set()).update(PLACE.findall(template))
        for key, template in texts(lang)[namespace].items():
            # a singular may leave out its number ("one tile")
            wrong = set(PLACE.findall(template)) ^ places[stem(key)]
            assert wrong <= {"count"}, f"{lang} {namespace}.{key}: {wrong}"


@pytest.mark.parametrize("lang", languages())
def test_has_every_plural_form_the_language_uses_for_whole_numbers(lang: str) -> None:
    needed = {plural(lang, count) for count in range(200)}
    for namespace, known in texts(lang).items():
        for name in {stem(key) for key in known if stem(key) != key}:
            assert needed <= {form for form in FORMS if f"{name}_{form}" in known}, f"{lang} {namespace}.{name}"


@pytest.mark.parametrize("lang", languages())
def test_says_something_everywhere(lang: str) -> None:
    for namespace, known in texts(lang).items():
        for key, template in known.items():
            assert template.strip(string.whitespace), f"{lang} {namespace}.{key}"


def test_a_text_that_is_not_there_is_a_developer_error() -> None:
    with pytest.raises(KeyError, match=r"cli\.no-such-text"):
        text("en", "cli.no-such-text")
    with pytest.raises(KeyError):
        text("xx", "cli.about")
