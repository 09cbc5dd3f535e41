"""What a guest's link to another browser opens: nothing without the word of the first one, and for ten minutes."""

from pathlib import Path

from tests.hostile.test_clock_steps import installed, step, stepping
from tests.web.api.test_guests import refused, who
from tests.web.api.test_handovers import KEPT, agreed, answer, handed_over, stage, take
from tests.web.harness import Guest, Server, serving
from tilerummy.web.limits import HANDOVER_SECONDS


def test_another_browser_becomes_the_guest_once_and_only_with_the_word_of_the_first(server: Server) -> None:
    with Guest(server.address) as ann, Guest(server.address) as phone, Guest(server.address) as third:
        room = ann.make(seats=2, computers=["gentle"], name="Ann", start=True)
        assert stage(ann) == "none"
        token = handed_over(ann)
        assert refused(ann.http.post("/api/handovers/take", json={"token": token})) == (409, "handover-own")
        shown = phone.http.post("/api/handovers/look", json={"token": token}).json()["last"]
        assert (shown["name"], shown["edition"]["id"], len(shown["others"])) == ("Ann", "original", 1)
        assert stage(ann) == "open"
        asked = take(phone, token)
        assert (asked["player"], asked["kept"], len(asked["code"])) == (None, None, 6)
        # a page that is loaded again asks again
        assert take(phone, token) == asked
        state = ann.http.get("/api/handovers").json()
        assert {word: state[word] for word in ("stage", "browser", "system", "code")} == {
            "stage": "asked",
            "browser": "Firefox",
            "system": "Android",
            "code": asked["code"],
        }
        for address in ("look", "take"):
            asked_too = third.http.post(f"/api/handovers/{address}", json={"token": token})
            assert refused(asked_too) == (409, "handover-asked")
        # nobody else answers, and no other number counts
        wrong = f"{(int(asked['code']) + 1) % 10**6:06}"
        assert answer(ann, wrong)["stage"] == "asked"
        assert answer(third, asked["code"])["stage"] == "none"
        assert who(phone) != who(ann)
        assert answer(ann, asked["code"])["stage"] == "agreed"
        assert answer(ann, asked["code"], agreed=False)["stage"] == "agreed"
        assert refused(third.http.post("/api/handovers/take", json={"token": token})) == (409, "handover-asked")
        assert take(phone, token) == {"code": None, "player": who(ann), "kept": KEPT}
        assert who(phone) == who(ann)
        assert stage(ann) == "used"
        assert [one["room"] for one in phone.http.get("/api/rooms").json()] == [room]
        for guest in (phone, third):
            again = guest.http.post("/api/handovers/take", json={"token": token})
            assert refused(again) == (410, "handover-used")
            assert "set-cookie" not in again.headers


def test_a_browser_that_was_refused_stays_who_it_is(server: Server) -> None:
    with Guest(server.address) as ann, Guest(server.address) as eve:
        before, token = who(eve), handed_over(ann)
        assert answer(ann, take(eve, token)["code"], agreed=False)["stage"] == "refused"
        for address in ("look", "take"):
            answered = eve.http.post(f"/api/handovers/{address}", json={"token": token})
            assert refused(answered) == (410, "handover-refused")
        assert who(eve) == before


@installed
def test_a_link_is_of_no_use_after_ten_minutes_whatever_was_agreed(tmp_path: Path) -> None:
    assert HANDOVER_SECONDS == 600
    with serving(tmp_path / "data", environment=stepping(tmp_path)) as server:
        with Guest(server.address) as ann, Guest(server.address) as bob, Guest(server.address) as eve:
            before, links = who(eve), (agreed(ann, eve), handed_over(bob))
            # a server takes its time from the machine when it starts
            server.kill()
            step(tmp_path, f"+{HANDOVER_SECONDS}")
            server.start()
            for token in links:
                for address in ("look", "take"):
                    tried = eve.http.post(f"/api/handovers/{address}", json={"token": token})
                    assert refused(tried) == (410, "handover-ended")
                    assert "set-cookie" not in tried.headers
            assert who(eve) == before
