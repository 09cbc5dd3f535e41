"""Figures beside the pages: CSV that a spreadsheet opens as it is meant, and JSON."""

import csv
import io
import json
from collections.abc import Iterable, Sequence

from tilerummy.spreadsheets import plain


def csv_file(rows: Iterable[Sequence[str | int | float]]) -> bytes:
    """The rows as CSV. What could be taken for a formula has an apostrophe in front, numbers do not."""
    file = io.StringIO()
    csv.writer(file).writerows([[plain(cell) if isinstance(cell, str) else cell for cell in row] for row in rows])
    # without the mark in front, spreadsheets do not take a file for UTF-8
    return file.getvalue().encode("utf-8-sig")


def json_file(document: object) -> bytes:
    """The document as JSON, to be read by people too."""
    return json.dumps(document, ensure_ascii=False, indent=1).encode() + b"\n"
