"""Rooms stored before there was something to choose open with what held then."""

import json
from typing import Any

import msgspec
import pytest

from tilerummy import editions
from tilerummy.rooms.commands import Rematch, Resign, Start, Word
from tilerummy.rooms.decide import create, decide, person
from tilerummy.rooms.events import Created, RoomEvent, decode, encode
from tilerummy.rooms.options import USUAL
from tilerummy.rooms.state import fold
from tilerummy.rules.edition.edition import Edition, content_hash
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


def test_a_match_goes_on_by_the_edition_it_began_with() -> None:
    """Although the package has another revision of it meanwhile."""
    plain = msgspec.to_builtins(editions.load("duel"))
    del plain["end"]["unopened"]
    old = msgspec.convert({**plain, "revision": 1}, Edition)
    old = msgspec.structs.replace(old, hash=content_hash(old))
    people = (person("Ann", "p0"), person("Bob", "p1"))
    state = create(old, None, "p0", people, start=False, options=msgspec.structs.replace(USUAL, games=2)).state
    for seat, player in enumerate(("p0", "p1")):
        state = decide("room", state, player, Word(f"w{seat}", "x" * 16)).state
    state = decide("room", state, "p0", Start("s")).state
    state = decide("room", state, "p0", Resign("r")).state
    assert state.game is not None
    assert state.game.over is not None
    assert state.game.over.unopened == ()
    assert state.totals[0] == -state.game.over.values[0]
    opened = decide("room", state, "p0", Rematch("m")).opens
    assert opened is not None
    assert opened[1].state.edition == old != editions.load("duel")


def test_a_room_with_a_rule_of_a_newer_version_is_not_played_without_it() -> None:
    people = (person("Ann", "p0"), person("Bob", "p1"))
    stored = json.loads(encode(create(editions.load("original"), None, "p0", people, start=False).events))
    stored[0]["edition"]["end"]["new_rule"] = "on"
    with pytest.raises(msgspec.ValidationError, match="new_rule"):
        decode(msgspec.json.encode(stored))
