"""`tilerummy completion`: a script by which a shell completes command lines; made by shtab from the parser."""

import argparse
from typing import Any, Final

from tilerummy.cli.parser import make_parser, subcommands
from tilerummy.editions import names
from tilerummy.messages import language, text

_POWERSHELL: Final = """function _tilerummy_edition {
    param([string]$wordToComplete)
    @(NAMES) -like "$wordToComplete*"
    _shtab_powershell_compgen_files $wordToComplete
}"""
EXAMPLES = ("tilerummy completion bash > ~/.local/share/bash-completion/completions/tilerummy",)
SHELLS: Final = ("bash", "zsh", "fish", "powershell", "tcsh")


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("shell", choices=SHELLS, help=text(language(), "cli.completion-shell"))


def run(args: argparse.Namespace) -> int:
    """Print the script; 0."""
    import shtab

    editions = " ".join(names())
    preamble: Any = {
        "bash": f'_tilerummy_edition() {{\n  compgen -W \'{editions}\' -- "$1"\n  compgen -f -- "$1"\n}}',
        "zsh": f"_tilerummy_edition() {{\n  compadd {editions}\n  _files\n}}",
        "powershell": _POWERSHELL.replace("NAMES", ",".join(f"'{name}'" for name in names())),
    }
    print(shtab.complete(_with_files(make_parser()), args.shell, preamble=preamble))
    return 0


def _with_files(parser: argparse.ArgumentParser) -> argparse.ArgumentParser:
    """The parser, its arguments marked that name editions, files and folders."""
    import shtab

    ours = dict.fromkeys(("bash", "zsh", "powershell"), "_tilerummy_edition")
    fish = f"{' '.join(names())} (__fish_complete_path (commandline -ct))"
    places: dict[str, Any] = {"NAME|FILE": {**ours, "fish": fish}}
    places |= {"FILE": shtab.FILE, "FORMAT|FILE": shtab.FILE, "DIR": shtab.DIRECTORY, "FOLDER": shtab.DIRECTORY}
    for action in _actions(parser):
        if action.metavar in places:
            vars(action)["complete"] = places[str(action.metavar)]
    return parser


def _actions(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    """Every argument of the parser, of its subcommands and of theirs."""
    return [*parser._actions, *(action for one in subcommands(parser).values() for action in _actions(one))]
