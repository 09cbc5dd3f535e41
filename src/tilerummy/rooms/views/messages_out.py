"""What a room says to a viewer. Nothing else leaves a room, and no type here has a place for another seat's tiles."""

from typing import Any, Literal

import msgspec

from tilerummy.rooms.commands import Phrase, Reaction
from tilerummy.rooms.events import SeenRoomEvent
from tilerummy.rooms.views.snapshot import Snapshot
from tilerummy.rules.violations import Violation

VERSION = 1
"""The protocol's version; a `join` with another one is refused with `unknown-version`."""


class Sent(msgspec.Struct, frozen=True, tag_field="t"):
    """Base of what the server sends."""


class Fault(msgspec.Struct, frozen=True):
    """One thing wrong with a play. `meld` is the index in the table sent, `ref` the rulebook's section, `point`
    the key of the rules card."""

    code: str
    meld: int | None
    tile: str | None
    ref: str
    params: dict[str, Any] | None
    point: str


def faults(violations: tuple[Violation, ...]) -> tuple[Fault, ...]:
    """Violations as they go over the wire."""
    return tuple(
        Fault(found.code, found.meld, found.tile, found.ref, dict(found.params) if found.params else None, found.point)
        for found in violations
    )


class Update(Sent, frozen=True, tag="update"):
    """The events of rows `since`+1 to `seq`, and the state after them. `now` is the server's clock (ms)."""

    since: int
    seq: int
    now: int
    events: tuple[SeenRoomEvent, ...]
    state: Snapshot


class Welcome(Sent, frozen=True, tag="welcome"):
    """The answer to `join`: the whole state at `seq`, and the events of the rows after `since`."""

    v: int
    room: str
    since: int
    seq: int
    now: int
    events: tuple[SeenRoomEvent, ...]
    state: Snapshot


class Accepted(Sent, frozen=True, tag="accepted"):
    """The command is on disk as row `seq`; of a chat line, which is no row, `seq` is the row it came after. A resend of
    the same id gets the same answer."""

    id: str
    seq: int


class Refused(Sent, frozen=True, tag="refused"):
    """The command changed nothing; `violations` says everything that is wrong with a play."""

    id: str
    code: str
    params: dict[str, Any]
    violations: tuple[Fault, ...]


class ReadingShown(msgspec.Struct, frozen=True):
    """One legal reading of a meld: what each tile stands for, and its opening value."""

    kind: Literal["run", "group"]
    stands: tuple[str, ...]
    value: int


class MeldShown(msgspec.Struct, frozen=True):
    """One meld of a preview, judged by itself. `kind` and `value` are of its best reading; `relaid` is a legal
    order of the same tiles where only the order is wrong."""

    legal: bool
    kind: Literal["run", "group"] | None
    value: int
    readings: tuple[ReadingShown, ...]
    relaid: str | None
    violations: tuple[Fault, ...]


class Previewed(Sent, frozen=True, tag="previewed"):
    """The judge's word on a preview. `points` counts toward `needed` (the opening amount, None once opened).

    `trials` are the melds that were asked about besides, each by itself.
    """

    n: int
    on: int
    legal: bool
    violations: tuple[Fault, ...]
    points: int
    needed: int | None
    played: tuple[str, ...]
    melds: tuple[MeldShown, ...]
    trials: tuple[MeldShown, ...]


class Arranged(Sent, frozen=True, tag="arranged"):
    """How this player keeps their rack, as last arranged here or on another device (see `Arrange`); tiles that came or
    went since are the page's to add and leave out."""

    rack: tuple[str, ...]
    own: tuple[str, ...]


AdviceStatus = Literal["optimal", "feasible", "no-play", "unknown"]
"""`optimal`: nothing lays more tiles. `feasible`: perhaps something does. `no-play`: nothing can be laid. `unknown`:
nothing was found in the time there was."""


class StepShown(msgspec.Struct, frozen=True):
    """One step towards a play; its text is `step.CODE`, its parameters are tiles in notation."""

    code: str
    params: dict[str, str]


class OpeningShort(msgspec.Struct, frozen=True):
    """What the sets of a rack are worth that cannot open, and what is `needed`."""

    points: int
    needed: int


class Hinted(Sent, frozen=True, tag="hinted"):
    """The answer to `hint`: the play that lays most tiles. `tiles` counts those `played` from the rack.

    `short`: of a mover who could open with nothing, how far they are.
    """

    id: str
    on: int
    status: AdviceStatus
    tiles: int
    played: tuple[str, ...]
    opening: tuple[str, ...]
    table: tuple[str, ...]
    steps: tuple[StepShown, ...]
    short: OpeningShort | None


class TurnReviewed(msgspec.Struct, frozen=True):
    """One turn of a player after the game: the tiles they laid, and what the best play would have laid.

    `position` is the turn as they met it, in a line of notation, and `before` its table. `best` counts tiles and is
    never below those in `laid`; `played`, `opening`, `table` and `steps` are the best play found.
    """

    turn: int
    seat: int
    position: str
    laid: tuple[str, ...]
    best: int
    status: AdviceStatus
    before: tuple[str, ...]
    rack: tuple[str, ...]
    played: tuple[str, ...]
    opening: tuple[str, ...]
    table: tuple[str, ...]
    steps: tuple[StepShown, ...]


class StepLaid(msgspec.Struct, frozen=True):
    """One step of a play; its text is `step.CODE`, its parameters are tiles in notation. `table`: all that lies after
    it, unfinished melds too; `hand`: tiles taken from the table and not yet laid."""

    code: str
    params: dict[str, str]
    table: tuple[str, ...]
    hand: tuple[str, ...]


class TurnAnalysed(msgspec.Struct, frozen=True):
    """One turn of a finished game: what was laid and what could have been (`review`), and the steps by which a person
    would have `made` the play; none where nothing was played."""

    review: TurnReviewed
    made: tuple[StepLaid, ...]


class Presence(Sent, frozen=True, tag="presence"):
    """Which seats are connected, since when (ms) the others are away, and how many watch without a seat.

    `away` is None for those who are here, and for open seats.
    """

    seats: tuple[bool, ...]
    away: tuple[int | None, ...]
    watching: int


class Drafted(Sent, frozen=True, tag="drafted"):
    """What the player to move has on the table at this moment, without having played it; three times a second at most.

    Good for the state numbered `on` alone. Only in rooms with `options.live`, and never to the player themselves.
    """

    on: int
    seat: int
    table: tuple[str, ...]


class ChatLine(msgspec.Struct, frozen=True):
    """One line of the chat: a `text` or the code of a `phrase`; `at` in ms, `seated`: its writer has a seat."""

    number: int
    at: int
    name: str
    seated: bool
    text: str | None
    phrase: Phrase | None


class Chatted(Sent, frozen=True, tag="chatted"):
    """Lines of the chat this viewer does not have yet, the oldest first; after `welcome` all that are kept."""

    lines: tuple[ChatLine, ...]


class Reacted(Sent, frozen=True, tag="reacted"):
    """A person at the table shows a reaction."""

    seat: int
    reaction: Reaction


class Person(msgspec.Struct, frozen=True):
    """A person at the table, as its host alone hears of them: on a `seat`, `here` without one, or gone.

    `alias` stands for them at this table and nowhere else; `name` is that of their seat or of their last line. `lines`
    are the numbers of the lines they said that are kept.
    """

    alias: str
    name: str | None
    seat: int | None
    here: bool
    muted: bool
    out: bool
    lines: tuple[int, ...]


class DoorShown(Sent, frozen=True, tag="door"):
    """What the host has done about who comes in and who speaks: whether the table is `closed`, whether this viewer is
    `muted`; and to the host alone the `people` who can be muted or put out, None where there are none. Nothing is said
    while the table is open and nobody is muted."""

    closed: bool
    muted: bool
    people: tuple[Person, ...] | None


Answer = (
    Update
    | Welcome
    | Accepted
    | Refused
    | Previewed
    | Arranged
    | Hinted
    | Presence
    | Drafted
    | Chatted
    | Reacted
    | DoorShown
)
