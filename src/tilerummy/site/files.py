"""Files of a site: pages that say what a fault costs them, CSV that a spreadsheet opens as it is meant, and JSON."""

import csv
import io
import json
from collections.abc import Iterable, Sequence
from typing import NamedTuple
from xml.etree.ElementTree import Element

from tilerummy.messages import text
from tilerummy.records.parts import Part, Parts
from tilerummy.site.elements import element, page
from tilerummy.spreadsheets import plain


class Site(NamedTuple):
    """Files by their path, and what is `missing` because of a fault here. A page lacks it and says so; in the place of
    a whole page a word about it stands, and other files are left out."""

    files: dict[str, bytes]
    missing: tuple[Part, ...] = ()


def told(parts: Parts, lang: str) -> Element | None:
    """What a page lacks, in words."""
    if not parts.missing:
        return None
    names = ", ".join(text(lang, f"parts.part-{part}") for part in parts.missing)
    return element("p", text(lang, "parts.missing-wall", parts=names), class_="fault")


def broken(lang: str, title: str, lead: Element | None = None) -> bytes:
    """The page in the place of one that cannot be made."""
    return page(lang, title, lead, element("p", text(lang, "parts.page-fault"), class_="fault"))


def csv_file(rows: Iterable[Sequence[str | int | float]]) -> bytes:
    """The rows as CSV. What could be taken for a formula has an apostrophe in front, numbers do not."""
    file = io.StringIO()
    csv.writer(file).writerows([[plain(cell) if isinstance(cell, str) else cell for cell in row] for row in rows])
    # without the mark in front, spreadsheets do not take a file for UTF-8
    return file.getvalue().encode("utf-8-sig")


def json_file(document: object) -> bytes:
    """The document as JSON, to be read by people too."""
    return json.dumps(document, ensure_ascii=False, indent=1).encode() + b"\n"
