"""By which server mails go out, as whom, and how many a day, by the word of the server's owner."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import unquote, urlsplit

from tilerummy.coded import SettingError
from tilerummy.web.addresses import parse

SMTP: Final = "TILERUMMY_SMTP"
"""The environment variable with the mail server, and the password that it wants."""
SENDER: Final = "TILERUMMY_MAIL_FROM"
"""The environment variable with the address that mails come from."""
MOST: Final = "TILERUMMY_MAILS_A_DAY"
"""The environment variable with how many mails go out in a day."""
USUAL_MOST: Final = 2_000
"""Mails a day where nothing is said: what the usual providers take from one sender."""
ADDRESS: Final = r"^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})+$"
"""An address for mail, as browsers take one, with a name that has a dot in it."""
_PORTS: Final = {"smtp": 587, "smtps": 465}


@dataclass(frozen=True, slots=True)
class MailSettings:
    """The mail server: `tls` from the first byte, or STARTTLS before anything is said, which only a server on this
    machine (`near`) may lack. `sender`: the address that mails come from; `most`: mails a day."""

    host: str
    port: int
    tls: bool
    sender: str
    user: str | None = None
    password: str | None = field(default=None, repr=False)
    most: int = USUAL_MOST

    @property
    def near(self) -> bool:
        """Whether what is said to it leaves this machine."""
        address = parse(self.host)
        return self.host == "localhost" or (address is not None and address.is_loopback)

    @property
    def domain(self) -> str:
        """The name in whose name mails go out."""
        return self.sender.rpartition("@")[2]


def mail_settings(environment: Mapping[str, str]) -> MailSettings | None:
    """The settings of TILERUMMY_SMTP, TILERUMMY_MAIL_FROM and TILERUMMY_MAILS_A_DAY; None where mails are not to be
    sent. Raises SettingError, which never tells the password."""
    given = environment.get(SMTP, "")
    if not given:
        return None
    sender = environment.get(SENDER, "")
    if not re.fullmatch(ADDRESS, sender):
        raise SettingError("setting-sender", name=SENDER, given=sender)
    most = environment.get(MOST, str(USUAL_MOST))
    if not most.isdecimal() or not 0 < len(most) < 8 or int(most) == 0:
        raise SettingError("setting-number", name=MOST, given=most)
    # what was given holds a secret, and is not told
    wrong = SettingError("setting-smtp", name=SMTP)
    try:
        parts = urlsplit(given)
        port = parts.port or _PORTS[parts.scheme]
    except (ValueError, KeyError):
        raise wrong from None
    if not parts.hostname or parts.path.strip("/") or parts.query or parts.fragment:
        raise wrong
    user, password = parts.username, parts.password
    if (user is None) != (password is None):
        raise SettingError("setting-smtp-user", name=SMTP)
    return MailSettings(
        parts.hostname,
        port,
        parts.scheme == "smtps",
        sender,
        None if user is None else unquote(user),
        None if password is None else unquote(password),
        int(most),
    )
