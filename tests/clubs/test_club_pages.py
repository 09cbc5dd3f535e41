"""Clubs on a real server: founded, their register, their events, who sees what of it."""

from collections.abc import Iterator

import msgspec
import pytest

from tests.clubs.meeting import Secretary, add, evening, won
from tests.web.conftest import ann, server
from tests.web.harness import Guest, Message, Server

__all__ = ["ann", "server"]

FOUR = ("Ann Peeters", "Bob Maes", "Cas Claes", "Dee Jacobs")


def test_a_season_of_two_evenings(ann: Guest) -> None:
    club = Secretary(ann)
    assert club.enter("Ann Peeters", named=True) == 1
    assert club.enter("Robert Maes", also=["Bob Maes"], note="owes 5") == 2
    first = evening(ann, *FOUR)
    add(club, first)
    shown = club.see()
    assert [(one["name"], one["finished"], one["lost"]) for one in shown["events"]] == [("Autumn", False, False)]
    assert club.see("/figures") == {"season": None, "ratings": [], "records": []}
    won(first, 60, -10, -20, -30)
    second = evening(ann, "Dee Jacobs", "Bob Maes", "Ann Peeters")
    won(second, 40, -10, -30)
    add(club, second)
    club.do("season", season=None, name="2026")
    assert [(one["finished"], one["entrants"]) for one in club.see()["events"]] == [(True, 3), (True, 4)]
    table = club.see("/figures?season=1")["season"]["lines"]
    places = [(line["person"]["name"], line["total"], line["events"]) for line in table]
    assert places == [
        ("Ann Peeters", 5, [4, 1]),
        ("Robert Maes", 5, [3, 2]),
        ("Dee Jacobs", 4, [1, 3]),
        ("Cas Claes", 2, [2, None]),
    ]
    own = club.see("/people/m2")
    assert ([one["place"] for one in own["events"]], own["person"]["member"]) == ([2, 2], 2)
    assert [one["events"] for one in club.register().values()] == [2, 2]
    for wrong in ("/people/m9", "/people/e9-1", "/figures?season=7"):
        assert club.get(wrong).status_code == 404


def test_a_reader_sees_who_agreed_and_nothing_of_the_keepers(ann: Guest, server: Server) -> None:
    club = Secretary(ann)
    club.enter("Ann Peeters", named=True)
    club.enter("Robert Maes", also=["Bob Maes"], note="owes 5")
    desk = evening(ann, *FOUR)
    won(desk, 60, -10, -20, -30)
    add(club, desk)
    club.do("season", season=None, name="2026")
    with Guest(server.address) as reader:
        read = Secretary.__new__(Secretary)
        read.guest, read.keeper, read.reader, read.address = reader, club.reader, club.reader, club.address
        shown = read.see()
        assert (shown["role"], shown["keys"], shown["members"]) == ("reader", None, 2)
        everything = "".join(
            read.get(what).text for what in ("", "/figures", "/people/m1", "/people/m2", "/people/e1-3")
        )
        assert "Ann Peeters" in everything
        assert not [one for one in ("Robert", "Bob", "Claes", "Dee", "owes", club.keeper) if one in everything]
        for what in ("/register", "/register.csv"):
            assert read.get(what).json()["code"] == "not-allowed-role"
        for body in ({"t": "rename", "id": "a", "name": "Mine"}, {"t": "erase", "id": "b", "person": "m1"}):
            assert read.post("", body).json()["code"] == "not-allowed-role"
        assert read.post("/reading", {"text": "Ann"}).status_code == 403
        assert read.post("/merging", {"into": 1, "gone": 2}).status_code == 403
        for key in ("", "guess", desk.organiser):
            assert read.get("", key).json()["code"] == "unknown-key"


def test_two_entries_become_one_and_two_again(ann: Guest) -> None:
    club = Secretary(ann)
    into, gone = club.enter("Robert Maes", named=True, note="from Gent"), club.enter("Bob Maes", category="B")
    other = club.enter("Cas Claes")
    first, second = evening(ann, "Robert Maes", "Cas Claes"), evening(ann, "Bob Maes; B", "Cas Claes")
    for desk in (first, second):
        won(desk, 30, -30)
        add(club, desk)
    preview = club.post("/merging", {"into": into, "gone": gone}).json()
    assert preview == {
        "name": "Robert Maes",
        "also": ["Bob Maes; B", "Bob Maes"],
        "category": "",
        "named": False,
        "note": "from Gent",
        "events": ["Autumn"],
        "together": [],
    }
    assert club.post("/merging", {"into": into, "gone": other}).json()["together"] == ["Autumn"]
    assert club.codes("merge", into=into, gone=other) == ["played-together"]
    assert club.codes("merge", into=into, gone=into) == ["merged-with-itself"]
    club.do("merge", into=into, gone=gone)
    assert {name: one["events"] for name, one in club.register().items()} == {"Robert Maes": 2, "Cas Claes": 2}
    assert club.see("/register")["merges"] == [{"into": into, "gone": gone, "name": "Bob Maes"}]
    club.do("part", gone=gone)
    assert {name: (one["events"], one["also"]) for name, one in club.register().items()} == {
        "Robert Maes": (1, []),
        "Bob Maes": (1, []),
        "Cas Claes": (2, []),
    }
    assert club.codes("part", gone=gone) == ["not-merged"]


def test_who_asks_to_be_forgotten_is_in_nothing_that_is_kept(ann: Guest, server: Server) -> None:
    club = Secretary(ann)
    dee = club.enter("Dorothy Vandamme", also=["Dotty Vandamme"], note="plays left-handed")
    club.do("import", text="Name;Note\nEllis Unforgettable;x\nCas Claes;y")
    desk = evening(ann, "Dotty Vandamme", "Cas Claes", "Guest Someone")
    won(desk, 50, -20, -30)
    add(club, desk)
    club.do("season", season=None, name="2026", everybody=True)
    for person in (f"m{dee}", "e1-3"):
        club.do("erase", person=person)
    club.do("remove", member=club.register()["Ellis Unforgettable"]["number"])
    lines = club.see("/figures?season=1")["season"]["lines"]
    assert [(one["person"]["name"], one["total"]) for one in lines] == [("Cas Claes", 2)]
    desk.do("reveal", places=1)
    club.do("remove-event", event=1)
    add(club, desk)
    seen = club.get().text + club.get("/figures").text + club.get("/register").text
    rows = server.kept(f"select group_concat(cast(body as text)) from event where game_id = 'club:{club.link}'")
    for secret in ("Dorothy", "Dotty", "left-handed", "Guest Someone", "Unforgettable"):
        assert secret not in seen
        assert secret not in rows
    assert "Cas Claes" in rows
    assert club.codes("erase", person=f"m{dee}") == ["unknown-person"]


def test_what_an_organiser_corrects_is_counted_as_corrected(ann: Guest, server: Server) -> None:
    club = Secretary(ann)
    desk = evening(ann, *FOUR)
    won(desk, 60, -10, -20, -30)
    add(club, desk)
    club.do("season", season=None, name="2026")
    place: Message = {"stage": 0, "round": 0, "table": 1, "game": 1}
    (seats,) = desk.see(desk.organiser)["stages"][0]["rounds"][0]["tables"]
    for scores in ((-30, -10, -20, 60), (-10, 60, -20, -30)):
        desk.do("correct", **place, scores=[scores[number - 1] for number in seats], reason="read wrong", sure=True)
        club.see()
    lines = club.see("/figures")["season"]["lines"]
    assert [line["person"]["name"] for line in lines] == ["Bob Maes", "Ann Peeters", "Cas Claes", "Dee Jacobs"]
    rows = server.kept(f"select group_concat(cast(body as text)) from event where game_id = 'club:{club.link}'")
    assert rows.count("Dee Jacobs") == 1


def test_an_event_is_added_by_who_runs_it_and_dated_by_the_keeper(ann: Guest) -> None:
    club = Secretary(ann)
    desk = evening(ann, *FOUR)
    won(desk, 60, -10, -20, -30)
    add(club, desk)
    club.do("date-event", event=1, day="2025-12-30")
    assert club.codes("date-event", event=1, day="2025-02-30") == ["no-such-day"]
    assert club.codes("add-event", event=desk.address.rpartition("/")[2], key=desk.organiser) == ["event-there"]
    assert club.codes("add-event", event=desk.address.rpartition("/")[2], key="guess") == ["not-your-event"]
    (shown,) = club.see()["events"]
    assert (shown["day"], shown["lost"], shown["entrants"]) == ("2025-12-30", False, 4)
    assert club.see("/figures")["records"]


def test_an_evening_on_a_score_sheet_counts_as_it_stands(ann: Guest) -> None:
    club = Secretary(ann)
    club.enter("Ann Peeters", named=True)
    made = ann.http.post("/api/sheets", json={"edition": "original", "players": ["ann peeters", "Bob Maes"]}).json()
    sheet = f"/api/sheets/{made['sheet']}"
    assert club.codes("add-sheet", sheet=made["sheet"], key="guess") == ["not-your-sheet"]
    club.do("add-sheet", sheet=made["sheet"], key=made["key"])
    assert club.codes("add-sheet", sheet=made["sheet"], key=made["key"]) == ["event-there"]
    (shown,) = club.see()["events"]
    assert (shown["event"], shown["kind"], shown["finished"]) == (made["sheet"], "sheet", False)

    def write(t: str, **body: object) -> None:
        answer = ann.http.post(sheet, json={"t": t, "id": t, **body}, headers={"X-Tilerummy-Key": made["key"]})
        assert answer.status_code == 200, answer.text

    write("write", game=0, out=1, left=[{"value": 20}, {"tiles": []}])
    write("about", date="2026-10-02", place="At Ann's")
    club.do("season", season=None, name="Autumn", first="2026-10-01", last="2026-10-31")
    (shown,) = club.see()["events"]
    assert (shown["name"], shown["day"], shown["finished"], shown["entrants"]) == ("At Ann's", "2026-10-02", True, 2)
    assert made["sheet"] not in club.get("", club.reader).text
    lines = club.see("/figures")["season"]["lines"]
    assert [(one["person"]["name"], one["total"]) for one in lines] == [("Bob Maes", 2), ("Ann Peeters", 1)]
    assert [one["points"] for one in club.see("/people/m1")["events"]] == [-20]


def test_a_list_is_read_before_it_is_taken_and_is_taken_whole(ann: Guest) -> None:
    club = Secretary(ann)
    club.enter("Ann Peeters", note="keeps the key")
    text = "\ufeffNaam\tKlasse\tGenoemd\r\nAnn Peeters\t\tja\r\nJan Peeters\tA\tnee\r\nJan Peeters\tB\tja\r\n"
    understood = club.post("/reading", {"text": text}).json()
    assert (understood["count"], understood["coming"], understood["changing"], understood["same"]) == (3, 2, 1, 0)
    assert understood["namesakes"] == [{"name": "Jan Peeters", "category": "B"}]
    assert understood["changed"][0]["what"] == ["named"]
    assert club.codes("import", text=f"{text}Jan Peeters\tA\tja\nOle\t\tperhaps\n") == [
        "neither-yes-nor-no",
        "listed-twice",
    ]
    assert len(club.register()) == 1
    club.do("import", text=text)
    assert [one["named"] for one in club.see("/register")["members"]] == [True, False, True]
    saved = club.get("/register.csv")
    assert saved.content.decode("utf-8-sig").splitlines() == [
        "name,class,also,named,note",
        "Ann Peeters,,,yes,keeps the key",
        "Jan Peeters,A,,no,",
        "Jan Peeters,B,,yes,",
    ]
    again = club.post("/reading", {"text": saved.text}).json()
    assert (again["count"], again["same"], again["faults"]) == (3, 3, [])


def test_no_cell_of_a_register_is_a_formula(ann: Guest) -> None:
    club = Secretary(ann)
    club.enter("=cmd()A", note="@sum", also=["+Bob"])
    saved = club.get("/register.csv").text
    assert saved.splitlines()[1] == "'=cmd()A,,'+Bob,no,'@sum"
    assert club.post("/reading", {"text": saved}).json()["same"] == 1


def test_links_are_renewed_and_a_club_is_closed(ann: Guest, server: Server) -> None:
    club = Secretary(ann)
    club.enter("Ann Peeters")
    old = club.keeper
    answer = club.ask("renew", which="keeper", key="abcdefghjkmnpqrs", id="same")
    assert answer.json()["key"] == "abcdefghjkmnpqrs"
    assert club.get("", old).status_code == 403
    club.keeper = "abcdefghjkmnpqrs"
    assert club.codes("renew", which="reader", key="abcdefghjkmnpqrt") == ["key-in-use"]
    club.do("renew", which="reader")
    assert club.get("", club.reader).status_code == 403
    assert club.ask("close").status_code == 200
    for answer in (club.get(), club.ask("rename", name="Again"), club.get("", old)):
        assert (answer.status_code, answer.json()["code"]) == (404, "unknown-club")
    rows = server.kept(f"select group_concat(cast(body as text)) from event where game_id = 'club:{club.link}'")
    assert "Peeters" not in rows


@pytest.mark.parametrize(
    ("t", "body", "code"),
    [
        ("enter", {"name": "  "}, "name-empty"),
        ("enter", {"name": "A" * 41}, "text-too-long"),
        ("enter", {"name": "A\u200bnn"}, "text-unseen"),
        ("enter", {"name": "ann peeters"}, "member-there"),
        ("enter", {"name": "Anna", "also": ["ANN  PEETERS"]}, "member-there"),
        ("change", {"member": 7, "name": "Bob"}, "unknown-member"),
        ("remove", {"member": 7}, "unknown-member"),
        ("erase", {"person": "m7"}, "unknown-person"),
        ("merge", {"into": 1, "gone": 7}, "unknown-member"),
        ("import", {"text": ""}, "no-names"),
        ("import", {"text": "Ann;A;more;still"}, "heading-lacking"),
        ("remove-event", {"event": 3}, "unknown-event"),
        ("season", {"season": 4, "name": "X"}, "unknown-season"),
        ("season", {"season": None, "name": "X", "first": "2026-02-01", "last": "2026-01-01"}, "days-reversed"),
        ("season", {"season": None, "name": "X", "first": "2026-02-31"}, "no-such-day"),
        ("season", {"season": None, "name": "X", "events": [1]}, "unknown-event"),
        ("drop-season", {"season": 1}, "unknown-season"),
        ("rename", {"name": ""}, "name-empty"),
    ],
)
def test_what_cannot_be_is_refused(kept: Secretary, t: str, body: dict[str, object], code: str) -> None:
    before = kept.see()
    assert kept.codes(t, **body) == [code]
    assert kept.see() == before


@pytest.fixture(scope="module")
def kept(server: Server) -> Iterator[Secretary]:
    with Guest(server.address) as guest:
        club = Secretary(guest)
        club.enter("Ann Peeters")
        yield club


def test_a_resend_is_answered_and_not_repeated(ann: Guest) -> None:
    club = Secretary(ann)
    first = club.do("enter", name="Ann", id="same")
    assert club.do("enter", name="Ann", id="same") == first
    assert len(club.register()) == 1
    assert msgspec.json.encode(club.see()["most"]) == b'{"members":5000,"events":200,"seasons":40}'


def test_a_club_outlives_the_guest_who_founded_it(ann: Guest, server: Server) -> None:
    with Guest(server.address) as founder:
        club = Secretary(founder)
        player = founder.http.post("/api/session").json()["player"]
        made = [one["id"] for one in founder.http.get("/api/session/kept").json()["made"]]
        assert made == [f"club:{club.link}"]
        assert founder.http.post("/api/session/forget").status_code == 200
    club.guest = ann
    club.enter("Ann Peeters")
    actors = server.kept(f"select group_concat(actor) from event where game_id = 'club:{club.link}'")
    assert player not in actors
    assert actors.endswith(",keeper")
