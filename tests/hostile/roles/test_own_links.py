"""What an entrant's own link opens: it tells of them alone and acts for nobody else."""

from collections.abc import Iterator

import httpx
import pytest

from tests.hostile.roles.test_keys_of_events import ORGANISING
from tests.tournaments.test_tournaments import Club
from tests.web.harness import Guest, Message, Server

DESKS: dict[str, Message] = {
    "open-check-in": {},
    "close-check-in": {},
    "paid": {"ticket": 1},
    "take-in": {"tickets": [3]},
    "leave-queue": {"tickets": [3]},
    "enter": {"text": "Eve"},
    "withdraw": {"number": 1},
    "renew-own": {"ticket": 2},
    "undo": {"step": 1},
}
"""Commands, with their fields, for desk and organiser."""


@pytest.fixture
def club(server: Server) -> Iterator[Club]:
    """Ann and Bob play under initials, Cas waits for a place; people check in, and Ann has paid."""
    with Guest(server.address) as guest:
        found = Club(guest.http, "belgian-tournament", initials=True)
        found.do("cap", cap=2)
        found.do("enter", text="Ann Peeters\nBob Maes\nCas Smet")
        found.do("open-check-in")
        found.do("paid", ticket=1)
        yield found


def links(club: Club) -> list[str]:
    return [one["key"] for one in get(club, "/own-links", club.desk).json()["links"]]


def get(club: Club, what: str, key: str) -> httpx.Response:
    return club.http.get(club.address + what, headers={"X-Tilerummy-Key": key})


def test_an_own_link_checks_in_its_person_and_nobody_else(club: Club) -> None:
    ann, _, cas = links(club)
    club.do("check-in", ann)
    club.do("check-in", ann)
    club.do("check-in", cas)
    assert [one["here"] for one in club.see(club.desk)["checkin"]["tickets"]] == [True, False, True]
    before = club.see(club.organiser)
    assert club.codes("check-in", ann, ticket=2) == ["not-allowed-role"]
    assert club.codes("check-in", ann, here=False) == ["not-allowed-role"]
    for kind, fields in {**ORGANISING, **DESKS}.items():
        assert club.codes(kind, ann, **fields) == ["not-allowed-role"], kind
    assert club.see(club.organiser) == before


def test_a_renewed_own_link_opens_nothing_and_the_desk_alone_renews_it(club: Club) -> None:
    ann, bob, cas = links(club)
    for key in (ann, bob, ""):
        assert club.ask("renew-own", key, ticket=1).status_code in (401, 403)
    for ticket in (1, 3, 3):
        club.do("renew-own", club.desk, ticket=ticket)
    new = links(club)
    assert [one == other for one, other in zip(new, (ann, bob, cas), strict=True)] == [False, True, False]
    for old in (ann, cas):
        assert get(club, "/own", old).json()["code"] == "unknown-key"
        assert club.ask("check-in", old).status_code == 403
    club.do("check-in", new[0])
    assert get(club, "/own", new[2]).json()["waiting"] == 1
    assert club.codes("renew-own", club.desk, ticket=9) == ["ticket-gone"]
    told = [one["code"] for one in get(club, "/journal", club.desk).json()["entries"]]
    assert told.count("renewed-own") == 3


def test_an_own_link_tells_of_its_person_alone(club: Club) -> None:
    ann, _, cas = links(club)
    told = get(club, "/own", ann).json()
    assert (told.pop("name"), told.pop("number")) == ("Ann Peeters", 1)
    assert told == {"standing": "plays", "waiting": None, "here": False, "expected": True}
    assert (get(club, "/own", cas).json()["standing"], get(club, "/own", cas).json()["waiting"]) == ("waits", 1)
    seen = club.see(ann)
    assert (seen.pop("role"), {**club.see(""), "role": ""}) == ("entrant", {**seen, "role": ""})
    assert not any(name in str(seen) for name in ("Peeters", "Maes", "Smet"))
    for what in ("/own-links", "/players.csv", "/journal", "/backup", "/results.csv"):
        assert get(club, what, ann).status_code == 403, what
        assert get(club, what, "").status_code == 403, what


def test_only_desk_and_organiser_see_who_paid_and_who_waits(club: Club) -> None:
    for key in (club.desk, club.organiser):
        shown = club.see(key)["checkin"]
        assert [one["paid"] for one in shown["tickets"]] == [True, False, False]
        assert [one["name"] for one in shown["queue"]] == ["Cas Smet"]
    public = club.see("")["checkin"]
    assert (public["tickets"], public["queue"], public["waiting"], public["expected"]) == ([], [], 1, 2)
    lines = get(club, "/players.csv", club.desk).text.splitlines()
    assert lines[1:] == ["1,Ann Peeters,,,,yes,", "2,Bob Maes,,,,,", ",Cas Smet,,1,,,"]


def test_links_of_other_events_and_of_people_who_have_gone_open_nothing(club: Club) -> None:
    ann, bob, _ = links(club)
    other = Club(club.http, "belgian-tournament")
    other.do("enter", text="Dee")
    assert get(other, "/own", ann).status_code == 403
    assert other.ask("check-in", ann).status_code == 403
    club.do("remove", numbers=[2])
    assert get(club, "/own", bob).json()["standing"] == "gone"
    assert club.codes("check-in", bob) == ["ticket-gone"]
    for forged in ("3." + ann.partition(".")[2], "99999999.aaaaaaaaaaaaaaaa", "0.aaaaaaaaaaaaaaaa", ann[:-1]):
        assert get(club, "/own", forged).status_code == 403, forged
    assert get(club, "/own", club.desk).status_code == 403


def test_who_signs_up_has_an_own_link_and_waits_for_a_place(club: Club, server: Server) -> None:
    club.do("sign-up", open=True, accepting=False)
    with Guest(server.address) as dee:
        dee.http.post(club.address, json={"t": "ask", "id": "1", "text": "Dee"}).raise_for_status()
        own = dee.http.get(f"{club.address}/sign-up").json()
        assert (own["answer"], own["waiting"], own["number"]) == ("waiting", 2, None)
        club.do("cap", cap=4)
        after = dee.http.get(f"{club.address}/sign-up").json()
        assert (after["answer"], after["number"], after["key"]) == ("accepted", 4, own["key"])
        club.do("check-in", own["key"])
    assert club.see("")["checkin"]["here"] == 1
