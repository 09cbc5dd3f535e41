"""Writing the web pages of an event or a season into a folder."""

import sys
import time
from pathlib import Path

from tilerummy.cli.errors import CliError
from tilerummy.cli.files import read_file, write_file
from tilerummy.formats.texts import fault_text
from tilerummy.inputs import EncodingError, decode
from tilerummy.messages import text
from tilerummy.records.record import LARGEST
from tilerummy.rules.edition.faults import Fault
from tilerummy.site.event_pages import event_pages
from tilerummy.site.files import Site
from tilerummy.site.season import SeasonError, read
from tilerummy.site.season_pages import season_pages
from tilerummy.tournament.state import Tournament
from tilerummy.tournaments.backup import BackupError, loads
from tilerummy.tournaments.hosted_tournament import KIND


def publish(path: str, out: str, lang: str, *, season: bool) -> int:
    """Write the pages of the event whose backup is at `path`, or of the season whose file is; 0, or 1 where a fault
    here costs some of them. Raises CliError, and writes nothing then."""
    files, missing = _season(path, lang) if season else event_pages(path, _event(path), lang)
    for name, content in files.items():
        file = Path(out, name)
        file.parent.mkdir(parents=True, exist_ok=True)
        write_file(file, content)
    print(text(lang, "cli.site-written", count=len(files), path=Path(out, "index.html")))
    if missing:
        names = ", ".join(text(lang, f"parts.part-{part}") for part in missing)
        print(text(lang, "cli.site-missing", parts=names), file=sys.stderr)
    return 1 if missing else 0


def _season(path: str, lang: str) -> Site:
    try:
        season = read(decode(read_file(path, LARGEST)))
        return season_pages(season, [_event(str(Path(path).parent / name)) for name in season.events], lang)
    except EncodingError as error:
        detail = fault_text(Fault(path, error.code, error.params), lang)
        raise CliError("season", path=path, detail=detail) from None
    except SeasonError as error:
        detail = " ".join(fault_text(fault, lang) for fault in error.faults)
        raise CliError("season", path=path, detail=detail) from None


def _event(path: str) -> Tournament:
    """The tournament in a backup."""
    try:
        rows = loads(read_file(path, 2 * LARGEST), time.time_ns() // 1_000_000).rows
    except BackupError as error:
        raise CliError("not-a-tournament", path=path, line=error.line) from None
    return KIND.fold(None, [event for row in rows for event in KIND.decode(row.body)]).tournament
