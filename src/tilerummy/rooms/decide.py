"""What a command brings about in a room: events, or a refusal that changes nothing. Touches no store and no clock."""

from collections.abc import Collection, Iterable
from typing import Final, Literal

from tilerummy.bots.levels import LEVELS
from tilerummy.rooms import commands
from tilerummy.rooms.consent import new_deals, pausing, replying, taking_back
from tilerummy.rooms.correspondence.calendar import checked_zone
from tilerummy.rooms.correspondence.choices import check
from tilerummy.rooms.correspondence.holidays import holiday
from tilerummy.rooms.correspondence.overdue import end_waiting
from tilerummy.rooms.decision import Decision, after, in_game, opening, then
from tilerummy.rooms.events import (
    Called,
    Created,
    Fixture,
    MatchLeft,
    Promised,
    RoomEvent,
    SealSet,
    SeatFreed,
    SeatsClosed,
    SeatTaken,
    Sitter,
    WordSaid,
    WordsAsked,
    kind_of,
)
from tilerummy.rooms.evolve import fold
from tilerummy.rooms.options import USUAL, Options
from tilerummy.rooms.people import names
from tilerummy.rooms.people.again import seats_again
from tilerummy.rooms.presence.succession import passed_on
from tilerummy.rooms.shuffle import new_room_id, shuffled
from tilerummy.rooms.state import RoomState
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.edition.faults import Fault
from tilerummy.rules.game.decide import begin_promised, resign
from tilerummy.rules.game.decide import decide as decide_move
from tilerummy.rules.game.matches import games_per_round
from tilerummy.rules.game.promise import SEALED
from tilerummy.rules.game.promise import seal as sealed_as
from tilerummy.rules.judge.ability import UNKNOWN, Ability
from tilerummy.rules.judge.judge import Illegal
from tilerummy.rules.refusal import Refusal, refuse

MOST_PLAYED: Final = 100
"""Games that a match without an end remembers one by one; the totals are of all."""
_IN_FIXTURES: Final = (
    commands.Seal,
    commands.Word,
    commands.Redeal,
    commands.KeepTiles,
    commands.Move,
    commands.Resign,
)
"""What the players of a fixture may ask: the tournament does the rest."""


def create(
    edition: Edition,
    limit: int | Literal["edition"] | None,
    owner: str,
    sitters: tuple[Sitter | None, ...],
    options: Options = USUAL,
    fixture: Fixture | None = None,
    invited: tuple[Sitter | None, ...] = (),
    circle: str | None = None,
    *,
    start: bool,
    hints: bool = True,
) -> Decision:
    """How a room begins; with `start` the game begins at once. Raises Refusal.

    `limit` is seconds per turn, None for no limit, "edition" for what the rulebook says (no limit where it leaves that
    to the players). `invited`: the guests for whom open seats are kept, by seat.
    """
    if not edition.players.least <= len(sitters) <= edition.players.most:
        raise refuse("seats-do-not-fit", least=edition.players.least, most=edition.players.most)
    game_clock = limit == "edition" and edition.clock.bank_seconds is not None
    if options.games is not None and options.rounds is not None:
        raise refuse("games-or-rounds")
    if options.rounds is not None and games_per_round(edition, len(sitters)) is None:
        raise refuse("no-rounds")
    if limit == "edition":
        limit = None if edition.clock.optional else edition.clock.limit_seconds
    check(limit, options)
    totals = (0,) * len(sitters)
    created = Created(
        edition,
        limit,
        game_clock,
        owner,
        sitters,
        totals,
        None,
        hints,
        options,
        fixture=fixture,
        invited=invited,
        circle=circle,
    )
    opened = after(None, created, Promised(shuffled(edition)))
    return then(opened, starting(opened.state)) if start else opened


def decide(
    room: str,
    state: RoomState,
    actor: str,
    command: commands.Command,
    ability: Ability = UNKNOWN,
    levels: Collection[str] = tuple(LEVELS),
    happened: Iterable[RoomEvent] = (),
    now: int = 0,
    without: frozenset[str] = frozenset(),
    deadline: int | None = None,
) -> Decision:
    """What `actor` asking for `command` in the room of that id brings about; `ability` is what is known of a mover who
    passes, `levels` those of the server, `happened` the room's events up to `now` (ms); `without` whom a new game
    begins; `deadline` the turn's end. Raises Refusal."""
    if state.fixture is not None and not isinstance(command, _IN_FIXTURES):
        raise refuse("fixture")
    if state.dropped is not None:
        raise refuse("game-dropped", why=state.dropped)
    match command:
        case commands.Seal():
            return _seal(state, actor, command.seal)
        case commands.Word():
            return _word(state, actor, command.word)
        case commands.Sit():
            sat = after(state, _sit(state, actor, command))
            gathered = sat.state.invited and None not in sat.state.sitters
            return then(sat, starting(sat.state) if gathered else None)
        case commands.Leave():
            _lobby(state)
            _no_match(state)
            kept = state.seat_kept_for(actor)
            return after(state, SeatFreed(_own_seat(state, actor) if kept is None else kept), *passed_on(state, actor))
        case commands.Fill():
            return after(state, _fill(state, actor, command, levels))
        case commands.Empty():
            _owned_lobby(state, actor)
            _no_match(state)
            if _is_free(state, command.seat):
                raise refuse("seat-open")
            return after(state, SeatFreed(command.seat), *passed_on(state, state.person_on(command.seat)))
        case commands.Start():
            _may_start(state, actor)
            return starting(state)
        case commands.Redeal():
            return new_deals.asked(state, _own_seat(state, actor))
        case commands.KeepTiles():
            return new_deals.kept(state, _own_seat(state, actor), command)
        case commands.Move():
            return _move(state, actor, command.move, ability)
        case commands.Resign():
            return _resign(state, actor)
        case commands.Rematch():
            return _rematch(room, state, actor, command, without)
        case commands.TakeBack():
            return taking_back.asked(room, state, _own_seat(state, actor), tuple(happened))
        case commands.AskForPause():
            return pausing.asked(state, _own_seat(state, actor), now, deadline)
        case commands.GoOn():
            return pausing.going_on(state, _own_seat(state, actor))
        case commands.Reply():
            seat = _own_seat(state, actor)
            return replying.replied(room, state, seat, command, tuple(happened), now, deadline)
        case commands.Holiday():
            return after(state, holiday(state, _own_seat(state, actor), command.days, now))
        case commands.EndWaiting():
            return end_waiting(state, _own_seat(state, actor))


def _sit(state: RoomState, actor: str, command: commands.Sit) -> RoomEvent:
    _lobby(state)
    _no_match(state)
    if state.seat_of(actor) is not None:
        raise refuse("already-seated")
    if (seat := state.seat_kept_for(actor)) is None:
        first = next(filter(state.is_free, range(len(state.sitters))), None)
        if (seat := first if command.seat is None else command.seat) is None:
            raise refuse("room-full")
        if not _is_free(state, seat):
            raise refuse("seat-taken")
    if state.options.practice and state.people:
        raise refuse("practice-alone")
    return SeatTaken(seat, person(command.name, actor, _names(state.sitters), command.zone))


def person(name: str, player: str, taken: tuple[str, ...] = (), zone: str | None = None) -> Sitter:
    """A guest with a name that can be shown and a time zone, or a computer player that connects by a key. Raises
    Refusal."""
    return Sitter(kind_of(player), names.clean(name, taken), player, None, checked_zone(zone))


def computer(level: str, taken: tuple[str, ...], levels: Collection[str] = tuple(LEVELS)) -> Sitter:
    """A computer player of one of the levels. Raises Refusal."""
    if level not in levels:
        raise refuse("unknown-level", levels=list(levels))
    return Sitter("computer", names.for_computer(taken), None, level)


def _fill(state: RoomState, actor: str, command: commands.Fill, levels: Collection[str]) -> RoomEvent:
    _owned_lobby(state, actor)
    _no_match(state)
    if not _is_free(state, command.seat):
        raise refuse("seat-taken")
    return SeatTaken(command.seat, computer(command.level, _names(state.sitters), levels))


def starting(state: RoomState) -> Decision:
    """The game is called: what is next for its deal; seats that are still open are closed. Raises Refusal with too few
    players."""
    kept = tuple(seat for seat, sitter in enumerate(state.sitters) if sitter is not None)
    if len(kept) < state.edition.players.least:
        raise refuse("too-few-players", least=state.edition.players.least)
    happened: tuple[RoomEvent, ...] = () if len(kept) == len(state.sitters) else (SeatsClosed(kept),)
    if state.promise is None or state.promise.form != SEALED:
        # A room made before seats sealed words.
        happened += (Promised(shuffled(state.edition)),)
    seated = fold(state, happened)
    return then(Decision(happened, seated), dealing(seated) or after(seated, Called()))


def dealing(state: RoomState, *, late: bool = False) -> Decision | None:
    """What is next for the deal of a game that was called: once all have sealed their words, these are asked for; once
    all have said them, the deal is made of them and of what was promised. None while one is missing; `late`:
    nobody is any longer."""
    if state.promise is None:
        return None
    if state.promise.form != SEALED:
        # it was called before seats sealed words
        return new_deals.begun(state, begin_promised(state.edition, state.promise, state.words)) if late else None
    missing = state.silent if state.asked else state.unsealed
    if missing and not late:
        return None
    if not state.asked and any(state.seals):
        return after(state, WordsAsked())
    return new_deals.begun(state, begin_promised(state.edition, state.promise, state.words, state.seals))


def _seal(state: RoomState, actor: str, seal: str) -> Decision:
    """A person seals their word; the last one of a game that was called lets the words be asked for."""
    seat = _before_the_deal(state, actor)
    if state.asked or state.promise is None or state.promise.form != SEALED:
        raise refuse("seals-closed")
    before = state.seals[seat]
    if seal == before:
        raise refuse("seal-set")
    sealed = after(state, SealSet(seat, seal, again=before is not None))
    return then(sealed, dealing(sealed.state)) if state.called else sealed


def _word(state: RoomState, actor: str, word: str) -> Decision:
    """A person says the word that they sealed; the last one makes the deal."""
    seat = _before_the_deal(state, actor)
    if not state.asked:
        raise refuse("word-early")
    if state.words[seat] is not None:
        raise refuse("word-said")
    if state.seals[seat] is None:
        raise refuse("seals-closed")
    if state.seals[seat] != sealed_as(word):
        raise refuse("word-not-sealed")
    said = after(state, WordSaid(seat, word))
    return then(said, dealing(said.state))


def _before_the_deal(state: RoomState, actor: str) -> int:
    """The seat of who takes part in the deal. Raises Refusal once it is made, and for who has no seat."""
    if state.phase != "lobby":
        raise refuse("already-started")
    return _own_seat(state, actor)


def _move(state: RoomState, actor: str, body: commands.MoveBody, ability: Ability) -> Decision:
    if state.game is None or state.phase != "playing":
        raise refuse("not-playing")
    seat = _own_seat(state, actor)
    if state.asking:
        raise refuse("redeal-open")
    if state.game.turn != seat:
        raise refuse("not-your-turn")
    decided = decide_move(state.game, seat, commands.move_of(body), ability)
    if isinstance(decided, Illegal):
        raise Refusal(Fault("", "illegal"), violations=decided.violations)
    return in_game(state, decided)


def _resign(state: RoomState, actor: str) -> Decision:
    if state.between:
        return _match_left(state, _own_seat(state, actor))
    if state.game is None or state.phase != "playing":
        raise refuse("not-playing")
    decided = resign(state.game, _own_seat(state, actor))
    if isinstance(decided, Illegal):
        raise refuse(decided.violations[0].code)
    resigned = in_game(state, decided)
    return then(resigned, new_deals.over(resigned.state))


def _match_left(state: RoomState, seat: int) -> Decision:
    """Between two games a player gives the match up: the others go on without them, if they are enough."""
    _lobby(state)
    sitter = state.sitters[seat]
    assert sitter is not None
    return after(state, *passed_on(state, sitter.player), MatchLeft(seat, sitter))


def _rematch(room: str, state: RoomState, actor: str, command: commands.Rematch, without: frozenset[str]) -> Decision:
    """The same seats in a new room that belongs to who asked: the match goes on, or another one begins. It starts at
    once when nobody has to be waited for: one person is alone, or nobody has to be there for a match to go on."""
    if state.phase != "over":
        raise refuse("not-over")
    _own_seat(state, actor)
    if state.next is not None:
        raise refuse("rematch-made", room=state.next)
    sitters, invited = seats_again(state, actor, without, invite=command.invite)
    created = Created(
        edition=state.edition,
        limit=state.limit,
        game_clock=state.banks is not None,
        owner=actor,
        sitters=sitters,
        invited=invited,
        totals=(0,) * len(state.totals) if state.decided else state.totals,
        previous=room,
        hints=state.hints,
        options=state.options,
        played=() if state.decided else state.played[-MOST_PLAYED:],
        circle=state.circle,
    )
    opened = after(None, created, Promised(shuffled(state.edition)))
    if len(state.people) == 1 or (opened.state.correspondence and opened.state.between):
        opened = then(opened, starting(opened.state))
    return opening(state, new_room_id(), opened)


def _lobby(state: RoomState) -> None:
    if state.phase != "lobby" or state.called:
        raise refuse("already-started")


def _owned_lobby(state: RoomState, actor: str) -> None:
    if state.owner != actor:
        raise refuse("not-owner")
    _lobby(state)


def _may_start(state: RoomState, actor: str) -> None:
    """Between the games of a match everybody at the table may, and where turns take days once all seats are taken: the
    others may not look for days. Before the first it is the owner."""
    if state.between or (state.correspondence and None not in state.sitters):
        _own_seat(state, actor)
        _lobby(state)
    else:
        _owned_lobby(state, actor)


def _no_match(state: RoomState) -> None:
    if state.between:
        raise refuse("match-running")


def _own_seat(state: RoomState, actor: str) -> int:
    if (seat := state.seat_of(actor)) is None:
        raise refuse("not-seated")
    return seat


def _is_free(state: RoomState, seat: int) -> bool:
    if seat >= len(state.sitters):
        raise refuse("no-such-seat")
    return state.is_free(seat)


def _names(sitters: tuple[Sitter | None, ...]) -> tuple[str, ...]:
    return tuple(sitter.name for sitter in sitters if sitter)
