"""The parser of the command line, from which help, completion and the man page are made."""

import argparse
import importlib
import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, Protocol, cast

from tilerummy import built
from tilerummy.cli.argparse_texts import translate
from tilerummy.cli.near import near
from tilerummy.messages import language, languages, text

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

COMMANDS: Final = {
    "play": "server",
    "serve": "server",
    "guests": "server",
    "reports": "server",
    "judge": "ask",
    "meld": "ask",
    "score": "ask",
    "solve": "ask",
    "arrange": "ask",
    "photo": "ask",
    "seat": "tournaments",
    "standings": "tournaments",
    "tournament": "tournaments",
    "arena": "players",
    "bot": "players",
    "puzzles": "players",
    "editions": "ask",
    "backup": "server",
    "restore": "server",
    "prune": "server",
    "migrate": "server",
    "verify": "records",
    "replay": "records",
    "evenings": "records",
    "doctor": "setup",
    "completion": "setup",
    "man": "setup",
}
"""The subcommands in the order of help, each with its folder in `cli/commands`."""
NOTED = ("judge", "meld", "score", "solve", "arrange")
"""Commands that are given tiles: their help says how tiles are written."""


READING = (
    *NOTED,
    *(
        "arena",
        "bot",
        "photo",
        "puzzles",
        "editions",
        "standings",
        "tournament",
        "restore",
        "verify",
        "replay",
        "evenings",
    ),
)
"""Commands that read files: their help says how a file may be given."""


class Command(Protocol):
    """What a module of `cli.commands` offers for its subcommand; `EXAMPLES` are whole command lines."""

    EXAMPLES: tuple[str, ...]
    configure: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int]


class Help(argparse.RawDescriptionHelpFormatter):
    """Help that says what an option is where it is not given."""

    def _get_help_string(self, action: argparse.Action) -> str | None:
        if not action.option_strings or action.default in (None, False, argparse.SUPPRESS, "", []):
            return action.help
        return f"{action.help} {text(language(), 'cli.default', value='%(default)s')}"


def command(name: str) -> Command:
    """The module of a subcommand."""
    return cast(Command, importlib.import_module(f"tilerummy.cli.commands.{COMMANDS[name]}.{name}"))


class _Version(argparse.Action):
    """Says the version, for which a checkout asks git only now."""

    def __init__(self, option_strings: Sequence[str], dest: str, help: str) -> None:  # noqa: A002
        super().__init__(option_strings, argparse.SUPPRESS, nargs=0, default=argparse.SUPPRESS, help=help)

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        """Print it, and end."""
        print(f"tilerummy {built.version()}")
        parser.exit()


class _Parser(argparse.ArgumentParser):
    """One that does not pass over an output that cannot be written, and names what a misspelt word comes near to."""

    def _check_value(self, action: argparse.Action, value: object) -> None:
        try:
            super()._check_value(action, value)
        except argparse.ArgumentError as error:
            error.message = near(error.message, str(value), map(str, action.choices or ()))
            raise

    def parse_args(self, args: Sequence[str] | None = None, namespace: Any = None) -> Any:  # type: ignore[override]
        """What the words ask for. Raises SystemExit where one of them is unknown."""
        found, rest = self.parse_known_args(args, namespace)
        if rest:
            _asked(self, found).error(_unknown(self, rest))
        return found

    def _print_message(self, message: str, file: "SupportsWrite[str] | None" = None) -> None:
        print(message, end="", file=file or sys.stderr)


def _unknown(parser: argparse.ArgumentParser, rest: Sequence[str]) -> str:
    """What is wrong with words that are none of the command's: that they belong to others, or are misspelt."""
    lang, first = language(), rest[0].partition("=")[0]
    taking = {one.prog: one._option_string_actions for one in _below(parser)}
    if owners := [name for name, options in taking.items() if first in options]:
        return text(lang, "cli.argparse-elsewhere", option=first, commands=", ".join(owners))
    unknown = text(lang, "cli.argparse-unknown", arguments=" ".join(rest))
    return near(unknown, first, {option for options in taking.values() for option in options})


def _asked(parser: argparse.ArgumentParser, found: argparse.Namespace) -> argparse.ArgumentParser:
    """The parser of what was asked for."""
    for word in (found.command, str(getattr(found, "action", ""))):
        parser = subcommands(parser).get(word, parser)
    return parser


def _below(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    """The parsers of all subcommands, and of theirs."""
    for one in subcommands(parser).values():
        yield one
        yield from _below(one)


def spoken(words: Sequence[str]) -> str:
    """The language that --lang asks for, before, after or without a subcommand; else the environment's."""
    early = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    early.add_argument("--lang", nargs="?")
    asked: str | None = early.parse_known_args(words)[0].lang
    return asked if asked in languages() else language()


def make_parser(configured: Collection[str] = COMMANDS) -> argparse.ArgumentParser:
    """The parser, in the language that is spoken. Only `configured` subcommands have their arguments, as only their
    modules are imported; of several, those for which an extra is missing go without. Raises ModuleNotFoundError."""
    lang = language()
    translate(lang)
    parser = _Parser(prog="tilerummy", description=text(lang, "cli.about"), allow_abbrev=False)
    about = text(lang, "cli.argparse-version")
    parser.add_argument("--version", action=_Version, help=about)
    parser.add_argument("--lang", choices=languages(), default=lang, help=text(lang, "cli.lang"))
    # understood before and after the subcommand; the default of the second must not hide what the first said
    after = _Parser(add_help=False)
    after.add_argument("--lang", choices=languages(), default=argparse.SUPPRESS, help=text(lang, "cli.lang"))
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name in COMMANDS:
        about = text(lang, f"cli.{name}-help")
        one = commands.add_parser(
            name, parents=[after], help=about, description=about, allow_abbrev=False, formatter_class=Help
        )
        if name in configured:
            try:
                module = command(name)
            except ModuleNotFoundError:
                if len(configured) == 1:
                    raise
                continue
            module.configure(one)
            one.epilog = _epilog(lang, name, module.EXAMPLES)
    return parser


def subcommands(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """The parsers of a parser's subcommands, by name."""
    found: dict[str, argparse.ArgumentParser] = {}
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            found.update(action.choices)
    return found


def _epilog(lang: str, name: str, examples: Collection[str]) -> str:
    """How tiles are written and files are given, where the command takes some, and an example."""
    notes = [text(lang, key) for key, commands in (("cli.notation", NOTED), ("cli.files", READING)) if name in commands]
    return "\n\n".join([*notes, "\n".join([text(lang, "cli.example"), *(f"  {line}" for line in examples)])])
