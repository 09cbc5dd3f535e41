"""What each key of a tournament opens, and that it opens nothing else."""

from collections.abc import Iterator

import pytest

from tests.hostile.test_one_phone import Event, report
from tests.tournaments.test_tournaments import Club
from tests.web.harness import Guest, Message, Server, unconfirmed

ORGANISING: dict[str, Message] = {
    "begin": {},
    "publish": {},
    "reseat": {},
    "start": {},
    "close": {},
    "draw": {},
    "apart": {"pairs": [[1, 2]]},
    "teams": {"teams": [{"name": "Gent", "members": [1, 2]}]},
    "dates": {"dates": [{"stage": 0, "round": 0, "first": "2026-11-01", "last": "2026-11-07"}]},
    "rate": {"text": "name;rating\nAnn;20"},
    "fix": {"places": [[1, 1]]},
    "remove": {"numbers": [1]},
    "sign-up": {"open": True},
    "settle": {"equal": [1, 2], "how": "drawn-lot", "reason": "mine"},
    "hide": {"hidden": True},
    "online": {"online": True},
    "renew": {"which": "referee"},
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
def club(server: Server) -> Iterator[Club]:
    """An event that has not begun."""
    with Guest(server.address) as guest:
        yield Club(guest.http, "belgian-tournament")


@pytest.fixture
def unchanged(hall: Event) -> Iterator[None]:
    before = hall.see()
    yield
    assert hall.see() == before


def publics(hall: Event) -> Message:
    """What everybody sees."""
    seen: Message = hall.guest.http.get(hall.path).json()
    return seen


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


def test_the_referees_key_rules_and_revokes_and_sees_who_calls(hall: Event, server: Server) -> None:
    given = {"number": 1, "stage": 0, "points": -50, "reason": "played on", "rule": "german-drawn"}
    with Guest(server.address) as ann:
        hall.do("call-referee", hall.card(2), ann, table=2)
        assert hall.codes("call-referee", hall.card(2), ann, table=1) == ["another-table"]
    assert [one["table"] for one in hall.see(hall.referee)["calls"]] == [2]
    assert [seen["calls"] for seen in (publics(hall), hall.see(hall.card(1)))] == [[], []]
    hall.do("answer-call", hall.referee, table=2)
    hall.do("rule", hall.referee, **given)
    hall.do("rule", hall.referee, **{**given, "points": 0})
    (seen,) = publics(hall)["rulings"]
    assert (seen["number"], seen["points"], seen["by"]) == (1, -50, "referee")
    for ruling in (0, 1):
        hall.do("revoke-ruling", hall.referee, ruling=ruling, reason="another player")
    assert publics(hall)["rulings"] == []
    assert [one["revoked"] for one in hall.see()["rulings"]] == ["another player"] * 2


@pytest.mark.usefixtures("unchanged")
def test_the_referees_key_does_nothing_else(hall: Event, server: Server) -> None:
    desk: dict[str, Message] = {
        "enter": {"text": "Eve"},
        "withdraw": {"number": 1},
        "report": report(1),
        "correct": {"stage": 0, "round": 0, "table": 1, "game": 1, "scores": [30, -10, -10, -10], "reason": "no"},
        "clock": {"table": 0, "seconds": 1, "running": True},
        "undo": {"step": 1},
        "ask": {"text": "Eve"},
        "call-referee": {"table": 1},
    }
    with Guest(server.address) as eve:
        for kind, fields in {**ORGANISING, **desk}.items():
            assert hall.codes(kind, hall.referee, eve, **fields) == ["not-allowed-role"], kind
        claim = {"t": "claim", "table": 1, "number": 1}
        answer = eve.http.post(f"{hall.path}/online", json=claim, headers={"X-Tilerummy-Key": hall.referee})
        assert answer.status_code == 403
    for what in ("/backup", "/results.csv", "/standings.csv", "/journal"):
        assert hall.opens(hall.referee, what) == 403
    shown = hall.see(hall.referee)
    assert not any(shown[what] for what in ("results", "table_keys", "desk_key", "referee_key", "asking", "undo"))
    assert not any(key in str(shown) for key in (hall.organiser, hall.desk))


@pytest.mark.usefixtures("unchanged")
def test_nobody_without_such_a_key_rules_or_answers(hall: Event, server: Server) -> None:
    given = {"number": 1, "stage": 0, "points": 50, "reason": "mine"}
    with Guest(server.address) as eve:
        asked: dict[str, Message] = {
            "rule": given,
            "revoke-ruling": {"ruling": 0, "reason": "no"},
            "answer-call": {"table": 1},
        }
        for kind, fields in asked.items():
            assert hall.codes(kind, hall.card(1), eve, **fields) == ["not-allowed-role"], kind
        for kind, fields in {**asked, "call-referee": {"table": 1}, "take-call-back": {"table": 1}}.items():
            answer = eve.http.post(hall.path, json={"t": kind, "id": kind, **fields})
            assert (answer.status_code, answer.json()["faults"][0]["code"]) == (403, "not-allowed-role"), kind


def test_a_renewed_referees_key_dies(hall: Event) -> None:
    before = hall.referee
    hall.do("renew", which="referee")
    assert (hall.opens(before), hall.opens(hall.referee)) == (403, 200)
    assert before != hall.referee


def test_a_table_calls_twice_in_half_a_minute_at_most(hall: Event, server: Server) -> None:
    with Guest(server.address) as eve:
        hall.do("call-referee", hall.card(1), eve, table=1)
        hall.do("call-referee", hall.card(1), eve, table=1)
        assert len(hall.see()["calls"]) == 1
        hall.do("take-call-back", hall.card(1), eve, table=1)
        assert hall.codes("call-referee", hall.card(1), eve, table=1) == ["called-just-now"]


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
    assert hall.opens(card, "/backup") == 403
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


def test_roles_come_from_links_alone(club: Club) -> None:
    assert [club.see(key)["role"] for key in ("", club.desk, club.organiser)] == ["public", "desk", "organiser"]
    assert club.http.get(club.address + "?key=nonsense").json()["code"] == "unknown-key"
    assert club.http.get("/api/tournaments/nothing").status_code == 404
    assert club.codes("enter", "", text="Ann") == ["not-allowed-role"]
    assert club.codes("begin", club.desk) == ["not-allowed-role"]
    assert club.do("enter", club.desk, text="Ann\nBob") == 2
    assert club.codes("enter", text="Ann\n\nEve\nEve\n" + "x" * 41) == ["name-entered", "name-twice", "name-too-long"]
    assert len(club.see()["entrants"]) == 2
    assert club.codes("ask", "", text="Cas") == ["sign-up-closed"]
    club.do("sign-up", open=True, accepting=False)
    assert club.codes("ask", "", text="Cas\nDee") == ["one-name"]
    club.do("ask", "", text="Cas")
    assert [one["name"] for one in club.see()["entrants"]] == ["Ann", "Bob", "Cas"]


def test_two_phones_that_enter_different_results_are_settled_at_the_desk(club: Club) -> None:
    keys = club.open_round(4)
    # four players: the final alone, one game
    club.do("report", keys[0], table=1, game=1, scores=[30, -10, -10, -10], seat=1)
    club.do("report", keys[0], table=1, game=1, scores=[-10, 30, -10, -10], seat=2)
    assert club.codes("close", listed=unconfirmed(club.see(club.organiser))) == ["result-disputed"]
    (result,) = club.see(club.desk)["results"]
    assert (result["scores"], result["other"]) == ([30, -10, -10, -10], [-10, 30, -10, -10])
    settled = {"stage": 0, "round": 0, "table": 1, "game": 1, "scores": [-10, 30, -10, -10]}
    assert club.codes("correct", keys[0], **settled, reason="no") == ["not-allowed-role"]
    assert club.codes("correct", club.desk, **settled, reason=" ") == ["no-reason"]
    club.do("correct", club.desk, **settled, reason="score form")
    club.do("close")
    shown = club.see()
    assert shown["finished"]
    assert [line["number"] for line in shown["ranking"]] == [2, 1, 3, 4]


@pytest.mark.parametrize("what", ["/results.csv", "/standings.csv", "/journal"])
def test_only_staff_takes_lists_home(hall: Event, what: str) -> None:
    assert [hall.opens(key, what) for key in (hall.organiser, hall.desk)] == [200, 200]
    assert [hall.opens(key, what) for key in ("", hall.card(), "guess")] == [403] * 3
