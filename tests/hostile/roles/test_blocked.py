"""Whom a guest has blocked reaches them by no way that people have, and learns nothing of it; nor does one guest use or
see another's list of people."""

from tests.web.harness import Guest
from tests.web.test_open_tables import OPEN
from tests.web.test_people import act, game, mine, people, play

VERBS = ("hide", "show", "forget", "block", "unblock")


def test_a_blocked_person_finds_no_way_to_the_one_who_blocked_them(ann: Guest, bob: Guest) -> None:
    game(ann, bob)
    room = ann.make(seats=3, name="Ann", options={**OPEN, "chat": "everyone"})
    with bob.join(room) as looking, ann.join(room) as host:
        (known,) = people(ann)
        act(ann, known, "block")
        ways = (
            looking.ask("sit", name="Bob"),
            looking.ask("sit", name="Another", seat=1),
            looking.ask("sit", name="Bob", seat=2, zone="Europe/Brussels"),
        )
        assert {answer["code"] for answer in ways} == {"room-full"}
        # an own name, one that is like another's, and the same again: nothing of it is read
        for name in ("Bob", "Anna", "Bob"):
            looking.send({"t": "say", "id": f"say-{name}", "text": "It is me", "name": name})
        looking.send({"t": "react", "reaction": "heart"})
        host.send({"t": "say", "id": "own", "text": "Who is here?"})
        (line,) = host.expect("chatted")["lines"]
        assert line["text"] == "Who is here?"
        assert not any("It is me" in frame or "reacted" in frame for frame in host.frames)
    for _ in range(2):
        asked = play(bob, people(bob)[0]["alias"], name="Bob")
        assert asked not in mine(ann)
    invited = ann.http.get("/api/rooms").json()
    assert not any(listed["invited"] for listed in invited)
    assert "block" not in bob.http.get("/api/session/kept").text.replace('"blocked":null', "")


def test_nobody_acts_on_the_list_of_another(ann: Guest, bob: Guest) -> None:
    game(ann, bob)
    (bert,), (anne,) = people(ann), people(bob)
    with Guest(ann.address) as eve:
        for alias in (bert["alias"], anne["alias"], "0" * 16):
            for verb in VERBS:
                assert eve.http.post(f"/api/people/{alias}", json={"act": verb}).status_code == 404
            asked = {"aliases": [alias], "name": "Eve"}
            assert eve.http.post("/api/people/play", json=asked).status_code == 404
        assert people(eve) == []
    assert bob.http.post(f"/api/people/{bert['alias']}", json={"act": "block"}).status_code == 404
    assert (people(ann), people(bob)) == ([bert], [anne])
