"""Edition files: what they say, the closed vocabulary with all faults at once, house rules, hashes."""

from importlib.resources import files
from pathlib import Path

import msgspec
import pytest

from tilerummy import editions
from tilerummy.editions.texts import fault_text
from tilerummy.rules.edition.edition import SECTIONS, VALUE_POINTS, Edition, content_hash
from tilerummy.rules.edition.faults import EditionError, Fault
from tilerummy.rules.edition.reader import change, parse


def faults_of(text: str) -> list[tuple[str, str]]:
    with pytest.raises(EditionError) as caught:
        editions.loads(text)
    return [(fault.key, fault.code) for fault in caught.value.faults]


def house(values: dict[str, object], base: str = "original") -> tuple[Fault, ...]:
    with pytest.raises(EditionError) as caught:
        change(editions.load(base), values)
    return caught.value.faults


SABRA: dict[str, object] = {
    "opening.table_use": "same-turn",
    "jokers.penalty": 25,
    "clock.limit_seconds": 120,
    "clock.optional": True,
    "clock.idle": "penalty",
    "clock.unfinished": "keep-sets",
    "end.pass_when_able": "allowed",
}
LARGE: dict[str, object] = {**SABRA, "jokers.per_set": None}

# rules 1A-1F and 5.1: what sets the editions apart
TABLE: dict[str, dict[str, object]] = {
    "original": {},
    "twist": {
        "jokers.per_set": None,
        "match.winner": "games-then-points",
        "match.games_per_round": "players",
        "match.tie_breaks": (),
    },
    "twist-international": {
        "jokers.per_set": None,
        "opening.mirror_value": "zero",
        "match.winner": "games-then-points",
        "match.games_per_round": "players",
        "match.tie_breaks": (),
    },
    "suomi": {
        "opening.comparison": "more-than",
        "jokers.retrieval": "rack",
        "jokers.sets": "frozen-until-replaced",
        "jokers.per_set": 1,
        "jokers.freed": "rack-set",
    },
    "sabra": SABRA,
    "xp-160": {**LARGE, "tiles.copies": 3, "players.most": 6},
    "xp-108": LARGE,
    "xp-106": LARGE,
    "belgian-tournament": {
        "opening.table_use": "same-turn",
        "opening.after_pool": "waived",
        "jokers.penalty": 25,
        "clock.idle": "penalty",
        "clock.unfinished": "keep-sets",
        "end.pool_empty": "one-turn-each",
        "end.pass_when_able": "allowed",
        "match.games_per_round": 3,
        "match.tie_breaks": ("games-won", "drawn-number"),
    },
    "original-classic": {"jokers.retrieval": "rack", "jokers.sets": "frozen-until-replaced"},
    "duel": {
        "players.most": 2,
        "deal.joker_each": True,
        "deal.redeal": "all",
        "jokers.penalty": 50,
        "clock.limit_seconds": None,
        "clock.bank_seconds": 600,
        "clock.increment_seconds": 10,
        "end.unopened": 100,
    },
    "championship": {"clock.limit_seconds": 40},
    "deutschland": {"deal.redeal": "all"},
    "polska": {"deal.redeal": "all"},
    "sabra-1978": {
        "opening.table_use": "same-turn",
        "jokers.retrieval": "rack",
        "jokers.sets": "frozen-until-replaced",
        "jokers.group_needs": "both",
        "clock.limit_seconds": 120,
        "clock.optional": True,
    },
}

SHARED: dict[str, object] = {
    "tiles.copies": 2,
    "players.least": 2,
    "players.most": 4,
    "deal.tiles": 14,
    "deal.joker_each": False,
    "deal.redeal": None,
    "opening.amount": 30,
    "opening.comparison": "at-least",
    "opening.table_use": "later-turn",
    "opening.mirror_value": "middle",
    "opening.after_pool": "required",
    "opening.melds": "several",
    "jokers.retrieval": "rack-or-table",
    "jokers.sets": "free",
    "runs.past_last": None,
    "jokers.per_set": 2,
    "jokers.freed": "any-set",
    "jokers.group_needs": "one",
    "jokers.double_needs": "one",
    "jokers.mirror_min_per_side": 1,
    "jokers.mirror_group_most_per_side": 4,
    "jokers.mirror_group_colours": "same",
    "jokers.mirror_run_colours": "same",
    "jokers.two_colour_neighbours": "different",
    "jokers.all_joker_melds": "refused",
    "jokers.penalty": 30,
    "clock.limit_seconds": 60,
    "clock.optional": False,
    "clock.bank_seconds": None,
    "clock.increment_seconds": 0,
    "clock.idle": "draw-1",
    "clock.unfinished": "restore",
    "clock.penalty": 3,
    "clock.finished": "stands",
    "clock.loose_joker": "restore",
    "end.pool_empty": "until-stuck",
    "end.exhausted": "difference",
    "end.tie": "fewest-tiles-then-shared",
    "end.pass_when_able": "refused",
    "end.unopened": None,
    "end.loss_cap": None,
    "end.winner_bonus": None,
    "match.winner": "points",
    "match.games_per_round": None,
    "match.tie_breaks": ("games-won",),
}


@pytest.mark.parametrize("name", editions.names())
def test_every_value_is_that_of_the_matrix(name: str) -> None:
    edition = editions.load(name)
    wanted = {**SHARED, **TABLE[name]}
    assert {key: edition.value(key) for key in wanted} == wanted
    assert set(VALUE_POINTS) - set(wanted) == {"tiles.jokers", "tiles.palette"}
    assert edition.id == name
    assert edition.changes == ()


def test_tiles_in_the_boxes() -> None:
    totals = {name: editions.load(name).tiles.total for name in editions.names()}
    assert totals == {
        **dict.fromkeys(editions.names(), 106),
        "twist": 112,
        "twist-international": 112,
        "xp-160": 160,
        "xp-108": 108,
    }
    jokers = editions.load("twist").tiles.jokers
    assert [jokers[joker] for joker in "JDCM"] == [2, 2, 2, 2]
    assert editions.load("xp-160").tiles.jokers["J"] == editions.load("xp-108").tiles.jokers["J"] == 4
    assert editions.load("twist").tiles.palette == ("black", "pink", "blue", "yellow")
    assert editions.load("suomi").tiles.palette == ("black", "red", "blue", "orange")


def test_stages_of_the_tournament() -> None:
    stages = editions.load("belgian-tournament").tournament
    assert stages is not None
    assert (stages.qualifying_games, stages.semifinal_places, stages.semifinal_games) == (3, 8, 2)
    assert (stages.final_places, stages.final_games, stages.points_carried) == (4, 1, "stage")
    assert stages.cut_ties == ("games-won", "best-game", "drawn-number")


@pytest.mark.parametrize("name", editions.names())
def test_every_value_has_its_section(name: str) -> None:
    edition = editions.load(name)
    number = {"twist": "000", "original": "001", "suomi": "002", "sabra": "003", "belgian-tournament": "004"}.get(name)
    for point in VALUE_POINTS:
        assert edition.ref(point)
    if number is not None:
        assert edition.ref("opening.amount") == f"{number} 1B"


def test_a_later_word_of_which_a_book_says_nothing_circulates() -> None:
    said = (files("tilerummy.editions") / "original.toml").read_text("utf-8")
    section = editions.load("original").ref("runs.past_last")
    edition = editions.loads(said.replace(f'past_last = "{section}"\n', ""))
    assert (section, edition.ref("runs.past_last")) == ("001 1A", "5.2")


def test_editions_are_equal_by_what_they_say() -> None:
    originals = [editions.load("original"), change(editions.load("original"), {})]
    assert originals[0] == originals[0]
    assert len({edition.hash for edition in map(editions.load, editions.names())}) == len(editions.names())
    assert originals[0] != originals[1], "house rules without changes have another id"
    assert originals[0] != "original"


@pytest.mark.parametrize("name", editions.names())
def test_an_edition_survives_being_stored(name: str) -> None:
    edition = editions.load(name)
    copy = msgspec.json.decode(msgspec.json.encode(edition), type=Edition)
    assert copy == edition
    assert hash(copy) == hash(edition)
    assert content_hash(copy) == copy.hash
    assert msgspec.structs.asdict(copy) == msgspec.structs.asdict(edition)


def test_house_rules_are_a_base_with_changed_values() -> None:
    base = editions.load("original")
    edition = change(base, {"opening.amount": 50, "clock.limit_seconds": None, "deal.tiles": 14})
    assert [(each.key, each.value, each.base) for each in edition.changes] == [
        ("opening.amount", 50, 30),
        ("clock.limit_seconds", None, 60),
    ]
    assert (edition.base, edition.source) == ("original", "house")
    assert edition.opening.amount == 50
    assert edition.ref("opening.amount") == "house"
    assert edition.ref("jokers.sets") == base.ref("jokers.sets")
    assert edition.hash != base.hash


def test_house_rules_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    file.write_text(
        'base = "suomi"\nname = "Ours"\n[opening]\ncomparison = "at-least"\n[clock]\nlimit_seconds = "none"\n'
    )
    edition = editions.load(str(file))
    assert edition.name == "Ours"
    assert [each.key for each in edition.changes] == ["opening.comparison", "clock.limit_seconds"]
    assert edition.jokers.sets == "frozen-until-replaced"


def test_jokers_of_house_rules_are_plain_data_in_the_changes() -> None:
    edition = change(editions.load("original"), {"tiles.jokers": {"J": 2, "M": 2}})
    assert edition.changes[0].value == {"J": 2, "D": 0, "C": 0, "M": 2}
    assert edition.tiles.total == 108


def test_all_faults_at_once() -> None:
    found = faults_of(
        """
        base = "original"
        colour = "red"
        [opening]
        amuont = 50
        comparison = "about"
        [jokers]
        penalty = 9999
        per_set = true
        [match]
        tie_breaks = ["coin"]
        """
    )
    assert found == [
        ("colour", "unknown-key"),
        ("opening.amuont", "unknown-key"),
        ("opening.comparison", "not-allowed"),
        ("jokers.per_set", "not-allowed"),
        ("jokers.penalty", "out-of-range"),
        ("match.tie_breaks", "not-allowed"),
    ]


def test_a_whole_edition_says_every_value() -> None:
    found = faults_of('id = "x"\n[tiles]\ncopies = 2\n')
    missing = [key for key, code in found if code == "missing"]
    assert "name" in missing
    assert "tiles.jokers" in missing
    first = [field.name for field in msgspec.structs.fields(SECTIONS["clock"]) if field.required]
    assert all(f"clock.{word}" in missing for word in first)
    assert "clock.finished" not in missing, "what came later has a default"
    assert "references.opening.amount" in missing


def test_faults_help() -> None:
    unknown, range_, words, joker = house(
        {"opening.amuont": 1, "opening.amount": -1, "jokers.freed": "rack", "tiles.jokers": {"J": 99}}
    )[-4:]
    by_key = {fault.key: fault.params for fault in (unknown, range_, words, joker)}
    assert by_key["opening.amuont"] == {"suggestion": "amount"}
    assert by_key["opening.amount"] == {"value": "-1", "least": 0, "most": 300}
    assert by_key["jokers.freed"]["allowed"] == ["any-set", "new-set", "rack-set"]
    assert by_key["tiles.jokers.J"] == {"value": "99", "least": 0, "most": 8}
    copies, after = house({"tiles.copies": "2", "opening.after_pool": True})
    assert (copies.params["value"], after.params["value"]) == ('"2"', "true")


@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({"deal.tiles": 27}, "deal-too-large"),
        ({"players.least": 5}, "players-crossed"),
        ({"deal.joker_each": True}, "too-few-jokers"),
        ({"jokers.mirror_min_per_side": 3, "jokers.mirror_group_most_per_side": 2}, "mirror-bounds-crossed"),
        ({"clock.bank_seconds": 600}, "two-clocks"),
        ({"clock.increment_seconds": 5}, "increment-without-bank"),
        ({"clock.loose_joker": "rack"}, "joker-where-all-goes-back"),
        ({"nonsense": 1}, "unknown-key"),
        ({"opening": {"amount": 50}}, "unknown-key"),
        ({"deal.joker_each": 1}, "not-allowed"),
        ({"tiles.palette": ["black", "green", "blue", "yellow"]}, "not-allowed"),
    ],
)
def test_combinations_that_cannot_work(values: dict[str, object], code: str) -> None:
    assert [fault.code for fault in house(values)] == [code]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("opening = [", "not-toml"),
        ('base = "originel"', "unknown-edition"),
        ("base = 3", "unknown-edition"),
        ('base = "original"\nopening = 3', "wrong-type"),
        ('base = "original"\nname = 3', "wrong-type"),
        ('base = "original"\nname = ""', "wrong-type"),
        (f'base = "original"\nname = "{"x" * 200}"', "too-long"),
        ('base = "original"\nsource = "hearsay"', "not-allowed"),
        ('base = "original"\nreferences = 3', "wrong-type"),
        ('base = "original"\n[references.opening]\namuont = "1"', "unknown-key"),
        ('base = "original"\n[references.opening]\namount = 1', "wrong-type"),
        ('base = "original"\n[examples]\nmelds = [{ tiles = "b4" }]', "wrong-examples"),
        ('base = "belgian-tournament"\n[tournament]\nfinal_places = 8\nsemifinal_places = 4', "final-too-large"),
    ],
)
def test_faults_of_documents(text: str, code: str) -> None:
    assert [found for _, found in faults_of(text)] == [code]


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b"\xff\xfe\x00")
    large = tmp_path / "large.toml"
    large.write_bytes(b"#" * 300_000)
    codes = []
    for name in ("nowhere", str(tmp_path / "nowhere.toml"), str(tmp_path), str(binary), str(large)):
        with pytest.raises(EditionError) as caught:
            editions.load(name)
        codes += [fault.code for fault in caught.value.faults]
    assert codes == ["unknown-edition", "unreadable", "unknown-edition", "not-text", "file-too-large"]


def test_a_document_may_come_from_anywhere() -> None:
    assert parse({"opening": {"amount": 40}}, editions.load("sabra")).opening.amount == 40
    with pytest.raises(EditionError):
        parse({"opening": {"amount": float("nan")}}, editions.load("sabra"))


@pytest.mark.parametrize(
    ("document", "said"),
    [
        ('base = "original"\n\nopening = [\n\n', "Rivi 3 ei ole TOML-muotoa."),
        ('base = "original"\nopening = = 1\n[deal]\n', "Rivi 2 ei ole TOML-muotoa."),
        ('base = "original"\n[examples]\nmelds = [{ tiles = "b4" }]', "Kohtaa examples.melds[0] ei voi lukea."),
    ],
)
def test_what_cannot_be_read_is_told_in_the_readers_language(document: str, said: str) -> None:
    with pytest.raises(EditionError) as refused:
        editions.loads(document)
    assert [fault_text(fault, "fi") for fault in refused.value.faults] == [said]


REVISIONS = {
    "original": (2, "eb0737b3"),
    "twist": (2, "6f93550c"),
    "twist-international": (2, "b2ddf917"),
    "suomi": (3, "5610ca63"),
    "sabra": (2, "b736feb1"),
    "xp-160": (2, "727f0a7a"),
    "xp-108": (2, "dd24d31f"),
    "xp-106": (2, "364f8fdf"),
    "belgian-tournament": (2, "188935e6"),
    "original-classic": (3, "87102754"),
    "championship": (1, "fdce0d5a"),
    "deutschland": (1, "56058fe2"),
    "polska": (1, "5a468d4c"),
    "sabra-1978": (1, "782755f0"),
    "duel": (3, "785851b9"),
}
"""Each edition's revision, and the beginning of its hash."""


def test_a_used_edition_is_never_changed_in_meaning() -> None:
    """Stored games name an edition by id, revision and hash: a change of meaning needs a new revision in the file, and
    its hash here."""
    found = map(editions.load, editions.names())
    assert {edition.id: (edition.revision, edition.hash[:8]) for edition in found} == REVISIONS
