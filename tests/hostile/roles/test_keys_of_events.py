"""What each key of a tournament opens, and that it opens nothing else."""

from collections.abc import Iterator

import pytest

from tests.hostile.test_one_phone import Event, report
from tests.web.harness import Guest, Message, Server

ORGANISING: dict[str, Message] = {
    "begin": {},
    "publish": {},
    "reseat": {},
    "start": {},
    "close": {},
    "draw": {},
    "apart": {"pairs": [[1, 2]]},
    "fix": {"places": [[1, 1]]},
    "remove": {"number": 1},
    "sign-up": {"open": True},
    "hide": {"hidden": True},
    "online": {"online": True},
    "renew": {"which": "desk"},
}
"""Commands, with their fields, for the organiser's key alone."""


@pytest.fixture(scope="module")
def hall(server: Server) -> Iterator[Event]:
    """One event for all: nothing that is tried here may change it."""
    found = Event(server)
    found.do("table-online", table=1, online=True)
    yield found
    found.guest.http.close()


@pytest.fixture
def unchanged(hall: Event) -> Iterator[None]:
    before = hall.see()
    yield
    assert hall.see() == before


@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize("kind", ORGANISING)
def test_the_desks_key_takes_nobody_off_runs_no_rounds_and_renews_no_keys(hall: Event, kind: str) -> None:
    assert hall.codes(kind, hall.desk, **ORGANISING[kind]) == ["not-allowed-role"]


def test_the_desks_key_renames_players_and_withdraws_them(hall: Event) -> None:
    hall.do("change", hall.desk, number=8, name="Hanna")
    hall.do("withdraw", hall.desk, number=8)
    shown = hall.see()["entrants"][7]
    assert (shown["name"], shown["withdrawn"]) == ("Hanna", True)
    hall.do("return", hall.desk, number=8)
    assert hall.see()["entrants"][7]["withdrawn"] is False


def test_the_desks_key_shows_no_other_key(hall: Event) -> None:
    shown = hall.see(hall.desk)
    assert (shown["role"], shown["desk_key"]) == ("desk", "")
    assert hall.organiser not in str(shown)
    assert hall.opens(hall.desk, "/backup") == 403
    assert hall.opens(hall.organiser, "/backup") == 200


@pytest.mark.usefixtures("unchanged")
def test_a_card_is_of_no_use_at_another_table_or_the_desk(hall: Event, server: Server) -> None:
    card = hall.card(2)
    with Guest(server.address) as eve:
        assert hall.codes("report", card, eve, **report(1)) == ["another-table"]
        for kind, fields in {**ORGANISING, "withdraw": {"number": 1}}.items():
            assert hall.codes(kind, card, eve, **fields) == ["not-allowed-role"], kind
        for asked in (
            {"t": "claim", "table": 1, "number": 1},
            {"t": "release", "table": 1, "number": 1},
            {"t": "begin-game", "table": 1},
        ):
            answer = eve.http.post(f"{hall.path}/online", json=asked, headers={"X-Tilerummy-Key": card})
            assert (answer.status_code, answer.json()["code"]) == (403, "not-allowed-role")
    assert [hall.opens(card, what) for what in ("/backup", "/journal", "/results.csv")] == [403] * 3
    assert hall.card(1) not in str(hall.see(card))


@pytest.mark.usefixtures("unchanged")
def test_no_key_opens_another_tournament(hall: Event, server: Server) -> None:
    other = Event(server)
    with other.guest:
        for key in (other.organiser, other.desk, other.card()):
            assert [hall.opens(key, what) for what in ("", "/backup", "/online")] == [403] * 3
            assert hall.ask("withdraw", key, number=1).status_code == 403


@pytest.mark.usefixtures("unchanged")
def test_a_bot_takes_no_seat_of_a_tournament(hall: Event) -> None:
    seats = hall.see()["stages"][0]["rounds"][0]["tables"][0]
    with Guest(hall.address, key=hall.guest.bot()["key"]) as bot:
        claim = {"t": "claim", "table": 1, "number": seats[0]}
        answer = bot.http.post(f"{hall.path}/online", json=claim, headers={"X-Tilerummy-Key": hall.card()})
        assert (answer.status_code, answer.json()["code"]) == (403, "not-for-bots")
