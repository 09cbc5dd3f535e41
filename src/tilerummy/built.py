"""Which version this is, and of which commit."""

import subprocess
from functools import cache
from pathlib import Path

from tilerummy import __version__

_HERE = Path(__file__).parent


def version() -> str:
    """The version, with the commit where it is known: `0.2.0 (8b42b250d1c2)`."""
    return f"{__version__} ({known})" if (known := commit()) else __version__


@cache
def commit() -> str | None:
    """The commit that the package was built of, in a checkout the one that lies there; None where nobody knows."""
    try:
        return (_HERE / "commit.txt").read_text(encoding="ascii").strip()
    except OSError:
        return _checked_out(_HERE.parents[1])


def _checked_out(folder: Path) -> str | None:
    if not (folder / ".git").exists():
        return None
    command = ["git", "-C", str(folder), "rev-parse", "--short=12", "HEAD"]
    try:
        return subprocess.run(command, check=True, capture_output=True, text=True, timeout=10).stdout.strip() or None
    except (OSError, subprocess.SubprocessError):
        return None
