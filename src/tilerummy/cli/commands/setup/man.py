"""`tilerummy man`: the manual page in roff, made from the parser."""

import argparse
from collections.abc import Iterator

from tilerummy import __version__
from tilerummy.cli.parser import COMMANDS, command, make_parser, subcommands
from tilerummy.messages import language, text

EXAMPLES = ("tilerummy man | man -l -",)


def configure(parser: argparse.ArgumentParser) -> None:
    """No arguments."""


def run(args: argparse.Namespace) -> int:
    """Print the page; 0."""
    del args
    print("\n".join(_page(make_parser(), language())))
    return 0


def _page(parser: argparse.ArgumentParser, lang: str) -> Iterator[str]:
    yield f'.TH TILERUMMY 1 "" "tilerummy {__version__}" "Tilerummy"'
    yield from (".SH NAME", _escaped(f"tilerummy - {text(lang, 'cli.about')}"))
    yield from (".SH SYNOPSIS", *_as_it_stands(parser.format_usage().partition(": ")[2]))
    yield from (".SH OPTIONS", *_arguments(parser))
    yield ".SH COMMANDS"
    for name, one in subcommands(parser).items():
        yield from (f".SS tilerummy {name}", _escaped(one.description or ""), ".PP", *_arguments(one))
    yield from (".SH FILES", _escaped(text(lang, "cli.files")))
    yield from (".SH NOTATION", *_as_it_stands(text(lang, "cli.notation")))
    examples = "\n".join(line for name in COMMANDS for line in _examples(name))
    yield from (".SH EXAMPLES", *_as_it_stands(examples))
    yield from (".SH EXIT STATUS", *_as_it_stands(text(lang, "cli.exit-codes").replace("; ", "\n")))


def _examples(name: str) -> tuple[str, ...]:
    """Those of a command; none where an extra is missing for it."""
    try:
        return command(name).EXAMPLES
    except ModuleNotFoundError:
        return ()


def _arguments(parser: argparse.ArgumentParser) -> Iterator[str]:
    """Every argument of a parser with its help, and those of the parsers below it."""
    formatter = parser._get_formatter()
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            continue
        names = ", ".join(action.option_strings) or action.metavar or action.dest
        flag = not action.option_strings or action.nargs == 0
        takes = "" if flag else formatter._format_args(action, action.dest.upper())
        about = formatter._expand_help(action) if action.help else ""
        yield from (".TP", _escaped(f"{names} {takes}".strip()), _escaped(about))
    if parser.prog != "tilerummy":
        for name, one in subcommands(parser).items():
            yield from (".TP", _escaped(name), _escaped(one.description or ""), ".RS", *_arguments(one), ".RE")


def _as_it_stands(lines: str) -> Iterator[str]:
    yield from (".nf", _escaped(lines.strip("\n")), ".fi")


def _escaped(words: str) -> str:
    return words.replace("\\", r"\e").replace("-", r"\-").replace("\n.", "\n\\&.")
