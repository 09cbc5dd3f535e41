"""The conformance kit: every edition is sound, and a broken one shows all its faults."""

from pathlib import Path

import msgspec
import pytest

from tilerummy import editions
from tilerummy.editions.texts import fault_text
from tilerummy.messages import languages
from tilerummy.rules.edition.reader import change
from tilerummy.testing import check_edition


@pytest.mark.parametrize("name", editions.names())
def test_every_edition_is_sound(name: str) -> None:
    assert check_edition(name) == []
    assert len(editions.load(name).examples.melds) > 15
    assert len(editions.load(name).examples.turns) > 15


@pytest.mark.parametrize("name", editions.names())
def test_house_rules_are_sound_without_examples(name: str) -> None:
    assert check_edition(change(editions.load(name), {"opening.amount": 40})) == []


def references(name: str) -> set[str]:
    """Where the examples of an edition come from."""
    examples = editions.load(name).examples
    return {meld.ref for meld in examples.melds} | {turn.ref for turn in examples.turns}


def test_the_worked_examples_are_in_the_files() -> None:
    """Rules 2.6, 2.7, 3.1-3.4, by the references of the examples."""
    said = references("twist")
    cases = (
        1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 14, 16, 19, 20, 21, 23, 24, 25, 26, 27, 28, 30, 32, 35, 37, 39, 40, 41, 43,
        45, 46, 47, 49, 50, 51, 52, 55, 57, 58, 59, 60, 62, 63, 65, 66,
    )  # fmt: skip
    assert {f"2.6 T{case}" for case in cases} <= said
    assert {f"2.7 X{case}" for case in (1, 2, 3, 4, 6, 7, 8, 10, 11, 13)} <= said
    for name in editions.names():
        refs = references(name)
        assert {f"3.2 M{case}" for case in range(1, 7)} <= refs, name
        assert {"3.1", "3.3 J1a", "3.3 J1c", "3.3 J2", "3.3 J3", "3.3 J3'", "3.3 J4"} <= refs, name


BROKEN = """
base = "original"
source = "after"
name = "Broken"
[examples]
melds = [
  { meld = "b4 b5 b6", value = 16 },
  { meld = "b4 b5" },
  { meld = "b4 b5 b6", codes = ["too-short"] },
  { meld = "b4 b5", codes = ["run-gap"] },
  { meld = "b4 q" },
]
turns = [
  { position = "b4 b5 b6 | b7", table = "b4 b5 b6 b7 b8" },
  { position = "b4 b5 | b7", table = "b4 b5 b6" },
  { position = "b4 b5 b6 | b7", table = "b4 b5 b6 b7", codes = ["no-rack-tile"] },
  { position = "b4 b5 b6 | b7 | nonsense", table = "b4 b5 b6 b7" },
]
"""


def test_a_broken_file_fails_with_all_its_faults(tmp_path: Path) -> None:
    file = tmp_path / "broken.toml"
    file.write_text(BROKEN)
    faults = check_edition(str(file))
    assert [fault.code for fault in faults] == [
        "example-value",
        "example-refused",
        "example-legal",
        "example-codes",
        "example-notation",
        "example-refused",
        "example-position",
        "example-legal",
        "example-notation",
    ]
    for fault in faults:
        for language in languages():
            assert "{{" not in fault_text(fault, language)


def test_a_file_that_cannot_be_loaded_fails_with_the_faults_of_loading(tmp_path: Path) -> None:
    file = tmp_path / "broken.toml"
    file.write_text('base = "original"\nsource = "after"\n[opening]\namount = -1\nfoo = 1\n')
    assert [fault.code for fault in check_edition(str(file))] == ["unknown-key", "out-of-range"]


def test_an_edition_changed_behind_its_hash_is_not_sound() -> None:
    original = editions.load("original")
    opening = msgspec.structs.replace(original.opening, amount=25)
    faults = check_edition(msgspec.structs.replace(original, opening=opening))
    assert "hash-unstable" in [fault.code for fault in faults]


def test_an_edition_without_examples_is_not_sound() -> None:
    bare = msgspec.structs.replace(editions.load("original"), examples=type(editions.load("original").examples)())
    assert [fault.code for fault in check_edition(bare)] == ["no-examples"] * 4
