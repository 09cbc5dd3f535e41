"""The lists of docs/limits.md, made from the code: `python -m tests.web.limits_table` writes them, `--all` prints them
with what works inside the server.

A limit is a constant annotated `Final` in one of the packages below, with its reason after it; a rate is a function of
`web/limits.py`.
"""

import ast
import importlib
import inspect
import sys
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from tilerummy.rates import Bucket, Budget, Rates
from tilerummy.web import limits

PACKAGES = (
    "web",
    "rooms",
    "records",
    "tournament",
    "circles",
    "clubs",
    "store",
    "bus",
    "editions",
    "formats",
    "outside",
)
MET = (
    "circles/",
    "clubs/",
    "editions/toml",
    "outside/",
    "records/record",
    "rooms/beside/chat",
    "rooms/consent/pausing",
    "rooms/jobs/programs",
    "rooms/jobs/scheduler",
    "rooms/people/inviting",
    "rooms/people/kept_seats",
    "rooms/people/names",
    "rooms/people/wishes",
    "rooms/presence/door",
    "store/retention",
    "tournament/",
    "web/limits",
)
"""Where the limits are that people and their files meet; the others are times and sizes by which a server works."""
PAGE = Path(__file__).parents[2] / "docs" / "limits.md"
SOURCE = Path(__file__).parents[2] / "src" / "tilerummy"
MARK = "<!-- made by python -m tests.web.limits_table -->"


def lists(inside: bool) -> str:
    """All limits as Markdown, module by module, then the rates; `inside`: also what works inside the server, and every
    reason to its end."""
    shown = [limit for limit in _constants() if inside or limit[0].startswith(MET)]
    parts = [MARK]
    for module, limits_of in groupby(shown, key=lambda limit: limit[0]):
        rows = [f"- `{name}` {value:,}: {_said(reason, inside)}" for _, name, value, reason in limits_of]
        parts += [f"**{module}**", "\n".join(rows)]
    rates = [f"- `{name}` {held}: {_said(reason, inside)}" for name, held, reason in _rates()]
    parts += ["**web/limits**, rates: at once, then a second", "\n".join(rates)]
    return "\n\n".join(parts) + "\n"


def _said(reason: str, whole: bool) -> str:
    """What is bounded, and after a colon why; the page leaves the why to the code."""
    return reason if whole else reason.partition(": ")[0].removesuffix(".")


def _constants() -> Iterator[tuple[str, str, int | float, str]]:
    yield from _of_module(SOURCE / "rates.py")
    for package in PACKAGES:
        for file in sorted((SOURCE / package).rglob("*.py")):
            yield from _of_module(file)


def _of_module(file: Path) -> Iterator[tuple[str, str, int | float, str]]:
    body = ast.parse(file.read_text(encoding="utf-8")).body
    path = file.relative_to(SOURCE).with_suffix("")
    for statement, following in zip(body, [*body[1:], None], strict=True):
        if not (isinstance(statement, ast.AnnAssign) and ast.unparse(statement.annotation) == "Final"):
            continue
        name = ast.unparse(statement.target)
        value = getattr(importlib.import_module("tilerummy." + ".".join(path.parts)), name)
        if name.startswith("_") or not isinstance(value, int | float):
            continue
        assert isinstance(following, ast.Expr), f"{path}.{name} gives no reason"
        assert isinstance(following.value, ast.Constant), f"{path}.{name} gives no reason"
        yield path.as_posix(), name, value, " ".join(str(following.value.value).split())


def _rates() -> Iterator[tuple[str, str, str]]:
    for name, function in inspect.getmembers(limits, inspect.isfunction):
        if function.__module__ == limits.__name__:
            held = function(1) if inspect.signature(function).parameters else function()
            yield name, _told(held), " ".join((function.__doc__ or "").split())


def _told(held: Bucket | Rates | Budget) -> str:
    if isinstance(held, Budget):
        return f"{_told(held.of_guest)}; of an address {_told(held.of_address)}"
    bucket = held.of("") if isinstance(held, Rates) else held
    rate = f"{bucket.rate:,}" if bucket.rate >= 1 else f"1/{round(1 / bucket.rate)}"
    return f"{bucket.burst:,}, {rate}"


def page() -> str:
    """The page with its lists made again."""
    return PAGE.read_text(encoding="utf-8").partition(MARK)[0] + lists(inside=False)


if __name__ == "__main__":
    if "--all" in sys.argv:
        print(lists(inside=True), end="")
    else:
        PAGE.write_text(page(), encoding="utf-8")
