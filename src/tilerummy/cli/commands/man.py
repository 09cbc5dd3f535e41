"""`tilerummy man`: the manual page, made by argparse-manpage from the parser."""

import argparse

from tilerummy import __version__
from tilerummy.cli.parser import COMMANDS, command, make_parser
from tilerummy.messages import language, text

EXAMPLES = ("tilerummy man | man -l -",)


def configure(parser: argparse.ArgumentParser) -> None:
    """No arguments."""


def run(args: argparse.Namespace) -> int:
    """Print the page in roff; 0."""
    from argparse_manpage.manpage import Manpage

    del args
    lang = language()
    page = Manpage(make_parser())
    page.source = page.manual = f"tilerummy {__version__}"
    page.description = text(lang, "cli.about")
    page.add_section("notation", "=", _roff(text(lang, "cli.notation")))
    page.add_section("examples", "=", _roff("\n".join(line for name in COMMANDS for line in command(name).EXAMPLES)))
    page.add_section("exit status", "=", _roff(text(lang, "cli.exit-codes").replace("; ", "\n")))
    print(page)
    return 0


def _roff(lines: str) -> str:
    """The lines as they stand."""
    return "\n".join([".nf", lines.replace("\\", "\\\\").replace("-", r"\-"), ".fi"])
