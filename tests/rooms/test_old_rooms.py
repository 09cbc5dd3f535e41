"""Rooms stored before there was something to choose open with what held then."""

import json
from typing import Any

import msgspec

from tilerummy import editions
from tilerummy.rooms.commands import Start, Word
from tilerummy.rooms.decide import create, decide, person
from tilerummy.rooms.events import Created, RoomEvent, decode, encode
from tilerummy.rooms.options import USUAL
from tilerummy.rooms.state import fold
from tilerummy.rules.game.deal import all_tiles, commitment
from tilerummy.rules.game.decide import begin

SINCE = ("options", "round", "fixture")
"""What `created` did not hold in the first release."""


def test_a_room_of_the_first_release_opens_and_waits_for_whoever_is_away() -> None:
    edition = editions.load("original")
    created = create(edition, None, "p0", (person("Ann", "p0"), person("Bob", "p1")), start=False).events[0]
    dealt = begin(edition, 2, all_tiles(edition), all_tiles(edition), "salt")
    events: tuple[RoomEvent, ...] = (created, *dealt)
    stored: list[dict[str, Any]] = json.loads(encode(events))
    assert stored[0]["t"] == "created"
    for field in SINCE:
        del stored[0][field]
    read = decode(msgspec.json.encode(stored))
    assert isinstance(read[0], Created)
    state = fold(None, read)
    assert state.options == USUAL
    assert (USUAL.away, USUAL.live, USUAL.open) == ("wait", False, False)
    assert (state.stood_in, state.played) == ((), ())
    assert state.phase == "playing"
    assert state.commitment == commitment("salt", all_tiles(edition))


def test_a_lobby_of_before_there_were_words_gets_its_promise_when_the_game_is_called() -> None:
    edition = editions.load("original")
    created = create(edition, None, "p0", (person("Ann", "p0"), person("Bob", "p1")), start=False).events[0]
    state = fold(None, (created,))
    assert state.commitment is None
    state = fold(state, decide("room", state, "p0", Start("s")).events)
    assert (state.phase, state.called) == ("lobby", True)
    assert state.commitment is not None
    for seat, player in enumerate(("p0", "p1")):
        assert state.silent == (0, 1)[seat:]
        state = fold(state, decide("room", state, player, Word("w", f"a word of seat {seat}".replace(" ", "-"))).events)
    assert state.phase == "playing"
