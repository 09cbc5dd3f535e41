"""`tilerummy doctor`: what is installed, what is missing, and how to get it."""

import argparse
import importlib.util
import json
import platform
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from typing import NamedTuple

from tilerummy import __version__
from tilerummy.messages import language, text


class Part(NamedTuple):
    """One thing the doctor looks at; a part that is not `needed` only makes something faster or larger."""

    name: str
    present: bool
    needed: bool
    detail: str


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("--json", action="store_true", help=text(language(), "cli.doctor-json"))


def run(args: argparse.Namespace) -> int:
    """Print one line per part; 1 when a part that is needed is missing."""
    parts = examine()
    if args.json:
        found = {part.name: {"present": part.present, "needed": part.needed, "detail": part.detail} for part in parts}
        print(json.dumps({"version": __version__, "parts": found}))
    else:
        print(f"tilerummy {__version__}")
        for part in parts:
            print(_line(args.lang, part))
    return 0 if all(part.present or not part.needed for part in parts) else 1


def examine() -> list[Part]:
    """Look at this installation."""
    page = files("tilerummy").joinpath("web", "static", "index.html").is_file()
    return [
        Part("python", True, True, f"{platform.python_version()} ({platform.system()} {platform.machine()})"),
        Part("page", page, True, ""),
        Part("kernel", _importable("tilerummy.solver._kernel"), False, ""),
        Part("uvloop", _importable("uvloop"), False, _installed("uvloop")),
    ]


def _line(lang: str, part: Part) -> str:
    state = text(lang, "cli.doctor-present" if part.present else "cli.doctor-missing")
    line = f"{'+' if part.present else '-'} {text(lang, f'cli.doctor-{part.name}')}: {part.detail or state}"
    return line if part.present else f"{line}\n    {text(lang, f'cli.doctor-get-{part.name}')}"


def _importable(module: str) -> bool:
    try:
        return importlib.util.find_spec(module) is not None
    except ModuleNotFoundError:
        return False


def _installed(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""
