"""The documentation site: `python -m building.docs` builds it into `build/site`, from `docs/`, the documents beside it,
the files of `deploy/` and the docstrings of the library."""

import os
import shutil
import sys

from building import ROOT
from building.environment import BIN, PYTHON, prepare
from building.progress import SetupError, call, say, step

PAGES = ROOT / "build" / "pages"
SITE = ROOT / "build" / "site"
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


def _environment() -> dict[str, str]:
    # ruff, on the path, sets the signatures; the theme's advertisement is no warning of ours
    return {"PATH": os.pathsep.join([str(BIN), os.environ["PATH"]]), "NO_MKDOCS_2_WARNING": "1"}


if __name__ == "__main__":
    sys.exit(main())
