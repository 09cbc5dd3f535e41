"""Builds the browser page from `webapp/` into the package, where the server finds it."""

import shutil

from building import ROOT
from building.node import Node
from building.progress import SetupError, call
from building.stamps import fingerprint

WEBAPP = ROOT / "webapp"
STATIC = ROOT / "src" / "tilerummy" / "web" / "static"
# the page carries the texts, which Python reads too
SOURCES = (WEBAPP, ROOT / "src" / "tilerummy" / "messages")
_NETWORK_TRIES = 3


def is_built() -> bool:
    """Whether there is a page to serve."""
    return (STATIC / "index.html").is_file()


def install_packages(node: Node) -> None:
    """Install what `webapp/package-lock.json` pins, unless it is there. Raises SetupError with npm's output."""
    lock = WEBAPP / "package-lock.json"
    wanted = fingerprint([lock], str(ROOT), str(node.folder))
    mark = WEBAPP / "node_modules" / ".installed"
    if mark.is_file() and mark.read_text(encoding="utf-8") == wanted:
        return
    shutil.rmtree(WEBAPP / "node_modules", ignore_errors=True)
    call([*node.npm, "--prefix", WEBAPP, "ci", "--no-progress"], env=node.environment(), tries=_NETWORK_TRIES)
    mark.write_text(wanted, encoding="utf-8")


def build(node: Node) -> None:
    """Build the page, whose packages are installed. Raises SetupError with the build's output."""
    call([*node.npm, "--prefix", WEBAPP, "run", "build"], env=node.environment())
    if not is_built():
        raise SetupError(f"the build of the page left no {STATIC.relative_to(ROOT)}/index.html")
