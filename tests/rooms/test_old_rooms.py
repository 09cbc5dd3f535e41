"""Rooms stored before there was something to choose open with what held then."""

import json
from typing import Any

import msgspec
import pytest

from tilerummy import editions
from tilerummy.rooms.commands import Rematch, Resign, Seal, Start, Word
from tilerummy.rooms.decide import create, dealing, decide, person
from tilerummy.rooms.events import Called, Created, Promised, RoomEvent, WordSaid, decode, encode
from tilerummy.rooms.evolve import fold
from tilerummy.rooms.options import USUAL
from tilerummy.rooms.state import RoomState
from tilerummy.rules.edition.edition import Edition, content_hash
from tilerummy.rules.game.deal import all_tiles, commitment
from tilerummy.rules.game.decide import begin
from tilerummy.rules.game.promise import seal
from tilerummy.rules.refusal import Refusal

SINCE = ("options", "round", "fixture")
"""What `created` did not hold in the first release."""


def all_said(state: RoomState) -> RoomState:
    """A called game that begins: p0, p1, … seal their words, then say them."""
    for seat in state.unsealed:
        state = decide("room", state, f"p{seat}", Seal("s", seal("x" * 16))).state
    for seat in state.silent:
        state = decide("room", state, f"p{seat}", Word("w", "x" * 16)).state
    return state


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
    assert (state.unsealed, all_said(state).phase) == ((0, 1), "playing")


def test_a_promise_of_before_there_were_seals_is_kept_by_its_own_rule_or_made_again() -> None:
    people = (person("Ann", "p0"), person("Bob", "p1"))
    made, promise = create(editions.load("original"), None, "p0", people, start=False).events
    assert isinstance(promise, Promised)
    old = Promised(msgspec.structs.replace(promise.shuffle, form=2))
    assert b"form" not in encode((old,)), "it is written as it was"
    lobby = fold(None, (made, old, WordSaid(0, "x" * 16)))
    with pytest.raises(Refusal):
        decide("room", lobby, "p0", Seal("s", seal("y" * 16)))
    begun = all_said(decide("room", lobby, "p0", Start("s")).state)
    assert begun.game is not None
    assert (begun.game.shuffle != old.shuffle, begun.game.seals) == (True, (seal("x" * 16),) * 2)
    late = dealing(fold(lobby, (Called(),)), late=True)
    assert late is not None
    assert late.state.game is not None
    assert (late.state.game.shuffle, late.state.game.words, late.state.game.seals) == (
        old.shuffle,
        ("x" * 16, None),
        None,
    )


def test_a_match_goes_on_by_the_edition_it_began_with() -> None:
    """Although the package has another revision of it meanwhile."""
    plain = msgspec.to_builtins(editions.load("duel"))
    del plain["end"]["unopened"]
    old = msgspec.convert({**plain, "revision": 1}, Edition)
    old = msgspec.structs.replace(old, hash=content_hash(old))
    people = (person("Ann", "p0"), person("Bob", "p1"))
    state = create(old, None, "p0", people, start=False, options=msgspec.structs.replace(USUAL, games=2)).state
    state = all_said(decide("room", state, "p0", Start("s")).state)
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
