"""Where an edition reads its book in another sense than its words: what the card says, and the literal house rule."""

import pytest

from tests.editions.test_editions import faults_of
from tilerummy import editions
from tilerummy.editions.texts import card_lines
from tilerummy.rules.edition.reader import change


@pytest.mark.parametrize("name", editions.names())
def test_a_reading_names_a_value_that_takes_the_book_literally(name: str) -> None:
    """Each is a house rule that can be chosen, and that the reading is not about any more once it is."""
    edition = editions.load(name)
    for key, strict in edition.readings.items():
        if strict != "none":
            house = change(edition, {key: strict})
            assert house.value(key) == strict != edition.value(key)
            assert key not in house.readings


def test_a_card_says_what_the_book_says_where_it_is_read_otherwise() -> None:
    (line,) = [line for line in card_lines(editions.load("suomi"), "en") if line.key == "opening.melds"]
    assert "The book speaks of one meld" in line.reading
    assert line.reading.endswith("Strict house rule: one meld must reach the opening amount.")
    assert line.strict == "one"
    assert all(line.reading == "" for line in card_lines(editions.load("suomi"), "en") if line.key == "opening.amount")


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
