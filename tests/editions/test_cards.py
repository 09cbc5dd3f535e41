"""The rules card: every point, in every language, from the data."""

import pytest

from tilerummy import editions
from tilerummy.editions.texts import card_lines, change_text, fault_text, name, title
from tilerummy.messages import languages, texts
from tilerummy.rules.card import card, difference, point_of
from tilerummy.rules.edition.edition import FIXED_POINTS, SECTIONS, VALUE_POINTS, Change
from tilerummy.rules.edition.faults import EditionError
from tilerummy.rules.edition.reader import change
from tilerummy.rules.edition.vocabulary import SILENT

WORDS: dict[str, list[object]] = {
    "tiles.copies": [3],
    "tiles.jokers": [{"J": 1}, {"J": 2, "D": 1, "C": 1, "M": 1}],
    "tiles.palette": [["black", "pink", "blue", "orange"], ["black", "red", "blue", "yellow"]],
    "players.most": [2, 3],
    "players.least": [3],
    "deal.tiles": [10],
    "opening.amount": [0, 50],
    "jokers.mirror_min_per_side": [2],
    "jokers.mirror_group_most_per_side": [1, 3],
    "jokers.per_set": ["none", 1, 3],
    "jokers.penalty": [0, 1],
    "end.unopened": ["none", 50],
    "end.loss_cap": ["none", 25],
    "end.winner_bonus": ["none", 50],
    "clock.limit_seconds": ["none", 30],
    "clock.penalty": [0, 1],
    "match.games_per_round": ["none", "players", 1, 4],
    "match.tie_breaks": [[], ["best-game", "drawn-number"]],
}


def every_value() -> list[tuple[str, object]]:
    """Each value of each word, one by one: the enumerations whole, the numbers by example."""
    found = []
    for key in VALUE_POINTS:
        for value in WORDS.get(key, []) or _words(key):
            found.append((key, value))
    return found


def _words(key: str) -> list[object]:
    try:
        change(editions.load("twist"), {key: "?"})
    except EditionError as error:
        allowed = error.faults[0].params.get("allowed", [])
        assert isinstance(allowed, list)
        return [{"true": True, "false": False}.get(word, word) for word in allowed if not word[0].isdigit()]
    raise AssertionError(key)


@pytest.mark.parametrize("language", languages())
def test_every_value_of_the_vocabulary_has_its_words(language: str) -> None:
    base = editions.load("twist")
    for key, value in every_value():
        if key in ("clock.bank_seconds", "clock.increment_seconds"):
            continue
        values = {key: value}
        if key == "deal.joker_each":
            values["players.most"] = 2
        if key == "clock.loose_joker":
            values["clock.unfinished"] = "keep-sets"
        edition = change(base, values)
        lines = card_lines(edition, language)
        assert all(line.text and "{{" not in line.text and line.ref for line in lines)
        for each in edition.changes:
            said = change_text(each, language)
            assert said
            assert "{{" not in said
        assert [line.key for line in lines if line.changed] == list(
            dict.fromkeys(point_of(each.key) for each in edition.changes)
        ) or len(edition.changes) > 1


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("edition", editions.names())
def test_the_card_is_whole_in_every_language(edition: str, language: str) -> None:
    lines = card_lines(editions.load(edition), language)
    keys = {line.key for line in lines}
    assert set(FIXED_POINTS) <= keys
    assert {"opening.amount", "jokers.sets", "clock.limit_seconds", "match.tie_breaks"} <= keys
    assert len(keys) == len(lines)
    assert len({line.text for line in lines}) == len(lines)
    assert name(editions.load(edition), language)


def test_no_sentence_is_left_over() -> None:
    """Every text of the namespace is used by a point of some edition."""
    used = set()
    for key, value in [("opening.amount", 30), *every_value()]:
        values = {key: value}
        if key == "deal.joker_each":
            values["players.most"] = 2
        if key == "clock.loose_joker":
            values["clock.unfinished"] = "keep-sets"
        if key == "clock.bank_seconds":
            values = {key: 600, "clock.limit_seconds": None}
        try:
            points = card(change(editions.load("twist"), values))
        except EditionError:
            continue
        for point in points:
            used |= {point.message, f"section-{point.section}", *point.parts}
    stages = card(editions.load("belgian-tournament"))[-1]
    used |= {stages.message, "tournament-stages-all", "section-tournament", *stages.parts}
    used |= {point.message for point in card(editions.load("original"))}
    used |= {point.message for point in card(editions.load("duel"))}
    readings = {line for edition in map(editions.load, editions.names()) for line in edition.readings.items()}
    silent = {True: "-silent", False: ""}
    used |= {f"reading-{key.replace('.', '-').replace('_', '-')}{silent[strict == SILENT]}" for key, strict in readings}
    used.add("reading-strict")
    plural = {key.removeprefix("rule.").rsplit("_", 1)[0] for key in texts("en") if key.startswith("rule.")}
    assert plural == used


def test_titles_of_house_rules() -> None:
    edition = change(editions.load("original"), {"opening.amount": 50, "clock.limit_seconds": None})
    assert title(edition, "en") == "Original, with: opening 50; no time limit"
    assert title(edition, "de") == "Original, mit: Herauskommen 50; kein Zeitlimit"
    assert title(editions.load("suomi"), "nl") == "Suomi (Fins)"
    marked = [line.key for line in card_lines(edition, "en") if line.changed]
    assert marked == ["opening.amount", "clock.limit_seconds"]
    assert {line.ref for line in card_lines(edition, "en") if line.changed} == {"house rule"}


def test_differences() -> None:
    found = difference(editions.load("original"), editions.load("suomi"))
    assert [each.key for each in found] == [
        "opening.amount",
        "jokers.retrieval",
        "jokers.sets",
        "jokers.per_set",
        "jokers.freed",
    ]
    twist = difference(editions.load("original"), editions.load("twist"))
    assert next(each for each in twist if each.key == "jokers.mirror").first is None
    assert difference(editions.load("sabra"), editions.load("sabra")) == ()


def test_every_fault_has_a_sentence() -> None:
    documents = (
        'base = "original"\ncolour = 1\n[opening]\namuont = 1\namount = 9999\n[jokers]\nfreed = "x"',
        'base = "nothing"',
        "[",
        "id = 3",
        'base = "original"\n[deal]\ntiles = 50\njoker_each = true\n[players]\nleast = 6\n[clock]\nbank_seconds = 60',
        'base = "original"\n[clock]\nincrement_seconds = 60\n[examples]\nmelds = 3',
    )
    for document in documents:
        with pytest.raises(EditionError) as caught:
            editions.loads(document)
        for fault in caught.value.faults:
            for language in languages():
                assert "{{" not in fault_text(fault, language)


def test_every_section_of_the_vocabulary_is_a_heading() -> None:
    headings = {f"rule.section-{section}" for section in (*SECTIONS, "turn", "meld", "tournament")}
    assert headings == {key for key in texts("en") if key.startswith("rule.section-")}


def test_a_change_is_said_in_words() -> None:
    assert change_text(Change("match.games_per_round", None, "players"), "en") == "games a round as agreed"
    assert change_text(Change("clock.optional", False, True), "en") == "time limit fixed"
