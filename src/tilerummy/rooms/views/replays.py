"""A game to look at again, turn by turn, as its viewer may know it. What is hidden comes out of `seen` alone, and the
deal is there once the game is over."""

import msgspec

from tilerummy.rooms.events import SeenRoomEvent, seen
from tilerummy.rooms.room import Room
from tilerummy.rooms.views.messages_out import ChatLine
from tilerummy.rooms.views.projection import edition_shown
from tilerummy.rooms.views.shown import begun_at
from tilerummy.rooms.views.snapshot import EditionShown
from tilerummy.rules.game.events import Dealt, Redealt
from tilerummy.rules.refusal import refuse
from tilerummy.rules.tiles import Tile


class RowShown(msgspec.Struct, frozen=True):
    """What one command came to: its events, and when (ms)."""

    at: int
    events: tuple[SeenRoomEvent, ...]


class DealShown(msgspec.Struct, frozen=True):
    """Every rack as it was dealt, the last time, and the pool in the order in which it is drawn."""

    racks: tuple[tuple[Tile, ...], ...]
    pool: tuple[Tile, ...]


class Replay(msgspec.Struct, frozen=True):
    """A game from its start up to now. `names` are by seat, `you` the viewer's seat; `limit` seconds a turn (None: no
    limit); `penalty` what a joker left on a rack costs; `deal` is there once the game is over, when everything lies
    open; `chat` the lines that are kept."""

    edition: EditionShown
    penalty: int
    names: tuple[str, ...]
    you: int | None
    limit: int | None
    rows: tuple[RowShown, ...]
    deal: DealShown | None
    chat: tuple[ChatLine, ...]


def replay(room: Room, player: str | None, unheard: frozenset[str] = frozenset()) -> Replay:
    """The game of a room as `player` may see it, without lines of those who are `unheard`. Raises Refusal not-playing
    before it has begun."""
    state = room.state
    begun = begun_at(room.entries)
    if begun is None:
        raise refuse("not-playing")
    seat = state.seat_of(player)
    rows = [
        RowShown(entry.row.at, tuple(seen(event, seat) for event in entry.events)) for entry in room.entries[begun:]
    ]
    return Replay(
        edition=edition_shown(state.edition),
        penalty=state.edition.jokers.penalty,
        names=tuple(sitter.name if sitter else "" for sitter in state.sitters),
        you=seat,
        limit=state.limit,
        rows=tuple(rows),
        deal=_deal(room) if state.phase == "over" else None,
        chat=room.chat.after(0, unheard),
    )


def _deal(room: Room) -> DealShown:
    deals = [event for entry in room.entries for event in entry.events if isinstance(event, Dealt | Redealt)]
    return DealShown(deals[-1].secret.racks, deals[-1].secret.pool)
