"""Each thing of the game has one name in each language, after the words of its box: `glossary/` has a file for each.

`word` begins a word of some message, and nothing of `not` begins a word in any: both are regular expressions, whatever
the case. `but`: phrases in which a word of `not` means something else, or is named beside the right one.
"""

import re
import tomllib
from pathlib import Path
from typing import NotRequired, TypedDict

import pytest

from tilerummy.messages import languages, texts

Term = TypedDict("Term", {"word": str, "not": NotRequired[list[str]], "but": NotRequired[list[str]]})

GLOSSARY: dict[str, dict[str, Term]] = {
    file.stem: tomllib.loads(file.read_text(encoding="utf-8"))
    for file in Path(__file__).with_name("glossary").glob("*.toml")
}
FILLED = re.compile(r"\{\{.*?\}\}|`.*?`")
"""What is no word of the language: places to fill, and what people type."""


def found(lang: str, word: str, but: list[str] | None = None) -> list[str]:
    """The messages in which a word begins so."""
    begins = re.compile(rf"\b(?:{word})", re.IGNORECASE)
    passed = re.compile("|".join(map(re.escape, but)) if but else "(?!)", re.IGNORECASE)
    return [key for key, said in texts(lang).items() if begins.search(passed.sub("", FILLED.sub("", said)))]


@pytest.mark.parametrize("lang", languages())
def test_each_thing_has_one_name(lang: str) -> None:
    wrong = [
        f"{key}: {term['word']}, not {word}"
        for term in GLOSSARY[lang].values()
        for word in term.get("not", [])
        for key in found(lang, word, term.get("but"))
    ]
    assert wrong == []


@pytest.mark.parametrize("lang", languages())
def test_each_name_is_one_that_messages_use(lang: str) -> None:
    assert [term["word"] for term in GLOSSARY[lang].values() if not found(lang, term["word"])] == []


def test_the_glossary_knows_every_language() -> None:
    assert all(list(GLOSSARY[lang]) == list(GLOSSARY["en"]) for lang in languages())
