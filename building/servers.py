"""Where this machine has the servers that the tests of several processes drive: PostgreSQL and Redis."""

import shutil
from pathlib import Path

_DEBIAN = Path("/usr/lib/postgresql")
"""Debian keeps PostgreSQL's programs off PATH, one folder per version."""


def postgresql() -> Path | None:
    """The folder with `postgres` and `initdb`, of the newest version; None where they are not installed."""
    if (found := shutil.which("postgres")) and shutil.which("initdb"):
        return Path(found).resolve().parent
    folders = sorted(_DEBIAN.glob("*/bin"), key=lambda folder: int(folder.parent.name), reverse=True)
    return next((folder for folder in folders if (folder / "postgres").exists()), None)


def redis() -> Path | None:
    """`redis-server`, or `valkey-server`, which is the same to us; None where neither is installed."""
    found = shutil.which("redis-server") or shutil.which("valkey-server")
    return Path(found) if found else None
