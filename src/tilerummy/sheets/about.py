"""Date, place and note of a score sheet: what they may be."""

import datetime
import re
from typing import Final

import msgspec

from tilerummy.rules.edition.faults import Fault
from tilerummy.rules.names import one_line, unseen
from tilerummy.rules.refusal import Refusal
from tilerummy.sheets.company import full_faults
from tilerummy.sheets.state import About, Described, Sheet

LONGEST_PLACE: Final = 60
LONGEST_NOTE: Final = 280
_DATE: Final = re.compile(r"(19|20)\d\d-\d\d-\d\d", re.ASCII)


def describe(sheet: Sheet, date: str | None, place: str | None, note: str | None) -> Described | None:
    """Say when or where people play, or what else is to be noted; None leaves what was said. None where it is so
    already. Raises Refusal with all faults."""
    said = {"date": date, "place": place, "note": note}
    about = tidy(msgspec.structs.replace(sheet.about, **{key: text for key, text in said.items() if text is not None}))
    if about == sheet.about:
        return None
    if faults := [*full_faults(sheet), *about_faults(about)]:
        raise Refusal(*faults)
    return Described(about)


def tidy(about: About) -> About:
    """The same, each text on one line."""
    return About(about.date.strip(), one_line(about.place), one_line(about.note))


def about_faults(about: About) -> list[Fault]:
    """What is wrong with them."""
    faults = []
    if about.date and not _is_date(about.date):
        faults.append(Fault("date", "no-date", {"date": about.date[:20]}))
    for key, text, most in (("place", about.place, LONGEST_PLACE), ("note", about.note, LONGEST_NOTE)):
        if len(text) > most:
            faults.append(Fault(key, f"{key}-too-long", {"most": most}))
        elif sign := unseen(text):
            faults.append(Fault(key, "unseen", {"sign": sign}))
    return faults


def _is_date(text: str) -> bool:
    """Whether it is a day of the calendar, in the form that the page's calendars give."""
    if not _DATE.fullmatch(text):
        return False
    try:
        datetime.date.fromisoformat(text)
    except ValueError:
        return False
    return True
