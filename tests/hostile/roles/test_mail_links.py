"""What the link of a mail opens: its guest's game, once in another browser, and nothing that was ended."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.hostile.raw import eventually
from tests.hostile.test_cookies import command
from tests.web.api.test_guests import refused, who
from tests.web.harness import Guest, Message, Server, serving
from tests.web.notices.mail_server import MailServer, mail_server, opening
from tests.web.notices.test_mail_api import told_at
from tilerummy.web.limits import unknown_links
from tilerummy.web.notices.mail.links import OPENS


@pytest.fixture(scope="module")
def mail() -> Iterator[MailServer]:
    with mail_server() as running:
        yield running


@pytest.fixture(scope="module")
def mailing(tmp_path_factory: pytest.TempPathFactory, mail: MailServer) -> Iterator[Server]:
    environment = {
        "TILERUMMY_SMTP": f"smtp://127.0.0.1:{mail.port}",
        "TILERUMMY_MAIL_FROM": "rummy@play.example",
    }
    data, options = tmp_path_factory.mktemp("data"), ("--public-host", "play.example")
    with serving(data, options=options, environment=environment) as running:
        yield running


def taken(guest: Guest, link: Message) -> tuple[int, str]:
    """How a guest is refused who wants to come back by a link."""
    return refused(guest.http.post("/api/notices/mail/take", json=link))


def test_the_link_of_a_mail_brings_its_guest_to_one_browser(mailing: Server, mail: MailServer) -> None:
    with Guest(mailing.address) as ann, Guest(mailing.address) as eve:
        outlet, before = told_at(ann, mail, "ann@mail.example"), who(eve)
        link, old = opening(mailing, outlet, "room"), opening(mailing, outlet, "room", OPENS + 2)
        assert taken(eve, old) == (410, "mail-link-ended")
        assert ann.http.post("/api/notices/mail/look", json=old).json()["own"]
        with Guest(mailing.address) as phone:
            assert phone.http.post("/api/notices/mail/take", json=link).status_code == 200
            assert who(phone) == who(ann)
        assert taken(eve, link) == (410, "mail-link-used")
        with Guest(mailing.address, session=False) as nobody, Guest(mailing.address, key=eve.bot()["key"]) as bot:
            assert taken(nobody, link) == (401, "no-session")
            assert taken(bot, link) == (403, "not-for-bots")
        assert who(eve) == before


def test_no_link_of_a_mail_opens_what_was_ended(mailing: Server, mail: MailServer) -> None:
    with Guest(mailing.address) as ann, Guest(mailing.address) as bob, Guest(mailing.address) as eve:
        outlet, other = told_at(ann, mail, "ended@mail.example"), told_at(bob, mail, "forgotten@mail.example")
        before = opening(mailing, outlet, "room", 1)
        assert ann.http.post("/api/sessions/end-others").status_code == 200
        assert taken(eve, before) == (410, "mail-link-ended")
        forgotten = opening(mailing, other, "room")
        assert bob.http.post("/api/session/forget").status_code == 200
        assert taken(eve, forgotten) == (404, "mail-link-unknown")
        link, player = opening(mailing, outlet, "room"), who(ann)
        assert command(mailing, "revoke", "--", player).returncode == 0
        eventually(lambda: who(ann) != player)
        assert taken(eve, link) == (410, "mail-link-ended")


def test_who_makes_up_links_is_stopped(tmp_path: Path, mail: MailServer) -> None:
    environment = {"TILERUMMY_SMTP": f"smtp://127.0.0.1:{mail.port}", "TILERUMMY_MAIL_FROM": "rummy@play.example"}
    with (
        serving(tmp_path, options=("--public-host", "play.example"), environment=environment) as server,
        Guest(server.address) as ann,
        Guest(server.address) as eve,
    ):
        outlet = told_at(ann, mail, "eve@mail.example")
        token = opening(server, outlet, "room")["token"]
        most = int(unknown_links(1).of("").burst)
        # what confirms an address opens no game, and a word that was changed opens nothing
        assert refused(eve.http.post("/api/notices/mail/confirm", json={"token": token})) == (404, "mail-link-unknown")
        codes = [taken(eve, {"token": f"{number}{token}"})[0] for number in range(most + 10)]
        assert codes[0] == 404
        # a slow machine gives some tries back meanwhile
        assert 429 in codes
        assert eve.make()
