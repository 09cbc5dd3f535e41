"""A table for people whom one knows: their seats are kept, and the settings are those of the last game with them."""

import hashlib
import secrets
from collections.abc import Iterable, Sequence
from typing import Final

from msgspec.structs import replace

from tilerummy.rooms import commands
from tilerummy.rooms.decide import computer
from tilerummy.rooms.events import Sitter
from tilerummy.rooms.hosting import Rooms
from tilerummy.rooms.people.acquainted import Company, Known
from tilerummy.rooms.people.kept_seats import is_fresh
from tilerummy.rooms.state import RoomState
from tilerummy.rules.refusal import refuse

OPEN: Final = 10
"""Tables of one guest at which seats wait for people who were invited: more would not be played."""
OF_ONE: Final = 3
"""Of these, those at which a seat waits for the same guest: nobody is pestered."""


async def invite(rooms: Rooms, host: Sitter, guests: Sequence[Known], companies: Iterable[Company]) -> str:
    """The room of a table at which `host` sits and seats are kept for guests, as in the last of the `companies` with
    just these, or else with one of them; the one where they wait for each other already. Raises Refusal or
    StorageFailure."""
    player = host.player or ""
    blockers = await rooms.store.blockers(player)
    kept = tuple(_kept(player, one, hides=one.player in blockers) for one in guests)
    mine = [room for room in await rooms.mine(player) if room.state.gathering and any(room.state.invited)]
    names = {sitter.player for sitter in kept}
    for room in mine:
        if is_fresh(room) and _gathered(room.state) == {player, *names}:
            return room.id
    _bound([room.state for room in mine if room.state.owner == player], names)
    last, same = await _last(rooms, frozenset(one.player for one in guests), companies)
    sitters: tuple[Sitter, ...] = (host,)
    for one in last.sitters if same else ():
        if one is not None and one.level in rooms.levels:
            sitters += (computer(one.level, tuple(other.name for other in (*sitters, *kept)), rooms.levels),)
    return await rooms.create(
        last.edition,
        "edition" if last.banks is not None else last.limit,
        player,
        (*sitters, *[None] * len(kept)),
        replace(last.options, open=False),
        (*[None] * len(sitters), *kept),
        start=False,
        hints=last.hints,
    )


async def part(rooms: Rooms, player: str, other: str) -> None:
    """Nothing waits any more at which the two would meet: invitations, and tables of the guest that have not begun.
    Games that have begun go on. Raises StorageFailure."""
    for head in await rooms.store.games_of(player):
        if (room := await rooms.find(head.game)) is None:
            continue
        state, ident = room.state, f"part-{secrets.token_hex(8)}"
        if state.owner == other and state.seat_kept_for(player) is not None:
            await room.command(player, commands.Leave(ident))
        elif state.owner == player and (seat := _place(state, other)) is not None:
            await room.command(player, commands.Empty(ident, seat))


def _kept(player: str, guest: Known, *, hides: bool) -> Sitter:
    """For whom a seat is kept. Of a guest who `hides`, for nobody: to the other it is as if they never came, however
    often they are invited."""
    nobody = hashlib.sha256(f"{player}:{guest.player}".encode()).hexdigest()[:32]
    return Sitter("person", guest.name, nobody if hides else guest.player, None)


def _gathered(state: RoomState) -> set[str | None]:
    """The guests who have a seat, or for whom one is kept."""
    return {sitter.player for sitter in (*state.sitters, *state.invited) if sitter is not None and not sitter.of_server}


def _bound(waiting: Sequence[RoomState], names: set[str | None]) -> None:
    """Raises Refusal where the tables that wait are as many as there may be."""
    of_one = max(sum(name in _gathered(state) for state in waiting) for name in names)
    if len(waiting) >= OPEN or of_one >= OF_ONE:
        raise refuse("invitations-full", most=OPEN if len(waiting) >= OPEN else OF_ONE)


async def _last(rooms: Rooms, players: frozenset[str], companies: Iterable[Company]) -> tuple[RoomState, bool]:
    """The last game with just these guests, else with one of them; and whether it is with just these. Raises Refusal
    where there is none any more."""
    near = sorted((one for one in companies if one.players & players), key=lambda one: one.players != players)
    for company in near:
        if (room := await rooms.find(company.last)) is not None:
            return room.state, company.players == players
    raise refuse("unknown-person")


def _place(state: RoomState, player: str) -> int | None:
    """The seat that this guest has or could take, until the game is called."""
    if not state.gathering:
        return None
    return state.seat_of(player) if state.seat_of(player) is not None else state.seat_kept_for(player)
