"""The wire protocol: every message that crosses the socket and every HTTP body, as msgspec types.

What a viewer asks and hears of a room is defined with the room (`rooms.commands`, `rooms.views.messages_out`); here
come the messages of the connection itself and the HTTP bodies. The JSON schema made from here (`python -m
tilerummy.web.schema`) is what the page's types come from. Decoding is strict: an unknown tag, an unknown key, a value
out of range are all refused before anything else sees them.
"""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from tilerummy.puzzles.themes import Theme
from tilerummy.rooms.commands import (
    Arrange,
    Command,
    Door,
    Hint,
    Level,
    MoveBody,
    Preview,
    React,
    Received,
    Say,
    Seq,
    Zone,
)
from tilerummy.rooms.options import USUAL, Options
from tilerummy.rooms.views.analysed import Wish
from tilerummy.rooms.views.messages_out import VERSION, Answer, Sent, TurnAnalysed, TurnReviewed
from tilerummy.rooms.views.snapshot import EditionShown, EndShown, Phase
from tilerummy.web.limits import REPORT_TEXT

__all__ = ["VERSION", "Answer", "ClientMessage", "Command", "MoveBody", "ServerMessage"]


class Join(Received, frozen=True, tag="join"):
    """The first frame: the protocol's version and the last seq this client has, None for none."""

    v: int
    since: Seq | None = None


class Ping(Received, frozen=True, tag="ping"):
    """Asks for a `pong` with the server's clock."""


ClientMessage = Join | Command | Preview | Arrange | Hint | Say | React | Door | Ping


class Error(Sent, frozen=True, tag="error"):
    """The message was not one that could be looked at. Too many of these close the socket."""

    code: str
    params: dict[str, Any]


class Pong(Sent, frozen=True, tag="pong"):
    """The server's clock, milliseconds since the epoch."""

    now: int


ServerMessage = Answer | Error | Pong

# --- HTTP bodies --------------------------------------------------------------------------------------------


class Session(msgspec.Struct, frozen=True):
    """The guest behind the cookie."""

    player: str


class NewBot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Asks for a computer player of the guest's own, which connects by a key. The name is for its owner."""

    name: Annotated[str, Meta(max_length=200)]


class BotListed(msgspec.Struct, frozen=True):
    """A guest's bot; `made` in ms."""

    bot: str
    name: str
    made: int


class BotMade(msgspec.Struct, frozen=True):
    """The new bot with its key, which is shown this once."""

    bot: str
    name: str
    made: int
    key: str


class House(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An edition with house rules: the base's id and the keys (`section.word`) with their new values."""

    base: Annotated[str, Meta(max_length=60)]
    changes: Annotated[dict[Annotated[str, Meta(max_length=80)], Any], Meta(max_length=100)]


class NewRoom(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Asks for a room under an edition, a house edition, or an edition file's text (exactly one of the three).

    `limit` is seconds per turn, None for no limit, "edition" for the edition's own (none where it is optional).
    `computers` are levels for the seats after the owner's; without a `name` the owner takes no seat. `hints`: players
    may ask what they can lay. `options`: what else the host chooses. `zone`: the owner's time zone, as in `sit`.
    """

    seats: Annotated[int, Meta(ge=1, le=8)]
    edition: Annotated[str, Meta(max_length=60)] | None = None
    house: House | None = None
    toml: Annotated[str, Meta(max_length=60_000)] | None = None
    limit: Annotated[int, Meta(ge=5, le=1_209_600)] | Literal["edition"] | None = "edition"
    computers: Annotated[tuple[Level, ...], Meta(max_length=8)] = ()
    name: str | None = None
    start: bool = False
    hints: bool = True
    options: Options = USUAL
    zone: Zone | None = None


class NewReport(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Reports a person at a table: the one on a `seat`, or the one who wrote the chat `line` with that
    number (exactly one of the two); why, and in words what the reporter adds."""

    reason: Literal["insults", "threats", "spam", "name", "cheating", "other"]
    seat: Annotated[int, Meta(ge=0, le=7)] | None = None
    line: Annotated[int, Meta(ge=1, le=2**31 - 1)] | None = None
    text: Annotated[str, Meta(max_length=REPORT_TEXT)] = ""


class ReportMade(msgspec.Struct, frozen=True):
    """The new report's id."""

    report: str


class RoomMade(msgspec.Struct, frozen=True):
    """The new room's id."""

    room: str


class RoomListed(msgspec.Struct, frozen=True):
    """A room in a list: one of the guest's that is not over, or one that is open to them.

    `names` by seat, None for one of the `free` seats; `host` the name of who made it, None without a seat; `turn`
    the name of who is to move until `deadline` (ms); `limit` seconds per turn; `updated` in ms. A seat that is kept for
    somebody has their name; `invited`: one waits for the guest, who has none; `asked`: others await their answer.
    """

    room: str
    edition: EditionShown
    phase: Phase
    names: tuple[str | None, ...]
    seats: int
    your_turn: bool
    asked: bool
    updated: int
    host: str | None
    turn: str | None
    deadline: int | None
    limit: int | None
    free: int
    invited: bool


class PastGame(msgspec.Struct, frozen=True):
    """A game of the guest that is over. By seat: `names`, the `levels` of computer players (None for people), `scores`;
    `you` their own seat; `ended` (ms); `turns` they had, and the seconds these took together."""

    room: str
    edition: EditionShown
    ended: int
    names: tuple[str, ...]
    levels: tuple[str | None, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    you: int
    turns: int
    seconds: float


class PastGames(msgspec.Struct, frozen=True):
    """Games of the guest that are over, the last first; `next` asks for those before, None where there are none."""

    games: tuple[PastGame, ...]
    next: str | None


class Review(msgspec.Struct, frozen=True):
    """What the asking player could have laid, turn by turn."""

    turns: tuple[TurnReviewed, ...]


class GameAnalysis(msgspec.Struct, frozen=True):
    """What could have been laid in every turn of a finished game, in their order."""

    turns: tuple[TurnAnalysed, ...]


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Asks the judge about an arrangement in a position of no game: the line of notation that says what lies there,
    and the preview a player of it would ask for. Answered by `previewed`."""

    edition: Annotated[str, Meta(max_length=60)]
    position: Annotated[str, Meta(max_length=2_000)]
    preview: Preview


class PuzzleShown(msgspec.Struct, frozen=True):
    """A puzzle: in `position`, of a mover who has opened, one choice of rack tiles is the most that can be laid, and
    it is so many `tiles`. `day`: the date whose puzzle it is today, by UTC, else None. `number` of `count` in the
    book, or of a theme's puzzles where that was asked for; `next`: what is asked for the one after it. `difficulty`:
    on the scale of chess ratings; of the guests who made `tries` of it, each one, `solvers` solved it."""

    edition: EditionShown
    id: str
    day: str | None
    number: int
    count: int
    next: str
    position: str
    tiles: int
    themes: tuple[Theme, ...]
    difficulty: int
    tries: int
    solvers: int


class PuzzleTried(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A guest's first try of a puzzle: the rack tiles they laid, none where they asked for the solution. Answered by
    `PuzzleRated`."""

    played: Annotated[tuple[Annotated[str, Meta(max_length=3)], ...], Meta(max_length=40)]


class PuzzleRated(msgspec.Struct, frozen=True):
    """How hard a puzzle is now, as `PuzzleShown` says it; `counted`: the try was the guest's first and moved it."""

    counted: bool
    difficulty: int
    tries: int
    solvers: int


class Analysis(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Asks the solver about a position of no game, a line of notation, under an edition, a house edition, or an edition
    file's text (exactly one of the three). Answered by `Analysed`."""

    position: Annotated[str, Meta(max_length=2_000)]
    wish: Wish
    edition: Annotated[str, Meta(max_length=60)] | None = None
    house: House | None = None
    toml: Annotated[str, Meta(max_length=60_000)] | None = None


class EditionListed(msgspec.Struct, frozen=True):
    """An edition to choose. `limit`: seconds per turn in its rulebook; `limit_optional`: only if players want it.

    For a score sheet: `copies` of each number and colour, `penalty` for a joker left on a rack, `by_games`: games won
    count before points, `round_games`: how many games make a round ("players": as many as there are; None: as agreed),
    `redeal`: which racks a player with three pairs may have dealt again before the first turn (None: none), `end`:
    how a game ends and is counted.
    """

    id: str
    name: str
    revision: int
    players: tuple[int, ...]
    limit: int | None
    limit_optional: bool
    same_turn: bool
    jokers: dict[str, int]
    palette: tuple[str, ...]
    copies: int
    penalty: int
    by_games: bool
    round_games: int | Literal["players"] | None
    redeal: Literal["all", "own"] | None
    end: EndShown


class Levels(msgspec.Struct, frozen=True):
    """The levels of computer players, from the easiest on, and how strong each was measured to be
    (docs/strength.md); None for those that others add."""

    levels: tuple[str, ...]
    strengths: tuple[int | None, ...]


class CardPoint(msgspec.Struct, frozen=True):
    """One rule of the card, in the language asked for: its section's title, its text, the rulebook's section.

    `reading`: where the rule reads the book in another sense, what the book says and why, else empty; `strict`: the
    value of the house rule that takes the book literally.
    """

    key: str
    section: str
    title: str
    text: str
    ref: str
    changed: bool
    reading: str
    strict: str | None


class Card(msgspec.Struct, frozen=True):
    """The rules card of an edition, in the language asked for. `title`: its name with the house rules. `about`: after
    which text it was made, of which year, and what of it could not be read; empty where that was all."""

    edition: EditionShown
    title: str
    points: tuple[CardPoint, ...]
    about: str


class EditionFault(msgspec.Struct, frozen=True):
    """One fault of an edition file or of house rules: where, which, and what its message names."""

    key: str
    code: str
    params: dict[str, Any]


class Problem(msgspec.Struct, frozen=True):
    """The body of every HTTP refusal. `faults` is filled for editions that cannot be used."""

    code: str
    params: dict[str, Any]
    faults: tuple[EditionFault, ...]
