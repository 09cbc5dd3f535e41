"""The files that a program gets to see: those of the system, those of this Python, and its own."""

import os
import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Final

SYSTEM: Final = (
    *("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/nix/store", "/gnu/store"),
    *("/etc/alternatives", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/localtime"),
    *("/etc/passwd", "/etc/group", "/etc/nsswitch.conf", "/etc/ssl", "/etc/fonts", "/etc/mime.types"),
)
"""What every program may read and run: no settings of services, no keys, no homes."""
_SHARED: Final = ("/", "/etc", "/home", "/opt", "/root", "/run", "/srv", "/tmp", "/var", "/var/lib", "/var/tmp")
"""Folders in which things of others lie: of a program there, the file alone is shown."""


def readable(command: Sequence[str], private: Iterable[Path]) -> list[str]:
    """What a command may read and run: what exists of `SYSTEM`, the folders of its words that are files, and the
    working folder; not the home folder, what is shared with others, and what is `private`."""
    python = (sys.prefix, sys.base_prefix, *(str(_root(word)) for word in _files(command)))
    working = () if _is_shared(Path.cwd()) else (str(Path.cwd()),)
    hidden = [folder.resolve() for folder in private]
    wanted = dict.fromkeys(chain(SYSTEM, python, working, (str(_source()),)))
    return [str(shown) for place in wanted if Path(place).exists() for shown in _without(Path(place), hidden)]


def _files(command: Sequence[str]) -> Iterator[Path]:
    """The files and folders that the words of a command name, and what links among them lead to."""
    for word in (shutil.which(command[0]) or command[0], *command[1:]):
        path = Path(os.path.normpath(Path.cwd() / word))
        if path.exists():
            yield from dict.fromkeys((path, path.resolve()))


def _root(path: Path) -> Path:
    """The folder that a file needs around it: of `bin/it` and `shims/it` the one above, else its own."""
    folder = path if path.is_dir() else path.parent
    if folder.name in ("bin", "Scripts", "shims") and not _is_shared(folder.parent):
        folder = folder.parent
    return path if _is_shared(folder) else folder


def _is_shared(folder: Path) -> bool:
    home = Path.home()
    return str(folder) in _SHARED or folder == home / ".local" or home.is_relative_to(folder)


def _source() -> Path:
    """Where this package is imported from: levels play as programs too."""
    return Path(__file__).parents[2]


def _without(place: Path, hidden: Sequence[Path]) -> Iterator[Path]:
    """The place, or of a place in which something hidden lies all that is beside it."""
    real = place.resolve()
    if any(real.is_relative_to(one) for one in hidden):
        return
    if not any(one.is_relative_to(real) for one in hidden):
        yield place
        return
    for inner in sorted(place.iterdir()):
        yield from _without(inner, hidden)
