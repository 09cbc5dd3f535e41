"""A sample of what random people do: every role's view after every command, whatever they do. `python -m tests.people`
goes on for hours."""

import itertools
import time
from unittest import mock

from tests.people.company import tag
from tests.people.people import live
from tilerummy.rooms.commands import Received

HOUR = 3600.0
TOWNS, MOST_TOWNS = 2, 8
"""Towns that people live in, by turns on one server and on two; and those by which everything must have been done."""
DONE = (
    "make",
    "event",
    "fixture",
    "sheet writegame",
    "sheet playercomes",
    "sheet playerleaves",
    "sheet playerreturns",
    "sheet describesheet",
    "circle game",
    "register add-event",
    "register erase",
    "guest bots",
    "guest bots-revoke",
    "guest handovers-take",
    "guest sessions-back",
    "guest session-forget",
    "!restarts",
    "!kills",
)


def test_all_laws_hold_whatever_people_do() -> None:
    done = set[str]()
    for seed in itertools.count(1):
        done |= {what for what in live(seed, 1_800, servers=2 - seed % 2) if "refused" not in what}
        if seed >= TOWNS and not _not_done(done):
            return
        assert seed < MOST_TOWNS, f"nobody did {_not_done(done)}"


def _not_done(done: set[str]) -> set[str]:
    """What nobody did, of all that the protocol lets people ask and of what happens otherwise."""
    asked = {tag(kind) for kind in Received.__subclasses__() if not done & {f"{tag(kind)} accepted", f"!{tag(kind)}"}}
    return asked | {kind for kind in DONE if not any(what.startswith(kind) for what in done)}


def test_the_same_seed_does_the_same_on_a_machine_of_any_speed() -> None:
    done = live(7, 300, servers=2)
    with mock.patch.object(time, "monotonic", itertools.count(0.0, HOUR).__next__):
        assert live(7, 300, servers=2) == done
