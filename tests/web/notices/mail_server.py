"""A mail server on this machine: it takes what is sent to it, or says what the test wants it to say."""

import asyncio
import hashlib
import ssl
import threading
import time
import warnings
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage

from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session
from itsdangerous import Signer

from tests.cluster import fleet
from tests.web.harness import Message, Server

PATIENCE = 60.0
SILENCE = ""
"""What a server says that has stopped to answer."""


@dataclass
class MailServer:
    """What came, by address and as it came. `says`: answers to a recipient, one after the other, before it is taken;
    `connections`: how many there were; `logins`: by whom."""

    port: int = 0
    came: dict[str, list[EmailMessage]] = field(default_factory=lambda: defaultdict(list))
    raw: list[bytes] = field(default_factory=list)
    says: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    connections: int = 0
    logins: list[tuple[bytes, bytes]] = field(default_factory=list)
    _seen: Counter[str] = field(default_factory=Counter)
    _arrived: threading.Condition = field(default_factory=threading.Condition)

    async def handle_EHLO(self, server: SMTP, session: Session, _: Envelope, name: str, said: list[str]) -> list[str]:  # noqa: N802
        """Somebody begins to talk."""
        if session.host_name is None:
            self.connections += 1
        session.host_name = name
        return said

    async def handle_RCPT(self, _: SMTP, __: Session, envelope: Envelope, address: str, options: list[str]) -> str:  # noqa: N802
        """For whom it is."""
        if self.says[address]:
            said = self.says[address].pop(0)
            if said == SILENCE:
                await asyncio.sleep(PATIENCE)
            return said
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, _: SMTP, __: Session, envelope: Envelope) -> str:  # noqa: N802
        """The mail."""
        assert isinstance(envelope.content, bytes)
        mail = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(mail, EmailMessage)
        with self._arrived:
            self.raw.append(envelope.content)
            for address in envelope.rcpt_tos:
                self.came[address].append(mail)
            self._arrived.notify_all()
        return "250 OK"

    def next(self, address: str) -> EmailMessage:
        """The next mail to that address, once it has come."""
        seen = self._seen[address]
        self._wait(lambda: len(self.came[address]) > seen)
        self._seen[address] += 1
        return self.came[address][seen]

    def wait(self, mails: int) -> None:
        """Until so many mails have come in all."""
        self._wait(lambda: len(self.raw) >= mails)

    def _wait(self, holds: Callable[[], bool]) -> None:
        with self._arrived:
            assert self._arrived.wait_for(holds, PATIENCE)


@contextmanager
def mail_server(login: tuple[bytes, bytes] | None = None, tls: ssl.SSLContext | None = None) -> Iterator[MailServer]:
    """A mail server for the length of a block, with a user and a password, and over TLS, where
    they are given."""
    running, loop = MailServer(), asyncio.new_event_loop()

    def authenticated(_: SMTP, __: Session, ___: Envelope, ____: str, given: object) -> AuthResult:
        assert isinstance(given, LoginPassword)
        running.logins.append((given.login, given.password))
        return AuthResult(success=(given.login, given.password) == login)

    def made() -> SMTP:
        with warnings.catch_warnings():
            # a password without TLS is no risk on this machine
            warnings.simplefilter("ignore")
            return SMTP(
                running,
                hostname="mail.test",
                loop=loop,
                authenticator=authenticated if login else None,
                auth_require_tls=False,
                auth_required=login is not None,
            )

    async def listen() -> asyncio.Server:
        return await loop.create_server(made, "127.0.0.1", 0, ssl=tls)

    async def end() -> None:
        listening.close()
        # also of who is in the midst of a handshake, or does not answer that TLS ends
        for transport in list(vars(loop)["_transports"].values()):
            transport.abort()
        mine = asyncio.all_tasks() - {asyncio.current_task()}
        for task in mine:
            task.cancel()
        await asyncio.gather(*mine, return_exceptions=True)

    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    listening = asyncio.run_coroutine_threadsafe(listen(), loop).result(PATIENCE)
    running.port = listening.sockets[0].getsockname()[1]
    try:
        yield running
    finally:
        asyncio.run_coroutine_threadsafe(end(), loop).result(PATIENCE)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(PATIENCE)
        loop.close()


def text_of(mail: EmailMessage, kind: str = "plain") -> str:
    """What a reader sees of it."""
    part = mail.get_body((kind,))
    assert part is not None
    text: str = part.get_content()
    return text


def link_of(mail: EmailMessage, what: str) -> str:
    """The address in it that begins a page of that kind (`confirm`, `stop`, `open`)."""
    return next(word for word in text_of(mail).split() if f"/mail#{what}." in word)


def token_of(mail: EmailMessage, what: str) -> str:
    """What its link of that kind carries."""
    return link_of(mail, what).partition(f"#{what}.")[2]


def opening(server: Server, outlet: Message, room: str, age: int = 0) -> Message:
    """What the link of a mail carries that went out so many seconds ago."""
    hexed = "encode(value, 'hex')" if fleet.WANTED else "hex(value)"
    key = bytes.fromhex(server.kept(f"select {hexed} from secret where name = 'mail'"))
    signer = Signer(key, salt="tilerummy.mail.open", digest_method=hashlib.sha256)
    # by the server's clock, and later than the confirmation of the address
    made = time.time_ns() // 1_000_000 + 1000 - age * 1000
    return {"token": signer.sign(f"{outlet['id']}.{room}.{made}.0").decode()}
