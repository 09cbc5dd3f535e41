"""The files that ARCHITECTURE.md and CONTRIBUTING.md send newcomers to are there."""

import re
from pathlib import Path

import pytest

from building import ROOT

ROOTS = (
    ROOT,
    ROOT / "src" / "tilerummy",
    ROOT / "webapp" / "src",
    ROOT / "tests" / "oracle",
    ROOT / "webapp" / "src" / "look",
)
PLACEHOLDERS = re.compile(r"[A-Z]{4}")


def paths(page: str, begin: str, end: str) -> list[str]:
    """What a part of a page names as a file or a folder."""
    part = (ROOT / page).read_text(encoding="utf-8").partition(begin)[2].partition(end)[0]
    named = re.findall(r"`([\w./*-]+(?:\.(?:py|ts|svelte|toml|md|c|css|json)|/))`", part)
    return [path for path in named if not PLACEHOLDERS.search(path)]


@pytest.mark.parametrize(
    ("page", "begin", "end", "least"),
    [("ARCHITECTURE.md", "## Where", "## Laws", 100), ("CONTRIBUTING.md", "## How to add", "## Pinned", 50)],
)
def test_every_named_file_is_there(page: str, begin: str, end: str, least: int) -> None:
    named = paths(page, begin, end)
    assert len(named) > least
    beside: list[Path] = []
    lost = []
    for path in named:
        # a bare name stands beside the one before it, or in it
        found = [file for root in (*beside, *ROOTS) for file in root.glob(path.removesuffix("/"))]
        if found:
            beside = [found[0], found[0].parent] if found[0].is_dir() else [found[0].parent]
        else:
            lost.append(path)
    assert lost == []
