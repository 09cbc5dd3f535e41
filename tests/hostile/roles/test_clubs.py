"""People with a club's links, and those with none or another's, try what they may not."""

from collections.abc import Iterator

import pytest

from tests.clubs.meeting import Secretary, add, evening, won
from tests.web.harness import Guest, Message, Server

KEEPING: dict[str, Message] = {
    "rename": {"name": "Mine"},
    "renew": {"which": "reader"},
    "close": {},
    "enter": {"name": "Eve"},
    "change": {"member": 1, "name": "Eve"},
    "remove": {"member": 1},
    "merge": {"into": 1, "gone": 2},
    "part": {"gone": 2},
    "erase": {"person": "m1"},
    "import": {"text": "Eve"},
    "add-event": {"event": "x", "key": "y"},
    "add-sheet": {"sheet": "x", "key": "y"},
    "remove-event": {"event": 1},
    "date-event": {"event": 1, "day": "2026-01-01"},
    "season": {"season": None, "name": "Mine"},
    "drop-season": {"season": 1},
}
"""Commands, with their fields: all there are."""
READING = ("", "/figures", "/people/m1", "/register", "/register.csv")


@pytest.fixture(scope="module")
def club(server: Server) -> Iterator[Secretary]:
    """One club for all: nothing that is tried here may change it."""
    with Guest(server.address) as guest:
        found = Secretary(guest)
        found.enter("Ann Peeters", named=True, note="a secret note")
        found.enter("Bob Maes")
        desk = evening(guest, "Ann Peeters", "Bob Maes", "Cas Claes")
        won(desk, 30, -10, -20)
        add(found, desk)
        yield found


@pytest.fixture(autouse=True)
def unchanged(club: Secretary) -> Iterator[None]:
    before = club.see(), club.see("/register")
    yield
    assert (club.see(), club.see("/register")) == before


def test_a_reader_keeps_nothing(club: Secretary, bob: Guest) -> None:
    for t, body in KEEPING.items():
        answer = bob.http.post(club.address, json={"t": t, "id": t, **body}, headers={"X-Tilerummy-Key": club.reader})
        assert (answer.status_code, answer.json()["code"]) == (403, "not-allowed-role"), t


def test_a_reader_sees_no_note_no_key_and_nobody_who_did_not_agree(club: Secretary, bob: Guest) -> None:
    key = {"X-Tilerummy-Key": club.reader}
    told = "".join(bob.http.get(f"{club.address}{what}", headers=key).text for what in READING[:3])
    assert "Ann Peeters" in told
    assert not [secret for secret in ("secret note", "Bob", "Claes", club.keeper, club.reader) if secret in told]
    for what in READING[3:]:
        assert bob.http.get(f"{club.address}{what}", headers=key).status_code == 403


def test_nobody_without_a_link_sees_or_keeps_anything(club: Secretary, server: Server) -> None:
    with Guest(server.address) as eve:
        other = Secretary(eve, "Other")
        desk = evening(eve, "Eve", "Els")
        for key in ("", "guess", other.keeper, other.reader, desk.organiser, desk.desk):
            headers = {"X-Tilerummy-Key": key}
            for what in READING:
                answer = eve.http.get(f"{club.address}{what}", headers=headers)
                assert (answer.status_code, answer.json()["code"]) == (403, "unknown-key")
            for t, body in KEEPING.items():
                answer = eve.http.post(club.address, json={"t": t, "id": t, **body}, headers=headers)
                assert (answer.status_code, answer.json()["code"]) == (403, "unknown-key"), t


def test_the_organiser_of_an_event_has_no_way_into_the_club_that_counts_it(ann: Guest, server: Server) -> None:
    with Guest(server.address) as organiser:
        desk = evening(organiser, "Ann Peeters", "Bob Maes")
        club = Secretary(ann)
        club.do("add-event", event=desk.address.rpartition("/")[2], key=desk.desk)
        shown = desk.see(desk.organiser)
        assert club.link not in str(shown)
        assert club.keeper not in str(shown)
        won(desk, 10, -10)
        assert club.see()["events"][0]["finished"]
        headers = {"X-Tilerummy-Key": desk.organiser}
        assert organiser.http.get(club.address, headers=headers).status_code == 403


def test_an_event_of_others_counts_for_no_club(club: Secretary, ann: Guest, server: Server) -> None:
    with Guest(server.address) as organiser:
        desk = evening(organiser, "Eve", "Els")
        link, mine = desk.address.rpartition("/")[2], Secretary(ann)
        tables = desk.see(desk.organiser)["table_keys"]
        referee = desk.see(desk.organiser)["referee_key"]
        for key in ("", "guess", tables[0], referee, club.keeper):
            assert mine.codes("add-event", event=link, key=key) == ["not-your-event"]
        assert mine.codes("add-event", event="nothing", key="guess") == ["not-your-event"]
        assert mine.see()["events"] == []
