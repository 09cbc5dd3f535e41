"""Where a server keeps its data: options that all commands around a server share."""

import argparse
import os
import sys
from pathlib import Path
from typing import Final

from tilerummy.cli.errors import CliError
from tilerummy.coded import SettingError
from tilerummy.messages import language, text

DATA: Final = "TILERUMMY_DATA"
"""The environment variable that names the data folder where no option does."""
STORE: Final = "TILERUMMY_STORE"
"""The environment variable with the address of the store where no option names one."""

SESSION_KEYS: Final = "TILERUMMY_SESSION_KEYS"
"""The environment variable with the keys that sign cookies."""


def add_place(parser: argparse.ArgumentParser) -> None:
    """Add `--data DIR` and `--store URL`, of which one is enough."""
    lang, one = language(), parser.add_mutually_exclusive_group()
    one.add_argument("--data", type=Path, default=None, metavar="DIR", help=text(lang, "cli.serve-data"))
    one.add_argument("--store", default=None, metavar="URL", help=text(lang, "cli.serve-store"))


def place(args: argparse.Namespace) -> str:
    """What the options say, else the environment, else the user's data folder of the platform."""
    named = os.environ.get(STORE) if args.data is None else None
    return str(args.store or args.data or named or default_data())


def default_data() -> Path:
    """Where games are kept when nobody says where: $TILERUMMY_DATA, else the user's data folder of the platform."""
    if named := os.environ.get(DATA):
        return Path(named)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "tilerummy"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / "tilerummy"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "tilerummy"


def session_key() -> bytes:
    """The key that signs the cookies of servers that share a database. Raises CliError: `session-keys-missing`,
    the codes of SettingError."""
    from tilerummy.web.settings import session_keys

    try:
        keys = session_keys(os.environ)
    except SettingError as error:
        raise CliError(error.code, **error.params) from None
    if not keys:
        raise CliError("session-keys-missing")
    return keys[0]
