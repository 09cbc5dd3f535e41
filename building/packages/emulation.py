"""A Python of 64-bit ARM on another Linux: Debian's own, run by qemu-user, so that wheels for ARM are run too.

Needs Debian's `qemu-user` and `apt-get`; installs nothing on this machine.
"""

import shutil
from pathlib import Path
from typing import Final

from building.progress import SetupError, call

QEMU: Final = "qemu-aarch64"
_PACKAGES: Final = ("python3-minimal", "libpython3-stdlib")


def can_emulate() -> bool:
    """Whether there is all that it takes."""
    return all(map(shutil.which, (QEMU, "apt-get", "dpkg-deb")))


def python(folder: Path) -> list[object]:
    """Put such a Python into a folder; the command that starts it. Raises SetupError."""
    state, root = folder / "apt", folder / "root"
    for place in (state / "lists" / "partial", state / "archives" / "partial", root):
        place.mkdir(parents=True)
    (state / "status").touch()
    settings = {
        "APT::Architecture": "arm64",
        "APT::Architectures": "arm64",
        "Dir::State::Lists": state / "lists",
        "Dir::State::Status": state / "status",
        "Dir::Cache": state,
        "APT::Sandbox::User": "root",
        "Debug::NoLocking": "true",
    }
    apt: list[object] = ["apt-get", "--quiet", *(f"--option={key}={value}" for key, value in settings.items())]
    call([*apt, "update"], tries=3)
    call([*apt, "install", "--yes", "--download-only", "--no-install-recommends", *_PACKAGES], tries=3)
    for package in sorted((state / "archives").glob("*.deb")):
        call(["dpkg-deb", "--extract", package, root])
    found = sorted((root / "usr" / "bin").glob("python3.*"))
    if not found:
        raise SetupError(f"no Python among {', '.join(_PACKAGES)} of Debian for arm64")
    return [QEMU, "-L", root, found[0]]
