"""`tilerummy migrate --from URL --to URL`: a whole server from one database to another, compared row by row."""

import argparse
import asyncio
import os

from tilerummy.cli.errors import CliError
from tilerummy.cli.places import SESSION_KEYS, session_key
from tilerummy.cli.progress import rows_told
from tilerummy.messages import language, text
from tilerummy.store import DataError
from tilerummy.store.opening import folder_of, is_shared, shown

EXAMPLES = ("tilerummy migrate --from sqlite:///srv/tilerummy --to postgresql://tilerummy@db/tilerummy",)


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    lang = language()
    for end, dest in (("from", "source"), ("to", "target")):
        about = text(lang, f"cli.migrate-{end}")
        parser.add_argument(f"--{end}", dest=dest, required=True, metavar="URL", help=about)


def run(args: argparse.Namespace) -> int:
    """Move all or nothing, and say how much. Raises CliError: the codes of SettingError and DataError."""
    try:
        moved = _moved(args.source, args.target)
    except DataError as error:
        raise CliError(error.code, **error.params) from None
    print(text(args.lang, "cli.migrate-done", rows=moved, source=shown(args.source), target=shown(args.target)))
    if is_shared(args.target) and not is_shared(args.source):
        print(text(args.lang, "cli.migrate-key", path=folder_of(args.source) / "session.key"))
    return 0


def _moved(source: str, target: str) -> int:
    from tilerummy.store.copies import keep_key
    from tilerummy.store.moving import move

    brings_key = is_shared(source) and not is_shared(target) and SESSION_KEYS in os.environ
    key = session_key() if brings_key else None
    with rows_told() as told:
        moved = asyncio.run(move(source, target, told))
    if key is not None:
        keep_key(folder_of(target), key)
    return moved
