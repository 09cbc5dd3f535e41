"""`tilerummy doctor`: what is installed, what is missing or too old, and how to get it."""

import argparse
import importlib
import json
import os
import platform
import re
import shlex
import shutil
import sys
import sysconfig
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Final, NamedTuple

from tilerummy import __version__, built, extras
from tilerummy.camera import kernel as camera
from tilerummy.messages import language, text
from tilerummy.outside.sandbox.confinement import strongest
from tilerummy.solver import kernel

EXAMPLES = ("tilerummy doctor",)
SQLITE: Final = (3, 24, 0)
"""The lowest version of SQLite that the store is written for."""
_ADVISED: Final = ("sqlite", "page", "kernel", "sandbox", "uvloop")
"""Parts that take more than a package to get, or that one can do without."""


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
    """Print one line per part; 1 when a part that is needed is missing or too old."""
    parts = [*examine(), *packages()]
    if args.json:
        found = {part.name: {"present": part.present, "needed": part.needed, "detail": part.detail} for part in parts}
        print(json.dumps({"version": __version__, "commit": built.commit(), "parts": found}))
    else:
        print(f"tilerummy {built.version()}")
        for part in parts:
            print(_line(args.lang, part))
    return 0 if all(part.present or not part.needed for part in parts) else 1


def examine() -> list[Part]:
    """Look at this installation."""
    page = files("tilerummy").joinpath("web", "static", "index.html").is_file()
    fault = _fault("tilerummy.camera.pictures")
    return [
        Part(
            "python",
            present=True,
            needed=True,
            detail=f"{platform.python_version()} ({platform.system()} {platform.machine()})",
        ),
        _sqlite(),
        *([Part("page", page, needed=True, detail="")] if page or _served() else []),
        Part(
            "kernel", (kind := kernel.found().kind) != "none", needed=False, detail=", ".join((kind, *_lacking(kind)))
        ),
        Part("sandbox", (kept := strongest()) != "limits", needed=False, detail=kept),
        Part("camera", camera.WEIGHTS.is_file() and camera.see() is not None and not fault, needed=False, detail=fault),
    ]


def _sqlite() -> Part:
    """SQLite, without which some Pythons are built; a server alone needs it."""
    if fault := _fault("sqlite3"):
        return Part("sqlite", present=False, needed=_served(), detail=fault)
    import sqlite3

    return Part("sqlite", sqlite3.sqlite_version_info >= SQLITE, needed=_served(), detail=sqlite3.sqlite_version)


def _lacking(kind: str) -> Iterator[str]:
    """Why the solver's kernel is no better than of this kind, as codes."""
    if kind != "native":
        yield _not_compiled()
    if kind == "none":
        yield "no-wasmtime" if _fault("wasmtime") else "no-module"


def _not_compiled() -> str:
    commands = [*shlex.split(os.environ.get("CC", ""))[:1], "cc", "gcc", "clang"]
    if not any(map(shutil.which, commands)):
        return "no-compiler"
    return "not-compiled" if Path(sysconfig.get_paths()["include"], "Python.h").is_file() else "no-headers"


def packages() -> Iterator[Part]:
    """Look at the packages of the core and, where a server is installed, of a server: each is imported, and its version
    compared with the lowest allowed."""
    served = _served()
    yield Part("server", served, needed=False, detail="")
    for one in extras.wanted():
        elsewhere = "win32" in one.marker and sys.platform == "win32"
        if not elsewhere and (not one.extra or (served and one.extra == "server")):
            yield _package(one)


def _served() -> bool:
    """Whether what a server needs is installed."""
    return find_spec("starlette") is not None


def _package(one: extras.Wanted) -> Part:
    """A package by the name it is installed under; uvloop alone can be done without."""
    needed = one.package != "uvloop"
    try:
        installed = version(one.package)
    except PackageNotFoundError:
        return Part(one.package, present=False, needed=needed, detail=f">= {one.lowest}")
    if fault := _fault(one.module):
        return Part(one.package, present=False, needed=needed, detail=fault)
    enough = _number(installed) >= _number(one.lowest)
    return Part(one.package, enough, needed, installed if enough else f"{installed} < {one.lowest}")


def _fault(module: str) -> str:
    """Why the module cannot be imported; empty where it can."""
    try:
        importlib.import_module(module)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return ""


def _number(installed: str) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"\d+", installed)[:3]))


def _line(lang: str, part: Part) -> str:
    known = part.name in (*_ADVISED, "python", "server", "camera")
    name = text(lang, f"cli.doctor-{part.name}") if known else part.name
    state = text(lang, "cli.doctor-present" if part.present else "cli.doctor-missing")
    detail = _kernel(lang, part, state) if part.name == "kernel" else part.detail
    line = f"{'+' if part.present else '-'} {name}: {detail or state}"
    if part.present:
        return line
    way = f"cli.doctor-get-{part.name if part.name in _ADVISED else 'package'}"
    extra = {"kernel": "wasm", "server": "server", "camera": "camera"}.get(part.name, "")
    return f"{line}\n    {text(lang, way, command=extras.command(extra))}"


def _kernel(lang: str, part: Part, state: str) -> str:
    """The codes of `_lacking` in words."""
    kind, *lacking = part.detail.split(", ")
    said = text(lang, f"cli.doctor-kernel-{kind}") if part.present else state
    return "; ".join((said, *(text(lang, f"cli.doctor-{code}") for code in lacking)))
