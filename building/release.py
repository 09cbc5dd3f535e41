"""`python -m building.release VERSION` goes through the list of what a release needs and says what is missing; with
`--tag`, where nothing is, it tags the commit. `--quick` leaves out what takes minutes: the site, packages, installs.

The tests are no part of it: run `CI=true python3 dev.py test` on the commit before.
"""

import argparse
import re
import sys
from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from building import ROOT, docs, installs, wheels
from building.environment import PYTHON, prepare
from building.packages import notices
from building.progress import SetupError, call, say

NUMBER: Final = re.compile(r"\d+\.\d+\.\d+")
_SAID: Final = (
    ("src/tilerummy/__init__.py", '__version__ = "{}"'),
    ("CITATION.cff", "version: {}"),
    ("deploy/Dockerfile", 'image.version="{}"'),
)
"""Where the version stands, and how."""
_LOOK: Final = "from tests.browser import look; assert look.KEPT.read_text().strip() == look.digest()"


def main(words: list[str]) -> int:
    """Go through the list; 1 where something is missing."""
    parser = argparse.ArgumentParser(prog="building.release", description=__doc__)
    parser.add_argument("version", help="such as 0.2.0")
    parser.add_argument("--tag", action="store_true", help="tag the commit where nothing is missing")
    parser.add_argument("--quick", action="store_true", help="leave out the site, packages and installs")
    args = parser.parse_args(words)
    if args.tag and args.quick:
        parser.error("a tag needs the whole list")
    prepare(tests=True)
    missing = _missing({label: partial(check, args.version) for label, check in CHECKS.items()})
    if not missing and not args.quick:
        missing = _missing({label: partial(_ended, run) for label, run in LONG.items()})
    if missing:
        say(f"{args.version} is no release yet: {', '.join(missing)}")
        return 1
    if args.tag:
        call(["git", "tag", "--annotate", f"v{args.version}", "--message", f"Tilerummy {args.version}"])
    say(f"{args.version} is ready" + (f" and tagged v{args.version}" if args.tag else ""))
    return 0


def _missing(asked: Mapping[str, Callable[[], str]]) -> list[str]:
    """Ask them all, say what each finds; those that find something."""
    missing = []
    for label, ask in asked.items():
        try:
            fault = ask()
        except (SetupError, OSError) as error:
            fault = str(error)
        say(f"✗ {label}: {fault}" if fault else f"✓ {label}")
        missing += [label] if fault else []
    return missing


def _ended(run: Callable[[], int]) -> str:
    return "see above" if run() else ""


def number(version: str) -> str:
    """What is wrong with the version as a number; "" for nothing, as of all that follow."""
    return "" if NUMBER.fullmatch(version) else f"{version} is not three numbers"


def places(version: str) -> str:
    """Where another version stands."""
    wrong = [name for name, form in _SAID if form.format(version) not in (ROOT / name).read_text(encoding="utf-8")]
    return f"another one in {', '.join(wrong)}" if wrong else ""


def changelog(version: str) -> str:
    """What the changelog lacks."""
    parts = re.split(r"^## ", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), flags=re.MULTILINE)
    told = {heading: text.strip() for heading, _, text in (part.partition("\n") for part in parts[1:])}
    if not told.get(version):
        return f"nothing under {version}"
    return "something is still under Unreleased" if told.get("Unreleased") else ""


def licences(_: str) -> str:
    """Whether what is shipped of others is listed."""
    found = notices.shipped()
    listed = (notices.NOTICES.read_text(encoding="utf-8"), notices.BILL.read_text(encoding="utf-8"))
    same = listed == (notices.notices(found), notices.bill(found))
    return "" if same else "python -m building.packages.notices"


def pictures(_: str) -> str:
    """Whether the README's pictures are of today's look."""
    try:
        call([PYTHON, "-c", _LOOK])
    except SetupError:
        return "python -m tests.browser.screenshot"
    return ""


def worktree(_: str) -> str:
    """Whether all is committed."""
    return "not all is committed" if call(["git", "status", "--porcelain"]).strip() else ""


def tag(version: str) -> str:
    """Whether the tag is free."""
    return f"v{version} is taken" if call(["git", "tag", "--list", f"v{version}"]).strip() else ""


CHECKS: Final[dict[str, Callable[[str], str]]] = {
    "number": number,
    "the same version everywhere": places,
    "changelog": changelog,
    "licences of others": licences,
    "pictures": pictures,
    "all committed": worktree,
    "a free tag": tag,
}
LONG: Final[dict[str, Callable[[], int]]] = {
    "documents and their links": docs.main,
    "packages": lambda: wheels.main([]),
    "every line that installs": lambda: installs.main([]),
}

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
