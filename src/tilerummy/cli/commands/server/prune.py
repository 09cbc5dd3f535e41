"""`tilerummy prune`: remove what is kept no longer, also while the server runs, which does it once a day by itself."""

import argparse
import json
import os

import msgspec

from tilerummy.cli.beside import with_store
from tilerummy.cli.errors import CliError
from tilerummy.cli.places import add_place
from tilerummy.coded import SettingError
from tilerummy.messages import language, text
from tilerummy.rooms.server_time import wall_clock
from tilerummy.store.retention import from_environment

EXAMPLES = ("tilerummy prune --dry-run",)


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    lang = language()
    add_place(parser)
    parser.add_argument("--dry-run", action="store_true", help=text(lang, "cli.prune-dry-run"))
    parser.add_argument("--json", action="store_true", help=text(lang, "cli.prune-json"))


def run(args: argparse.Namespace) -> int:
    """Remove, and say how much. Raises CliError: `storage`, the codes of SettingError and the codes of DataError."""
    try:
        retention = from_environment(os.environ)
    except SettingError as error:
        raise CliError(error.code, **error.params) from None
    removed = with_store(args, lambda store: store.prune(retention, wall_clock(), dry=args.dry_run))
    if args.json:
        print(json.dumps(msgspec.structs.asdict(removed)))
    else:
        said = "cli.prune-would" if args.dry_run else "cli.prune-done"
        print(text(args.lang, said, **msgspec.structs.asdict(removed)))
    return 0
