"""A guest's browsers: which they are, and the end of one or of all others."""

import pytest
from itsdangerous import Signer

from tests.hostile.raw import eventually
from tests.web.api.test_guests import refused, who
from tests.web.api.test_handovers import FIREFOX, handed_over, moved
from tests.web.harness import Guest, Message, Server
from tilerummy.web.guests import browsers

MINUTE = 60_000


def devices(guest: Guest) -> list[Message]:
    """As the guest sees them."""
    shown: list[Message] = guest.http.get("/api/sessions").json()["devices"]
    return shown


def test_all_others_end_with_their_link_and_this_one_stays(server: Server) -> None:
    with Guest(server.address) as ann, Guest(server.address) as phone, Guest(server.address) as tablet:
        player = who(ann)
        for other in (phone, tablet):
            moved(ann, other)
        assert len(devices(ann)) == 3
        token = handed_over(phone)
        assert ann.http.post("/api/sessions/end-others").json() == {"ended": 2}
        assert (len(devices(ann)), who(ann)) == (1, player)
        for other in (phone, tablet):
            eventually(lambda other=other: who(other) != player)  # type: ignore[misc]
        assert refused(tablet.http.post("/api/handovers/look", json={"token": token})) == (404, "handover-unknown")
        server.kill()
        server.start()
        assert (len(devices(ann)), who(ann)) == (1, player)


def test_a_session_of_an_older_form_gets_a_name_and_ends_with_the_others(server: Server) -> None:
    with Guest(server.address) as ann, Guest(server.address, session=False) as copy:
        value = next(iter(ann.http.cookies.values()))
        player, issued, *_ = value.split(".")
        older = Signer(server.key, salt="tilerummy.session.tilerummy").sign(f"{player}.{issued}").decode()
        copy.http.headers["Cookie"] = f"tilerummy={older}"
        assert refused(copy.http.post("/api/sessions/end-others")) == (404, "unknown-session")
        renewed = copy.http.post("/api/session")
        assert "set-cookie" in renewed.headers
        assert renewed.json()["player"] == player
        assert len(devices(ann)) == 2
        assert ann.http.post("/api/sessions/end-others").json() == {"ended": 1}
        eventually(lambda: who(copy) != player)
        assert who(ann) == player


def test_strangers_have_no_list_and_bots_neither(server: Server, ann: Guest) -> None:
    with Guest(server.address, session=False) as nobody, Guest(server.address, key=ann.bot()["key"]) as bot:
        assert devices(nobody) == []
        for address in ("/api/sessions/end-others", "/api/sessions/x/end"):
            assert refused(nobody.http.post(address)) == (401, "no-session")
            assert refused(bot.http.post(address)) == (403, "not-for-bots")
            foreign = ann.http.post(address, headers={"origin": "http://elsewhere.test"})
            assert refused(foreign) == (403, "foreign-origin")


@pytest.mark.parametrize(
    ("user_agent", "names"),
    [
        (FIREFOX["user-agent"], ("Firefox", "Android")),
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0"
            " Safari/537.36 Edg/142.0.0.0",
            ("Edge", "Windows"),
        ),
        (
            "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0"
            " Safari/537.36",
            ("Chrome", "ChromeOS"),
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)"
            " Version/26.0 Mobile/15E148 Safari/604.1",
            ("Safari", "iPhone"),
        ),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", ("Firefox", "Linux")),
        ("curl/8.5.0", ("", "")),
    ],
)
def test_a_browser_is_told_by_its_family(user_agent: str, names: tuple[str, str]) -> None:
    assert browsers.told(user_agent) == names
