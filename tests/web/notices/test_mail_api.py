"""A guest is told by mail, over HTTP: in one journey, and what is refused on the way."""

from collections.abc import Iterator

import pytest

from tests.hostile.raw import eventually
from tests.web.api.test_guests import refused, who
from tests.web.harness import Guest, Message, Server, serving
from tests.web.notices.mail_server import MailServer, mail_server, opening, token_of
from tests.web.notices.test_api import WISHES
from tilerummy.web.limits import mail_questions, mailboxes


@pytest.fixture(scope="module")
def mail() -> Iterator[MailServer]:
    with mail_server(login=(b"rummy", b"s:cret")) as running:
        yield running


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, mail: MailServer) -> Iterator[Server]:
    environment = {
        "TILERUMMY_SMTP": f"smtp://rummy:s%3Acret@127.0.0.1:{mail.port}",
        "TILERUMMY_MAIL_FROM": "rummy@play.example",
    }
    data, options = tmp_path_factory.mktemp("data"), ("--public-host", "play.example")
    with serving(data, options=options, environment=environment) as running:
        yield running


def ask(guest: Guest, address: str, **wishes: object) -> Message:
    """The answer to a guest who wants to be told at an address."""
    answer: Message = guest.http.post(
        "/api/notices/mail", json={"address": address, "wishes": {**WISHES, **wishes}}
    ).json()
    return answer


def told_at(guest: Guest, mail: MailServer, address: str) -> Message:
    """Where the guest is told, once the owner of the address has confirmed it."""
    ask(guest, address)
    token = token_of(mail.next(address), "confirm")
    assert guest.http.post("/api/notices/mail/confirm", json={"token": token}).status_code == 200
    (outlet,) = guest.http.get("/api/notices").json()["outlets"]
    shown: Message = outlet
    return shown


def test_an_address_is_confirmed_opened_elsewhere_and_ended(server: Server, mail: MailServer) -> None:
    with Guest(server.address) as ann, Guest(server.address) as phone, Guest(server.address, session=False) as program:
        assert ann.http.get("/api/notices").json()["mail"]
        (outlet,) = ask(ann, "ann@mail.example", kinds=("turn", "device"))["outlets"]
        assert (outlet["kind"], outlet["address"], outlet["confirmed"]) == ("mail", "ann@mail.example", False)
        question = mail.next("ann@mail.example")
        assert question["List-Unsubscribe"] is None
        token = {"token": token_of(question, "confirm")}
        # whatever opens the link changes nothing
        assert program.http.get("/mail").status_code == 200
        assert not ann.http.get("/api/notices").json()["outlets"][0]["confirmed"]
        # the owner of the address may be at any browser
        for _ in range(2):
            assert program.http.post("/api/notices/mail/confirm", json=token).status_code == 200
        assert ann.http.get("/api/notices").json()["outlets"][0]["confirmed"]
        # other wishes need no other mail
        (outlet,) = ask(ann, "ann@mail.example", kinds=("turn", "device"), lang="nl")["outlets"]
        assert (outlet["confirmed"], outlet["wishes"]["lang"]) == (True, "nl")
        # the link of a mail opens the game here, and elsewhere once, which is told
        room = ann.make(name="Ann")
        link = opening(server, outlet, room)
        assert ann.http.post("/api/notices/mail/look", json=link).json() == {
            "path": f"/t/{room}",
            "own": True,
            "last": None,
        }
        shown = phone.http.post("/api/notices/mail/look", json=link).json()
        assert (shown["path"], shown["own"], shown["last"]["name"]) == (f"/t/{room}", False, "Ann")
        assert phone.http.post("/api/notices/mail/take", json=link).json() == {"player": who(ann)}
        assert who(phone) == who(ann)
        told = mail.next("ann@mail.example")
        assert told["Subject"] == "Een ander apparaat heeft je spellen"
        # one press of a mail program ends the mails; a look alone does not
        stop = str(told["List-Unsubscribe"]).strip("<>")
        answer = program.http.get(stop, follow_redirects=False)
        assert (answer.status_code, answer.headers["location"].partition(".")[0]) == (303, "/mail#stop")
        assert len(ann.http.get("/api/notices").json()["outlets"]) == 1
        (kept,) = ann.http.get("/api/session/kept").json()["outlets"]
        assert kept["how"]["address"] == "ann@mail.example"
        for _ in range(2):
            assert program.http.post(stop, data={"List-Unsubscribe": "One-Click"}).status_code == 200
        assert ann.http.get("/api/notices").json()["outlets"] == []
        assert refused(program.http.post("/api/notices/unsubscribe?token=x.y")) == (404, "mail-link-unknown")
        assert refused(program.http.post("/api/notices/mail/confirm", json=token)) == (404, "mail-link-unknown")
        assert mail.logins[-1] == (b"rummy", b"s:cret")


def test_nothing_is_told_of_an_address(server: Server, mail: MailServer) -> None:
    """Who asks for an address of somebody else hears the same as who asks for one that nobody has."""
    with Guest(server.address) as ann, Guest(server.address) as eve:
        told_at(ann, mail, "known@mail.example")
        answers = [ask(eve, address)["outlets"] for address in ("known@mail.example", "nobody@mail.example")]
        for answer in answers:
            assert not answer[-1]["confirmed"]
        mail.next("known@mail.example")
        mail.next("nobody@mail.example")


def test_a_mailbox_is_asked_seldom_whoever_wants_it(server: Server, mail: MailServer) -> None:
    most = int(mailboxes().of("").burst)
    for number in range(most + 2):
        with Guest(server.address) as eve:
            (outlet,) = ask(eve, f"victim+{number}@mail.example")["outlets"]
            assert not outlet["confirmed"]
    eventually(lambda: server.kept("select count(*) from notice") == "0")
    assert sum(len(mails) for address, mails in mail.came.items() if address.startswith("victim")) == most


def test_a_guest_asks_seldom(server: Server, mail: MailServer) -> None:
    with Guest(server.address) as eve:
        most, before = int(mail_questions(1).of_guest.of("").burst), len(mail.raw)
        for number in range(most):
            assert "outlets" in ask(eve, f"often{number}@mail.example")
        assert ask(eve, "often@mail.example")["code"] == "mail-asked-often"
        mail.wait(before + most)


@pytest.mark.parametrize(
    "address",
    ["", "ann", "ann@localhost", "ann@[127.0.0.1]", "a@b.example\nBcc: c@d.example", "a b@c.example", "ä@b.example"],
)
def test_what_is_no_address_is_refused(server: Server, address: str) -> None:
    with Guest(server.address) as eve:
        assert ask(eve, address)["code"] == "malformed"
