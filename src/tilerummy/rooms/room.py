"""One room: its record with its turn's clock, and what lies beside the record: viewers, chat, draft, rack orders."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress

from tilerummy.records.hosted import Hosted
from tilerummy.records.kind import Follower, Step
from tilerummy.records.record import Record
from tilerummy.rooms import commands
from tilerummy.rooms.beside.chat import Chat
from tilerummy.rooms.beside.rack_order import RackOrders
from tilerummy.rooms.clock import Unanswered, with_clock
from tilerummy.rooms.decide import decide
from tilerummy.rooms.decision import Decide, Decision
from tilerummy.rooms.endgame import Endgame
from tilerummy.rooms.events import RoomEvent
from tilerummy.rooms.host import Host, storing
from tilerummy.rooms.kind import bounded
from tilerummy.rooms.people.blocking import apart, shut_out
from tilerummy.rooms.presence.audience import Audience
from tilerummy.rooms.presence.door import Around, Door
from tilerummy.rooms.presence.elsewhere import encode_here
from tilerummy.rooms.state import RoomState
from tilerummy.rooms.views.answers import answer
from tilerummy.rooms.views.live_draft import LiveDraft
from tilerummy.rooms.views.messages_out import Accepted, Drafted, Presence, Refused
from tilerummy.rooms.views.paced import Paced
from tilerummy.rooms.views.shown import Shown
from tilerummy.rooms.views.turns_met import TurnsMet
from tilerummy.rooms.views.viewer import Viewer
from tilerummy.rules.judge.ability import UNKNOWN, Ability
from tilerummy.rules.refusal import Refusal, refuse
from tilerummy.store import Row, Said, StorageFailure


class Room(Hosted[RoomState, RoomEvent]):
    """A room loaded from its log. Every method is for the event loop's thread."""

    def __init__(
        self,
        host: Host,
        room: str,
        rows: Sequence[Row],
        deadline: int | None,
        racks: Mapping[str, bytes] | None = None,
        said: Iterable[Said] = (),
        acts: Iterable[Said] = (),
    ) -> None:
        """`racks` is what the store keeps of the players' racks, `said` of the chat, `acts` of the door. Raises
        ValueError for no room."""
        self.chat, self.door = Chat(host.store, room, said), Door(host.store, room, acts)
        follower = Follower(
            self._followed, self._renewed, self._catch_up, read_again=self.chat.read_again, let_go=self._let_go
        )
        super().__init__(Record(host, room, host.kind, rows, deadline, follower))
        self.server = host
        self.unanswered = Unanswered()
        self.turns_met = TurnsMet()
        self.racks = RackOrders(host.store, room, racks)
        self.shown = Shown(self.record, host.now)
        self.audience = Audience(self.state, host.now, self.announce)
        self.draft = LiveDraft(self.audience.wake, lambda topic, said: host.tell(topic, room, said), host.server)
        self.endgame = Endgame(lambda positions: host.abilities(room, positions))

    @property
    def deadline(self) -> int | None:
        """When the turn ends (ms)."""
        return self.record.deadline

    @property
    def is_open(self) -> bool:
        """Whether it waits for strangers."""
        return self.state.is_open and not self.door.closed

    @property
    def has_the_mover(self) -> bool:
        """Whether who is to move is connected here."""
        mover = self.state.mover
        return mover is not None and self.audience.has(mover.player)

    @property
    def matters(self) -> bool:
        """Whether something happens to who is to move and does not."""
        return self.deadline is not None or (self.state.phase == "playing" and self.state.options.away != "wait")

    # --- commands -------------------------------------------------------------------------------------------

    async def command(self, actor: str, command: commands.Command, came: int | None = None) -> Accepted | Refused:
        """Carry out a command that came at that moment (ms; None: now); answered once its outcome is on disk."""
        came = came or self.server.now()
        with self.unanswered.of(actor, came):
            return await answer(command.id, self.carry_out(actor, command, came))

    async def carry_out(self, actor: str, command: commands.Command, came: int) -> int:
        """The same, and the seq at which it was answered. Raises Refusal, Busy or StorageFailure."""
        await self._up_to_date(command)
        if isinstance(command, commands.Sit):
            await self._let_in(actor)
        without = await apart(self.server.store, actor) if isinstance(command, commands.Rematch) else frozenset()
        row, asked = self.seq, self.server.now()
        passes = isinstance(command, commands.Move) and isinstance(command.move, commands.PassMove)
        known = await self.endgame.passing(row, self.state, actor) if passes else UNKNOWN
        waited = self.server.now() - asked
        try:
            return await self.ask(actor, command.id, lambda _: self._decide(actor, command, known, came, without), came)
        except Refusal as refusal:
            proved = known is not UNKNOWN and refusal.code == "illegal"
            if proved and self.unanswered.owes(row, waited):
                with suppress(StorageFailure), storing(self.server):
                    await self.record.postpone(row, waited)
            raise

    async def ask(self, actor: str, ident: str, decide: Decide, came: int | None = None) -> int:
        """What `actor` asks; see `command` and `Record.carry_out`. Raises Refusal, Busy or StorageFailure."""
        return await self.keep(actor, ident, lambda state: bounded(decide(state), self.entries), came)

    async def keep(self, actor: str, ident: str | None, decide: Decide, came: int | None = None) -> int:
        """The same, of which a room may hold any number of rows. A game that ends waits for its proofs."""
        now = self.server.now

        async def decided(state: RoomState) -> Decision | None:
            decision = with_clock(state, decide(state), self.deadline, came or now())
            return None if decision is None else await self.endgame.proved(state, decision)

        with storing(self.server):
            return await self.record.carry_out(actor, ident, decided, now)

    async def _up_to_date(self, command: commands.Command) -> None:
        """Know what other servers did that this command is about. No rematch takes along who was forgotten."""
        if isinstance(command, commands.Rematch):
            await self.look_for_next()
        if self.server.alone:
            return
        match command:
            case commands.Rematch():
                await self.record.read_again()
            case commands.Reply() | commands.GoOn() | commands.KeepTiles():
                await self.record.refresh()
            case commands.Sit():
                await self.more_said()
            case commands.Move() | commands.Redeal():
                await self.record.catch_up_if_behind(command.on)

    async def _let_in(self, actor: str) -> None:
        """Raises Refusal where this guest may not sit down."""
        circle, circles = self.state.circle, self.server.circles
        if circle is not None and (circles is None or not await circles.admits(circle, actor)):
            raise refuse("members-only")
        if (bar := self.bar(actor)) is not None:
            raise refuse(bar)
        with storing(self.server):
            if await shut_out(self.server.store, self.state, actor):
                raise refuse("room-full")

    def _decide(
        self, actor: str, command: commands.Command, known: Ability, came: int, without: frozenset[str]
    ) -> Decision:
        if isinstance(command, commands.Move | commands.Redeal) and self.state.dropped is None:
            if command.on != self.seq:
                raise refuse("stale", seq=self.seq)
            if self.deadline is not None and came >= self.deadline and self.state.pause is None:
                raise refuse("too-late")
        happened, state = self._happened(), self.shown.state
        return decide(self.id, state, actor, command, known, self.server.levels, happened, came, without, self.deadline)

    async def look_for_next(self) -> None:
        """Notice whether the room after this one was removed, and another rematch may follow. Raises StorageFailure."""
        ident = self.shown.state.next
        if ident is not None and ident not in await self.server.store.seqs([ident]):
            self.shown.lose(ident)
            self.audience.greet_again()

    def _happened(self) -> Iterator[RoomEvent]:
        return (event for entry in self.entries for event in entry.events)

    # --- what the record brings along -----------------------------------------------------------------------

    def _followed(self, steps: Sequence[Step[RoomState, RoomEvent]]) -> None:
        for before, entry in steps:
            self.turns_met.follow(entry.row.seq - 1, before.game, entry.events[0])
        before, state = steps[0].before, self.state
        if state.sitters is not before.sitters or state.owner != before.owner:
            self.audience.count(state)
        self.audience.wake()
        self.server.moved(self.id)

    def _renewed(self) -> None:
        self.audience.greet_again()

    async def _catch_up(self) -> None:
        await self.more_said()
        await self.rearranged()

    def _let_go(self) -> None:
        self.audience.let_go()
        self.draft.let_go()

    # --- other servers --------------------------------------------------------------------------------------

    def announce(self) -> None:
        """Say who is here, and what the mover has on the table."""
        self.server.tell("here", self.id, encode_here(self.audience.here(self.state, self.server.server)))
        if self.deadline is not None:
            self.draft.say_again(self.seq)

    async def more_said(self) -> None:
        """Read what was said, and what the host did at the door, at another server or in the room before this one."""
        if await self.chat.catch_up() | await self.door.catch_up():
            self.audience.wake()

    async def rearranged(self) -> None:
        """Read how players arranged their racks at another server."""
        if await self.racks.catch_up():
            self.audience.wake()

    # --- viewers --------------------------------------------------------------------------------------------

    @property
    def presence(self) -> Paced[Presence]:
        """Who is here."""
        return self.audience.presence

    def join(
        self,
        player: str | None,
        since: int | None,
        news: Callable[[], None],
        unheard: frozenset[str] = frozenset(),
    ) -> Viewer:
        """A new viewer, who is welcomed with the game's events after `since` (None: all). `news`, `unheard`: see
        `Viewer`."""
        viewer = Viewer(self, player, since, news, unheard)
        self.record.watchers += 1
        self.audience.join(viewer, self.state)
        viewer.wake()
        return viewer

    def leave(self, viewer: Viewer) -> None:
        """The viewer is gone; the seat stays."""
        self.record.watchers -= 1
        self.audience.leave(viewer, self.state)

    def bar(self, player: str | None) -> str | None:
        """The code of what keeps this guest out, None where nothing does."""
        return self.door.bar(self.state, player)

    @property
    def around(self) -> Around:
        """Who is there, as the door asks."""
        return Around(self.state, self.audience, self.chat, self._happened)

    def door_for(self, player: str | None) -> bytes:
        """The encoded message that tells this player who may come in and speak."""
        return self.door.frame(player, self.around)

    def draft_for(self, player: str | None) -> Drafted | None:
        """The draft that people other than its player may see, while its turn goes on."""
        return self.draft.seen(self.seq, self.state.seat_of(player))
