"""Names that nobody can see, that turn the line around, or that look like another one's."""

import json
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.hostile import look_alikes
from tests.web.harness import Guest, Server
from tilerummy.rules import look_alikes as table
from tilerummy.rules.names import NON_JOINER, alike, one_line, unseen, visible
from tilerummy.spreadsheets import plain, typed

UNSEEN = ("\u3164", "\u115f\u1160", "\u2800", "Ann\ufe0f", "Ann\u034f", "Ann\u17b4", "A\u202ennA", "A" + "\u0301" * 14)
REAL = (
    "Zoë",
    "Nguyễn Thị Ánh",
    "O'Neill-Smith",
    "Мария",
    "李雷",
    "أحمد",
    "שָׁלוֹם",
    "สมชาย",
    "श्रीमान्",
    "Ünal",
    "Ann ❤️",
    "Bo 🎲",
    "김민수",
)


@pytest.mark.parametrize("name", UNSEEN)
def test_what_nobody_sees_is_refused_everywhere(server: Server, name: str) -> None:
    with Guest(server.address) as ann:
        body = {"edition": "original", "seats": 2}
        answer = ann.http.post("/api/rooms", json={**body, "name": name})
        assert (answer.status_code, answer.json()["code"]) == (422, "name-unseen")
        room = ann.make(name="Ann")
        with ann.join(room) as table:
            assert table.ask("say", text=f"hello {name}")["t"] == "accepted"
            said = table.expect("chatted")["lines"][-1]["text"]
            assert unseen(said) is None
        cup = ann.http.post("/api/tournaments", json={"name": name, "format": "table-points"})
        assert cup.json()["code"] == "name-unseen"
        made = ann.http.post("/api/tournaments", json={"name": "Cup", "format": "table-points"}).json()
        asked = {"t": "enter", "id": "e", "text": f"Bob\n{name}"}
        path, key = f"/api/tournaments/{made['tournament']}", {"X-Tilerummy-Key": made["organiser"]}
        faults = ann.http.post(path, json=asked, headers=key).json()["faults"]
        assert [fault["code"] for fault in faults] in (["name-unseen"], ["name-empty"])
        sheet = ann.http.post("/api/sheets", json={"edition": "twist", "players": ["Bob", name]})
        assert sheet.json()["faults"][0]["code"] == "name-unseen"
        toml = f'base = "original"\nname = "Safe {name}"'
        house = ann.http.post("/api/rooms", json={"seats": 2, "toml": toml})
        assert [fault["code"] for fault in house.json()["faults"]] == ["text-unseen"]


@pytest.mark.parametrize("name", REAL)
def test_real_names_are_names(name: str) -> None:
    cleaned = one_line(name)
    assert cleaned
    assert unseen(cleaned) is None


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("\u200fדוד כהן", "דוד כהן"),
        ("\u200eAnn\u200e", "Ann"),
        ("שרה\u200f לוי\u061c", "שרה לוי"),
        ("علی\u200cرضا", "علی\u200cرضا"),
        ("علی\u200c\u200cرضا", "علی\u200cرضا"),
        ("کار\u200cخانه", "کارخانه"),
        ("\u200cعلی\u200c رضا\u200c", "علی رضا"),
        ("An\u200cn", "An n"),
    ],
)
def test_marks_of_direction_go_and_the_non_joiner_of_persian_stays(typed: str, name: str) -> None:
    assert one_line(typed) == name
    assert one_line(name) == name
    assert unseen(name) is None


def test_who_differs_by_a_non_joiner_alone_is_a_look_alike() -> None:
    assert alike("علی\u200cرضا", ["علیرضا"]) == "علیرضا"


@pytest.mark.parametrize(
    ("one", "other"), [("Ann", "\u0410nn"), ("Ann", "ANN"), ("Paul", "\u0420aul"), ("Bo", "B\u043e"), ("Ilse", "llse")]
)
def test_look_alikes_are_told_apart_at_a_table(server: Server, one: str, other: str) -> None:
    with Guest(server.address) as ann, Guest(server.address) as eve:
        room = ann.make(
            name=one, options={"chat": "everyone", "live": False, "open": False, "away": "wait", "away_seconds": 60}
        )
        with eve.join(room) as table:
            assert table.ask("say", text="hello", name=other)["code"] == "name-taken"
            assert table.ask("sit", name=other)["code"] == "name-taken"
            assert table.ask("sit", name="Eve")["t"] == "accepted"


def test_different_names_are_different() -> None:
    names = ["Ann", "Anna", "Änn", "Ian", "Lan", "Dan", "Jan", "Jon", "Jöns", "Мария", "Марина", "李雷", "李電"]
    for at, name in enumerate(names):
        assert alike(name, names[:at]) is None


@given(st.text())
def test_what_is_shown_can_be_seen_and_stays_as_it_is(text: str) -> None:
    shown = visible(text)
    assert unseen(shown) is None
    assert visible(shown) == shown
    assert all(unicodedata.category(letter)[0] != "C" or letter == NON_JOINER for letter in shown)


@given(st.text())
def test_a_name_looks_like_itself(text: str) -> None:
    assert alike(text, [text]) == text


CELLS = json.loads((Path(__file__).parents[1] / "golden" / "cells.json").read_bytes())


@pytest.mark.parametrize(("cell", "written"), CELLS)
def test_no_cell_is_a_formula(cell: str, written: str) -> None:
    assert plain(cell) == written
    assert typed(written) == cell


def test_the_table_of_look_alikes_is_that_of_unicode() -> None:
    written = Path(table.__file__).read_text(encoding="utf-8")
    assert written == look_alikes.module(), "python -m tests.hostile.look_alikes"
