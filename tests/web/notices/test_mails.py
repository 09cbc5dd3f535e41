"""Mails go out once, in the reader's language, and come to who is there: by a real server on this machine."""

import asyncio
import gc
import socket
import ssl
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from ipaddress import ip_address
from pathlib import Path

import msgspec
import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from tests.rooms.harness import Harness, draw, in_two_halls, mover, with_rooms
from tests.web.notices.mail_server import SILENCE, MailServer, mail_server, text_of
from tests.web.notices.test_sender import NIGHT, give_up, pass_by
from tilerummy.bus import LocalBus
from tilerummy.coded import SettingError
from tilerummy.rooms.views.notices import HOLD
from tilerummy.store import Outlet
from tilerummy.web.edge.spending import Spending
from tilerummy.web.notices.mail.links import Links
from tilerummy.web.notices.mail.mails import Mails
from tilerummy.web.notices.mail.post import AT_ONCE, Post
from tilerummy.web.notices.mail.settings import MailSettings, mail_settings
from tilerummy.web.notices.protocol import Kept, Outcome, Wishes
from tilerummy.web.notices.sender import PAUSES, Sender
from tilerummy.web.revocations import Revocations
from tilerummy.web.settings import web_settings

DAY = 24 * 3600
Work = Callable[[Harness, Sender, MailServer], Awaitable[None]]


def sender(hall: Harness, server: MailServer, most: int = 1000) -> Sender:
    """A sender of this server, by that mail server."""
    settings = MailSettings("127.0.0.1", server.port, False, "rummy@play.example", most=most)
    spending, revocations = Spending(LocalBus(), 1, most), Revocations(hall.store)
    return Sender(hall.rooms, {"mail": Mails(settings, Links(hall.store), spending, revocations, hall.clock)})


async def written(hall: Harness, player: str, **wishes: object) -> str:
    """The address of a guest who wants to hear of turns there, unless they wish otherwise."""
    usual = {"kinds": ("turn",), "lang": "en", "zone": "UTC", "quiet": None, "anyway": False, "names": False}
    how = msgspec.convert({**usual, **wishes}, Wishes)
    kept = msgspec.json.encode(Kept(how, "https://play.example", address=f"{player}@mail.example"))
    assert await hall.store.keep_outlet(Outlet(player, player, "mail", None, kept, how.kinds, 1, 1), 10)
    return f"{player}@mail.example"


async def both(hall: Harness, **wishes: object) -> dict[str, str]:
    """The addresses of two guests."""
    return {player: await written(hall, player, **wishes) for player in ("p0", "p1")}


def run(folder: Path, work: Work, most: int = 1000) -> None:
    """Run it in one hall, beside a mail server."""

    async def with_server(hall: Harness) -> None:
        with mail_server() as server:
            sending = sender(hall, server, most)
            await work(hall, sending, server)
            await sending.close()

    with_rooms(folder, with_server)


def test_a_turn_is_told_in_two_forms_and_can_be_ended_with_one_press(tmp_path: Path) -> None:
    async def work(hall: Harness, sending: Sender, server: MailServer) -> None:
        addresses = await both(hall, lang="fr")
        room = await hall.game()
        await pass_by(hall, sending, DAY)
        (mail,) = server.came[addresses[mover(room)]]
        assert (str(mail["From"]), str(mail["To"])) == (
            "Tilerummy <rummy@play.example>",
            addresses[mover(room)],
        )
        assert mail["Auto-Submitted"] == "auto-generated"
        assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        assert str(mail["List-Unsubscribe"]).startswith("<https://play.example/api/notices/unsubscribe?token=")
        assert mail["Date"].datetime.timestamp() == hall.clock() // 1000
        plain, html = text_of(mail), text_of(mail, "html")
        for text in (plain, html):
            assert f"https://play.example/mail#open.{mover(room)}.{room.id}." in text
            assert "https://play.example/mail#stop." in text
        assert 'lang="fr"' in html
        assert "src=" not in html
        assert str(mail["Subject"]) == "C’est à vous de jouer"
        assert b"=?utf-8?" not in server.raw[0].partition(b"List-Unsubscribe")[2].partition(b"\r\n")[0]
        assert all(len(line) < 998 for line in server.raw[0].split(b"\r\n"))
        # the next turn is of the same thread, and by the same connection
        await draw(room)
        await draw(room)
        await pass_by(hall, sending, HOLD / 1000)
        second = server.came[addresses[mover(room)]][1]
        assert second["References"] == mail["References"]
        assert second["Message-ID"] != mail["Message-ID"]
        assert server.connections == 1

    run(tmp_path, work)


def test_names_make_no_headers_and_no_html(tmp_path: Path) -> None:
    async def work(hall: Harness, sending: Sender, server: MailServer) -> None:
        addresses = await both(hall, kinds=("end",), names=True)
        room = await hall.game()
        loser = mover(room)
        winner = "p0" if loser == "p1" else "p1"
        await give_up(room)
        evil = "Eve\r\nBcc: all@mail.example\r\n\r\n<img src=x>"
        sitters = tuple(msgspec.structs.replace(sitter, name=evil) for sitter in room.state.sitters if sitter)
        room.record.state = msgspec.structs.replace(room.state, sitters=sitters)
        await pass_by(hall, sending, DAY)
        (mail,) = server.came[addresses[winner]]
        assert mail["Bcc"] is None
        assert list(server.came) == [addresses[winner]]
        assert "<img src=x>" in text_of(mail)
        assert "<img" not in text_of(mail, "html")

    run(tmp_path, work)


def test_quiet_hours_hold_for_mails_too(tmp_path: Path) -> None:
    async def work(hall: Harness, sending: Sender, server: MailServer) -> None:
        hall.clock.at = hall.clock.at // 86_400_000 * 86_400_000 + 21 * 3_600_000
        addresses = await both(hall, quiet=NIGHT)
        room = await hall.game()
        await pass_by(hall, sending, 9 * 3600 - 1)
        assert not server.raw
        await pass_by(hall, sending, 1)
        assert len(server.came[addresses[mover(room)]]) == 1

    run(tmp_path, work)


def test_what_a_mail_server_puts_off_is_sent_later_and_once(tmp_path: Path) -> None:
    async def work(hall: Harness, sending: Sender, server: MailServer) -> None:
        address = (await both(hall))[mover(await hall.game())]
        server.says[address] += ["450 4.2.0 later", "552 5.2.2 full", "550 5.7.1 not from you"]
        await pass_by(hall, sending, HOLD / 1000)
        for pause in PAUSES[:3]:
            assert not server.raw
            await pass_by(hall, sending, pause)
        assert len(server.came[address]) == 1
        await pass_by(hall, sending, DAY)
        assert len(server.raw) == 1

    run(tmp_path, work)


def test_an_address_that_is_gone_is_told_no_more(tmp_path: Path) -> None:
    async def work(hall: Harness, sending: Sender, server: MailServer) -> None:
        addresses, room = await both(hall), await hall.game()
        server.says[addresses[mover(room)]].append("550 5.1.1 unknown")
        await pass_by(hall, sending, DAY)
        assert await hall.store.outlets_of(mover(room)) == []
        assert not server.raw

    run(tmp_path, work)


def test_a_day_has_so_many_mails(tmp_path: Path) -> None:
    async def work(hall: Harness, sending: Sender, server: MailServer) -> None:
        await both(hall)
        for _ in range(4):
            await hall.game()
        await pass_by(hall, sending, HOLD / 1000)
        assert len(server.raw) == 3
        assert await hall.store.waiting_notices("p0") + await hall.store.waiting_notices("p1") == 1

    run(tmp_path, work, most=3)


def test_a_mail_server_that_is_away_is_left_alone_for_a_while(tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        addresses = await both(hall)
        room = await hall.game()
        with mail_server() as gone:
            pass
        sending = sender(hall, gone)
        await pass_by(hall, sending, HOLD / 1000)
        assert await hall.store.waiting_notices(mover(room)) == 1
        await sending.close()
        with mail_server() as server:
            back = sender(hall, server)
            await pass_by(hall, back, PAUSES[0])
            assert len(server.came[addresses[mover(room)]]) == 1
            await back.close()

    with_rooms(tmp_path, work)


def test_a_mail_server_that_says_nothing_keeps_nobody_waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tilerummy.web.notices.mail.post.SECONDS", 1.0)

    async def work(hall: Harness, sending: Sender, server: MailServer) -> None:
        addresses, rooms = await both(hall), [await hall.game() for _ in range(3 * AT_ONCE)]
        for address in addresses.values():
            server.says[address] += [SILENCE] * AT_ONCE
        await pass_by(hall, sending, HOLD / 1000)
        assert not server.raw
        assert server.connections <= AT_ONCE
        server.says.clear()
        monkeypatch.undo()
        await pass_by(hall, sending, PAUSES[0])
        assert len(server.raw) == len(rooms)

    run(tmp_path, work)


def test_two_servers_send_each_mail_once(tmp_path: Path) -> None:
    async def work(first: Harness, second: Harness) -> None:
        with mail_server() as server:
            await both(first)
            rooms = [await first.game() for _ in range(20)]
            first.clock.pass_by(DAY)
            senders = [sender(first, server), sender(second, server)]
            for _ in range(3):
                await asyncio.gather(*(sending.look() for sending in senders))
            assert len(server.raw) == len(rooms)
            assert len({mail["Message-ID"] for mails in server.came.values() for mail in mails}) == len(rooms)
            assert server.connections <= 2 * AT_ONCE
            for sending in senders:
                await sending.close()

    in_two_halls(tmp_path, work, shared_bus=True)


def test_settings_are_read_and_wrong_ones_refused_without_the_password() -> None:
    known = {"TILERUMMY_MAIL_FROM": "rummy@play.example"}
    found = mail_settings({**known, "TILERUMMY_SMTP": "smtps://rummy%40play.example:s%3Acret@mail.example"})
    assert found == MailSettings("mail.example", 465, True, "rummy@play.example", "rummy@play.example", "s:cret")
    assert "s:cret" not in repr(found)
    assert mail_settings({}) is None
    for smtp, more in (
        ("mail.example", {}),
        ("http://mail.example", {}),
        ("smtp://mail.example:x", {}),
        ("smtp://user@mail.example", {}),
        ("smtp://user:s3cret@mail.example/path", {}),
        ("smtp://user:s3cret@mail.example", {"TILERUMMY_MAIL_FROM": "Rummy <a@b.example>"}),
        ("smtp://user:s3cret@mail.example", {"TILERUMMY_MAILS_A_DAY": "0"}),
    ):
        with pytest.raises(SettingError) as refused:
            web_settings((), ("play.example",), "127.0.0.1", {**known, "TILERUMMY_SMTP": smtp, **more})
        assert "s3cret" not in str(refused.value.params)
    with pytest.raises(SettingError, match="mail-without-name"):
        web_settings((), (), "127.0.0.1", {**known, "TILERUMMY_SMTP": "smtp://mail.example"})


def certified(folder: Path) -> ssl.SSLContext:
    """What a mail server on this machine proves itself with: a certificate that it made for itself, in `folder`."""
    key, name = generate_private_key(SECP256R1()), x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "mail.test")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False)
        .sign(key, SHA256())
    )
    (folder / "certificate").write_bytes(made.public_bytes(Encoding.PEM))
    (folder / "key").write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(folder / "certificate", folder / "key")
    return context


def handed_over(settings: MailSettings) -> Outcome:
    """How it ends to send one mail."""

    async def send() -> Outcome:
        post = Post(settings, lambda: 0)
        mail = EmailMessage()
        mail["From"], mail["To"] = settings.sender, "ann@mail.example"
        try:
            return await post.send(mail, "ann@mail.example")
        finally:
            await post.close()

    return asyncio.run(send())


def test_only_a_certificate_that_holds_is_trusted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with mail_server(tls=certified(tmp_path)) as server:
        settings = MailSettings("127.0.0.1", server.port, True, "rummy@play.example")
        refused = handed_over(settings)
        assert (refused.state, "CERTIFICATE_VERIFY_FAILED" in refused.why) == ("failed", True)
        assert not server.raw
        monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "certificate"))
        assert handed_over(settings).state == "told"


def test_the_server_of_these_tests_leaves_no_line_open(tmp_path: Path) -> None:
    context = certified(tmp_path)
    trusting = ssl.create_default_context(cafile=tmp_path / "certificate")
    with mail_server(tls=context) as server:
        line = trusting.wrap_socket(socket.create_connection(("127.0.0.1", server.port)), server_hostname="127.0.0.1")
        assert line.recv(100)
    # a transport that nobody closed says so when it is thrown away, and a warning is an error
    gc.collect()
    line.close()


def test_nothing_is_said_in_the_open_to_another_machine() -> None:
    with mail_server() as server:
        # the same place, by a name that does not tell so
        settings = MailSettings("127.1", server.port, False, "rummy@play.example", "rummy", "s3cret")
        refused = handed_over(settings)
        assert (refused.state, "STARTTLS" in refused.why) == ("failed", True)
        assert not server.raw
        assert not server.logins
