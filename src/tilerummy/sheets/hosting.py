"""Hosted score sheets: people with the sheet's key write on it, people with its link read along."""

import hmac
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from tilerummy.bus import Bus
from tilerummy.inputs import from_json
from tilerummy.records.decision import Decision
from tilerummy.records.hosted import Hosted
from tilerummy.records.kind import Kind
from tilerummy.records.links import new_key
from tilerummy.records.record import Host, Record
from tilerummy.records.registry import LOADED, FoldedRegistry
from tilerummy.rules.edition.edition import Edition, Examples
from tilerummy.rules.refusal import refuse
from tilerummy.sheets.about import describe
from tilerummy.sheets.company import MOST_SEATS, come_back, join, leave, names_seated, racks_seated
from tilerummy.sheets.decide import drop_other, open_sheet, rename, strike_game, write_game
from tilerummy.sheets.state import About, Left, Sheet, SheetEvent, fold_sheet
from tilerummy.sheets.statistics import Evening
from tilerummy.sheets.views import SheetShown, view
from tilerummy.store import Conflict, Row, Store, Write
from tilerummy.store.base import Status
from tilerummy.tournament.fields import Id

PREFIX = "sheet:"
MOST_KNOWN: Final = 200
"""Sheets of one guest that are told at once, and sheets of others that one finds: the evenings of some years."""
MOST_KEEPERS: Final = 100
"""Guests who find one sheet among theirs; each is a row in the store."""
_Seat = Annotated[int, Meta(ge=0, le=MOST_SEATS - 1)]
_Came = Annotated[tuple[Id, ...], Meta(max_length=MOST_SEATS)]
_Text = Annotated[str, Meta(max_length=4_000)]


class SheetKey(msgspec.Struct, frozen=True, tag_field="t", tag="key", forbid_unknown_fields=True):
    """The key of the link by which the sheet is written on."""

    key: str


class SheetKept(msgspec.Struct, frozen=True, tag_field="t", tag="kept", forbid_unknown_fields=True):
    """A guest finds the sheet among theirs from now on: the actor of the row."""


class _Command(msgspec.Struct, frozen=True, tag_field="t", forbid_unknown_fields=True):
    """Base of what a client sends.

    Players are numbered as the writer knows them: first those who began, then those whose `join` it names in `joined`.
    """


class WriteGame(_Command, frozen=True, tag="write"):
    """Enter a game (from 0; beyond the last it becomes the next). `out`: the seat (from 0) that went out; `to_move`:
    the one that would have moved next, which gets the rest of a shared win first.

    `over`: the id of the entry this one puts right. Where its writer has not seen what stands there now, both are kept
    and shown, until a `write` over one of them or a `drop` settles it. Players whom the writer does not know took no
    part.
    """

    id: Id
    game: Annotated[int, Meta(ge=0, le=200)]
    left: Annotated[tuple[Left, ...], Meta(max_length=MOST_SEATS)]
    out: _Seat | None = None
    over: Id | None = None
    to_move: _Seat | None = None
    joined: _Came = ()


class StrikeGame(_Command, frozen=True, tag="strike"):
    """Take the game with the entry `over` off the sheet; without it, the last game."""

    id: Id
    over: Id | None = None


class DropOther(_Command, frozen=True, tag="drop"):
    """Put away an entry (by its id) that stands beside another."""

    id: Id
    entry: Id


class RenamePlayers(_Command, frozen=True, tag="rename"):
    """Put the players' names right."""

    id: Id
    players: Annotated[tuple[Annotated[str, Meta(max_length=400)], ...], Meta(max_length=MOST_SEATS)]
    joined: _Came = ()


class PlayerComes(_Command, frozen=True, tag="join"):
    """Somebody comes between two games. Where another phone said the same, unknown to this one, it is one player."""

    id: Id
    name: Annotated[str, Meta(max_length=400)]
    joined: _Came = ()


class PlayerLeaves(_Command, frozen=True, tag="leave"):
    """A player goes home between two games."""

    id: Id
    player: _Seat
    joined: _Came = ()


class PlayerReturns(_Command, frozen=True, tag="return"):
    """A player who went home is back."""

    id: Id
    player: _Seat
    joined: _Came = ()


class DescribeSheet(_Command, frozen=True, tag="about"):
    """When (`YYYY-MM-DD`) and where people play, and a note; what is not given stays."""

    id: Id
    date: _Text | None = None
    place: _Text | None = None
    note: _Text | None = None


class KeepSheet(_Command, frozen=True, tag="keep"):
    """The guest who asks finds the sheet among theirs, on all their devices; its maker does anyway."""

    id: Id


WritingCommand = (
    WriteGame | StrikeGame | DropOther | RenamePlayers | PlayerComes | PlayerLeaves | PlayerReturns | DescribeSheet
)
"""What is entered on a sheet."""
SheetCommand = WritingCommand | KeepSheet


class SheetHeld(msgspec.Struct, frozen=True):
    """A sheet and its key."""

    sheet: Sheet
    key: str


_Event = SheetEvent | SheetKey | SheetKept
_decoder: msgspec.json.Decoder[tuple[_Event, ...]] = msgspec.json.Decoder(tuple[_Event, ...])
_encoder = msgspec.json.Encoder()


def _fold(state: SheetHeld | None, events: Sequence[_Event]) -> SheetHeld:
    key = next((event.key for event in events if isinstance(event, SheetKey)), state.key if state else None)
    if key is None:
        raise ValueError("a sheet begins with its key")
    written = [event for event in events if not isinstance(event, SheetKey | SheetKept)]
    return SheetHeld(fold_sheet(state.sheet if state else None, written), key)


def _status(state: SheetHeld) -> Status:
    return "over" if state.sheet.complete else "playing"


def _writes(
    ident: str, _: SheetHeld, row: Row, decision: Decision[SheetHeld, _Event], deadline: int | None
) -> Sequence[Write]:
    """A row, and who finds the sheet among theirs from now on."""
    kept = (row.actor,) if SheetKept() in decision.events else ()
    return (Write(ident, row, _status(decision.state), deadline, players=kept),)


KIND: Final = Kind(partial(from_json, decoder=_decoder), _encoder.encode, _fold, _status, writes=_writes)
"""The first row of a sheet holds the key, then the opening."""


class HostedSheet(Hosted[SheetHeld, _Event]):
    """A sheet loaded from the store."""

    def __init__(self, host: Host, ident: str, rows: Sequence[Row]) -> None:
        super().__init__(Record(host, ident, KIND, rows))

    @property
    def link(self) -> str:
        """The id in addresses."""
        return self.id.removeprefix(PREFIX)

    @property
    def owner(self) -> str:
        """The guest who shared it."""
        return self.entries[0].row.actor

    @property
    def made(self) -> str:
        """The day on which it was made."""
        return datetime.fromtimestamp(self.entries[0].row.at / 1000, UTC).date().isoformat()

    def writes(self, key: str) -> bool:
        """Whether this key may write."""
        return hmac.compare_digest(key.encode(), self.state.key.encode())

    @property
    def keepers(self) -> set[str]:
        """The guests who find it among theirs beside its maker."""
        return {entry.row.actor for entry in self.entries if SheetKept() in entry.events}

    async def keep_for(self, player: str, command: KeepSheet, now: int) -> int:
        """A guest finds it among theirs. Raises Refusal; for the rest see `Record.carry_out`."""

        async def decided(held: SheetHeld) -> Decision[SheetHeld, _Event] | None:
            known = self.keepers
            if player != self.owner and player not in known and len(known) >= MOST_KEEPERS:
                raise refuse("too-many-keepers", most=MOST_KEEPERS)
            return self.record.decision(held, () if player in {*known, self.owner} else (SheetKept(),))

        return await self.record.carry_out(player, command.id, decided, lambda: now)

    async def do(self, command: WritingCommand, now: int) -> int:
        """Carry a command out; see `Record.carry_out`."""

        async def decided(held: SheetHeld) -> Decision[SheetHeld, _Event] | None:
            return self.record.decision(held, decide(held.sheet, command))

        return await self.record.carry_out("key", command.id, decided, lambda: now)

    def seen(self, *, writes: bool) -> bytes:
        """The sheet as JSON."""
        return _encoder.encode(self._shown(writes=writes))

    def evening(self) -> Evening:
        """What statistics count of it."""
        return msgspec.convert(self._shown(writes=False), Evening, from_attributes=True)

    def _shown(self, *, writes: bool) -> SheetShown:
        return view(self.state.sheet, self.link, self.seq, writes=writes, made=self.made)


class LinkTaken(Exception):
    """Another guest's sheet has this link."""


class Sheets(FoldedRegistry[HostedSheet]):
    """All score sheets, as this server sees them."""

    def __init__(self, store: Store, bus: Bus) -> None:
        super().__init__(store, bus, PREFIX, LOADED)

    def make(self, ident: str, rows: Sequence[Row]) -> HostedSheet:
        """The sheet that these rows make. Raises ValueError for rows that make none."""
        return HostedSheet(self, ident, rows)

    async def create(
        self,
        edition: Edition,
        players: Sequence[str],
        games: int | None,
        owner: str,
        now: int,
        link: str | None = None,
        about: About | None = None,
    ) -> HostedSheet:
        """A new sheet with its key. `link`: the id its maker has given it; asked for again, it is the same sheet.

        Raises Refusal, LinkTaken or StorageFailure.
        """
        opened = open_sheet(msgspec.structs.replace(edition, examples=Examples()), players, games, about)
        ident = PREFIX + (link or new_key())
        row = Row(1, owner, None, KIND.encode((SheetKey(new_key()), opened)), now)
        try:
            await self.store.append(Write(ident, row, "playing"))
        except Conflict:
            known = await self.find(ident.removeprefix(PREFIX))
            if known is None or known.owner != owner:
                raise LinkTaken from None
            return known
        return self.keep(HostedSheet(self, ident, [row]))

    async def keep_for(self, player: str, sheet: HostedSheet, command: KeepSheet, now: int) -> int:
        """A guest finds another's sheet among theirs. Raises Refusal, Busy or StorageFailure."""
        known = await self.store.records_of(player, PREFIX)
        if sheet.id not in known and len(known) >= MOST_KNOWN:
            raise refuse("too-many-sheets", most=MOST_KNOWN)
        return await sheet.keep_for(player, command, now)

    async def known_to(self, player: str) -> list[HostedSheet]:
        """The last sheets that a guest made or finds among theirs, the newest last. Raises StorageFailure."""
        made = [ident for ident, _ in await self.store.made_by(player) if ident.startswith(PREFIX)]
        known = {*made[:MOST_KNOWN], *await self.store.records_of(player, PREFIX)}
        found = [await self.find(ident.removeprefix(PREFIX)) for ident in sorted(known)]
        sheets = sorted((sheet.entries[0].row.at, sheet.id, sheet) for sheet in found if sheet is not None)
        return [sheet for _, _, sheet in sheets[-MOST_KNOWN:]]


def decide(sheet: Sheet, command: WritingCommand) -> tuple[SheetEvent, ...]:
    """What a command does; nothing where it was done already. Raises Refusal with all faults."""
    match command:
        case WriteGame():
            out, to_move, left = racks_seated(sheet, command.out, command.to_move, command.left, command.joined)
            return (write_game(sheet, command.game, out, left, command.id, command.over or "", to_move=to_move),)
        case StrikeGame():
            event: SheetEvent | None = strike_game(sheet, command.over)
        case DropOther():
            event = drop_other(sheet, command.entry)
        case RenamePlayers():
            event = rename(sheet, names_seated(sheet, command.players, command.joined))
        case PlayerComes():
            event = join(sheet, command.name, command.id, command.joined)
        case PlayerLeaves():
            event = leave(sheet, command.player, command.joined)
        case PlayerReturns():
            event = come_back(sheet, command.player, command.joined)
        case DescribeSheet():
            event = describe(sheet, command.date, command.place, command.note)
    return () if event is None else (event,)
