"""A sample of what random people do: every role's view after every command, whatever they do. `python -m tests.people`
goes on for hours."""

from collections import Counter

import pytest

from tests.people.company import tag
from tests.people.people import live
from tilerummy.rooms.commands import Received

RUNS = ((1, 1), (2, 2))
"""Seeds, and how many servers there are."""
DONE = (
    "make",
    "event",
    "fixture",
    "sheet",
    "guest bots",
    "guest bots-revoke",
    "guest handovers-take",
    "guest sessions-back",
    "guest session-forget",
)


@pytest.mark.slow
def test_all_laws_hold_whatever_people_do() -> None:
    counted = sum((Counter(live(seed, 1_800, servers=many)) for seed, many in RUNS), Counter[str]())
    done = {what for what in counted if "refused" not in what}
    assert not _not_asked(done)
    for kind in DONE:
        assert any(what.startswith(kind) for what in done), f"nobody did {kind}"
    assert counted["!restarts"]
    assert counted["!kills"]


def _not_asked(done: set[str]) -> set[str]:
    """What the protocol lets people ask, and nobody asked so that it was not refused."""
    return {tag(kind) for kind in Received.__subclasses__() if not done & {f"{tag(kind)} accepted", f"!{tag(kind)}"}}


def test_the_same_seed_does_the_same() -> None:
    assert live(7, 300, servers=2) == live(7, 300, servers=2)
