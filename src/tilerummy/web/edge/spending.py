"""Limits that hold for all servers together: what a guest spends at one is missing at the others too.

Until it hears of the others each server counts alone. What several of them gave at once is more than there was: it is
owed at all of them, and missing next time. While no message arrives, or where one is lost, each goes on counting alone.
"""

from typing import Final

import msgspec

from tilerummy.bus import Bus
from tilerummy.rates import Rates
from tilerummy.web import limits

ALL: Final = ""
"""The key under which the mails to everybody are counted together."""
TOPIC: Final = "spent-"
"""Each limit has a topic of its own, so that an older server passes over those it does not know."""
_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(tuple[str, float]).decode


class Spending:
    """What guests may make and say, at whichever server. `per_address`: see `WebSettings`; `mails`: how many go out in
    a day."""

    def __init__(self, bus: Bus, per_address: float, mails: int = 0) -> None:
        self._bus = bus
        self.budget, self.new_guests = limits.budget(per_address), limits.new_guests(per_address)
        self.unknown_links = limits.unknown_links(per_address)
        self.recoveries, self.all_recoveries = limits.recoveries(per_address), limits.all_recoveries()
        self.rating_tries = limits.rating_tries(per_address)
        self.lines, self.reactions = limits.lines(), limits.reactions()
        self.reports, self.invitations = limits.reports(), limits.invitations()
        self.sign_ups = limits.sign_ups(per_address)
        self.mail_questions, self.mailboxes = limits.mail_questions(per_address), limits.mailboxes()
        self._mails_of_guest, self._mails_to, self._all_mails = limits.mails(), limits.mails(), limits.all_mails(mails)
        self._share("guest", self.budget.of_guest)
        self._share("address", self.budget.of_address)
        self._share("new", self.new_guests)
        self._share("unknown-link", self.unknown_links)
        self._share("recovery-guest", self.recoveries.of_guest)
        self._share("recovery-address", self.recoveries.of_address)
        self._share("recovery-all", self.all_recoveries)
        self._share("rating-try", self.rating_tries)
        self._share("line", self.lines)
        self._share("reaction", self.reactions)
        self._share("report", self.reports)
        self._share("invitation", self.invitations)
        self._share("sign-up", self.sign_ups)
        self._share("mail-question-guest", self.mail_questions.of_guest)
        self._share("mail-question-address", self.mail_questions.of_address)
        self._share("mailbox", self.mailboxes)
        self._share("mail-guest", self._mails_of_guest)
        self._share("mail-to", self._mails_to)
        self._share("mail-all", self._all_mails)

    def mails(self, guest: str, mailbox: str) -> bool:
        """Whether another mail may go out for a guest to that mailbox, which it then does."""
        spent = ((self._mails_of_guest, guest), (self._mails_to, mailbox), (self._all_mails, ALL))
        if not all(rates.of(key).has(1) for rates, key in spent):
            return False
        return all(rates.take(key) for rates, key in spent)

    def _share(self, name: str, rates: Rates) -> None:
        def hear(_: str, said: bytes) -> None:
            key, tokens = _decode(said)
            bucket = rates.of(key)
            if 0 <= tokens <= bucket.burst:
                bucket.spend(tokens)

        rates.taken = lambda key, tokens: self._bus.say(TOPIC + name, "", _encode((key, tokens)))
        self._bus.hear(TOPIC + name, hear)
