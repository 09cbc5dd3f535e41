"""The wire protocol: every message that crosses the socket and every HTTP body, as msgspec types.

The JSON schema made from here (`python -m tilerummy.web.schema`) is what the page's types come from. Decoding is
strict: an unknown tag, an unknown key, a value out of range are all refused before anything else sees them.
"""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from tilerummy.rooms.snapshot import EditionShown, Phase, Snapshot

VERSION = 1
"""The protocol's version; a `join` with another one is refused with `unknown-version`."""

Id = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_.:-]+$")]
"""A command's id, chosen by the client, unique among that player's commands in the room."""
Seat = Annotated[int, Meta(ge=0, le=7)]
Seq = Annotated[int, Meta(ge=0, le=1_000_000)]
Code = Annotated[str, Meta(max_length=40)]
MeldText = Annotated[str, Meta(min_length=1, max_length=240)]
Melds = Annotated[list[MeldText], Meta(max_length=80)]


class _Received(msgspec.Struct, frozen=True, tag_field="t", forbid_unknown_fields=True):
    """Base of what a client sends."""


class _Sent(msgspec.Struct, frozen=True, tag_field="t"):
    """Base of what the server sends."""


# --- client to server ---------------------------------------------------------------------------------------


class Join(_Received, frozen=True, tag="join"):
    """The first frame: the protocol's version and the last seq this client has, None for none."""

    v: int
    since: Seq | None = None


class Sit(_Received, frozen=True, tag="sit"):
    """Take a seat (the first open one when None) under a name."""

    id: Id
    name: str
    seat: Seat | None = None


class Leave(_Received, frozen=True, tag="leave"):
    """Give the own seat back before the game starts."""

    id: Id


class Fill(_Received, frozen=True, tag="fill"):
    """The owner puts a computer player of a level on a seat."""

    id: Id
    seat: Seat
    level: Code


class Empty(_Received, frozen=True, tag="empty"):
    """The owner frees a seat before the game starts."""

    id: Id
    seat: Seat


class Start(_Received, frozen=True, tag="start"):
    """The owner starts the game."""

    id: Id


class PlayMove(_Received, frozen=True, tag="play"):
    """The complete new table, and the melds that make the opening where this turn opens."""

    opening: Melds
    table: Melds


class DrawMove(_Received, frozen=True, tag="draw"):
    """Draw a tile instead of playing."""


class PassMove(_Received, frozen=True, tag="pass"):
    """Pass: only with an empty pool."""


MoveBody = PlayMove | DrawMove | PassMove


class Move(_Received, frozen=True, tag="move"):
    """A turn, judged whole, made on the state numbered `on`."""

    id: Id
    on: Seq
    move: MoveBody


class Preview(_Received, frozen=True, tag="preview"):
    """Asks the judge about an arrangement without making the move. `n` is echoed.

    For the seat to move it is also the draft that a time-out falls back on.
    """

    n: Annotated[int, Meta(ge=0, le=2**31)]
    on: Seq
    opening: Melds
    table: Melds


class Resign(_Received, frozen=True, tag="resign"):
    """Give the game up."""

    id: Id


class Rematch(_Received, frozen=True, tag="rematch"):
    """Open a new room with the same seats and running totals; its id appears as `next`."""

    id: Id


class Ping(_Received, frozen=True, tag="ping"):
    """Asks for a `pong` with the server's clock."""


Command = Sit | Leave | Fill | Empty | Start | Move | Resign | Rematch
ClientMessage = Join | Command | Preview | Ping

# --- server to client ---------------------------------------------------------------------------------------


class Fault(msgspec.Struct, frozen=True):
    """One thing wrong with a play. `meld` is the index in the table sent, `ref` the rulebook's section, `point`
    the key of the rules card."""

    code: str
    meld: int | None
    tile: str | None
    ref: str
    params: dict[str, Any] | None
    point: str


class Welcome(_Sent, frozen=True, tag="welcome"):
    """The answer to `join`: the whole state at `seq`, and the events of the rows after `since`."""

    v: int
    room: str
    since: int
    seq: int
    now: int
    events: list[dict[str, Any]]
    state: Snapshot


class Update(_Sent, frozen=True, tag="update"):
    """The events of rows `since`+1 to `seq`, and the state after them."""

    since: int
    seq: int
    now: int
    events: list[dict[str, Any]]
    state: Snapshot


class Accepted(_Sent, frozen=True, tag="accepted"):
    """The command is on disk as row `seq`. A resend of the same id gets the same answer."""

    id: str
    seq: int


class Refused(_Sent, frozen=True, tag="refused"):
    """The command changed nothing; `violations` says everything that is wrong with a play."""

    id: str
    code: str
    params: dict[str, Any]
    violations: list[Fault]


class Error(_Sent, frozen=True, tag="error"):
    """The message was not a command that could be looked at. Too many of these close the socket."""

    code: str
    params: dict[str, Any]


class ReadingShown(msgspec.Struct, frozen=True):
    """One legal reading of a meld: what each tile stands for, and its opening value."""

    kind: Literal["run", "group"]
    stands: list[str]
    value: int


class MeldShown(msgspec.Struct, frozen=True):
    """One meld of a preview, judged by itself. `kind` and `value` are of its best reading."""

    legal: bool
    kind: Literal["run", "group"] | None
    value: int
    readings: list[ReadingShown]
    violations: list[Fault]


class Previewed(_Sent, frozen=True, tag="previewed"):
    """The judge's word on a preview. `points` counts toward `needed` (the opening amount, None once opened)."""

    n: int
    on: int
    legal: bool
    violations: list[Fault]
    points: int
    needed: int | None
    played: list[str]
    melds: list[MeldShown]


class Presence(_Sent, frozen=True, tag="presence"):
    """Which seats have somebody connected, and how many watch without a seat."""

    seats: list[bool]
    watching: int


class Pong(_Sent, frozen=True, tag="pong"):
    """The server's clock, milliseconds since the epoch."""

    now: int


ServerMessage = Welcome | Update | Accepted | Refused | Error | Previewed | Presence | Pong

# --- HTTP bodies --------------------------------------------------------------------------------------------


class Session(msgspec.Struct, frozen=True):
    """The guest behind the cookie."""

    player: str


class House(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An edition with house rules: the base's id and the keys changed."""

    base: str
    changes: dict[str, str | int | bool | None]


class NewRoom(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Asks for a room under an edition, a house edition, or an edition file's text (exactly one of the three).

    `computers` are levels for the seats after the owner's; without a `name` the owner takes no seat.
    """

    seats: Annotated[int, Meta(ge=1, le=8)]
    edition: Annotated[str, Meta(max_length=60)] | None = None
    house: House | None = None
    toml: Annotated[str, Meta(max_length=60_000)] | None = None
    limit: Annotated[int, Meta(ge=5, le=3600)] | Literal["edition"] | None = "edition"
    computers: Annotated[list[Code], Meta(max_length=8)] = []
    name: str | None = None
    start: bool = False


class RoomMade(msgspec.Struct, frozen=True):
    """The new room's id."""

    room: str


class RoomListed(msgspec.Struct, frozen=True):
    """One of the guest's rooms that is not over."""

    room: str
    edition: EditionShown
    phase: Phase
    names: list[str | None]
    your_turn: bool
    changed: int


class Problem(msgspec.Struct, frozen=True):
    """The body of every HTTP refusal."""

    code: str
    params: dict[str, Any]
