"""Remembers what was done from which sources, so that nothing is done twice and what was interrupted is done again."""

import hashlib
import os
from collections.abc import Iterable
from pathlib import Path

from building import ROOT

STAMPS = ROOT / ".venv" / "stamps"
_IGNORED = {"node_modules", "__pycache__", "dist", ".svelte-kit", ".vite"}


def fingerprint(sources: Iterable[Path], *events: object) -> str:
    """A hash of these files (folders: all files below, without caches and installed packages) and events."""
    whole = hashlib.sha256(repr(events).encode())
    for source in sorted(sources):
        for path in sorted(_files(source)):
            content = hashlib.sha256(path.read_bytes()).hexdigest()
            whole.update(f"{path.relative_to(ROOT).as_posix()} {content}\n".encode())
    return whole.hexdigest()


def is_current(name: str, value: str) -> bool:
    """Whether `name` was last finished with this fingerprint."""
    stamp = STAMPS / name
    return stamp.is_file() and stamp.read_text(encoding="utf-8") == value


def begin(name: str) -> None:
    """Forget `name`, before its work starts."""
    (STAMPS / name).unlink(missing_ok=True)


def finish(name: str, value: str) -> None:
    """Remember that `name` is done, after its work ended well."""
    STAMPS.mkdir(parents=True, exist_ok=True)
    fresh = STAMPS / f"{name}.{os.getpid()}"
    fresh.write_text(value, encoding="utf-8")
    fresh.replace(STAMPS / name)


def _files(source: Path) -> Iterable[Path]:
    if source.is_file():
        yield source
        return
    for folder, folders, names in os.walk(source):
        folders[:] = [name for name in folders if name not in _IGNORED]
        for name in names:
            path = Path(folder, name)
            if path.is_file():
                yield path
