"""What a room says to a viewer. Nothing else leaves a room, and no type here has a place for another seat's tiles."""

from typing import Any, Literal

import msgspec

from tilerummy.rooms.facts import SeenFact
from tilerummy.rooms.snapshot import Snapshot

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


class Update(Sent, frozen=True, tag="update"):
    """The events of rows `since`+1 to `seq`, and the state after them. `now` is the server's clock (ms)."""

    since: int
    seq: int
    now: int
    events: tuple[SeenFact, ...]
    state: Snapshot


class Welcome(Sent, frozen=True, tag="welcome"):
    """The answer to `join`: the whole state at `seq`, and the events of the rows after `since`."""

    v: int
    room: str
    since: int
    seq: int
    now: int
    events: tuple[SeenFact, ...]
    state: Snapshot


class Accepted(Sent, frozen=True, tag="accepted"):
    """The command is on disk as row `seq`. A resend of the same id gets the same answer."""

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
    """The judge's word on a preview. `points` counts toward `needed` (the opening amount, None once opened)."""

    n: int
    on: int
    legal: bool
    violations: tuple[Fault, ...]
    points: int
    needed: int | None
    played: tuple[str, ...]
    melds: tuple[MeldShown, ...]


AdviceStatus = Literal["optimal", "feasible", "no-play", "unknown"]
"""`optimal`: nothing lays more tiles. `feasible`: perhaps something does. `no-play`: nothing can be laid. `unknown`:
nothing was found in the time there was."""


class StepShown(msgspec.Struct, frozen=True):
    """One step towards a play; its text is `step.CODE`, its parameters are tiles in notation."""

    code: str
    params: dict[str, str]


class Hinted(Sent, frozen=True, tag="hinted"):
    """The answer to `hint`: the play that lays most tiles. `tiles` counts those `played` from the rack."""

    id: str
    on: int
    status: AdviceStatus
    tiles: int
    played: tuple[str, ...]
    opening: tuple[str, ...]
    table: tuple[str, ...]
    steps: tuple[StepShown, ...]


class TurnReviewed(msgspec.Struct, frozen=True):
    """One turn of a player after the game: the tiles he laid, and what the best play would have laid from his `rack`.

    `best` is never below `laid`; `played`, `opening`, `table` and `steps` are the best play found.
    """

    turn: int
    seat: int
    laid: int
    best: int
    status: AdviceStatus
    rack: tuple[str, ...]
    played: tuple[str, ...]
    opening: tuple[str, ...]
    table: tuple[str, ...]
    steps: tuple[StepShown, ...]


class Presence(Sent, frozen=True, tag="presence"):
    """Which seats have somebody connected, and how many watch without a seat."""

    seats: tuple[bool, ...]
    watching: int


Answer = Update | Welcome | Accepted | Refused | Previewed | Hinted | Presence
