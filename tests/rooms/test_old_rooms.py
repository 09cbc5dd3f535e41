"""Rooms stored before there was something to choose open with what held then."""

import json
from typing import Any

import msgspec

from tilerummy import editions
from tilerummy.rooms.deciding import create, person
from tilerummy.rooms.facts import Created, decode, encode
from tilerummy.rooms.options import USUAL
from tilerummy.rooms.state import fold

SINCE = ("options", "round", "fixture")
"""What `created` did not hold in the first release."""


def test_a_room_of_the_first_release_opens_and_waits_for_whoever_is_away() -> None:
    edition = editions.load("original")
    facts = create(edition, None, "p0", (person("Ann", "p0"), person("Bob", "p1")), start=True)
    stored: list[dict[str, Any]] = json.loads(encode(facts))
    assert stored[0]["t"] == "created"
    for field in SINCE:
        del stored[0][field]
    read = decode(msgspec.json.encode(stored))
    assert isinstance(read[0], Created)
    state = fold(None, read)
    assert state.options == USUAL
    assert (USUAL.away, USUAL.live, USUAL.open) == ("wait", False, False)
    assert (state.stood_in, state.round) == ((), ())
    assert state.phase == "playing"
