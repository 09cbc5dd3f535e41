"""Tables as CSV files that a spreadsheet opens as they are meant."""

import csv
import io
from collections.abc import Iterable, Sequence

from starlette.responses import Response

from tilerummy.sheets.state import plain


def csv_file(rows: Iterable[Sequence[str | int | float]], filename: str) -> Response:
    """The rows as a file to save. What could be taken for a formula has an apostrophe in front, numbers do not."""
    file = io.StringIO()
    csv.writer(file).writerows([[plain(cell) if isinstance(cell, str) else cell for cell in row] for row in rows])
    headers = {"Content-Disposition": f'attachment; filename="{filename}"', "Cache-Control": "no-store"}
    # without the mark in front, spreadsheets do not take a file for UTF-8
    return Response("\ufeff" + file.getvalue(), headers=headers, media_type="text/csv")
