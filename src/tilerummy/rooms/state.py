"""A room after some of its events: the lobby, the game inside it, the running totals. A pure fold."""

from collections.abc import Iterable
from typing import TypeVar

import msgspec

from tilerummy.rooms.consent.request import TakingBack
from tilerummy.rooms.correspondence.calendar import Calendar, Schedule, takes_days, zone_of
from tilerummy.rooms.events import (
    AskingOver,
    Called,
    CameBack,
    ClockRead,
    Created,
    Dropped,
    Fixture,
    HolidayTaken,
    Linked,
    MatchLeft,
    OwnerChanged,
    Promised,
    RoomEvent,
    SealSet,
    SeatFreed,
    SeatsClosed,
    SeatTaken,
    Sitter,
    StoodIn,
    TakeBackAnswered,
    TakeBackAsked,
    TakenUp,
    TimeOver,
    WaitingEnded,
    Why,
    WordSaid,
    WordsAsked,
)
from tilerummy.rooms.options import Options
from tilerummy.rooms.views.snapshot import Phase
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.game.events import Event, Resigned, TimedOut, Turn
from tilerummy.rules.game.evolve import evolve as evolve_game
from tilerummy.rules.game.matches import GameScore, match_games, score_of
from tilerummy.rules.game.promise import Seals, Shuffle, Words, promised, withheld
from tilerummy.rules.game.state import GameState
from tilerummy.rules.judge.ability import must_lay

T = TypeVar("T")

STAND_IN = "steady"
"""The level of the computer player who moves for a person who is away."""


class RoomState(msgspec.Struct, frozen=True):
    """Everything about a room, hidden tiles included; only a Snapshot may leave it.

    `limit` is seconds per turn (None: off), `banks` the milliseconds on every player's game clock (None: there are
    none), `totals` the running totals with this game's scores once it is over, `hints` whether players may ask for
    them, `stood_in` the seats for which a computer player moves, `played` the games of the match that are over,
    `fixture` whose game it is, with the numbers of those who play it, `dropped` why the tournament waits no longer;
    `promise` what the deal will be made of with the `words` of the seats and their `seals`, `called` whether it waits
    for nothing but those, `asked` whether all the seals are there that will be, and words are said; `kept` how many
    deals there were when nobody could ask for a new one any more; `schedules` by seat, none where turns are short;
    `request` what one player asks the others; `invited`, by seat, for whom open ones are kept; `circle` the record of
    the circle to which the room belongs.
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
    options: Options
    stood_in: tuple[int, ...]
    played: tuple[GameScore, ...]
    fixture: Fixture | None
    dropped: Why | None
    promise: Shuffle | None
    seals: Seals
    words: Words
    called: bool
    asked: bool
    kept: int = 0
    request: TakingBack | None = None
    schedules: tuple[Schedule, ...] = ()
    invited: tuple[Sitter | None, ...] = ()
    circle: str | None = None

    @property
    def correspondence(self) -> bool:
        """Whether turns take hours or days, so that nobody has to be there."""
        return takes_days(self.limit)

    def calendar(self, seat: int) -> Calendar:
        """When the time of that player runs."""
        holiday = self.schedules[seat].holiday if self.schedules else 0
        sitter = self.sitters[seat]
        return Calendar(holiday, zone_of(sitter.zone) if self.options.nights and sitter is not None else None)

    @property
    def asking(self) -> bool:
        """Whether the first turn waits for players who may ask for a new deal; nobody moves yet."""
        game = self.game
        if self.phase != "playing" or game is None or self.edition.deal.redeal is None:
            return False
        return game.turn_number == 1 and self.kept <= game.redeals

    @property
    def commitment(self) -> str | None:
        """The digest of what was promised; of the game, once it has begun."""
        if self.game is not None:
            return self.game.commitment
        return None if self.promise is None else promised(self.promise)

    @property
    def unsealed(self) -> tuple[int, ...]:
        """The seats of guests who have not sealed a word for the deal."""
        pairs = enumerate(zip(self.sitters, self.seals, strict=True))
        return tuple(seat for seat, (sitter, seal) in pairs if sitter and sitter.player and seal is None)

    @property
    def silent(self) -> tuple[int, ...]:
        """The seats that have not said the word they sealed."""
        return withheld(self.seals, self.words)

    @property
    def phase(self) -> Phase:
        """Before, during or after the game."""
        if self.game is not None and self.game.over is not None:
            return "over"
        taken_back = self.game is not None and self.next is not None and self.fixture is None
        if self.dropped is not None or taken_back or self.deserted:
            return "left"
        return "lobby" if self.game is None else "playing"

    @property
    def mover(self) -> Sitter | None:
        """Who is to move, the stand-in of a person who is away included; None while no game goes on, or the first turn
        waits."""
        if self.phase != "playing" or self.game is None or self.game.turn is None or self.asking:
            return None
        sitter = self.sitters[self.game.turn]
        if sitter is not None and self.game.turn in self.stood_in:
            return Sitter("computer", sitter.name, None, STAND_IN)
        return sitter

    @property
    def given_up(self) -> bool:
        """Whether all the people who played have resigned: the computer players that are left end the game."""
        people = [seat for seat, sitter in enumerate(self.sitters) if sitter and not sitter.of_server]
        return self.game is not None and bool(people) and all(self.game.resigned[seat] for seat in people)

    @property
    def gathering(self) -> bool:
        """Whether seats are taken and freed: before the game is called, of a match the first one."""
        return self.phase == "lobby" and not self.called and not self.between

    @property
    def is_open(self) -> bool:
        """Whether it waits for strangers: made open, not begun, a seat free."""
        free = any(map(self.is_free, range(len(self.sitters))))
        return self.options.open and self.phase == "lobby" and free and not self.between

    @property
    def obliged(self) -> bool:
        """Whether the mover has to lay a tile if they can: then they may ask what."""
        return self.phase == "playing" and self.game is not None and must_lay(self.edition, len(self.game.pool))

    @property
    def games(self) -> int | None:
        """How many games the match has; None without an end, and where a tournament says."""
        return match_games(self.edition, len(self.sitters), self.options.games, self.options.rounds)

    @property
    def deserted(self) -> bool:
        """Whether the match ends before its next game: too few have stayed. A round has fewer games for those."""
        if self.game is not None or not self.played or self.games is None or None not in self.sitters:
            return False
        staying = len(self.sitters) - self.sitters.count(None)
        games = match_games(self.edition, staying, self.options.games, self.options.rounds) or 0
        return staying < self.edition.players.least or not self.people or len(self.played) >= games

    @property
    def decided(self) -> bool:
        """Whether the match is over."""
        return self.games is not None and len(self.played) >= self.games

    @property
    def between(self) -> bool:
        """Whether the next game of a match waits for its players."""
        return self.phase == "lobby" and self.games is not None and bool(self.played)

    @property
    def people(self) -> tuple[str, ...]:
        """The ids of the guests who have seats."""
        return tuple(sitter.player for sitter in self.sitters if sitter and sitter.player)

    def is_free(self, seat: int) -> bool:
        """Whether nobody has the seat, and it is kept for nobody."""
        return self.sitters[seat] is None and not (self.invited and self.invited[seat])

    def seat_kept_for(self, player: str | None) -> int | None:
        """The open seat that is kept for a guest."""
        kept = (seat for seat, sitter in enumerate(self.invited) if sitter and sitter.player == player)
        return next(kept, None) if self.gathering else None

    def counts_for(self, player: str) -> bool:
        """Whether the game is over and part of that guest's history."""
        return self.phase == "over" and self.seat_of(player) is not None and not self.options.practice

    def company(self, player: str) -> bool:
        """Whether another person has a seat beside that guest."""
        here = self.seat_of(player) is not None
        return here and any(sitter and sitter.kind == "person" and sitter.player != player for sitter in self.sitters)

    def person_on(self, seat: int) -> str | None:
        """Who is awaited on a seat: the guest's id, the seat's own name (see `actor_on`) while nobody has claimed it;
        None for an open one and for a computer player of the server."""
        sitter = self.sitters[seat]
        return None if sitter is None or sitter.of_server else actor_on(seat, sitter)

    def seat_of(self, actor: str | None) -> int | None:
        """The seat of a guest (by the session's id) or of a computer player (by `actor_on`), None without one."""
        if actor is None:
            return None
        for seat, sitter in enumerate(self.sitters):
            if sitter is not None and (
                sitter.player == actor or (sitter.player is None and actor == stand_in_on(seat))
            ):
                return seat
        return next((seat for seat in self.stood_in if actor == stand_in_on(seat)), None)


def actor_on(seat: int, sitter: Sitter) -> str:
    """Who acts for a seat, as the log names them. No guest's id has a colon."""
    return sitter.player or stand_in_on(seat)


def stand_in_on(seat: int) -> str:
    """A computer player on a seat, as the log names them."""
    return f"seat:{seat}"


def evolve(state: RoomState | None, event: RoomEvent) -> RoomState:
    """The state after one more event. Raises ValueError when the first event is not `Created`."""
    if isinstance(event, Created):
        return _created(event)
    if state is None:
        raise ValueError("a room's log starts with its creation")
    match event:
        case SeatTaken():
            return _seat(state, event.seat, event.sitter)
        case Promised():
            nothing = (None,) * len(state.sitters)
            return msgspec.structs.replace(state, promise=event.shuffle, seals=nothing, words=nothing)
        case SealSet():
            return msgspec.structs.replace(state, seals=_with(state.seals, event.seat, event.seal))
        case WordsAsked():
            return msgspec.structs.replace(state, called=True, asked=True)
        case WordSaid():
            return msgspec.structs.replace(state, words=_with(state.words, event.seat, event.word))
        case Called():
            return msgspec.structs.replace(state, called=True)
        case SeatFreed():
            return msgspec.structs.replace(_seat(state, event.seat, None), owner=event.owner or state.owner)
        case OwnerChanged():
            sitter = state.sitters[event.seat]
            return msgspec.structs.replace(state, owner=state.owner if sitter is None else actor_on(event.seat, sitter))
        case MatchLeft():
            return _seat(state, event.seat, None)
        case SeatsClosed():
            return msgspec.structs.replace(
                state,
                sitters=tuple(state.sitters[seat] for seat in event.kept),
                totals=tuple(state.totals[seat] for seat in event.kept),
                played=tuple(score_of(game, event.kept) for game in state.played),
                banks=None if state.banks is None else tuple(state.banks[seat] for seat in event.kept),
                fixture=_kept(state.fixture, event.kept),
                seals=tuple(state.seals[seat] for seat in event.kept),
                words=tuple(state.words[seat] for seat in event.kept),
                schedules=tuple(state.schedules[seat] for seat in event.kept) if state.schedules else (),
                invited=(),
            )
        case AskingOver():
            return msgspec.structs.replace(state, kept=(0 if state.game is None else state.game.redeals) + 1)
        case ClockRead():
            return msgspec.structs.replace(state, banks=_with(state.banks or (), event.seat, event.bank))
        case StoodIn():
            return msgspec.structs.replace(state, stood_in=(*state.stood_in, event.seat))
        case CameBack():
            return msgspec.structs.replace(state, stood_in=tuple(seat for seat in state.stood_in if seat != event.seat))
        case HolidayTaken():
            return _scheduled(state, event.seat, holiday=event.until or 0, left=event.left)
        case TimeOver():
            late = _scheduled(state, event.seat, missed=state.schedules[event.seat].missed + 1)
            return msgspec.structs.replace(late, stood_in=(event.seat,)) if event.then == "computer" else late
        case WaitingEnded():
            return state
        case TakeBackAsked():
            return msgspec.structs.replace(state, request=TakingBack(event.seat, event.turn, event.drawn, (), None))
        case TakeBackAnswered():
            request = state.request
            return msgspec.structs.replace(state, request=request and request.answered(event.seat, yes=event.yes))
        case Linked():
            return msgspec.structs.replace(state, next=event.room)
        case Dropped():
            return msgspec.structs.replace(state, dropped=event.why)
        case TakenUp():
            return msgspec.structs.replace(state, dropped=None)
        case _:
            return played_on(state, evolve_game(state.game, event), (event,))


def fold(state: RoomState | None, events: Iterable[RoomEvent]) -> RoomState:
    """The state after several events. Raises ValueError when there is none to start from."""
    for event in events:
        state = evolve(state, event)
    if state is None:
        raise ValueError("no events")
    return state


def played_on(state: RoomState, game: GameState, events: Iterable[Event]) -> RoomState:
    """The room with its game further on by these events, and nothing asked; a game that is over counts in the totals
    and in its round."""
    for event in events if state.schedules else ():
        state = _counted(state, event)
    state, before = msgspec.structs.replace(state, game=game, request=None), state.game
    if game.over is None or (before is not None and before.over is not None):
        return state
    totals = tuple(total + score for total, score in zip(state.totals, game.over.scores, strict=True))
    score = GameScore(game.over.scores, game.over.winners)
    return msgspec.structs.replace(state, totals=totals, played=(*state.played, score))


def _counted(state: RoomState, event: Event) -> RoomState:
    """The turns that a player missed in a row; one that a computer player played for them is not theirs, and only one
    is played for them."""
    if not isinstance(event, Turn | Resigned):
        return state
    if event.seat in state.stood_in:
        return msgspec.structs.replace(state, stood_in=())
    missed = state.schedules[event.seat].missed
    return _scheduled(state, event.seat, missed=missed + 1 if isinstance(event, TimedOut) else 0)


def _scheduled(state: RoomState, seat: int, **changes: int) -> RoomState:
    schedule = msgspec.structs.replace(state.schedules[seat], **changes)
    return msgspec.structs.replace(state, schedules=_with(state.schedules, seat, schedule))


def _created(event: Created) -> RoomState:
    bank = event.edition.clock.bank_seconds if event.game_clock else None
    return RoomState(
        edition=event.edition,
        limit=event.limit,
        banks=None if bank is None else (bank * 1000,) * len(event.sitters),
        owner=event.owner,
        sitters=event.sitters,
        totals=event.totals,
        previous=event.previous,
        game=None,
        next=None,
        hints=event.hints,
        options=event.options,
        stood_in=(),
        played=event.played or event.round,
        fixture=event.fixture,
        dropped=None,
        promise=None,
        seals=(None,) * len(event.sitters),
        words=(None,) * len(event.sitters),
        called=False,
        asked=False,
        schedules=(Schedule(0, event.options.holidays),) * len(event.sitters) if takes_days(event.limit) else (),
        invited=event.invited,
        circle=event.circle,
    )


def _kept(fixture: Fixture | None, kept: tuple[int, ...]) -> Fixture | None:
    if fixture is None:
        return None
    return msgspec.structs.replace(fixture, players=tuple(fixture.players[seat] for seat in kept))


def _seat(state: RoomState, seat: int, sitter: Sitter | None) -> RoomState:
    """Another sitter on a seat, who has sealed and said nothing yet; but seals that were shown to all stand."""
    invited = _with(state.invited, seat, None) if state.invited else ()
    seated = msgspec.structs.replace(state, sitters=_with(state.sitters, seat, sitter), invited=invited)
    if state.asked:
        return seated
    return msgspec.structs.replace(seated, seals=_with(state.seals, seat, None), words=_with(state.words, seat, None))


def _with(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    return (*values[:seat], value, *values[seat + 1 :])
