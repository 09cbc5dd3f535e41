"""Notices by mail: the way to addresses."""

from collections.abc import Callable
from typing import Final

from tilerummy.store import Notice
from tilerummy.web.edge.spending import Spending
from tilerummy.web.notices.mail.links import Links
from tilerummy.web.notices.mail.post import Post
from tilerummy.web.notices.mail.settings import MailSettings
from tilerummy.web.notices.protocol import Kept, Outcome
from tilerummy.web.notices.wording import Message
from tilerummy.web.revocations import Revocations

LATER: Final = 3600
"""Seconds until a mail is tried again for which there was no room."""


class Mails:
    """The way to addresses."""

    def __init__(
        self,
        settings: MailSettings,
        links: Links,
        spending: Spending,
        revocations: Revocations,
        now: Callable[[], int],
    ) -> None:
        self._settings = settings
        self._spending = spending
        self._revocations = revocations
        self._now = now
        self._links = links
        self._post = Post(settings, now)

    async def send(self, notice: Notice, kept: Kept, message: Message) -> Outcome:
        """Try to send a mail. Raises StorageFailure."""
        # loaded on first use: who sends no mails need not wait for it
        from tilerummy.web.notices.mail.letters import letter

        if kept.address is None:
            return Outcome("gone", "no-address")
        if self._post.away:
            return Outcome("failed", "mail-server-away")
        if not self._spending.mails(notice.outlet.player, mailbox(kept.address)):
            return Outcome("failed", "mails-spent", LATER)
        path, stop = message.path, None
        if notice.kind == "confirm":
            path = await self._links.confirming(notice.outlet)
        else:
            page, program = await self._links.stopping(notice.outlet)
            stop = (kept.origin + page, kept.origin + program)
            if notice.game:
                path = await self._links.opening(notice.outlet, notice.game, self._now(), self._revocations.era)
        mail = letter(notice, kept, message, self._settings.sender, self._now(), kept.origin + path, stop)
        return await self._post.send(mail, kept.address)

    async def close(self) -> None:
        """Let go of the connections."""
        await self._post.close()


def mailbox(address: str) -> str:
    """The same for all addresses that lead to one mailbox, as far as their form tells."""
    name, _, host = address.lower().rpartition("@")
    return f"{name.partition('+')[0]}@{host}"
