"""What one server passes, three workers on PostgreSQL and Redis must pass: `python -m tests.cluster.everywhere`.

The browser's robots, tournaments, attacks and games over the socket, each with a fleet for its server. What follows
goes to pytest; paths take the place of all.
"""

import os
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import pytest

PLACES: Final = ("tests/browser", "tests/tournaments", "tests/sheets", "tests/hostile", "tests/web")
ROOT: Final = Path(__file__).parents[2]


class Summary:
    """What became of the tests, folder by folder, and why which of them were left out."""

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """Print it after pytest's own."""
        terminalreporter.section("three workers, PostgreSQL, Redis")
        for line in lines(terminalreporter.stats):
            terminalreporter.write_line(line)


def lines(stats: dict[str, list[Any]]) -> Iterator[str]:
    """The lines of the summary."""
    counts: dict[str, Counter[str]] = {}
    reasons: Counter[str] = Counter()
    seconds: Counter[str] = Counter()
    for outcome in ("passed", "failed", "error", "skipped"):
        for report in stats.get(outcome, ()):
            folder = "/".join(report.nodeid.split("/")[:2])
            counts.setdefault(folder, Counter())[outcome] += 1
            seconds[folder] += round(getattr(report, "duration", 0))
            if outcome == "skipped":
                reasons[report.longrepr[2].removeprefix("Skipped: ")] += 1
    for folder, found in sorted(counts.items()):
        yield f"{folder:20} {dict(found)} {seconds[folder]} s"
    for reason, times in sorted(reasons.items()):
        yield f"left out, {times}: {reason}"


def main(words: Sequence[str]) -> int:
    """Run them; pytest's exit code."""
    os.chdir(ROOT)
    os.environ["TILERUMMY_TEST_CLUSTER"] = "1"
    places = () if any(Path(word.partition("::")[0]).exists() for word in words) else PLACES
    return int(pytest.main(["--durations=10", "--durations-min=5", *places, *words], plugins=[Summary()]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
