"""`tilerummy backup FILE`: a whole server in one file, also while it runs."""

import argparse
import asyncio
from pathlib import Path

from tilerummy.cli.errors import CliError
from tilerummy.cli.places import add_place, place, session_key
from tilerummy.cli.progress import rows_told
from tilerummy.messages import language, text
from tilerummy.store import DataError
from tilerummy.store.opening import folder_of, is_shared

EXAMPLES = ("tilerummy backup friday.backup",)


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    lang = language()
    parser.add_argument("file", type=Path, metavar="FILE", help=text(lang, "cli.backup-file"))
    add_place(parser)
    parser.add_argument("--force", action="store_true", help=text(lang, "cli.backup-force"))


def run(args: argparse.Namespace) -> int:
    """Copy, and say what the file holds. Raises CliError: the codes of SettingError and DataError."""
    try:
        size = _saved(place(args), args.file, force=args.force)
    except DataError as error:
        raise CliError(error.code, **error.params) from None
    print(text(args.lang, "cli.backup-done", path=args.file, kilobytes=(size + 1023) // 1024))
    return 0


def _saved(where: str, file: Path, *, force: bool) -> int:
    from tilerummy.store.copies import save, save_shared

    if not is_shared(where):
        return save(folder_of(where), file, force=force)
    with rows_told() as told:
        return asyncio.run(save_shared(where, session_key(), file, force=force, told=told))
