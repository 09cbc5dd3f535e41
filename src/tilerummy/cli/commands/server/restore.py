"""`tilerummy restore FILE`: a whole server from such a file, in a folder or a database that holds none yet."""

import argparse
import asyncio
from pathlib import Path

from tilerummy.cli.errors import CliError
from tilerummy.cli.files import on_disk
from tilerummy.cli.places import add_place, place
from tilerummy.cli.progress import rows_told
from tilerummy.messages import language, text
from tilerummy.store import DataError
from tilerummy.store.opening import folder_of, is_shared, shown

EXAMPLES = ("tilerummy restore friday.backup --data games",)


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    lang = language()
    parser.add_argument("file", metavar="FILE", help=text(lang, "cli.restore-file"))
    add_place(parser)


def run(args: argparse.Namespace) -> int:
    """Bring the data back. Raises CliError: the codes of DataError."""
    where = place(args)
    with on_disk(args.file) as file:
        try:
            _bring_back(file, where)
        except DataError as error:
            named = {key: args.file if value == str(file) else value for key, value in error.params.items()}
            raise CliError(error.code, **named) from None
    print(text(args.lang, "cli.restore-done", path=shown(where)))
    return 0


def _bring_back(file: Path, where: str) -> None:
    from tilerummy.store.copies import bring_back, bring_back_shared

    if not is_shared(where):
        bring_back(file, folder_of(where))
        return
    with rows_told() as told:
        asyncio.run(bring_back_shared(file, where, told))
