"""Who plays once more after a game."""

from tilerummy.rooms.events import Sitter
from tilerummy.rooms.state import RoomState

Seats = tuple[Sitter | None, ...]


def seats_again(state: RoomState, actor: str, without: frozenset[str], *, invite: bool) -> tuple[Seats, Seats]:
    """Who sits at the table of the next game, and for whom an open seat is kept there: with `invite` for the people
    other than `actor`. A match goes on as it was; in a new game the seats of those whom it is `without` are open."""
    if state.games is not None and not state.decided:
        return state.sitters, ()
    sitters = tuple(None if sitter and sitter.player in without else sitter for sitter in state.sitters)
    kept = tuple(sitter if invite and _is_other(sitter, actor) else None for sitter in sitters)
    seated = tuple(None if waits else sitter for sitter, waits in zip(sitters, kept, strict=True))
    return seated, kept if any(kept) else ()


def _is_other(sitter: Sitter | None, actor: str) -> bool:
    return sitter is not None and sitter.kind == "person" and sitter.player != actor
