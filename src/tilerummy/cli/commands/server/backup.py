"""`tilerummy backup FILE`: a whole server in one file, also while it runs."""

import argparse
from pathlib import Path

from tilerummy.cli.errors import CliError
from tilerummy.cli.places import default_data
from tilerummy.messages import language, text
from tilerummy.store import DataError

EXAMPLES = ("tilerummy backup friday.backup",)


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    lang = language()
    parser.add_argument("file", type=Path, metavar="FILE", help=text(lang, "cli.backup-file"))
    parser.add_argument("--data", type=Path, default=None, metavar="DIR", help=text(lang, "cli.serve-data"))
    parser.add_argument("--force", action="store_true", help=text(lang, "cli.backup-force"))


def run(args: argparse.Namespace) -> int:
    """Copy, and say what the file holds. Raises CliError: the codes of DataError."""
    from tilerummy.store.copies import save

    try:
        size = save(args.data or default_data(), args.file, args.force)
    except DataError as error:
        raise CliError(error.code, **error.params) from None
    print(text(args.lang, "cli.backup-done", path=args.file, kilobytes=(size + 1023) // 1024))
    return 0
