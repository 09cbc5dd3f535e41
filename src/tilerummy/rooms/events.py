"""The events of a room: its lobby's own and, between them, the game's. One row holds the events of one command."""

from collections.abc import Iterable
from typing import Final, Literal

import msgspec

from tilerummy.inputs import from_json
from tilerummy.rooms.consent.events import Consent, TakeBackAnswered, TakeBackAsked
from tilerummy.rooms.options import USUAL, Options
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.game import events as game
from tilerummy.rules.game.matches import GameScore
from tilerummy.rules.game.promise import Shuffle, promised

BOT: Final = "bot-"
"""How the ids of computer players begin that people connect by a key; no guest's does."""
Why = Literal["taken-over", "settled", "too-few"]
"""Why a tournament waits for a game no longer: its table is not played in this room any more, the game has a result, or
too few are left to play on."""


def kind_of(player: str) -> Literal["person", "computer"]:
    """What the player of an id is."""
    return "computer" if player.startswith(BOT) else "person"


class Sitter(msgspec.Struct, frozen=True):
    """Who has a seat: a guest (`player` is the session's id, never shown) or a computer player, of a level of this
    server or, with a `player`, one that connects by a key. `zone`: the time zone in which a guest lives, never shown.

    A person without a `player` has a seat of a fixture that they have not claimed yet.
    """

    kind: Literal["person", "computer"]
    name: str
    player: str | None
    level: str | None
    zone: str | None = None

    @property
    def of_server(self) -> bool:
        """Whether the server moves for it: nobody connects for a level."""
        return self.level is not None


class Fixture(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whose game the room holds: of a `tournament` (its id in addresses) the game (from 1, of `games`) of a table.

    `players` are the numbers on the seats. Seats are not taken but given: each player claims their own, and the game
    begins once all are there.
    """

    tournament: str
    table: int
    game: int
    games: int
    players: tuple[int, ...]


class _Event(msgspec.Struct, frozen=True, tag_field="t", forbid_unknown_fields=True):
    """Base: tagged by `t`, apart from every tag of the game's events."""


class Created(_Event, frozen=True, tag="created"):
    """The room's first event. `limit` is seconds per turn; `totals` are carried from `previous`, which it goes on from.

    `game_clock`: every player has the edition's game clock instead of a limit per turn. `hints`: players may ask what
    they can lay. `played`: the games of the match in the rooms before; rooms of before there were matches have those of
    their `round` alone. `fixture`: the room was made for a tournament's table. `invited`: for whom open seats are kept.
    `circle`: it belongs to the circle with this record, and only members sit down.
    """

    edition: Edition
    limit: int | None
    game_clock: bool
    owner: str
    sitters: tuple[Sitter | None, ...]
    totals: tuple[int, ...]
    previous: str | None
    hints: bool = True
    options: Options = USUAL
    round: tuple[GameScore, ...] = ()
    fixture: Fixture | None = None
    played: tuple[GameScore, ...] = ()
    invited: tuple[Sitter | None, ...] = ()
    circle: str | None = None


class Promised(_Event, frozen=True, tag="promised"):
    """What the deal of this room's game will be made of, with the words of the seats; everybody sees its digest."""

    shuffle: Shuffle


class SealSet(_Event, frozen=True, tag="seal"):
    """A person at a seat showed the digest of their word for the deal; `again`: in the place of another."""

    seat: int
    seal: str
    again: bool


class WordsAsked(_Event, frozen=True, tag="asked"):
    """The game was called, and all have shown their seals or were waited for: from now on those who did say their
    words. A seat without a seal takes no part in the deal."""


class WordSaid(_Event, frozen=True, tag="word"):
    """A person at a seat said their random word for the deal, the one that was sealed."""

    seat: int
    word: str


class Called(_Event, frozen=True, tag="called"):
    """The game begins: at first all show the seals that are missing, for a moment."""


class SeatTaken(_Event, frozen=True, tag="sat"):
    """A guest took a seat, or the owner put a computer player there; in a fixture also during the game: from now on
    this guest, or for the moment nobody, plays for the person on it."""

    seat: int
    sitter: Sitter


class SeatFreed(_Event, frozen=True, tag="freed"):
    """The seat is open again. `owner`: who owns the room from now on, in records of before there was `OwnerChanged`."""

    seat: int
    owner: str | None = None


class OwnerChanged(_Event, frozen=True, tag="owner"):
    """The room belongs to the person on this seat from now on: whose it was has left, or was away for long."""

    seat: int


class MatchLeft(_Event, frozen=True, tag="left-match"):
    """Between two games `sitter` gave the match up, whose seat stays empty."""

    seat: int
    sitter: Sitter


class SeatsClosed(_Event, frozen=True, tag="closed"):
    """The game starts without the seats that stayed open; `kept` are those that move up, in order."""

    kept: tuple[int, ...]


class AskingOver(_Event, frozen=True, tag="asking-over"):
    """Nobody may ask for a new deal any more: the first turn begins."""


class TilesKept(_Event, frozen=True, tag="tiles-kept"):
    """The person on a seat keeps the tiles of the deal, the first (0) or a new one of that number."""

    seat: int
    deal: int


class ClockRead(_Event, frozen=True, tag="clock"):
    """A turn ended with `bank` milliseconds left on the player's game clock."""

    seat: int
    bank: int


class StoodIn(_Event, frozen=True, tag="stood-in"):
    """From now on a computer player moves for a person who is away; the seat stays theirs."""

    seat: int


class CameBack(_Event, frozen=True, tag="came-back"):
    """The person is back and moves for themselves again."""

    seat: int


class HolidayTaken(_Event, frozen=True, tag="holiday"):
    """A player's time stands until then (ms), or no longer (None: they are back); `left` days are left to them in this
    game."""

    seat: int
    until: int | None
    left: int


class TimeOver(_Event, frozen=True, tag="time-over"):
    """The time of a player's turn was over without a penalty: a computer player plays that turn, or the player is
    out."""

    seat: int
    then: Literal["computer", "out"]


class WaitingEnded(_Event, frozen=True, tag="waiting-ended"):
    """A player, on this seat, had enough of waiting for those who missed turn after turn: these give up."""

    seat: int


class Linked(_Event, frozen=True, tag="rematch"):
    """The room of the next game between the same seats."""

    room: str


class Dropped(_Event, frozen=True, tag="dropped"):
    """The tournament waits for this game no longer, and nobody plays on: see `Why`."""

    why: Why


class TakenUp(_Event, frozen=True, tag="taken-up"):
    """The tournament waits for the game that it dropped again: it goes on as it was."""


class SeenCreated(_Event, frozen=True, tag="created"):
    """`Created` without the ids of people."""

    edition: str
    limit: int | None
    game_clock: bool
    previous: str | None


class SeenPromised(_Event, frozen=True, tag="promised"):
    """The digest of what was promised."""

    commitment: str


class SeenSeatTaken(_Event, frozen=True, tag="sat"):
    """`SeatTaken` without the id of the person."""

    seat: int
    kind: Literal["person", "computer"]
    name: str
    level: str | None


class SeenSeatFreed(_Event, frozen=True, tag="freed"):
    """`SeatFreed` without the owner's id."""

    seat: int


class SeenMatchLeft(_Event, frozen=True, tag="left-match"):
    """`MatchLeft` without the id of the person."""

    seat: int
    name: str


RoomEvent = (
    Created
    | Promised
    | SealSet
    | WordsAsked
    | WordSaid
    | Called
    | SeatTaken
    | SeatFreed
    | OwnerChanged
    | MatchLeft
    | SeatsClosed
    | AskingOver
    | TilesKept
    | ClockRead
    | StoodIn
    | CameBack
    | HolidayTaken
    | TimeOver
    | WaitingEnded
    | Consent
    | Linked
    | Dropped
    | TakenUp
    | game.Event
)
SeenRoomEvent = (
    SeenCreated
    | SeenPromised
    | SealSet
    | WordsAsked
    | WordSaid
    | Called
    | SeenSeatTaken
    | SeenSeatFreed
    | OwnerChanged
    | SeenMatchLeft
    | SeatsClosed
    | AskingOver
    | TilesKept
    | ClockRead
    | StoodIn
    | CameBack
    | HolidayTaken
    | TimeOver
    | WaitingEnded
    | Consent
    | Linked
    | Dropped
    | TakenUp
    | game.SeenEvent
)

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[tuple[RoomEvent, ...]] = msgspec.json.Decoder(tuple[RoomEvent, ...])


def encode(events: tuple[RoomEvent, ...]) -> bytes:
    """The body of a row, secrets and all. Never for the wire."""
    return _encoder.encode(events)


def decode(body: bytes) -> tuple[RoomEvent, ...]:
    """The events of a row. Raises msgspec.ValidationError when the body is of another making."""
    return from_json(body, _decoder)


def seen(event: RoomEvent, viewer: int | None) -> SeenRoomEvent:
    """What `viewer` (a seat, or None) may know of the event."""
    match event:
        case Created():
            return SeenCreated(event.edition.id, event.limit, event.game_clock, event.previous)
        case Promised():
            return SeenPromised(promised(event.shuffle))
        case SeatTaken():
            return SeenSeatTaken(event.seat, event.sitter.kind, event.sitter.name, event.sitter.level)
        case SeatFreed():
            return SeenSeatFreed(event.seat)
        case MatchLeft():
            return SeenMatchLeft(event.seat, event.sitter.name)
        case SealSet() | WordsAsked() | WordSaid() | Called() | OwnerChanged() | SeatsClosed():
            return event
        case AskingOver() | TilesKept() | ClockRead() | StoodIn() | CameBack() | Linked() | Dropped() | TakenUp():
            return event
        case HolidayTaken() | TimeOver() | WaitingEnded():
            return event
        case _:
            return event if isinstance(event, Consent) else game.seen(event, viewer)


def seated(events: Iterable[RoomEvent]) -> set[str]:
    """The guests who have or had a seat, or one that was kept for them."""
    sitters = (on for event in events for on in _sitters(event))
    return {on.player for on in sitters if on is not None and on.player is not None}


def _sitters(event: RoomEvent) -> tuple[Sitter | None, ...]:
    match event:
        case Created():
            return (*event.sitters, *event.invited)
        case SeatTaken() | MatchLeft():
            return (event.sitter,)
        case _:
            return ()


def is_of_game(events: tuple[RoomEvent, ...]) -> bool:
    """Whether a row holds events of the game."""
    return any(isinstance(event, game.Event) for event in events)


_BOUNDED: Final = (
    game.Event
    | AskingOver
    | TilesKept
    | Called
    | WordsAsked
    | WordSaid
    | MatchLeft
    | Dropped
    | TimeOver
    | WaitingEnded
    | TakeBackAsked
    | TakeBackAnswered
)


def is_bounded(event: RoomEvent) -> bool:
    """Whether a room can have only a few of its kind. The rules bound a game's events. Each player seals one word for
    the deal, says it once, and gives up a match once. A dropped game is taken up before it is dropped again. In a turn
    one player asks to take one back, and each of the others answers once."""
    first = isinstance(event, SealSet) and not event.again
    return first or isinstance(event, _BOUNDED)
