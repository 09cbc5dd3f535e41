"""The documentation site: `python -m building.docs` builds it into `build/site`, from `docs/`, the documents beside it,
the files of `deploy/` and the docstrings of the library.

`SITE_URL=https://example.org/rummy/` says where it will stand: then its page about what is not there finds its way too.
The pages fetch nothing from elsewhere, and search also where they are opened from a disk.
"""

import os
import re
import shutil
import sys

from building import ROOT
from building.environment import BIN, PYTHON, prepare
from building.progress import SetupError, call, say, step

PAGES = ROOT / "build" / "pages"
SITE = ROOT / "build" / "site"
_SHIM = '<script src="https://unpkg.com/iframe-worker/shim"></script>'
BESIDE = (
    *("ARCHITECTURE.md", "CHANGELOG.md", "CODE_OF_CONDUCT.md", "CONTRIBUTING.md", "LICENSE", "ROADMAP.md"),
    "SECURITY.md",
)


def main() -> int:
    """Build the site; 1 where it cannot be built, also for a broken link or a name without an entry."""
    try:
        prepare(tests=True)
        with step("Building the documentation"):
            _gather()
            call([PYTHON, "-m", "mkdocs", "build", "--strict"], _environment())
            _keep_at_home()
    except SetupError as error:
        say(str(error))
        return 1
    say(f"  {SITE / 'index.html'}")
    return 0


def _gather() -> None:
    """Put all pages into one folder, the links between them following."""
    shutil.rmtree(PAGES, ignore_errors=True)
    shutil.copytree(ROOT / "docs", PAGES)
    shutil.copytree(ROOT / "deploy", PAGES / "deploy")
    for name in BESIDE:
        shutil.copy(ROOT / name, PAGES)
    shutil.copy(ROOT / "README.md", PAGES / "index.md")
    for page in PAGES.glob("*.md"):
        text = page.read_text(encoding="utf-8")
        page.write_text(text.replace("](docs/", "](").replace("](../", "]("), encoding="utf-8")
    (PAGES / "versions.md").write_text(_versions(_version(), _tags()), encoding="utf-8")


def _versions(ours: str, tags: list[str]) -> str:
    """The page that says which version the pages are of, and which others there were: tags with their days."""
    told = re.findall(r"^## (\d+\.\d+\.\d+)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    lines = ["# Versions", "", f"These pages are of {ours}; [the changelog](CHANGELOG.md) tells what each brought.", ""]
    for tag in tags:
        name, _, day = tag.partition(" ")
        number = name.removeprefix("v")
        link = f"[{number}](CHANGELOG.md#{number.replace('.', '')})" if number in told else number
        lines.append(f"- {link}, {day}: `git checkout {name} && python3 -m building.docs` makes its pages")
    return "\n".join([*lines, *([] if tags else ["No release is tagged yet."]), ""])


def _tags() -> list[str]:
    """The releases, newest first, each with its day; none where this is no checkout."""
    form = "--format=%(refname:short) %(creatordate:short)"
    try:
        return call(["git", "-C", ROOT, "tag", "--list", "v*", "--sort=-v:refname", form]).splitlines()
    except SetupError:
        return []


def _version() -> str:
    return call([PYTHON, "-m", "tilerummy", "--version"]).strip().replace("tilerummy", "Tilerummy")


def _keep_at_home() -> None:
    """Our own worker for pages on a disk, in place of the one that the theme fetches from elsewhere."""
    ours = f"<script>{(ROOT / 'building' / 'disk_worker.js').read_text(encoding='utf-8')}</script>"
    for page in SITE.rglob("*.html"):
        page.write_text(page.read_text(encoding="utf-8").replace(_SHIM, ours), encoding="utf-8")


def _environment() -> dict[str, str]:
    # ruff, on the path, sets the signatures; the theme's advertisement is no warning of ours
    path = os.pathsep.join([str(BIN), os.environ["PATH"]])
    return {"PATH": path, "NO_MKDOCS_2_WARNING": "1", "SITE_VERSION": _version()}


if __name__ == "__main__":
    sys.exit(main())
