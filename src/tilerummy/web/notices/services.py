"""Notices to services: a webhook of the guest's own, or the usual services by Apprise, those that the owner allows.

Webhooks go out as pushes do, to public addresses alone. Apprise makes its own connections, so it gets nothing but
addresses of a few plain forms, whose services are at hosts of their own, and follows no redirect: no guest leads it
into the server's own network.
"""

import asyncio
import importlib
import importlib.util
import re
from collections.abc import Set
from concurrent.futures import ThreadPoolExecutor
from typing import Final

import msgspec

from tilerummy.store import Notice
from tilerummy.web.notices.outgoing import Outgoing
from tilerummy.web.notices.protocol import Kept, Outcome
from tilerummy.web.notices.wording import Message

WEBHOOK: Final = "webhook"
"""The service that is an https address."""
FORMS: Final = {
    "discord": r"discord://[0-9]{15,25}/[A-Za-z0-9_-]{40,100}",
    "ntfy": r"ntfy://[A-Za-z0-9_-]{1,64}",
    "pushover": r"pover://[A-Za-z0-9]{30}@[A-Za-z0-9]{30}",
    "slack": r"slack://T[A-Z0-9]{5,15}/B[A-Z0-9]{5,15}/[A-Za-z0-9]{20,30}",
    "telegram": r"tgram://[0-9]{5,15}:[A-Za-z0-9_-]{20,50}/-?[0-9]{3,20}",
}
"""The services by Apprise, and the addresses that it gets of each: no host, no port and no option among them."""
EXAMPLES: Final = {
    WEBHOOK: "https://…",
    "discord": "discord://ID/TOKEN",
    "ntfy": "ntfy://TOPIC",
    "pushover": "pover://USER@TOKEN",
    "slack": "slack://TOKEN/TOKEN/TOKEN",
    "telegram": "tgram://TOKEN/CHAT",
}
"""All services, and what their addresses look like."""
AT_ONCE: Final = 4
"""Threads in which Apprise works."""
SECONDS: Final = 15.0
"""Seconds that a call may take until nobody waits for it."""


class Services:
    """The way to them. `allowed`: by the word of the server's owner."""

    def __init__(self, allowed: Set[str], outgoing: Outgoing) -> None:
        self._allowed = allowed
        self._outgoing = outgoing
        self._threads = ThreadPoolExecutor(AT_ONCE, "apprise")

    @property
    def examples(self) -> tuple[str, ...]:
        """What the addresses look like at which guests may be told."""
        return tuple(example for name, example in EXAMPLES.items() if name in self._allowed)

    def takes(self, address: str) -> bool:
        """Whether guests may be told there."""
        name = service_of(address)
        return name in self._allowed and (name != WEBHOOK or self._outgoing.takes(address))

    async def send(self, _: Notice, kept: Kept, message: Message) -> Outcome:
        """Try to tell a service."""
        if kept.address is None or not self.takes(kept.address):
            return Outcome("gone", "not-allowed")
        link = kept.origin + message.path
        if service_of(kept.address) == WEBHOOK:
            body = msgspec.json.encode({"title": message.title, "text": message.text, "url": link})
            return await self._outgoing.tell(kept.address, {"Content-Type": "application/json"}, body)
        loop, said = asyncio.get_running_loop(), f"{message.text}\n{link}"
        try:
            async with asyncio.timeout(SECONDS):
                told = await loop.run_in_executor(self._threads, _tell, kept.address, message.title, said)
        except TimeoutError:
            return Outcome("failed", "slow")
        return Outcome("told") if told else Outcome("failed", "refused")

    async def close(self) -> None:
        """Wait for nobody; the connections are those of pushes."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def service_of(address: str) -> str | None:
    """The service at an address; None for what is none."""
    if address.startswith(("https://", "http://")):
        return WEBHOOK
    return next((name for name, form in FORMS.items() if re.fullmatch(form, address)), None)


def can_use_apprise() -> bool:
    """Whether Apprise is installed."""
    return importlib.util.find_spec("apprise") is not None


def _tell(address: str, title: str, text: str) -> bool:
    # loaded on first use, and one plugin alone: all of them take two seconds and 20 MB
    from apprise import AppriseAsset

    name = service_of(address)
    assert name is not None
    plugin = getattr(importlib.import_module(f"apprise.plugins.{name}"), f"Notify{name.capitalize()}")
    asset = AppriseAsset(app_id="Tilerummy", image_url_mask="", image_url_logo="", http_redirects=False)
    return bool(plugin(**{**plugin.parse_url(address), "asset": asset}).notify(body=text, title=title))
