"""The tables of sentences in `docs/evidence/rulebooks.md`: what they name is what the editions say."""

import re
from collections.abc import Iterator

import pytest

from building import ROOT
from tilerummy import editions, formats
from tilerummy.rules.card import card
from tilerummy.rules.edition.edition import VALUE_POINTS
from tilerummy.rules.edition.reader import change

PAGE = ROOT / "docs/evidence/rulebooks.md"
NAMED = re.compile(r'(literally )?`([a-z]+\.[a-z_]+)(?: = ("[a-z0-9-]+"|[0-9]+))?`')


def rows() -> Iterator[tuple[str, str]]:
    """Each row of a section that an edition heads, and that edition."""
    for part in re.split(r"^## ", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        if name := re.match(r"`([a-z0-9-]+)`", part):
            yield from ((name[1], line) for line in part.splitlines() if line.startswith("| ") and "---" not in line)


@pytest.mark.parametrize("name", sorted({name for name, _ in rows()}))
def test_every_word_is_one_that_the_edition_has(name: str) -> None:
    edition, said = editions.load(name), 0
    points = {*VALUE_POINTS, *(point.key for point in card(edition))}
    for row in (row for other, row in rows() if other == name):
        for literal, key, text in NAMED.findall(row):
            assert key in points, row
            if text:
                value = int(text) if text.isdigit() else None if text == '"none"' else text.strip('"')
                assert (edition.value(key) == value) is not bool(literal), row
                assert edition.value(key) == value or change(edition, {key: value}).value(key) == value
                said += 1
    assert said


def test_every_edition_and_format_that_is_named_is_there() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert set(re.findall(r"`(xp-[0-9]+)`", text)) <= set(editions.names())
    assert set(re.findall(r"format `([a-z-]+)`", text)) <= set(formats.names())
