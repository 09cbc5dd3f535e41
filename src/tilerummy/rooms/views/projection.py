"""From a room's state to what one viewer gets. The game's part comes from `rules.game.views` alone."""

from collections.abc import Sequence

import msgspec

from tilerummy.records.parts import Parts
from tilerummy.rooms.consent.people import choosing
from tilerummy.rooms.state import RoomState
from tilerummy.rooms.views.snapshot import (
    ChangeShown,
    EditionShown,
    EndShown,
    LastMove,
    MatchShown,
    OpeningShown,
    OutcomeShown,
    RevealedShown,
    RoundShown,
    SeatShown,
    Snapshot,
)
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.game.events import Result
from tilerummy.rules.game.matches import (
    GameScore,
    games_per_round,
    match_winners,
    score_of,
    standings,
    this_round,
    totals,
)
from tilerummy.rules.game.redeal import may_ask
from tilerummy.rules.game.state import LastTurn
from tilerummy.rules.game.views import Revealed, SeatView, View, own, view
from tilerummy.rules.notation import format_meld
from tilerummy.rules.tiles import JOKERS

_NO_TILES = SeatView(tiles=0, opened=False, resigned=False)


def seen_by(shared: Snapshot, state: RoomState, seat: int | None, *, owner: bool, kept: int | None = None) -> Snapshot:
    """The room as the guest on `seat` (None: a spectator) may see it, from what everybody may see of it (`public`);
    `owner` says whether the room is theirs, `kept` which open seat waits for them."""
    if seat is None:
        known = owner or kept is not None
        return msgspec.structs.replace(shared, owner=owner, kept=kept) if known else shared
    seen = own(state.game, seat) if state.game else None
    return msgspec.structs.replace(
        shared,
        owner=owner,
        you=seat,
        rack=seen.rack if seen else (),
        drawn=seen.drawn if seen else (),
        opened=state.game is not None and state.game.opened[seat],
        word=state.words[seat],
        may_redeal=state.asking and state.game is not None and may_ask(state.game, seat),
        keep=state.game.redeals if state.game is not None and seat in choosing(state) else None,
    )


class Public:
    """What everybody may see of one room, made again only as far as the room has changed."""

    def __init__(self, room: str) -> None:
        self._room = room
        self._made: tuple[RoomState, Snapshot, Snapshot] | None = None

    def of(self, state: RoomState, seq: int, deadline: int | None) -> Snapshot:
        """The room as everybody may see it."""
        made = self._made
        if made is not None and made[0] is state and (made[2].seq, made[2].deadline) == (seq, deadline):
            return made[2]
        known = made is not None and _only_moved(made[0], state)
        unmoved = made[1] if made is not None and known else _unmoved(Parts(self._room), state)
        shown = _moved(Parts(self._room), unmoved, state, seq, deadline)
        self._made = state, unmoved, shown
        return shown


def public(room: str, state: RoomState, seq: int, deadline: int | None) -> Snapshot:
    """The room as everybody may see it; parts that cannot be made, and that nobody needs to move, are named as
    `missing`."""
    return Public(room).of(state, seq, deadline)


def _only_moved(before: RoomState, state: RoomState) -> bool:
    """Whether nothing but the game has changed, and that goes on."""
    return before.phase == state.phase and msgspec.structs.replace(before, game=state.game) == state


def _moved(parts: Parts, shown: Snapshot, state: RoomState, seq: int, deadline: int | None) -> Snapshot:
    """The room, of which `shown` is what no move changes, with all that a move does."""
    game = view(state.game, None) if state.game else None
    seats = _seats(parts, state, game)
    if game is None:
        return msgspec.structs.replace(
            shown, seats=seats, deadline=deadline, seq=seq, missing=(*shown.missing, *parts.missing)
        )
    last = parts.made("last", lambda: _last(game.last), None)
    result = parts.made("result", lambda: _outcome(game.result), None)
    revealed = parts.made("revealed", lambda: _revealed(game.revealed), None)
    return msgspec.structs.replace(
        shown,
        hints=state.hints or state.obliged,
        seats=seats,
        table=tuple(format_meld(meld) for meld in game.table),
        pool=game.pool,
        turn=None if state.asking else game.turn,
        asking=state.asking,
        turn_number=game.turn_number,
        last_turn=game.last_turn,
        deadline=None if state.pause else deadline,
        last=last,
        result=result,
        revealed=revealed,
        seq=seq,
        missing=(*shown.missing, *parts.missing),
    )


def _unmoved(parts: Parts, state: RoomState) -> Snapshot:
    """The room with all that no move changes."""
    return Snapshot(
        phase=state.phase,
        edition=edition_shown(state.edition),
        limit=state.limit,
        hints=state.hints,
        options=state.options,
        owner=False,
        host=state.seat_of(state.owner),
        you=None,
        kept=None,
        seats=(),
        rack=(),
        drawn=(),
        table=(),
        pool=state.edition.tiles.total,
        turn=None,
        turn_number=0,
        last_turn=False,
        opened=False,
        deadline=None,
        opening=OpeningShown(
            state.edition.opening.amount,
            state.edition.opening.comparison,
            state.edition.opening.table_use == "same-turn",
        ),
        last=None,
        result=None,
        round=parts.made("round", lambda: _round(state), None),
        match=parts.made("match", lambda: _match(state), None),
        fixture=state.fixture,
        dropped=state.dropped,
        next=state.next,
        commitment=state.commitment,
        seals=state.seals if state.phase == "lobby" else (),
        word=None,
        called=state.called,
        asked=state.asked,
        asking=False,
        may_redeal=False,
        keep=None,
        request=state.request,
        pause=state.pause,
        revealed=None,
        seq=0,
        missing=parts.missing,
    )


def edition_shown(edition: Edition) -> EditionShown:
    """The edition as the page draws it."""
    return EditionShown(
        id=edition.id,
        name=edition.name,
        revision=edition.revision,
        changes=tuple(ChangeShown(change.key, change.value) for change in edition.changes),
        palette=edition.tiles.palette,
        jokers={joker: edition.tiles.jokers[joker] for joker in JOKERS},
        frozen=edition.jokers.frozen,
    )


def end_shown(edition: Edition) -> EndShown:
    """How its games end and are counted."""
    end = edition.end
    last_turns = end.pool_empty == "one-turn-each"
    return EndShown(last_turns, end.exhausted, end.tie, end.unopened, end.loss_cap, end.winner_bonus)


def _seats(parts: Parts, state: RoomState, game: View | None) -> tuple[SeatShown, ...]:
    nothing: tuple[int | None, ...] = (None,) * len(state.sitters)
    totals = parts.made("totals", lambda: _by_seat(state, state.totals), nothing)
    banks = parts.made("banks", lambda: nothing if state.banks is None else _by_seat(state, state.banks), nothing)
    return tuple(_seat(state, index, game, totals[index], banks[index]) for index in range(len(state.sitters)))


def _by_seat(state: RoomState, values: tuple[int, ...]) -> tuple[int | None, ...]:
    return tuple(values[index] for index in range(len(state.sitters)))


def _seat(state: RoomState, index: int, game: View | None, total: int | None, bank: int | None) -> SeatShown:
    sitter = state.sitters[index]
    shown = game.seats[index] if game else _NO_TILES
    schedule = state.schedules[index] if state.schedules else None
    guest = state.invited[index] if state.invited else None
    return SeatShown(
        name=sitter.name if sitter else None,
        kind=sitter.kind if sitter else "open",
        level=sitter.level if sitter else None,
        tiles=shown.tiles,
        opened=shown.opened,
        resigned=shown.resigned,
        total=total,
        bank=bank,
        stand_in=index in state.stood_in,
        holiday=(schedule.holiday or None) if schedule else None,
        holidays=schedule.left if schedule else None,
        missed=schedule.missed if schedule else 0,
        invited=guest.name if guest else None,
    )


def _round(state: RoomState) -> RoundShown | None:
    seats = len(state.sitters)
    games = games_per_round(state.edition, seats)
    if games is None or state.fixture is not None:
        return None
    begun = this_round(state.edition, seats, state.played)
    played = begun if state.phase == "over" or len(begun) < games else ()
    return RoundShown(
        game=len(played) if state.phase == "over" else len(played) + 1,
        games=games,
        points=_points(seats, played),
        won=_won(seats, played),
        winners=match_winners(state.edition, played) if len(played) == games else (),
    )


def _match(state: RoomState) -> MatchShown | None:
    if state.fixture is not None:
        return None
    seats, played, over = len(state.sitters), state.played, state.phase == "over"
    game = len(played) if over else len(played) + 1
    length = games_per_round(state.edition, seats)
    return MatchShown(
        game=game,
        games=state.games,
        round=None if length is None else -(-game // length),
        rounds=None if length is None or state.games is None else -(-state.games // length),
        points=_points(seats, played),
        won=_won(seats, played),
        places=_places(state.edition, seats, played),
        played=() if state.phase == "playing" else tuple(game.points for game in played),
        winners=_match_winners(state),
    )


def _match_winners(state: RoomState) -> tuple[int, ...]:
    """Who has won the match, nobody while it goes on; of one that was given up, the best of those who stayed."""
    if not (state.decided or state.deserted):
        return ()
    staying = tuple(seat for seat, sitter in enumerate(state.sitters) if sitter is not None)
    played = tuple(score_of(game, staying) for game in state.played)
    return tuple(staying[winner] for winner in match_winners(state.edition, played)) if staying else ()


def _points(seats: int, played: Sequence[GameScore]) -> tuple[int, ...]:
    return totals(played) if played else (0,) * seats


def _won(seats: int, played: Sequence[GameScore]) -> tuple[int, ...]:
    return tuple(sum(seat in game.winners for game in played) for seat in range(seats))


def _places(edition: Edition, seats: int, played: Sequence[GameScore]) -> tuple[int, ...]:
    """The place of each seat, all first before a game is over."""
    places = {line.player: line.place for line in standings(edition, played)} if played else {}
    return tuple(places.get(seat, 1) for seat in range(seats))


def _revealed(revealed: Revealed | None) -> RevealedShown | None:
    if revealed is None:
        return None
    return RevealedShown(revealed.deck, revealed.salt, revealed.shuffle, revealed.words, revealed.seals)


def _last(last: LastTurn | None) -> LastMove | None:
    if last is None:
        return None
    return LastMove(last.seat, last.kind, last.outcome, last.played, last.changed, last.drawn)


def _outcome(result: Result | None) -> OutcomeShown | None:
    if result is None:
        return None
    return OutcomeShown(result.reason, result.winners, result.scores, result.values, result.racks, result.unopened)
