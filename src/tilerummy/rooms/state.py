"""A room after some of its facts: the lobby, the game inside it, the running totals. A pure fold."""

import msgspec

from tilerummy.rooms.facts import ClockRead, Created, Fact, Linked, SeatFreed, SeatsClosed, SeatTaken, Sitter
from tilerummy.rooms.snapshot import Phase
from tilerummy.rules.edition import Edition
from tilerummy.rules.evolve import evolve as evolve_game
from tilerummy.rules.state import GameState


class RoomState(msgspec.Struct, frozen=True):
    """Everything about a room, hidden tiles included; only a Snapshot may leave it.

    `limit` is seconds per turn (None: off), `banks` the milliseconds on every player's game clock (None: there are
    none), `totals` the running totals with this game's scores once it is over, `hints` whether players may
    ask for them.
    """

    edition: Edition
    limit: int | None
    banks: tuple[int, ...] | None
    owner: str
    sitters: tuple[Sitter | None, ...]
    totals: tuple[int, ...]
    previous: str | None
    game: GameState | None
    next: str | None
    hints: bool

    @property
    def phase(self) -> Phase:
        """Before, during or after the game."""
        if self.game is None:
            return "lobby"
        return "playing" if self.game.over is None else "over"

    @property
    def mover(self) -> Sitter | None:
        """Who is to move, None before and after the game."""
        if self.game is None or self.game.turn is None:
            return None
        return self.sitters[self.game.turn]

    @property
    def people(self) -> tuple[str, ...]:
        """The ids of the guests who have seats."""
        return tuple(sitter.player for sitter in self.sitters if sitter and sitter.player)

    def seat_of(self, actor: str | None) -> int | None:
        """The seat of a guest (by the session's id) or of a computer player (by `actor_on`), None without one."""
        if actor is None:
            return None
        return next(
            (seat for seat, sitter in enumerate(self.sitters) if sitter and actor_on(seat, sitter) == actor), None
        )


def actor_on(seat: int, sitter: Sitter) -> str:
    """Who acts for a seat, as the log names them. No guest's id has a colon."""
    return sitter.player or f"seat:{seat}"


def evolve(state: RoomState | None, fact: Fact) -> RoomState:
    """The state after one more fact. Raises ValueError when the first fact is not `Created`."""
    if isinstance(fact, Created):
        return _created(fact)
    if state is None:
        raise ValueError("a room's log starts with its creation")
    match fact:
        case SeatTaken():
            return _seat(state, fact.seat, fact.sitter)
        case SeatFreed():
            return msgspec.structs.replace(_seat(state, fact.seat, None), owner=fact.owner)
        case SeatsClosed():
            return msgspec.structs.replace(
                state,
                sitters=tuple(state.sitters[seat] for seat in fact.kept),
                totals=tuple(state.totals[seat] for seat in fact.kept),
                banks=None if state.banks is None else tuple(state.banks[seat] for seat in fact.kept),
            )
        case ClockRead():
            banks = state.banks or ()
            return msgspec.structs.replace(state, banks=(*banks[: fact.seat], fact.bank, *banks[fact.seat + 1 :]))
        case Linked():
            return msgspec.structs.replace(state, next=fact.room)
        case _:
            game = evolve_game(state.game, fact)
            totals = state.totals
            if game.over is not None and (state.game is None or state.game.over is None):
                totals = tuple(total + score for total, score in zip(totals, game.over.scores, strict=True))
            return msgspec.structs.replace(state, game=game, totals=totals)


def fold(state: RoomState | None, facts: tuple[Fact, ...]) -> RoomState:
    """The state after several facts. Raises ValueError when there is none to start from."""
    for fact in facts:
        state = evolve(state, fact)
    if state is None:
        raise ValueError("no facts")
    return state


def _created(fact: Created) -> RoomState:
    bank = fact.edition.clock.bank_seconds if fact.game_clock else None
    return RoomState(
        edition=fact.edition,
        limit=fact.limit,
        banks=None if bank is None else (bank * 1000,) * len(fact.sitters),
        owner=fact.owner,
        sitters=fact.sitters,
        totals=fact.totals,
        previous=fact.previous,
        game=None,
        next=None,
        hints=fact.hints,
    )


def _seat(state: RoomState, seat: int, sitter: Sitter | None) -> RoomState:
    return msgspec.structs.replace(state, sitters=(*state.sitters[:seat], sitter, *state.sitters[seat + 1 :]))
