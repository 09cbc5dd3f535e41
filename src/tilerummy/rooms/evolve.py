"""How a room's state follows from its events."""

from collections.abc import Iterable
from typing import TypeVar

import msgspec

from tilerummy.rooms.consent.events import Consent
from tilerummy.rooms.consent.request import agreed_on
from tilerummy.rooms.correspondence.calendar import Schedule, takes_days
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
    TakenUp,
    TilesKept,
    TimeOver,
    WaitingEnded,
    WordSaid,
    WordsAsked,
)
from tilerummy.rooms.state import RoomState, actor_on
from tilerummy.rules.game.events import Event, Resigned, TimedOut, Turn
from tilerummy.rules.game.evolve import evolve as evolve_game
from tilerummy.rules.game.matches import GameScore, score_of
from tilerummy.rules.game.state import GameState

T = TypeVar("T")


def evolve(state: RoomState | None, event: RoomEvent) -> RoomState:
    """The state after one more event. Raises ValueError when the first event is not `Created`."""
    if isinstance(event, Created):
        return _created(event)
    if state is None:
        raise ValueError("a room's log starts with its creation")
    if isinstance(event, Consent):
        request, pause = agreed_on(state.request, state.pause, event)
        return msgspec.structs.replace(state, request=request, pause=pause)
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
        case TilesKept():
            return msgspec.structs.replace(state, keepers=(*state.keepers, (event.seat, event.deal)))
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
        case Linked():
            return msgspec.structs.replace(state, next=event.room, pause=None)
        case Dropped():
            return msgspec.structs.replace(state, dropped=event.why, pause=None)
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
    """The room with its game further on by these events, nothing asked and no pause; a game that is over counts in the
    totals and in its round."""
    for event in events if state.schedules else ():
        state = _counted(state, event)
    state, before = msgspec.structs.replace(state, game=game, request=None, pause=None), state.game
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
