"""`tilerummy backup FILE`: a whole server in one file, also while it runs; in a folder one of many, named by time."""

import argparse
import asyncio
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from tilerummy.cli.errors import CliError
from tilerummy.cli.places import add_place, place, session_key
from tilerummy.cli.progress import rows_told
from tilerummy.cli.typed import in_range
from tilerummy.messages import language, text
from tilerummy.store import DataError
from tilerummy.store.opening import folder_of, is_shared

EXAMPLES = ("tilerummy backup friday.backup",)
MOST: Final = 10_000
"""Backups that a folder may keep."""
_NAMED = re.compile(r"tilerummy-\d{8}T\d{6}Z\.backup")


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    lang = language()
    parser.add_argument("file", type=Path, metavar="FILE", help=text(lang, "cli.backup-file"))
    add_place(parser)
    parser.add_argument("--keep", type=int, metavar="N", help=text(lang, "cli.backup-keep"))
    parser.add_argument("--force", action="store_true", help=text(lang, "cli.backup-force"))


def run(args: argparse.Namespace) -> int:
    """Copy, say what the file holds, and remove the folder's oldest where so many are to be kept. Raises CliError:
    `keep-without-folder`, `number`, the codes of SettingError and DataError."""
    folder: Path | None = args.file if args.file.is_dir() else None
    keep = None if args.keep is None else in_range("--keep", args.keep, MOST)
    if keep is not None and folder is None:
        raise CliError("keep-without-folder", path=args.file)
    file = args.file if folder is None else folder / f"tilerummy-{datetime.now(UTC):%Y%m%dT%H%M%SZ}.backup"
    try:
        size = _saved(place(args), file, force=args.force)
    except DataError as error:
        raise CliError(error.code, **error.params) from None
    print(text(args.lang, "cli.backup-done", path=file, kilobytes=(size + 1023) // 1024))
    if folder is not None and keep is not None:
        for old in _named(folder)[:-keep]:
            old.unlink(missing_ok=True)
    return 0


def _named(folder: Path) -> list[Path]:
    """The backups in a folder that have their time as a name, the oldest first."""
    return sorted(path for path in folder.iterdir() if _NAMED.fullmatch(path.name))


def _saved(where: str, file: Path, *, force: bool) -> int:
    from tilerummy.store.copies import save, save_shared

    if not is_shared(where):
        return save(folder_of(where), file, force=force)
    with rows_told() as told:
        return asyncio.run(save_shared(where, session_key(), file, force=force, told=told))
