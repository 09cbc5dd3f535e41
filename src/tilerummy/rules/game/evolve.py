"""The fold: a state and the next event give the next state. Nothing is judged here; a stored game always folds."""

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import TypedDict, TypeVar

import msgspec

from tilerummy.rules.game.deal import all_tiles
from tilerummy.rules.game.events import (
    Dealt,
    Drew,
    Ended,
    Event,
    Passed,
    Played,
    Redealt,
    Resigned,
    Started,
    TimedOut,
    Turn,
)
from tilerummy.rules.game.state import GameState, LastTurn, seat_after
from tilerummy.rules.melds.readings import Meld
from tilerummy.rules.notation import parse_meld
from tilerummy.rules.tiles import Tile, in_order, same_tiles

_T = TypeVar("_T")


class OutOfOrderError(ValueError):
    """An event that cannot follow the ones before it: the record is damaged."""


def evolve(state: GameState | None, event: Event) -> GameState:
    """The state after `event`; `state` is None before the first. Raises OutOfOrderError for what cannot follow."""
    if state is None:
        if not isinstance(event, Started):
            raise OutOfOrderError("a game begins with its start")
        return _started(event)
    _check_order(state, event)
    match event:
        case Started():
            raise OutOfOrderError("a game starts once")
        case Dealt():
            return _dealt(state, event)
        case Redealt():
            return msgspec.structs.replace(_dealt(state, event), redeals=state.redeals + 1)
        case Played():
            return after_play(state, event, parsed(event.table))
        case Drew():
            return after_draw(state, event)
        case Passed():
            last = LastTurn(seat=event.seat, kind="passed", outcome=None, played=(), changed=(), drawn=0)
            return _turn_over(state, event.seat, last, passed=(*state.passed, event.seat))
        case TimedOut():
            return _timed_out(state, event)
        case Resigned():
            return _resigned(state, event.seat)
        case Ended():
            return msgspec.structs.replace(state, over=event.result, turn=None)


def fold(events: Iterable[Event]) -> GameState:
    """The state after all the events of a game, from its start. Raises OutOfOrderError, also when there are none."""
    state: GameState | None = None
    for event in events:
        state = evolve(state, event)
    if state is None:
        raise OutOfOrderError("no events")
    return state


def without(tiles: Sequence[Tile], gone: Iterable[Tile]) -> tuple[Tile, ...]:
    """The tiles less those that are gone, in the same order. Raises OutOfOrderError when one of them is not there."""
    left = list(tiles)
    try:
        for tile in gone:
            left.remove(tile)
    except ValueError:
        raise OutOfOrderError("tiles are used that are not there") from None
    return tuple(left)


def parsed(table: Sequence[str]) -> tuple[Meld, ...]:
    """The melds of a table in notation."""
    return tuple(map(parse_meld, table))


def _check_order(state: GameState, event: Event) -> None:
    if state.over is not None:
        raise OutOfOrderError("the game is over")
    if isinstance(event, Dealt) != (state.turn_number == 0):
        raise OutOfOrderError("a game is dealt once, before its first turn")
    if isinstance(event, Turn) and event.seat != state.turn:
        raise OutOfOrderError("it is another seat's turn")
    if isinstance(event, Redealt) and state.turn_number != 1:
        raise OutOfOrderError("a new deal comes before the first turn is over")
    if isinstance(event, Redealt | Resigned) and event.seat not in state.active:
        raise OutOfOrderError("no such seat is in the game")
    if isinstance(event, Ended):
        result = event.result
        per_seat = {len(result.scores), len(result.values), len(result.racks)}
        if per_seat != {state.seats} or not set(result.winners) <= set(range(state.seats)):
            raise OutOfOrderError("the result is not one of these seats")
        if any(bill.seat >= state.seats for bill in result.unopened):
            raise OutOfOrderError("a payment names no seat")


def _started(event: Started) -> GameState:
    players, box = event.edition.players, all_tiles(event.edition)
    if not players.least <= event.seats <= players.most or not same_tiles(event.secret.deck, box):
        raise OutOfOrderError("the start does not fit its edition")
    if any(lot.seat >= event.seats or lot.tile not in box for lot in event.lots) or event.starter >= event.seats:
        raise OutOfOrderError("the draw for the first turn does not fit the seats")
    return GameState(
        edition=event.edition,
        seats=event.seats,
        commitment=event.commitment,
        deck=event.secret.deck,
        salt=event.secret.salt,
        shuffle=event.secret.shuffle,
        words=event.words,
        seals=event.seals,
        racks=((),) * event.seats,
        pool=(),
        table=(),
        turn=event.starter,
        turn_number=0,
        opened=(False,) * event.seats,
        resigned=(False,) * event.seats,
        moved=(False,) * event.seats,
        fresh=((),) * event.seats,
        passed=(),
        last_turns=None,
        last=None,
        over=None,
    )


def _dealt(state: GameState, event: Dealt | Redealt) -> GameState:
    racks, pool = event.secret.racks, event.secret.pool
    if len(racks) != state.seats or not same_tiles((*chain(*racks), *pool), state.deck):
        raise OutOfOrderError("what is dealt is not the deck")
    return msgspec.structs.replace(state, racks=tuple(map(in_order, racks)), pool=pool, turn_number=1)


def after_play(state: GameState, event: Played, table: tuple[Meld, ...]) -> GameState:
    """The state after `event`, whose melds are `table`: a caller who judged them need not read them again."""
    seat = event.seat
    return _turn_over(
        state,
        seat,
        LastTurn(seat=seat, kind="played", outcome=None, played=event.played, changed=event.changed, drawn=0),
        table=table,
        racks=_put(state.racks, seat, without(state.racks[seat], event.played)),
        opened=_put(state.opened, seat, item=True) if event.opened else state.opened,
        passed=(),
    )


def after_draw(state: GameState, event: Drew) -> GameState:
    """The state after `event`, which comes from the seat whose turn it is."""
    seat, drawn = event.seat, (event.secret.tile,)
    last = LastTurn(seat=seat, kind="drew", outcome=None, played=(), changed=(), drawn=1)
    return _turn_over(state, seat, last, drawn, **_taking(state, seat, drawn, state.racks[seat]))


def _timed_out(state: GameState, event: TimedOut) -> GameState:
    seat, drawn = event.seat, event.secret.drawn
    rack = (*without(state.racks[seat], event.played), *event.returned)
    passed = (*state.passed, seat) if not state.pool else state.passed
    last = LastTurn(
        seat=seat,
        kind="timed-out",
        outcome=event.outcome,
        played=event.played,
        changed=event.changed,
        drawn=event.drawn,
    )
    return _turn_over(
        state,
        seat,
        last,
        drawn,
        table=parsed(event.table),
        opened=_put(state.opened, seat, state.opened[seat] or event.opened),
        passed=() if event.played else passed,
        **_taking(state, seat, drawn, rack),
    )


def _resigned(state: GameState, seat: int) -> GameState:
    last = LastTurn(seat=seat, kind="resigned", outcome=None, played=(), changed=(), drawn=0)
    out = msgspec.structs.replace(
        state,
        resigned=_put(state.resigned, seat, item=True),
        passed=tuple(other for other in state.passed if other != seat),
        last_turns=_without_seat(state.last_turns, seat),
        last=last,
    )
    return _turn_over(out, seat, last) if state.turn == seat else out


class _Taken(TypedDict):
    """What a draw changes."""

    pool: tuple[Tile, ...]
    racks: tuple[tuple[Tile, ...], ...]
    last_turns: tuple[int, ...] | None


def _taking(state: GameState, seat: int, drawn: tuple[Tile, ...], rack: tuple[Tile, ...]) -> _Taken:
    """`drawn` moves from the pool to what else the rack holds; with the last tile the end of the pool has come."""
    if state.pool[: len(drawn)] != drawn:
        raise OutOfOrderError("tiles are drawn that are not next in the pool")
    pool = state.pool[len(drawn) :]
    last_turns = _pool_empty(state, seat) if drawn and not pool else state.last_turns
    return _Taken(pool=pool, racks=_put(state.racks, seat, in_order(rack + drawn)), last_turns=last_turns)


def _pool_empty(state: GameState, drawer: int) -> tuple[int, ...] | None:
    """In a one-turn-each edition every seat gets one more turn, the first by the seat after the drawer."""
    if state.edition.end.pool_empty != "one-turn-each":
        return state.last_turns
    order = [(drawer + step) % state.seats for step in range(1, state.seats + 1)]
    return tuple(seat for seat in order if not state.resigned[seat])


def _turn_over(
    state: GameState, seat: int, last: LastTurn, drawn: tuple[Tile, ...] = (), **changed: object
) -> GameState:
    """The turn changed something and goes to the next seat that has not resigned. A turn without a draw may have been
    the seat's last turn; one with a draw came before the last turns."""
    if not drawn and state.last_turns is not None:
        changed["last_turns"] = _without_seat(state.last_turns, seat)
    return msgspec.structs.replace(
        state,
        turn=seat_after(state, seat),
        turn_number=state.turn_number + 1,
        moved=state.moved if state.moved[seat] else _put(state.moved, seat, item=True),
        fresh=_put(state.fresh, seat, drawn),
        last=last,
        **changed,
    )


def _without_seat(last_turns: tuple[int, ...] | None, seat: int) -> tuple[int, ...] | None:
    return None if last_turns is None else tuple(other for other in last_turns if other != seat)


def _put(items: tuple[_T, ...], index: int, item: _T) -> tuple[_T, ...]:
    changed = list(items)
    changed[index] = item
    return tuple(changed)
