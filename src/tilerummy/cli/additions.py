"""What others add to a server: programs that play, and what installed packages bring."""

import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from tilerummy import editions
from tilerummy.cli.errors import CliError
from tilerummy.coded import SettingError
from tilerummy.installed import NAME
from tilerummy.messages import text
from tilerummy.outside import players
from tilerummy.outside.program import Program
from tilerummy.outside.sandbox.confinement import from_environment
from tilerummy.outside.words import Failed, Fault


def fault_text(fault: Fault, lang: str) -> str:
    """What is wrong with a program, in words."""
    return text(lang, f"cli.bot-fault-{fault.code}", **fault.params)


def programs_of(given: Iterable[str], lang: str, private: tuple[Path, ...] = ()) -> dict[str, str]:
    """The commands of programs by the names of their levels, each tried: `NAME=PROGRAM`. `private`: folders they do
    not see.

    Raises CliError: `bot-setting`, `bot-twice`, `bot`.
    """
    programs: dict[str, str] = {}
    for setting in given:
        name, _, command = setting.partition("=")
        if not NAME.fullmatch(name) or not command:
            raise CliError("bot-setting", given=setting)
        if name in programs or name in players.levels():
            raise CliError("bot-twice", name=name)
        programs[name] = command
        _try(command, lang, private)
    return programs


def tell_broken(lang: str) -> None:
    """Say on standard error which entry points of installed packages are not used, and why."""
    for broken in (*players.installed().broken, *editions.installed().broken):
        fault = text(lang, f"cli.installed-{broken.code}", **broken.params)
        group, name, package = broken.group, broken.name, broken.package
        print(text(lang, "cli.installed-broken", group=group, name=name, package=package, fault=fault), file=sys.stderr)


def _try(command: str, lang: str, private: tuple[Path, ...]) -> None:
    """Raises CliError for a program that does not greet, and for a sandbox that there is not."""
    try:
        program = Program(command, confined=replace(from_environment(), private=private))
        try:
            program.greet()
        finally:
            program.end()
    except Failed as failed:
        raise CliError("bot", program=command, fault=fault_text(failed.fault, lang)) from None
    except SettingError as error:
        raise CliError(error.code, **error.params) from None
