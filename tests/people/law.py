"""What holds of a room after every command, for everybody who could look at it."""

from collections import Counter
from random import Random
from typing import Any

import msgspec

from tests.people import consent, days
from tests.people.town import require
from tilerummy.rooms.room import Room
from tilerummy.rooms.state import RoomState
from tilerummy.rooms.views.projection import public, seen_by
from tilerummy.rooms.views.replays import replay
from tilerummy.rules.game.deal import all_tiles
from tilerummy.rules.game.state import GameState
from tilerummy.rules.judge.table_diff import tiles_on

Message = dict[str, Any]
OWN = ("you", "rack", "drawn", "owner", "opened", "word", "words", "may_redeal", "keep")
"""The parts of a state that are the viewer's own."""
_encode, _decode = msgspec.json.encode, msgspec.json.decode


def shared_part(state: Message) -> Message:
    """What all viewers of a state see alike."""
    return {key: value for key, value in state.items() if key not in OWN}


def holds(room: Room, outsider: str, random: Random) -> None:
    """Every role's view can be made and encoded, and they agree; the room adds up. Raises Broken."""
    everybody: list[str | None] = [None, outsider, room.state.owner, *room.state.people]
    common = shared_part(_decode(_encode(room.shown.snapshot(None))))
    for player in dict.fromkeys(everybody):
        state: Message = _decode(_encode(room.shown.snapshot(player)))
        require(shared_part(state) == common, "all see the same", room.id, room.seq, player)
        require(state["you"] == room.state.seat_of(player), "everybody sees their own seat", room.id, player)
        since = random.choice((None, 0, room.seq, random.randint(0, room.seq), max(0, room.seq - 1)))
        welcome = _decode(_encode(room.shown.welcome(player, since)))
        require(welcome["state"] == state, "who comes sees the same", room.id, room.seq, player)
        if since is not None:
            update = _decode(room.shown.update(player, since))
            require(update["state"] == state, "who stays sees the same", room.id, room.seq, player)
        _own_tiles(room, state)
        if room.state.phase in ("playing", "left"):
            _keeps_secrets(room, player, random)
        if room.state.game is not None and random.random() < 0.05:
            _encode(replay(room, player))
    consent.hold(room)
    days.hold(room)
    _adds_up(room.state)
    if room.state.phase == "playing":
        waits = room.state.asking or room.state.pause is not None
        require(waits or room.state.mover is not None, "somebody is to move", room.id, room.seq)


def _own_tiles(room: Room, state: Message) -> None:
    seat, game = state["you"], room.state.game
    if seat is None or game is None:
        require(state["rack"] == [], "nobody has a rack without a seat", room.id, room.seq)
        return
    require(tuple(state["rack"]) == game.racks[seat], "everybody sees their own rack", room.id, room.seq, seat)
    require(len(state["rack"]) == state["seats"][seat]["tiles"], "a rack is counted", room.id, room.seq, seat)


def _keeps_secrets(room: Room, player: str | None, random: Random) -> None:
    """A viewer sees the same where all that they cannot know is otherwise."""
    state = room.state
    assert state.game is not None
    seat, owner = state.seat_of(player), state.owner == player
    other = msgspec.structs.replace(state, game=_otherwise(state.game, seat, random))
    seen = seen_by(public(room.id, other, room.seq, room.deadline), other, seat, owner=owner)
    require(
        _encode(seen) == _encode(room.shown.snapshot(player)), "what is hidden shows nowhere", room.id, room.seq, player
    )


def _otherwise(game: GameState, seat: int | None, random: Random) -> GameState:
    """The game with other tiles where this seat cannot see them."""
    hidden = [other for other in range(game.seats) if other != seat]
    tiles = [*game.pool, *(tile for other in hidden for tile in game.racks[other])]
    random.shuffle(tiles)
    racks = list(game.racks)
    for other in hidden:
        racks[other], tiles = tuple(sorted(tiles[: len(racks[other])])), tiles[len(racks[other]) :]
    return msgspec.structs.replace(game, racks=tuple(racks), pool=tuple(tiles), deck=game.deck[::-1], salt="")


def _adds_up(state: RoomState) -> None:
    game = state.game
    if game is None or not game.deck:
        return
    held = Counter(tile for rack in game.racks for tile in rack)
    tiles = held + Counter(tiles_on(game.table)) + Counter(game.pool)
    require(tiles == Counter(all_tiles(state.edition)), "no tile is lost or made", tiles)
    if state.fixture is None:
        totals = tuple(sum(score.points[seat] for score in state.played) for seat in range(len(state.sitters)))
        require(state.totals == totals, "totals are the sums of the games", state.totals, state.played)
    if game.over is not None:
        require(sum(game.over.scores) == 0, "the scores of a game add up to nothing", game.over)
        require(tuple(map(len, game.over.racks)) == tuple(map(len, game.racks)), "racks lie open", game.over)
