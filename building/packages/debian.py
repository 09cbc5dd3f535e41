"""Debian's packages, for this machine or another, and its sources, fetched into a folder: nothing is installed here.

Needs Debian's `apt-get` and `dpkg-deb`.
"""

import shutil
import tarfile
from collections.abc import Sequence
from pathlib import Path

from building.progress import SetupError, call


def can_fetch() -> bool:
    """Whether this is Debian, with the programs that it takes."""
    return all(map(shutil.which, ("apt-get", "dpkg-deb"))) and bool(_archives())


def unpack(packages: Sequence[str], machine: str, folder: Path) -> Path:
    """Fetch packages for a machine, as Debian calls it, with all that they need; the folder in which their files lie as
    under `/`. Raises SetupError."""
    root = folder / "root"
    root.mkdir(parents=True)
    apt = _apt(folder, {"APT::Architecture": machine, "APT::Architectures": machine})
    call([*apt, "install", "--yes", "--download-only", "--no-install-recommends", *packages], tries=3)
    for package in sorted((folder / "archives").glob("*.deb")):
        call(["dpkg-deb", "--extract", package, root])
    return root


def source(package: str, folder: Path) -> Path:
    """Fetch the source of a package as its authors publish it; the folder in which it lies. Raises SetupError."""
    folder.mkdir(parents=True)
    listed = folder / "sources.list"
    listed.write_text("".join(f"deb-src {archive} main\n" for archive in sorted(set(_archives()))))
    apt = _apt(folder, {"Dir::Etc::SourceList": listed, "Dir::Etc::SourceParts": "/dev/null"})
    call(["sh", "-c", 'cd "$0" && exec "$@"', folder, *apt, "source", "--download-only", package], tries=3)
    found = list(folder.glob("*.orig.tar.*"))
    if len(found) != 1:
        raise SetupError(f"Debian has no one source of {package}")
    with tarfile.open(found[0]) as archive:
        archive.extractall(folder / "source", filter="data")
    (unpacked,) = (folder / "source").iterdir()
    return unpacked


def _archives() -> list[str]:
    """Where this machine has Debian's packages from: an address and a release each, as lists of sources write them."""
    wanted = ("Created-By: Packages", "Label: Debian", "Component: main")
    return call(["apt-get", "indextargets", "--format", "$(REPO_URI) $(RELEASE)", *wanted]).splitlines()


def _apt(folder: Path, settings: dict[str, object]) -> list[object]:
    """apt-get with lists and files of its own in a folder, after an update. Raises SetupError."""
    for place in (folder / "lists" / "partial", folder / "archives" / "partial"):
        place.mkdir(parents=True)
    (folder / "status").touch()
    settings = {
        **settings,
        "Dir::State::Lists": folder / "lists",
        "Dir::State::Status": folder / "status",
        "Dir::Cache": folder,
        "APT::Sandbox::User": "root",
        "Debug::NoLocking": "true",
    }
    apt: list[object] = ["apt-get", "--quiet", *(f"--option={key}={value}" for key, value in settings.items())]
    call([*apt, "update"], tries=3)
    return apt
