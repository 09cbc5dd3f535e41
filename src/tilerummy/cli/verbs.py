"""What a command does by the word after it, each with arguments of its own: `puzzles make`, `guests list`."""

import argparse
from typing import TYPE_CHECKING

from tilerummy.cli.parser import Help
from tilerummy.messages import language, languages, text

if TYPE_CHECKING:
    Verbs = argparse._SubParsersAction[argparse.ArgumentParser]


def add_verbs(parser: argparse.ArgumentParser, usual: str | None = None) -> "Verbs":
    """Where verbs are added, of which `args.action` is the one that was typed, or the `usual` one without any."""
    verbs = parser.add_subparsers(dest="action", metavar="ACTION", required=usual is None)
    verbs.default = usual
    return verbs


def add_verb(verbs: "Verbs", name: str, about: str) -> argparse.ArgumentParser:
    """One of them, in words."""
    verb = verbs.add_parser(name, help=about, description=about, allow_abbrev=False, formatter_class=Help)
    verb.add_argument("--lang", choices=languages(), default=argparse.SUPPRESS, help=text(language(), "cli.lang"))
    return verb
