"""`tilerummy restore FILE`: a whole server from such a file, in a folder that holds none yet."""

import argparse
from pathlib import Path

from tilerummy.cli.errors import CliError
from tilerummy.cli.places import default_data
from tilerummy.messages import language, text
from tilerummy.store import DataError

EXAMPLES = ("tilerummy restore friday.backup --data games",)


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    lang = language()
    parser.add_argument("file", type=Path, metavar="FILE", help=text(lang, "cli.restore-file"))
    parser.add_argument("--data", type=Path, default=None, metavar="DIR", help=text(lang, "cli.serve-data"))


def run(args: argparse.Namespace) -> int:
    """Bring the data back. Raises CliError: the codes of DataError."""
    from tilerummy.store.copies import bring_back

    folder = args.data or default_data()
    try:
        bring_back(args.file, folder)
    except DataError as error:
        raise CliError(error.code, **error.params) from None
    print(text(args.lang, "cli.restore-done", path=folder))
    return 0
