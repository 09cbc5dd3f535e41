"""What hosting asks of a store: an append-only log per game, guarded by compare-and-set on its last seq.

One row is one accepted command with all the events it produced. An append is durable when it returns.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, Literal, Protocol

import msgspec

from tilerummy.coded import Coded
from tilerummy.store.moderation import ModerationStore
from tilerummy.store.notices import NoticeStore, Word
from tilerummy.store.people.kept import PeopleStore
from tilerummy.store.retention import Pruned, Retention
from tilerummy.store.returning.passkeys import PasskeyStore
from tilerummy.store.sessions import SessionStore

Status = Literal["lobby", "playing", "over"]
Beside = Literal["chat_line", "door_act"]
"""A log beside a game's own, by its table: lines of the chat, or what its host does at the door."""

TOLD: Final = 20_000
"""Tries, lines or records of a guest that are told at once."""


class Row(msgspec.Struct, frozen=True):
    """One accepted command. `seq` counts from 1 without a gap; `at` is milliseconds since the epoch.

    `actor` is the player's id, `seat:N` for a computer player or `clock`; `command` is the client's id for it.
    """

    seq: int
    actor: str
    command: str | None
    body: bytes
    at: int


class Head(msgspec.Struct, frozen=True):
    """The game's own row: its last seq, and what sweeps look for.

    `deadline` (ms) is when the turn ends; `computer` says that a computer player is to move.
    """

    game: str
    seq: int
    status: Status
    deadline: int | None
    computer: bool
    changed: int


class Write(msgspec.Struct, frozen=True):
    """Row `row` for `game`, valid only while its last seq is `row.seq - 1` (0: the game does not exist yet).

    `due` (ms) adds the condition that the stored deadline has come, by the server's word and by the store's clock: a
    time-out loses against a deadline moved on. `slow`: its turns take hours or days.
    `players` are those who find this game among theirs from now on, people or a circle; `words` what is to be told of
    it.
    """

    game: str
    row: Row
    status: Status
    deadline: int | None = None
    computer: bool = False
    due: int | None = None
    players: tuple[str, ...] = ()
    slow: bool = False
    words: tuple[Word, ...] = ()


class Glance(msgspec.Struct, frozen=True):
    """How a game stands: its last seq, when the turn ends (ms), and the numbers of the last line said there and of what
    its host did last at the door."""

    game: str
    seq: int
    deadline: int | None
    said: int
    acted: int


class Playing(msgspec.Struct, frozen=True):
    """A guest's seat in a game, had or left. `seen` (ms): when they last did something there, None for never."""

    player: str
    game: str
    seen: int | None


class Bot(msgspec.Struct, frozen=True):
    """A computer player that connects by a key: its id as a player, the guest who made it, its name for them, and when
    it was `made` (ms)."""

    id: str
    owner: str
    name: str
    made: int


class PuzzleTry(msgspec.Struct, frozen=True):
    """The first try of a puzzle by a guest, the `number`-th of all. `at` (ms); `solved` is 1 or 0; `solvers` solved it
    so far. After it the puzzle has this `difficulty`, the guest this `strength`: ratings with standard deviations."""

    edition: str
    puzzle: str
    number: int
    player: str | None
    at: int
    solved: int
    solvers: int
    difficulty: float
    doubt: float
    strength: float
    strength_doubt: float


class Said(msgspec.Struct, frozen=True):
    """One line of a log beside a game. `number` counts from 1; until the store gives it, it is one below it, 0 where
    none is known; `at` is milliseconds. `body` is empty where the actor was forgotten."""

    number: int
    actor: str
    command: str
    body: bytes
    at: int


class Forgotten(msgspec.Struct, frozen=True):
    """What became of a forgotten guest's `games`, which are gone or have other rows now, in which other rooms they
    `spoke`, and what else they `made`, of which another id is the maker now."""

    games: tuple[str, ...]
    spoke: tuple[str, ...]
    made: tuple[str, ...]


class Conflict(Exception):
    """The game moved on or is gone, or this actor's command id is already in its log: read the log and decide again."""


class StorageFailure(Exception):
    """The store kept nothing of the append; or, where a shared store did not answer, may keep it once it does: a caller
    that asks again under the same id learns which. `code` is `storage-full` or `storage-failed`."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(f"{code}: {detail}")
        self.code = code


class DataError(Coded):
    """The data cannot be used; told once at start."""


class Store(SessionStore, PasskeyStore, ModerationStore, NoticeStore, PeopleStore, Protocol):
    """A place where logs are kept, for one server or, where it is shared, for several. Every method may raise
    StorageFailure."""

    # --- games and their logs ---------------------------------------------------------------------------------

    async def append(self, *writes: Write) -> None:
        """Keep all of the writes or none. Raises Conflict when any of them is not the game's next row."""
        ...

    async def log(self, game: str, after: int = 0) -> tuple[Head | None, list[Row]]:
        """The game's own row and, of the same moment, the rows with a seq above `after`; None for an unknown game."""
        ...

    async def logs(self, after: Mapping[str, int]) -> dict[str, tuple[Head, list[Row]]]:
        """The same of several games at once, each with its own `after`, without the unknown ones."""
        ...

    async def seqs(self, games: list[str]) -> dict[str, int]:
        """The last seq of each of the games."""
        ...

    async def glances(self, games: list[str]) -> list[Glance]:
        """How each of the games stands."""
        ...

    async def computers_to_move(self, by: int) -> list[str]:
        """Games in which a computer player is to move, last changed by that time (ms)."""
        ...

    async def playing(self, prefix: str) -> list[str]:
        """Records under way whose ids begin so."""
        ...

    async def unfinished(self, maker: str) -> list[tuple[str, str]]:
        """Records that are not over and were made by one whose id begins so, each with its maker."""
        ...

    async def games_of(self, player: str) -> list[Head]:
        """The games of a player, or of a circle, that are not over, the last changed first, at most 50."""
        ...

    async def finished_games_of(self, player: str, before: tuple[int, str] | None, most: int) -> list[Head]:
        """The games of a player, or of a circle, that are over, the last changed first, at most `most`; `before` is the
        `changed` and the id of a game after which to go on."""
        ...

    async def records_of(self, player: str, prefix: str) -> list[str]:
        """The records of another kind in which the player has, or had, a part: their ids, which begin so."""
        ...

    # --- beside the logs --------------------------------------------------------------------------------------

    async def say(self, game: str, said: Said, kept: int, beside: Beside = "chat_line") -> int:
        """Keep a line, and of the game's lines the last `kept`; its number. One with this actor's id for it that is
        kept already is not kept twice. Raises Conflict where there is no such game."""
        ...

    async def said(self, game: str, after: int = 0, beside: Beside = "chat_line") -> list[Said]:
        """The lines of a game that are kept and have a number above `after`, the oldest first."""
        ...

    async def arrange(self, game: str, player: str, order: bytes) -> None:
        """Keep how a player arranges their rack in a game, in the place of what was kept before; nothing where there is
        no such game."""
        ...

    async def arrangements(self, game: str) -> dict[str, bytes]:
        """What `arrange` kept for a game, by player."""
        ...

    async def playing_guests(self, game: str | None) -> list[Playing]:
        """The seats of guests in a game, or in all games."""
        ...

    async def keep_bot(self, bot: Bot, most: int) -> bool:
        """Keep a bot of a guest, unless they have as many as `most`; says whether it is kept."""
        ...

    async def bots_of(self, owner: str) -> list[Bot]:
        """The bots of a guest, the oldest first."""
        ...

    async def forget_bot(self, owner: str, ident: str) -> bool:
        """Keep a guest's bot no longer; says whether there was one."""
        ...

    async def keep_try(self, made: PuzzleTry) -> bool:
        """Keep a try; False where its number is taken, or the guest has tried the puzzle before."""
        ...

    async def last_try(self, edition: str, puzzle: str, player: str | None = None) -> PuzzleTry | None:
        """The last try of a puzzle, or the only one of a guest."""
        ...

    async def last_try_of(self, player: str) -> PuzzleTry | None:
        """The guest's last try of any puzzle."""
        ...

    async def tries_of(self, player: str) -> list[PuzzleTry]:
        """The guest's tries of puzzles, the last first, at most `TOLD`."""
        ...

    async def said_by(self, player: str) -> list[tuple[str, Said]]:
        """The lines that a guest said and their games, the last first, at most `TOLD`."""
        ...

    async def made_by(self, player: str) -> list[tuple[str, int]]:
        """The records that a guest made, and when (ms), the last first, at most `TOLD`."""
        ...

    async def forget(self, player: str, rewrite: Callable[[str, Sequence[Row]], list[Row]]) -> Forgotten:
        """Forget a guest, wholly or not at all: games in which nobody else had a seat but their own bots, their racks,
        bots and links are removed, their lines are empty; of other games the rows become what `rewrite` makes of an id
        and all rows, in a thread; no session of theirs ever counts again."""
        ...

    async def rewrite(self, game: str, rewrite: Callable[[str, Sequence[Row]], list[Row]]) -> bool:
        """The rows of one game that is not over become what `rewrite` makes of its id and all rows, in a thread, with
        the same numbers; whether any became another. Asked twice at once, one may undo the other: ask until none does.
        """
        ...

    # --- time -------------------------------------------------------------------------------------------------

    async def clock(self) -> int:
        """The store's time (ms), by which turns end: of a shared store the one clock that all its servers follow."""
        ...

    async def due(self, now: int) -> list[Head]:
        """Games whose deadline has come by `now` and, where the store is shared, by its own clock too: a server whose
        clock is ahead ends no turn early. The most overdue first, at most 64."""
        ...

    async def postpone(self, game: str, seq: int, by: int) -> bool:
        """The turn that goes on at this last row ends `by` ms later; False where there is none, or another row."""
        ...

    async def set_clock(self, now: int) -> None:
        """Games last changed after `now` were kept by a clock that was ahead: their turns end as much sooner."""
        ...

    # --- servers that share the store -------------------------------------------------------------------------

    async def arrive(self, worker: str, stale: int, now: int, grace: int) -> int:
        """A server begins to `beat`, or begins again. Where no other was heard of within `stale` ms, nobody was there
        when turns ran out: deadlines earlier than `grace` ms from `now` move there; how many did. A turn of hours or
        days gets the time since a server was `alive` back, in whole hours, where it has less than that left. Where the
        store is shared, its own clock counts if it is later: what a server asked may have waited. Writes even where
        none moves, so that StorageFailure tells of a store that takes nothing."""
        ...

    async def alive(self, now: int) -> None:
        """A server is there at that time (ms): turns run out."""
        ...

    async def beat(self, worker: str, games: list[str], stale: int, now: int, grace: int) -> int:
        """This server lives, and who is to move in these games is connected to it. Where no server, this one
        included, was heard of within `stale` ms, or since the store itself came back, it is as with `arrive`."""
        ...

    async def bury(self, stale: int, now: int, grace: int) -> list[str]:
        """Forget servers that were not heard of for `stale` ms, and their leases: in their games nobody could move, so
        their deadlines get the same grace. The games in which one moved."""
        ...

    async def leave(self, worker: str, now: int, grace: int) -> list[str]:
        """A server ends: the same for its own games, whose movers have to connect to another one."""
        ...

    async def attended(self, game: str, stale: int, but: str = "") -> bool:
        """Whether who is to move in the game is connected to a server, other than `but`, that was heard of within
        `stale` ms."""
        ...

    async def lease(self, name: str, worker: str, seconds: float) -> bool:
        """Whether this server, and no other, may do what the name stands for, for so long; asked again, for longer."""
        ...

    async def release(self, name: str, worker: str) -> None:
        """Let others have the lease, if it is this server's."""
        ...

    # --- upkeep -----------------------------------------------------------------------------------------------

    async def pack(self, before: int) -> int:
        """Compress games that were over and unchanged before that time (ms), one after another; how many. Their logs
        read as before; what is appended later stays as it is."""
        ...

    async def prune(self, retention: Retention, now: int, *, dry: bool = False) -> Pruned:
        """Remove what has not changed for as long as it is kept, a few records at a time; with `dry` only count."""
        ...

    async def at_head(self) -> bool:
        """Whether the database, asked now, has every migration that this program knows."""
        ...

    async def check(self) -> None:
        """Look through all that is kept, beside everything else, and note what cannot be read."""
        ...

    damage: str | None
    """The code of what could not be read (`storage-damaged`, `wal-damaged`), None while nothing was."""

    async def close(self) -> None:
        """Finish what was asked, then let go of the data."""
        ...
