"""Where an edition reads its book in another sense than its words: what the card says, and the literal house rule."""

import msgspec
import pytest

from tests.editions.test_editions import faults_of
from tilerummy import editions
from tilerummy.editions.texts import card_lines
from tilerummy.messages import languages
from tilerummy.rules.edition.edition import READING_POINTS, SECTIONS, Edition
from tilerummy.rules.edition.reader import change
from tilerummy.rules.edition.vocabulary import NONE, SILENT, expected, fits


@pytest.mark.parametrize("name", editions.names())
def test_a_reading_names_a_value_that_takes_the_book_literally(name: str) -> None:
    """Each is a house rule that can be chosen, and that the reading is not about any more once it is."""
    edition = editions.load(name)
    for key, strict in edition.readings.items():
        if strict not in (NONE, SILENT):
            house = change(edition, {key: strict})
            assert house.value(key) == strict != edition.value(key)
            assert key not in house.readings


def test_a_card_says_what_the_book_says_where_it_is_read_otherwise() -> None:
    (line,) = [line for line in card_lines(editions.load("suomi"), "en") if line.key == "opening.melds"]
    assert "The book speaks of one meld" in line.reading
    assert line.reading.endswith("Strict house rule: one meld must reach the opening amount.")
    assert line.strict == "one"
    assert all(line.reading == "" for line in card_lines(editions.load("suomi"), "en") if line.key == "opening.amount")


def test_a_card_says_where_a_book_says_nothing() -> None:
    lines = {line.key: line for line in card_lines(editions.load("sabra"), "en")}
    assert "The book says nothing of an empty pool" in lines["end.pool_empty"].reading
    assert "The book does not say how such a game is counted" in lines["end.exhausted"].reading
    assert lines["end.pool_empty"].strict is lines["end.exhausted"].strict is None
    (jokers,) = [line for line in card_lines(editions.load("twist"), "en") if line.key == "tiles.jokers"]
    assert "does not say how many of each kind" in jokers.reading


def test_an_edition_may_read_its_text_otherwise_than_its_base() -> None:
    """The second text of the Twist game asks for the same tiles on both sides of a mirror."""
    assert "jokers.mirror_group_colours" in editions.load("twist").readings
    assert "jokers.mirror_group_colours" not in editions.load("twist-international").readings
    assert editions.load("xp-106").readings == editions.load("sabra").readings


def test_a_reading_that_is_none_any_more_is_left_out_of_the_card() -> None:
    """As a room has it that was made before."""
    old = msgspec.structs.replace(
        editions.load("sabra"), readings={"clock.unfinished": "none", "end.exhausted": "none"}
    )
    told = {line.key: line.reading for line in card_lines(old, "en") if line.reading}
    assert list(told) == ["end.exhausted"]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('[readings]\n"jokers.freedom" = "new-set"', ("readings.jokers.freedom", "unknown-key")),
        ('[readings]\n"jokers.freed" = 3', ("readings.jokers.freed", "wrong-type")),
        ("readings = 3", ("readings", "wrong-type")),
    ],
)
def test_a_reading_that_is_none_is_refused(text: str, fault: tuple[str, str]) -> None:
    head, _, body = text.rpartition("\n") if text.startswith("[") else (text, "", "")
    document = f'id = "x"\nbase = "original"\n{head}\n{body}\n'
    assert fault in faults_of(document)


def reading(point: str, strict: str) -> str:
    """An edition of a person's own that reads its book otherwise at one point."""
    return f'id = "own"\nbase = "original"\n[readings]\n"{point}" = "{strict}"\n'


@pytest.mark.parametrize("point", READING_POINTS)
def test_an_edition_of_ones_own_has_a_card_whatever_it_reads_otherwise(point: str) -> None:
    assert {key for key, _ in faults_of(reading(point, "gibberish"))} == {f"readings.{point}"}
    for strict in (NONE, SILENT, *words(point)):
        edition = editions.loads(reading(point, strict))
        for lang in languages():
            told = [line.strict for line in card_lines(edition, lang) if line.key == point]
            assert told in ([], [None], [strict])


def words(point: str) -> list[str]:
    """The words of the vocabulary that may stand at a point."""
    section, word = point.split(".")
    fields = {field.name: field.type for field in msgspec.structs.fields(SECTIONS.get(section, Edition))}
    return [one for one in expected(fields.get(word)).get("allowed", ()) if fits(one, fields[word])]
