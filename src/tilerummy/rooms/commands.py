"""What a viewer may ask of a room. Decoding checks the shapes; whether it is allowed is decided in the room.

Every command carries an id chosen by the client, so that a resend is answered and not repeated. Who sends it is never
in the message: it comes from the session.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from tilerummy.rules.melds.readings import Meld
from tilerummy.rules.moves import Draw, Pass, Play
from tilerummy.rules.moves import Move as Judged
from tilerummy.rules.notation import NotationError, parse_meld
from tilerummy.rules.refusal import refuse

Id = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_.:-]+$")]
"""A command's id, unique among that player's commands in the room."""
Seat = Annotated[int, Meta(ge=0, le=7)]
Seq = Annotated[int, Meta(ge=0, le=1_000_000)]
Level = Annotated[str, Meta(max_length=40)]
MeldText = Annotated[str, Meta(min_length=1, max_length=240)]
Melds = Annotated[tuple[MeldText, ...], Meta(max_length=80)]
RackOrder = Annotated[tuple[Annotated[str, Meta(min_length=1, max_length=3)], ...], Meta(max_length=240)]
"""Tiles of a rack in some order; an empty place between them is a `.`"""


class Received(msgspec.Struct, frozen=True, tag_field="t", forbid_unknown_fields=True):
    """Base of what a client sends."""


Zone = Annotated[str, Meta(max_length=64)]
"""A time zone by its name in the IANA's list, `Europe/Helsinki`."""


class Sit(Received, frozen=True, tag="sit"):
    """Take a seat (the first open one when None) under a name. `zone`: where the player's nights are, for tables that
    ask for it."""

    id: Id
    name: str
    seat: Seat | None = None
    zone: Zone | None = None


class Leave(Received, frozen=True, tag="leave"):
    """Give the own seat back before the game starts."""

    id: Id


class Fill(Received, frozen=True, tag="fill"):
    """The owner puts a computer player of a level on a seat."""

    id: Id
    seat: Seat
    level: Level


class Empty(Received, frozen=True, tag="empty"):
    """The owner frees a seat before the game starts."""

    id: Id
    seat: Seat


class Start(Received, frozen=True, tag="start"):
    """The owner starts the game; seats that are still open are closed."""

    id: Id


class PlayMove(Received, frozen=True, tag="play"):
    """The complete new table, and the melds that make the opening where this turn opens."""

    opening: Melds
    table: Melds


class DrawMove(Received, frozen=True, tag="draw"):
    """Draw a tile instead of playing."""


class PassMove(Received, frozen=True, tag="pass"):
    """Pass: only with an empty pool."""


MoveBody = PlayMove | DrawMove | PassMove


class Move(Received, frozen=True, tag="move"):
    """A turn, judged whole, made on the state numbered `on`."""

    id: Id
    on: Seq
    move: MoveBody


class Preview(Received, frozen=True, tag="preview"):
    """Asks the judge about an arrangement without making the move. `n` is echoed.

    For the seat to move it is also the draft that a time-out falls back on; out of turn it is only answered. `trials`
    are further melds, each judged by itself: places where a tile might go.
    """

    n: Annotated[int, Meta(ge=0, le=2**31)]
    on: Seq
    opening: Melds
    table: Melds
    trials: Melds = ()


class Arrange(Received, frozen=True, tag="arrange"):
    """How players keep their racks, for their other devices and the next visit: tiles in order, `.` for an empty place.

    `own` is the order made by hand, which a sorted rack goes back to. Not answered: an order that does not fit the
    rack is passed over, since the page sends the next one with the tile that came meanwhile.
    """

    rack: RackOrder
    own: RackOrder


class Hint(Received, frozen=True, tag="hint"):
    """Asks what the player to move could lay on the table numbered `on`, or could have laid on it in their last turn.
    Changes nothing; answered by `hinted`."""

    id: Id
    on: Seq


Phrase = Literal["hello", "good-luck", "well-played", "thanks", "sorry", "one-moment", "i-am-back", "again", "goodbye"]
"""What can be said with one press; every reader gets it in their own language."""
Reaction = Literal["thumb", "star", "laugh", "wow", "heart", "think"]
"""What can be shown with one press, for a moment."""


class Say(Received, frozen=True, tag="say"):
    """A line for everyone at the table: a text, or a phrase by its code. `name`: a spectator's."""

    id: Id
    text: Annotated[str, Meta(max_length=1000)] | None = None
    phrase: Phrase | None = None
    name: Annotated[str, Meta(max_length=200)] | None = None


class React(Received, frozen=True, tag="react"):
    """Show everyone a small drawing; nothing of it is kept, and nothing answers it."""

    reaction: Reaction


Alias = Annotated[str, Meta(pattern=r"^[0-9a-f]{16}$")]
"""What stands for a guest at one table, for its host alone."""
DoorAct = Literal["close", "open", "put-out", "let-in", "mute", "unmute"]


class Door(Received, frozen=True, tag="door"):
    """The host closes the table to people who were not there yet, or opens it; puts a person out or lets them in again,
    mutes them or no longer: whom the message `door` lists under this `alias`."""

    id: Id
    act: DoorAct
    alias: Alias | None = None


class Resign(Received, frozen=True, tag="resign"):
    """Give the game up; between the games of a match, the match."""

    id: Id


class Redeal(Received, frozen=True, tag="redeal"):
    """Before the first turn: a player with three pairs asks for a new deal, on the state numbered `on`."""

    id: Id
    on: Seq


class KeepTiles(Received, frozen=True, tag="keep-tiles"):
    """Before the first turn, where the state has a `keep`: keep the tiles of the deal of that number."""

    id: Id
    deal: Annotated[int, Meta(ge=0, le=1_000_000)]


class Rematch(Received, frozen=True, tag="rematch"):
    """Open a new room with the same seats and running totals; its id appears as `next`. `invite`: unless a match goes
    on, the seats of other people are kept for them, and the game begins once they have come."""

    id: Id
    invite: bool = False


class TakeBack(Received, frozen=True, tag="take-back"):
    """Go on as before the own last turn, in a new room; its id appears as `next`. At a practice table at once; with
    other people it is asked of them all (`request`)."""

    id: Id


class Holiday(Received, frozen=True, tag="holiday"):
    """Where turns take hours or days: the own time stands for so many days from now; 0: one is back, and whole days
    that were not used are left."""

    id: Id
    days: Annotated[int, Meta(ge=0, le=30)]


class EndWaiting(Received, frozen=True, tag="end-waiting"):
    """Where turns take hours or days: players who have missed two turns in a row give up."""

    id: Id


class Reply(Received, frozen=True, tag="reply"):
    """A person agrees to what is asked in the turn of that number (`request`), or does not."""

    id: Id
    turn: Annotated[int, Meta(ge=0, le=1_000_000)]
    yes: bool


class AskForPause(Received, frozen=True, tag="pause"):
    """Ask all other people whether the game may stand for a while (`request`)."""

    id: Id


class GoOn(Received, frozen=True, tag="go-on"):
    """In a pause: want to go on, as all people must, or move."""

    id: Id


class Seal(Received, frozen=True, tag="seal"):
    """The SHA-256, in hex, of a random word for the deal, sent once the commitment is seen. Another one takes its place
    until the words are asked for: who comes by another device does not know the word."""

    id: Id
    seal: Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$")]


class Word(Received, frozen=True, tag="word"):
    """The word that was sealed, said once all seals are there: so nobody can choose theirs by those of the others."""

    id: Id
    word: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{16,64}$")]


Command = (
    Seal
    | Word
    | Sit
    | Leave
    | Fill
    | Empty
    | Start
    | Redeal
    | KeepTiles
    | Move
    | Resign
    | Rematch
    | TakeBack
    | Reply
    | AskForPause
    | GoOn
    | Holiday
    | EndWaiting
)


def melds_of(texts: tuple[str, ...]) -> tuple[Meld, ...]:
    """The melds of a move in notation. Raises Refusal `notation` with the meld, the column and the fault."""
    melds = []
    for index, text in enumerate(texts):
        try:
            melds.append(parse_meld(text))
        except NotationError as error:
            raise refuse("notation", meld=index, column=error.column, fault=error.code) from None
    return tuple(melds)


def move_of(body: MoveBody) -> Judged:
    """The move as the judge takes it. Raises Refusal `notation`."""
    match body:
        case PlayMove():
            return Play(opening=melds_of(body.opening), table=melds_of(body.table))
        case DrawMove():
            return Draw()
        case PassMove():
            return Pass()
