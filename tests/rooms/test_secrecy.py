"""Non-interference: two rooms that differ only in what a viewer cannot know give that viewer the same bytes."""

import random
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest

from tests.bots.whole_games import Game, again, whole_game
from tests.rules.test_secrecy import Tracker
from tilerummy import editions
from tilerummy.bots.levels import LEVELS
from tilerummy.records.kind import Entry
from tilerummy.rooms.decide import person
from tilerummy.rooms.events import (
    Created,
    HolidayTaken,
    MatchLeft,
    RoomEvent,
    SeatTaken,
    Sitter,
    TimeOver,
    WaitingEnded,
    decode,
    encode,
    seen,
)
from tilerummy.rooms.evolve import fold
from tilerummy.rooms.shuffle import shuffled
from tilerummy.rooms.state import RoomState
from tilerummy.rooms.views.projection import public, seen_by
from tilerummy.rooms.views.replays import replay
from tilerummy.rules.game.decide import begin_promised, decide
from tilerummy.rules.game.events import Dealt
from tilerummy.rules.game.promise import seal
from tilerummy.rules.game.views import view
from tilerummy.rules.judge.judge import Illegal
from tilerummy.rules.moves import Play
from tilerummy.rules.tiles import in_order
from tilerummy.store import Row


def played(edition: str, seats: int, turns: int, chance: random.Random) -> tuple[RoomState, list[RoomEvent]]:
    """A room some turns into a game of computer players, and all its events."""
    sitters = tuple(person(f"Guest {seat}", f"secret-id-{seat}") for seat in range(seats))
    loaded = editions.load(edition)
    events: list[RoomEvent] = [Created(loaded, None, False, "secret-id-0", sitters, (0,) * seats, None)]
    events += begin_promised(
        loaded, shuffled(loaded), ("a word that is long",) * seats, (seal("a word that is long"),) * seats
    )
    state = fold(None, tuple(events))
    for _ in range(turns):
        game = state.game
        assert game is not None
        if game.turn is None:
            break
        decided = decide(game, game.turn, LEVELS["steady"](view(game, game.turn), chance))
        assert not isinstance(decided, Illegal)
        events += decided.events
        state = fold(state, decided.events)
    return state, events


def rearranged(state: RoomState, viewer: int | None, chance: random.Random) -> RoomState:
    """The same room with everything that the viewer cannot know dealt again, and other people's ids changed."""
    game = state.game
    assert game is not None
    hidden = [tile for seat, rack in enumerate(game.racks) if seat != viewer for tile in rack] + list(game.pool)
    chance.shuffle(hidden)
    racks = []
    for seat, rack in enumerate(game.racks):
        if seat == viewer:
            racks.append(rack)
        else:
            racks.append(in_order(hidden[: len(rack)]))
            del hidden[: len(rack)]
    fresh = tuple(tiles if seat == viewer else racks[seat][: len(tiles)] for seat, tiles in enumerate(game.fresh))
    deck = list(game.deck)
    chance.shuffle(deck)
    other = msgspec.structs.replace(
        game, racks=tuple(racks), pool=tuple(hidden), fresh=fresh, deck=tuple(deck), salt="another"
    )
    sitters = tuple(
        sitter
        if sitter is None or seat == viewer
        else msgspec.structs.replace(sitter, player=f"other-{seat}", zone=f"Zone/{seat}")
        for seat, sitter in enumerate(state.sitters)
    )
    host = sitters[state.seat_of(state.owner) or 0]
    assert host is not None
    return msgspec.structs.replace(state, game=other, sitters=sitters, owner=host.player or state.owner)


@pytest.mark.parametrize("edition", ["original", "sabra", "twist"])
@pytest.mark.parametrize("seats", [2, 4])
def test_a_snapshot_depends_on_nothing_the_viewer_cannot_know(edition: str, seats: int) -> None:
    chance = random.Random(f"{edition} {seats}")
    for turns in (0, 1, 5, 20, 40):
        state, _ = played(edition, seats, turns, chance)
        if state.phase == "over":
            continue
        for viewer in (None, *range(seats)):
            other = rearranged(state, viewer, chance)
            shown = [
                msgspec.json.encode(seen_by(public("room", room, 7, 1000), room, viewer, owner=False))
                for room in (state, other)
            ]
            assert shown[0] == shown[1]
            assert b"secret-id" not in shown[0]


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_no_fact_as_seen_names_a_person_or_the_salt(viewer: int | None) -> None:
    chance = random.Random(3)
    state, events = played("original", 2, 30, chance)
    assert state.game is not None
    late = Sitter("person", "Bo", "secret-id-2", None, "secret-zone")
    events += [SeatTaken(1, late), HolidayTaken(1, 5, 2), TimeOver(1, "out"), WaitingEnded(0), MatchLeft(1, late)]
    assert decode(encode(tuple(events))) == tuple(events)
    for event in events:
        shown = msgspec.json.encode(seen(event, viewer))
        assert b"secret" not in shown
        if state.phase != "over":
            assert state.game.salt.encode() not in shown


def replayed(game: Game, viewer: int | None) -> bytes:
    """The replay of a room that holds this game, as a viewer gets it."""
    seats = len(game.end.racks)
    sitters = tuple(person(f"Guest {seat}", f"secret-id-{seat}") for seat in range(seats))
    made = Created(game.end.edition, None, False, "secret-id-0", sitters, (0,) * seats, None)
    rows = [(made,), tuple(game.events[:2]), *((event,) for event in game.events[2:])]
    entries = [
        Entry(Row(at, "", "", b"", 1000 * at), cast(tuple[RoomEvent, ...], events)) for at, events in enumerate(rows)
    ]
    chat = SimpleNamespace(after=lambda number, unheard: ())
    state = fold(None, tuple(event for entry in entries for event in entry.events))
    room: Any = SimpleNamespace(entries=entries, state=state, chat=chat)
    return msgspec.json.encode(replay(room, None if viewer is None else f"secret-id-{viewer}"))


@pytest.mark.parametrize("edition", ["original", "sabra", "twist"])
@pytest.mark.parametrize("part", [0.2, 0.6])
def test_a_replay_before_the_end_depends_on_nothing_the_viewer_cannot_know(edition: str, part: float) -> None:
    """The page draws pictures, graphs and links from the replay alone."""
    game = whole_game(editions.load(edition), 5, 3, hasty=True)
    count = max(1, int(part * len(game.commands)))
    game = again(game, game.end.deck, "salt", count)
    assert game.end.over is None
    dealt = game.events[1]
    assert isinstance(dealt, Dealt)
    for viewer in (None, 0, 1, 2):
        tracker = Tracker(dealt, viewer)
        for event, command in zip(game.events[2:], game.commands, strict=True):
            tracker.follow(event, command.move if isinstance(command.move, Play) else None)
        other = again(game, tracker.exchanged(random.Random(viewer), jokers=True), "pepper", count)
        assert other.end.racks != game.end.racks
        assert replayed(other, viewer) == replayed(game, viewer)
        assert b"secret-id" not in replayed(game, viewer)
