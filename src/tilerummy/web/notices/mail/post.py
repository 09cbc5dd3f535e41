"""The way to the owner's mail server: few connections, each for many mails, encrypted and bounded in time."""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from tilerummy.web.notices.mail.settings import MailSettings
from tilerummy.web.notices.protocol import Outcome

if TYPE_CHECKING:
    from email.message import EmailMessage

    from aiosmtplib import SMTP

AT_ONCE: Final = 4
"""Connections to the mail server."""
STEP: Final = 15.0
"""Seconds in which the mail server has to answer."""
SECONDS: Final = 20.0
"""Seconds that a mail may take in all, with the wait for a connection."""
IDLE: Final = 10.0
"""Seconds that a connection waits for another mail."""
AWAY: Final = 30_000
"""Milliseconds for which a mail server that cannot be reached, or says nothing, is not asked again."""
_TOLD: Final = 200
"""Characters of a failure that the log tells."""
_FULL: Final = 552
"""Storage is used up: said as if for ever, and over when somebody has tidied up (RFC 5321, 4.5.3.1.10)."""
_POLICY: Final = "5.7."
"""The server takes nothing from us for anybody (RFC 3463)."""


class Post:
    """The connections."""

    def __init__(self, settings: MailSettings, now: Callable[[], int]) -> None:
        self._settings = settings
        self._now = now
        self._places = asyncio.Semaphore(AT_ONCE)
        self._free: list[SMTP] = []
        self._away_until = 0
        self._ending: asyncio.TimerHandle | None = None

    @property
    def away(self) -> bool:
        """Whether the mail server could not be reached, or said nothing, a moment ago."""
        return self._now() < self._away_until

    async def send(self, mail: "EmailMessage", address: str) -> Outcome:
        """Try to hand a mail over."""
        # loaded on first use: who sends no mails need not wait for it
        from aiosmtplib import SMTPException, SMTPRecipientsRefused, SMTPResponseException

        try:
            async with asyncio.timeout(SECONDS), self._places:
                if self.away:
                    return Outcome("failed", "mail-server-away")
                connection = await self._connection()
                try:
                    await connection.sendmail(self._settings.sender, [address], mail.as_bytes())
                except SMTPRecipientsRefused as refused:
                    self._keep(connection)
                    code, said = refused.recipients[0].code, refused.recipients[0].message
                    gone = code >= 500 and code != _FULL and not said.startswith(_POLICY)
                    return Outcome("gone" if gone else "failed", str(code))
                except BaseException as error:
                    connection.close()
                    if not isinstance(error, SMTPResponseException):
                        self._away_until = self._now() + AWAY
                    raise
                self._keep(connection)
                return Outcome("told")
        except SMTPResponseException as error:
            return Outcome("failed", f"{type(error).__name__} {error.code}")
        except (SMTPException, OSError) as error:
            return Outcome("failed", f"{type(error).__name__} {error}"[:_TOLD])

    async def close(self) -> None:
        """Let go of the connections."""
        if self._ending is not None:
            self._ending.cancel()
        while self._free:
            self._free.pop().close()

    async def _connection(self) -> "SMTP":
        """One that waits and still answers, or a new one. Raises SMTPException and OSError."""
        from aiosmtplib import SMTP, SMTPException

        while self._free:
            waiting = self._free.pop()
            try:
                await waiting.noop()
            except SMTPException:
                waiting.close()
            else:
                return waiting
        settings = self._settings
        fresh = SMTP(
            hostname=settings.host,
            port=settings.port,
            username=settings.user,
            password=settings.password,
            # the name of the machine is nobody's business, and looking it up may take long
            local_hostname=settings.domain,
            timeout=STEP,
            use_tls=settings.tls,
            start_tls=None if settings.near or settings.tls else True,
        )
        try:
            await fresh.connect()
        except BaseException as error:
            fresh.close()
            if isinstance(error, SMTPException | OSError):
                self._away_until = self._now() + AWAY
            raise
        return fresh

    def _keep(self, connection: "SMTP") -> None:
        """It waits for a while for another mail."""
        if not connection.is_connected:
            return
        self._free.append(connection)
        if self._ending is not None:
            self._ending.cancel()
        self._ending = asyncio.get_running_loop().call_later(IDLE, self._end)

    def _end(self) -> None:
        while self._free:
            self._free.pop().close()
