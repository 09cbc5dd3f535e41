"""The rooms of one server: found, loaded, made; their timers swept; their computer players woken."""

import asyncio
import contextlib
import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Final, Literal

import msgspec
import structlog

from tilerummy import metrics
from tilerummy.bus import Bus
from tilerummy.outside import players
from tilerummy.records.registry import POLL, Registry
from tilerummy.records.tasks import isolated
from tilerummy.rooms import caretaking
from tilerummy.rooms.decide import create
from tilerummy.rooms.decision import Decision
from tilerummy.rooms.endgame import PATIENCE
from tilerummy.rooms.events import Sitter
from tilerummy.rooms.host import Circles, Topic
from tilerummy.rooms.jobs.analyses import Analyses
from tilerummy.rooms.jobs.bots import Bots
from tilerummy.rooms.jobs.forgetting import without
from tilerummy.rooms.jobs.hints import Hints
from tilerummy.rooms.jobs.load import Load
from tilerummy.rooms.jobs.programs import Programs
from tilerummy.rooms.jobs.reviews import Reviews
from tilerummy.rooms.jobs.room_work import in_room
from tilerummy.rooms.jobs.scheduler import Scheduler, Work
from tilerummy.rooms.kind import first_write, kind
from tilerummy.rooms.options import USUAL, Options
from tilerummy.rooms.people.kept_seats import having_part
from tilerummy.rooms.presence.company import Company
from tilerummy.rooms.presence.neighbours import SAID_AGAIN, Neighbours
from tilerummy.rooms.presence.open_tables import OpenTables
from tilerummy.rooms.room import Room
from tilerummy.rooms.server_time import Pace, wall_clock
from tilerummy.rooms.settings import Settings
from tilerummy.rooms.shuffle import new_room_id
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.judge.ability import Ability
from tilerummy.rules.position import Position
from tilerummy.rules.refusal import refuse
from tilerummy.solver.ability import first_able
from tilerummy.store import Conflict, Row, StorageFailure, Store
from tilerummy.store.base import Forgotten, Glance, Head
from tilerummy.store.statements import is_room

SWEEP = 0.1
"""Seconds between two looks for turns whose time is up."""
SLACK: Final = 2 * PATIENCE + 1.0
"""Seconds after its end for which servers that share a store leave a turn to the one that has the mover: what came in
time may wait there as long, for the proofs of a pass and of the game's end, and for the store."""
WAKE: Final = 10.0
"""Seconds between two looks for computer players whose server died."""
PRUNE: Final = 24 * 3600.0
"""Seconds between two looks for what is kept no longer."""
SETTLED: Final = 600.0
"""Seconds after a start until the first such look: people come back first."""
LOADED: Final = 1000
"""Rooms kept in memory that nobody looks at."""
OPEN: Final = 50
"""Open tables that are listed at most."""
FINISHED: Final = 40
"""Finished games that are listed at once."""
log = structlog.get_logger()


class Rooms(Registry[Room]):
    """All rooms, as this server sees them. `start` before use, `close` after. `per_owner`: see `Scheduler`."""

    def __init__(
        self, store: Store, bus: Bus, settings: Settings, now: Callable[[], int] = wall_clock, per_owner: float = 1.0
    ) -> None:
        super().__init__(store, bus, "", LOADED)
        self.now = now
        self._asking = round(settings.asking * 1000)
        self.kind = kind(self._asking)
        self._company = Company(store, alone=self.alone, grace=round(settings.grace * 1000), now=now)
        self._neighbours = Neighbours(bus, self._loaded.get, self.changed, self.tasks.start)
        self._tables = OpenTables(bus, self.server, now)
        self._retention = settings.retention
        self.scheduler = Scheduler(per_owner)
        self.levels = (*players.levels(), *settings.programs)
        programs = Programs(settings.programs, settings.private)
        self._computers = Bots(settings.computer_pause, self.scheduler, programs, self.lease)
        self.hints, self.reviews = Hints(self.scheduler), Reviews(self.scheduler)
        self.analyses = Analyses(self.scheduler)
        self.circles: Circles | None = None
        self._troubled: str | None = None

    async def start(self) -> None:
        """Give everyone grace after the time no server was there, go on with every game that waits for one."""
        try:
            await self.store.set_clock(self.now())
            await self._company.arrive()
        except StorageFailure as failure:
            self.storage_failed(failure)
        await super().start()
        self._bus.whenever_up(self._introduce)
        for going_on in (self._wake_the_computers, self._sweep_forever, self._look_round_forever, self._prune_forever):
            self.tasks.start(going_on())
        self.tasks.start(self.store.check())
        if not self.alone:
            self.tasks.start(self._beat_forever())

    async def _wake_the_computers(self) -> None:
        """Go on with every game in which a computer player is to move, one by one: people who come are not kept. Of
        servers that share a store one does, again and again: another may have died."""
        since = self.now()
        while True:
            try:
                if await self.lease("wake-the-computers", 2 * WAKE):
                    for ident in await self.store.computers_to_move(since):
                        if (room := await self.find(ident)) is not None:
                            self._look_at(room)
            except StorageFailure as failure:
                self.storage_failed(failure)
            if self.alone:
                return
            # a player who thinks moves within seconds
            since = self.now()
            await asyncio.sleep(WAKE)

    async def close(self) -> None:
        """Stop all that goes on by itself."""
        await super().close()
        await asyncio.gather(self._computers.close(), self.hints.close(), self.reviews.close(), self.analyses.close())
        await self.scheduler.close()
        with contextlib.suppress(StorageFailure):
            await self._company.leave()

    async def create(
        self,
        edition: Edition,
        limit: int | Literal["edition"] | None,
        owner: str,
        sitters: tuple[Sitter | None, ...],
        options: Options = USUAL,
        invited: tuple[Sitter | None, ...] = (),
        *,
        start: bool,
        hints: bool = True,
    ) -> str:
        """Make a room and return its id. Raises Refusal or StorageFailure."""
        room = new_room_id()
        opened = create(edition, limit, owner, sitters, options, invited=invited, start=start, hints=hints)
        await self.store.append(first_write(room, opened, owner, self.now(), self._asking))
        if opened.state.mover is not None:
            await self.find(room)
        return room

    async def ensure(self, room: str, owner: str, opened: Decision) -> Room | None:
        """The room of this id, which begins so where it is not there yet; None for a damaged one.

        Raises StorageFailure.
        """
        if (found := await self.find(room)) is None and room not in self._damaged:
            # Another request may be making it at this moment: then it is there.
            with contextlib.suppress(Conflict):
                await self.store.append(first_write(room, opened, owner, self.now(), self._asking))
            found = await self.find(room)
        return found

    async def find(self, link: str) -> Room | None:
        """The room of this id; None when there is none, and for the id of another kind of record."""
        return await super().find(link) if link.isalnum() else None

    async def mine(self, player: str) -> list[Room]:
        """The guest's rooms that are not over, and those to which they are invited, the last changed first."""
        found = [await self.find(head.game) for head in await self.store.games_of(player)]
        return await having_part(self.store, [room for room in found if room is not None], player)

    async def finished(self, player: str, before: tuple[int, str] | None) -> tuple[list[Room], tuple[int, str] | None]:
        """Some of the guest's history, the last game first, and where to go on: None after the last."""
        heads = await self.store.finished_games_of(player, before, FINISHED)
        found = [await self.find(head.game) for head in heads]
        rooms = [room for room in found if room is not None and room.state.counts_for(player)]
        return rooms, (heads[-1].changed, heads[-1].game) if len(heads) == FINISHED else None

    async def forget(self, player: str) -> Forgotten:
        """Forget a guest, no session of whom ever counts again; what became of what they made. Raises Refusal
        `still-playing` while people wait for them at a table, and StorageFailure: then nothing is changed."""
        waiting = [room for room in await self.mine(player) if room.state.fixture or room.state.company(player)]
        if waiting:
            raise refuse("still-playing", count=len(waiting))
        forgotten = await self.store.forget(player, without(player, self.circles))
        for game in filter(is_room, (*forgotten.games, *forgotten.spoke, *forgotten.made)):
            await self.changed(game)
            self.tell("changed", game)
        return forgotten

    async def open(self) -> list[Room]:
        """Tables that wait for strangers, here and on other servers; the newest first. Raises StorageFailure."""
        elsewhere = [await self.find(ident) for ident in self._tables.elsewhere() if ident not in self._loaded]
        waiting = self._open_here() + [room for room in elsewhere if room is not None and room.is_open]
        return sorted(waiting, key=lambda room: room.record.changed_at, reverse=True)[:OPEN]

    def _open_here(self) -> list[Room]:
        """Tables whose host is here."""
        return [room for room in self._loaded.values() if room.is_open and room.audience.has(room.state.owner)]

    # --- what rooms ask of their host -----------------------------------------------------------------------

    def moved(self, room: str) -> None:
        """The room has new rows: see whether a computer player is to move, here or in the game after it."""
        if (known := self._loaded.get(room)) is not None:
            self._look_at(known)
            if known.state.next is not None:
                self.tasks.start(self.find(known.state.next))

    async def abilities(self, room: str, positions: Sequence[Position]) -> tuple[Ability, ...]:
        """What these movers could lay; see `Host`. Raises Dropped once there is another row."""
        known = self._loaded[room]
        return await self.scheduler.run(in_room(known, Work.PROOF), known.state.owner, first_able, tuple(positions))

    @property
    def server(self) -> str:
        """Which of those that share a store this one is."""
        return self._company.server

    def tell(self, topic: Topic, room: str, body: bytes = b"") -> None:
        """Say something beside the log to the other servers that have the room."""
        self._neighbours.tell(topic, room, body)
        if topic == "here" and (found := self._loaded.get(room)) is not None and found.state.is_open:
            self._tables.tell([one.id for one in self._open_here()])

    async def attends(self, room: str) -> bool:
        """Whether who is to move in the room may be connected to another server."""
        try:
            return await self._company.attends(room)
        except StorageFailure:
            return True

    async def lease(self, name: str, seconds: float) -> bool:
        """Whether this server, and no other, may do what the name stands for, for so long. Raises StorageFailure."""
        return await self._company.lease(name, seconds)

    def storage_failed(self, failure: StorageFailure) -> None:
        """An append failed: no turn runs out until the store works again."""
        log.error("storage-failed", code=failure.code, detail=str(failure))
        self._troubled = failure.code

    def load(self) -> Load:
        """How much there is to do at this moment."""
        viewers = sum(len(room.audience.viewers) for room in self._loaded.values())
        return Load(len(self._loaded), viewers, self._computers.turns, self.scheduler.jobs())

    @property
    def trouble(self) -> str | None:
        """The code of what keeps this server from its work, None while it works."""
        return self._troubled or self.store.damage

    # --- what goes on by itself -----------------------------------------------------------------------------

    def glanced(self, hosted: Room, glance: Glance) -> None:
        """What another server has changed beside the record, and said nothing of that arrived here."""
        if glance.seq == hosted.seq:
            hosted.record.put_off(glance.deadline)
        if glance.said > hosted.chat.number or glance.acted > hosted.door.number:
            self.tasks.start(hosted.more_said())

    async def _loaded_from(self, head: Head, rows: Sequence[Row]) -> Room:
        """The room as the store has it, with what lies beside its record."""
        racks, said = await self.store.arrangements(head.game), await self.store.said(head.game)
        acts = await self.store.said(head.game, 0, "door_act")
        room = Room(self, head.game, rows, head.deadline, racks, said, acts)
        if room.state.previous is not None:
            await room.door.inherit(room.state.previous, self.now())
        return room

    def keep(self, hosted: Room) -> Room:
        """Hold a room that was just loaded; a computer player may be to move in it."""
        kept = super().keep(hosted)
        self.tell("who", kept.id)
        self._look_at(kept)
        return kept

    def _look_at(self, room: Room) -> None:
        """A computer player may be to move, or nobody may be able to."""
        self._computers.consider(room)
        if room.state.obliged:
            self.tasks.start(caretaking.end_if_stuck(room))

    async def _sweep_forever(self) -> None:
        pace = Pace()
        while True:
            await asyncio.sleep(SWEEP)
            try:
                if self._troubled or pace.stood_still:
                    await self._give_grace()
                pace.tick()
                await self._company.live()
                for head in await self.store.due(self.now()):
                    # where this took long nobody could move: the next look gives grace
                    if not pace.stood_still:
                        await self._end_turn(head)
            except StorageFailure as failure:
                self.storage_failed(failure)

    async def _end_turn(self, head: Head) -> None:
        """Raises StorageFailure."""
        with isolated("time-out-failed", room=head.game):
            room = await self.find(head.game) if await self._may_end(head) else None
            if room is not None and head.deadline is not None:
                seq = room.seq
                await caretaking.time_out(room)
                if room.seq > seq:
                    metrics.LATENESS.observe((self.now() - head.deadline) / 1000)

    async def _may_end(self, head: Head) -> bool:
        """Of servers that share a store the one that alone has the mover, by the word of the store, ends the turn at
        once; all others wait `SLACK`. Raises StorageFailure."""
        if self.alone or self.now() - (head.deadline or 0) > SLACK * 1000:
            return True
        room = self._loaded.get(head.game)
        return room is not None and room.has_the_mover and not await self._company.attends(head.game)

    async def _give_grace(self) -> None:
        """Raises StorageFailure while the store still does not work."""
        await self._company.arrive()
        self._troubled = None
        for room in list(self._loaded.values()):
            with isolated("grace-failed", room=room.id):
                if room.deadline is not None:
                    await room.record.refresh()
                room.audience.absence.restart_waiting()
                self._look_at(room)

    async def _beat_forever(self) -> None:
        """Tell the other servers that this one lives and whom it has, and notice who does not live any more."""
        while True:
            with self._noting_trouble():
                await self._company.beat(self._attended())
            await asyncio.sleep(POLL)

    def _attended(self) -> list[str]:
        """Rooms in which it matters to other servers that this one has who is to move, or thinks for them."""
        here = (room.id for room in self._loaded.values() if room.matters and room.has_the_mover)
        return list({*here, *self._computers.rooms})

    async def _look_round_forever(self) -> None:
        pace = Pace()
        for number in itertools.count():
            await asyncio.sleep(POLL)
            with self._noting_trouble():
                await self._look_round(pace)
            if not self.alone and number % round(SAID_AGAIN / POLL) == 0:
                self._introduce()

    async def _look_round(self, pace: Pace) -> None:
        """See who is here and who is not. Raises StorageFailure."""
        watched = [room for room in self._loaded.values() if room.record.watched]
        if pace.stood_still or not (self.alone or self._bus.up):
            # nobody's absence counts that may be ours
            for room in self._loaded.values():
                room.audience.absence.restart_waiting()
        elif not self.alone:
            for room in watched:
                room.audience.forget_the_silent(room.state)
        pace.tick()
        for room in watched:
            if pace.stood_still:
                return
            self._computers.consider(room)
            with isolated("absence-failed", room=room.id):
                await caretaking.mind_the_absent(room)

    @contextlib.contextmanager
    def _noting_trouble(self) -> Iterator[None]:
        try:
            yield
        except StorageFailure as failure:
            self.storage_failed(failure)

    def _introduce(self) -> None:
        """Say to the other servers who is here."""
        self._tables.tell([room.id for room in self._open_here()])
        watched = [room for room in self._loaded.values() if room.record.watched]
        here = {room.id: room.audience.here(room.state, self.server, names=True) for room in watched}
        self._neighbours.introduce(here)
        for room in watched:
            if room.deadline is not None:
                room.draft.say_again(room.seq)

    async def _prune_forever(self) -> None:
        pause = SETTLED
        while True:
            await asyncio.sleep(pause)
            pause = PRUNE
            try:
                if not await self.lease("prune", PRUNE / 2):
                    continue
                removed = await self.store.prune(self._retention, self.now())
                log.info("pruned", **msgspec.structs.asdict(removed))
                await self.look_for_lost()
            except StorageFailure as failure:
                self.storage_failed(failure)
