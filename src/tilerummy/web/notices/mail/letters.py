"""What a mail looks like: text and the same as HTML, without pictures or anything else that is fetched."""

import hashlib
from datetime import UTC, datetime
from email import policy
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import format_datetime
from html import escape
from typing import Final

from tilerummy.messages import direction, languages, text
from tilerummy.store import Notice
from tilerummy.web.notices.protocol import Kept
from tilerummy.web.notices.wording import Message

NAME: Final = "Tilerummy"
"""Whom mails come from."""
SUBJECT: Final = 100
"""Characters in the subject at most."""
_POLICY: Final = policy.SMTP.clone(max_line_length=900)
"""Addresses of pages stay whole: what is longer than a line would be encoded, and no program would know it again."""


def letter(
    notice: Notice, kept: Kept, message: Message, sender: str, now: int, link: str, stop: tuple[str, str] | None
) -> EmailMessage:
    """A mail for a notice: `link` is the page behind it, `stop` the pages that end the mails, of which the second takes
    one press of a mail program; without them it asks whether there shall be mails at all. `now` in ms.

    The same notice has the same id however often it is sent, so that mail servers can drop what they have.
    """
    assert kept.address is not None
    lang = kept.wishes.lang if kept.wishes.lang in languages() else "en"
    mail = EmailMessage(_POLICY)
    mail["From"] = Address(NAME, addr_spec=sender)
    mail["To"] = Address(addr_spec=kept.address)
    mail["Subject"] = " ".join(message.title.split())[:SUBJECT]
    mail["Date"] = format_datetime(datetime.fromtimestamp(now // 1000, UTC))
    domain = sender.rpartition("@")[2]
    mail["Message-ID"] = f"<{_mark(notice, notice.game, notice.kind, notice.turn or notice.due)}@{domain}>"
    if notice.game:
        thread = f"<{_mark(notice, notice.game)}@{domain}>"
        mail["In-Reply-To"] = mail["References"] = thread
    mail["Auto-Submitted"] = "auto-generated"
    if stop is not None:
        mail["List-Unsubscribe"] = f"<{stop[1]}>"
        mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    go = text(lang, f"notice.mail-{'confirm' if stop is None else 'open' if notice.game else 'devices'}")
    why = text(lang, f"notice.mail-{'unasked' if stop is None else 'why'}")
    end = None if stop is None else (text(lang, "notice.mail-stop"), stop[0])
    mail.set_content(_plain(message.text, (go, link), why, end), cte="quoted-printable")
    html = _html(lang, mail["Subject"], message.text, (go, link), why, end)
    mail.add_alternative(html, subtype="html", cte="quoted-printable")
    return mail


def _plain(said: str, go: tuple[str, str], why: str, end: tuple[str, str] | None) -> str:
    parts = [said, "\n".join(go), "-- \n" + why]
    return "\n\n".join(parts) + ("\n" + "\n".join(end) if end else "") + "\n"


def _html(lang: str, title: str, said: str, go: tuple[str, str], why: str, end: tuple[str, str] | None) -> str:
    ending = f" {_anchor(*end)}" if end else ""
    return (
        f'<!doctype html>\n<html lang="{lang}" dir="{direction(lang)}">\n'
        f'<head><meta charset="utf-8"><title>{escape(title)}</title></head>\n'
        f"<body>\n<p>{escape(said)}</p>\n<p>{_anchor(*go)}</p>\n<hr>\n<p><small>{escape(why)}{ending}</small></p>\n"
        "</body>\n</html>\n"
    )


def _anchor(words: str, address: str) -> str:
    return f'<a href="{escape(address)}">{escape(words)}</a>'


def _mark(notice: Notice, *parts: object) -> str:
    told = " ".join(map(str, (notice.outlet.id, *parts)))
    return hashlib.sha256(told.encode()).hexdigest()[:32]
