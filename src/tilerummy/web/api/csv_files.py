"""Tables as CSV files that a spreadsheet opens as they are meant."""

from collections.abc import Iterable, Sequence

from starlette.responses import Response

from tilerummy.site import files


def csv_file(rows: Iterable[Sequence[str | int | float]], filename: str) -> Response:
    """The rows as a file to save."""
    return saved(files.csv_file(rows), filename)


def saved(content: bytes, filename: str) -> Response:
    """A CSV file to save."""
    headers = {"Content-Disposition": f'attachment; filename="{filename}"', "Cache-Control": "no-store"}
    return Response(content, headers=headers, media_type="text/csv")
