"""One room: a record with its turn's clock, and what lies beside the record: viewers, chat, draft, rack orders."""

from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Final, TypeVar

import msgspec

from tilerummy.records.record import Busy
from tilerummy.rooms import commands
from tilerummy.rooms.chat import Allow, Chat
from tilerummy.rooms.clock import Unanswered, deadline_after, is_up, with_clock
from tilerummy.rooms.decide import Decide, Decision, decide, in_game
from tilerummy.rooms.endgame import Endgame
from tilerummy.rooms.events import RoomEvent, StoodIn, is_bounded
from tilerummy.rooms.host import Host
from tilerummy.rooms.kind import writes
from tilerummy.rooms.presence.absence import consequences
from tilerummy.rooms.presence.audience import Audience
from tilerummy.rooms.presence.door import Around, Door
from tilerummy.rooms.presence.elsewhere import encode_here
from tilerummy.rooms.rack_order import RackOrders
from tilerummy.rooms.state import RoomState
from tilerummy.rooms.views.answers import answer
from tilerummy.rooms.views.live_draft import LiveDraft, drafted
from tilerummy.rooms.views.messages_out import Accepted, Drafted, Presence, Previewed, Reacted, Refused
from tilerummy.rooms.views.paced import Paced
from tilerummy.rooms.views.preview import arranged, preview
from tilerummy.rooms.views.shown import Shown
from tilerummy.rooms.views.turns_met import TurnsMet
from tilerummy.rooms.views.viewer import Viewer
from tilerummy.rules.game.decide import stuck, time_out
from tilerummy.rules.game.events import Resigned
from tilerummy.rules.game.state import position_of
from tilerummy.rules.game.views import view
from tilerummy.rules.judge.ability import UNKNOWN, Ability
from tilerummy.rules.refusal import Refusal, refuse
from tilerummy.store import Conflict, Row, Said, StorageFailure, Write
from tilerummy.store.base import Head

BESIDE: Final = 200
"""Rows of a room that hold nothing of its game: a table of eight that changes its mind twenty times."""
CLOCK = "clock"
"""Who acts when time has passed: a turn runs out, a seat waits for a player who is away."""

T = TypeVar("T")
_encode = msgspec.json.Encoder().encode


class Room(Shown):
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
        self.unanswered = Unanswered()
        self.turns_met = TurnsMet()
        super().__init__(host, room, rows, deadline)
        self.racks = RackOrders(host.store, room, racks)
        self.chat, self.door = Chat(host.store, room, said), Door(host.store, room, acts)
        self.audience = Audience(self.state, host.now, self.announce)
        self.draft = LiveDraft(self.audience.wake, lambda topic, said: host.tell(topic, room, said), host.server)
        self.endgame = Endgame(lambda positions: host.abilities(room, positions))

    @property
    def watched(self) -> bool:
        """Whether it has a viewer here."""
        return bool(self.audience.viewers)

    @property
    def busy(self) -> bool:
        """Whether it has a viewer, a command is under way, or a computer player is to move."""
        mover = self.state.mover
        return super().busy or (mover is not None and mover.of_server)

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
    def attended(self) -> bool:
        """Whether a player is connected, here or to another server."""
        return self.audience.attends(self.state)

    @property
    def matters(self) -> bool:
        """Whether something happens to who is to move and does not."""
        return self.deadline is not None or (self.state.phase == "playing" and self.state.options.away != "wait")

    # --- commands -------------------------------------------------------------------------------------------

    async def command(self, actor: str, command: commands.Command, came: int | None = None) -> Accepted | Refused:
        """Carry out a command that came at that moment (ms; None: now); answered once its outcome is on disk."""
        came = came or self._server.now()
        with self.unanswered.of(actor, came):
            return await answer(command.id, self._carry_out(actor, came, command))

    async def _carry_out(self, actor: str, came: int, command: commands.Command) -> int:
        await self._up_to_date(command)
        if isinstance(command, commands.Sit) and (bar := self.bar(actor)) is not None:
            raise refuse(bar)
        row, asked = self.seq, self._server.now()
        known = await self._known(actor, command)
        waited = self._server.now() - asked
        try:
            return await self.ask(actor, command.id, lambda _: self._decide(actor, command, known, came), came)
        except Refusal as refusal:
            proved = known is not UNKNOWN and refusal.code == "illegal"
            if proved and self.unanswered.owes(row, waited):
                await self._give_back(row, waited)
            raise

    async def ask(self, actor: str, ident: str, decide: Decide, came: int | None = None) -> int:
        """What `actor` asks; see `command` and `Record.carry_out`. Raises Refusal, Busy or StorageFailure."""
        return await self._keep(actor, ident, lambda state: self._bounded(decide(state)), came)

    async def _keep(self, actor: str, ident: str | None, decide: Decide, came: int | None = None) -> int:
        now = self._server.now
        with self._storing():
            return await self.carry_out(
                actor, ident, lambda state: with_clock(state, decide(state), self.deadline, came or now()), now
            )

    @contextmanager
    def _storing(self) -> Iterator[None]:
        """The server is told where this fails."""
        try:
            yield
        except StorageFailure as failure:
            self._server.storage_failed(failure)
            raise

    async def time_out(self) -> None:
        """End the turn if its time is up, by the edition's rule and the mover's last draft."""
        if self._is_due():
            await self._look_after(self._timed_out)

    async def mind_the_absent(self) -> None:
        """Give back the seat of who is back; do what the host wants for who has kept the others waiting."""
        decision = self._missed(self.state)
        takes = decision is not None and isinstance(decision.events[0], StoodIn | Resigned)
        if takes and await self._server.attends(self.id):
            self.audience.absence.restart_waiting()
        elif decision is not None:
            await self._look_after(self._missed)

    @property
    def awaits(self) -> bool:
        """Whether something follows from who is here and who is not."""
        return self._missed(self.state) is not None

    async def _look_after(self, decide: Decide) -> None:
        """What nobody asks for; where it fails, the next look tries again."""
        with suppress(StorageFailure, Busy, Refusal):
            await self._keep(CLOCK, None, decide)

    def _is_due(self) -> bool:
        return is_up(self.state, self.deadline, self._server.now(), self.unanswered)

    def _timed_out(self, state: RoomState) -> Decision | None:
        game = state.game
        return in_game(state, time_out(game, self.draft.play(self.seq))) if game and self._is_due() else None

    def _missed(self, state: RoomState) -> Decision | None:
        return consequences(state, self.audience.absence, self._server.now())

    async def end_if_stuck(self) -> None:
        """End the game if it is proved that nobody can lay any more."""
        row, game = self.seq, self.state.game
        if game is not None and self.state.obliged and await self.endgame.is_stuck(row, game):
            await self._look_after(lambda state: in_game(state, stuck(game)) if self.seq == row else None)

    async def _up_to_date(self, command: commands.Command) -> None:
        """Know what other servers did that this command is about. No rematch takes along who was forgotten."""
        if isinstance(command, commands.Rematch) and not self._host.alone:
            await self.read_again()
        elif isinstance(command, commands.Sit) and not self._host.alone:
            await self.more_said()
        elif isinstance(command, commands.Move) and not self._host.alone:
            await self.catch_up_if_behind(command.on)

    async def _known(self, actor: str, command: commands.Command) -> Ability:
        """What is known of who asks to pass, on the row that they saw."""
        passes = isinstance(command, commands.Move) and isinstance(command.move, commands.PassMove)
        game = self.state.game if self.state.obliged and passes else None
        on_turn = game is not None and self.state.seat_of(actor) == game.turn
        return await self.endgame.mover(self.seq, game) if game is not None and on_turn else UNKNOWN

    async def _give_back(self, row: int, waited: int) -> None:
        """The turn that goes on at this row ends as much later (ms)."""
        with suppress(StorageFailure), self._storing():
            async with self._lock:
                if row == self.seq and await self._server.store.postpone(self.id, row, waited):
                    self.put_off((self.deadline or 0) + waited)

    def _decide(self, actor: str, command: commands.Command, known: Ability, came: int) -> Decision:
        if isinstance(command, commands.Move) and self.state.dropped is None:
            if command.on != self.seq:
                raise refuse("stale", seq=self.seq)
            if self.deadline is not None and came >= self.deadline:
                raise refuse("too-late")
        return decide(self.id, self.state, actor, command, known, self._server.levels, self._happened())

    def _happened(self) -> Iterator[RoomEvent]:
        return (event for entry in self.entries for event in entry.events)

    def _bounded(self, decision: Decision | None) -> Decision | None:
        """Raises Refusal for one more row beside the game where there are as many as a room may have."""
        if decision and self.beside >= BESIDE and not decision.opens and not any(map(is_bounded, decision.events)):
            raise refuse("record-full", most=BESIDE)
        return decision

    # --- beside the record ----------------------------------------------------------------------------------

    async def say(self, player: str, asked: commands.Say, allow: Allow | None = None) -> Accepted | Refused:
        """Keep a line of the chat, then tell everyone; the answer is given once it is on disk."""
        return await answer(asked.id, self._say(player, asked, allow))

    async def _say(self, player: str, asked: commands.Say, allow: Allow | None) -> int:
        gag, now = self.door.gag(self.state, player), self._server.now()
        await self._keep_beside(self.chat.say(self.state, player, asked, now, allow, gag))
        return self.seq

    async def act(self, player: str, asked: commands.Door, allow: Allow | None = None) -> Accepted | Refused:
        """Keep what the host does at the door, then tell those concerned; the answer is given once it is on disk."""
        return await answer(asked.id, self._act(player, asked, allow))

    async def _act(self, player: str, asked: commands.Door, allow: Allow | None) -> int:
        if not self._host.alone:
            await self.refresh()
        now, around = self._server.now(), Around(self.state, self.audience, self.chat, self._happened)
        seat = await self._keep_beside(self.door.act(player, asked, around, now, allow))
        return self.seq if seat is None else await self._carry_out(player, now, commands.Empty(asked.id, seat))

    async def _keep_beside(self, work: Awaitable[T]) -> T:
        try:
            with self._storing():
                done = await work
        except Conflict:
            await self.refresh()
            raise refuse("record-gone") from None
        finally:
            self.audience.wake()  # what other servers said may have been read, whatever became of this
        self._server.tell("chat", self.id)
        return done

    def react(self, player: str, asked: commands.React) -> Refused | None:
        """Show a reaction to all viewers of the table; to a muted person, only the answer."""
        seat = self.state.seat_of(player)
        if (gag := self.door.gag(self.state, player)) is not None:
            return Refused("react", gag, {}, ())
        if seat is not None and self.state.options.chat != "off":
            self.audience.say(frame := _encode(Reacted(seat, asked.reaction)))
            self._server.tell("react", self.id, frame)
        return None

    def preview(self, player: str | None, asked: commands.Preview) -> Previewed | Refused:
        """The judge's word on an arrangement; for the seat to move also its draft from now on."""
        try:
            game, seat, play = arranged(self.state, self.seq, player, asked)
            judged = preview(game, seat, asked, play)
        except Refusal as refusal:
            return Refused(f"preview-{asked.n}", refusal.code, refusal.params, ())
        if game.turn == seat:
            self.draft.lay(self.seq, play, timed=self.deadline is not None)
            if self.state.options.live:
                self.draft.show(drafted(position_of(game, seat), seat, self.seq, play))
        return judged

    async def arrange(self, viewer: Viewer, asked: commands.Arrange) -> None:
        """Keep how a player arranges their rack, and show it on their other devices."""

        def taken() -> None:
            viewer.arranged = self.racks.number(viewer.player)
            self.audience.wake()

        seat, game = self.state.seat_of(viewer.player), self.state.game
        if viewer.player is not None and seat is not None and game is not None:
            with suppress(StorageFailure), self._storing():
                if await self.racks.arrange(viewer.player, view(game, seat).rack, asked, taken):
                    self._server.tell("rack", self.id)

    # --- other servers --------------------------------------------------------------------------------------

    def announce(self) -> None:
        """Say who is here, and what the mover has on the table."""
        self._server.tell("here", self.id, encode_here(self.audience.here(self.state, self._server.server)))
        if self.deadline is not None:
            self.draft.say_again(self.seq)

    async def refresh(self) -> None:
        """Know all that the store knows now, also beside the record."""
        await super().refresh()
        await self.more_said()
        await self.rearranged()

    async def read_again(self) -> None:
        """Know what the store says now of all rows and lines; where the rows are others, everybody who looks is shown
        it."""
        before = self.state
        await super().read_again()
        await self.chat.read_again()
        if self.state != before:
            self.audience.greet_again()

    async def more_said(self) -> None:
        """Read what was said, and what the host did at the door, at another server or in the room before this one."""
        if await self.chat.catch_up() | await self.door.catch_up():
            self.audience.wake()

    async def rearranged(self) -> None:
        """Read how players arranged their racks at another server."""
        if await self.racks.catch_up():
            self.audience.wake()

    def let_go(self) -> None:
        """It leaves the memory of this server."""
        self.audience.let_go()
        self.draft.let_go()

    # --- the record -----------------------------------------------------------------------------------------

    def put_off(self, deadline: int | None) -> bool:
        """The deadline was moved without a row: tell every viewer. Whether it was."""
        if deadline == self.deadline:
            return False
        self.deadline = deadline
        self.audience.greet_again()
        return True

    async def _append(self, decision: Decision, actor: str, ident: str | None, now: int) -> None:
        """A game that ends waits for its proofs."""
        await super()._append(await self.endgame.proved(self.state, decision), actor, ident, now)

    def _writes(self, row: Row, decision: Decision) -> list[Write]:
        return writes(self.id, row, decision, deadline_after(self.state, decision.state, self.deadline, row.at))

    def _follow(self, row: Row, events: tuple[RoomEvent, ...], state: RoomState) -> None:
        before = self.state
        self.deadline = deadline_after(before, state, self.deadline, row.at)
        self.turns_met.follow(self.seq, before.game, events[0])
        super()._follow(row, events, state)
        if state.sitters is not before.sitters or state.owner != before.owner:
            self.audience.count(state)

    def _caught_up(self, head: Head) -> bool:
        return self.put_off(head.deadline)

    def _wake(self) -> None:
        self.audience.wake()
        super()._wake()

    # --- viewers --------------------------------------------------------------------------------------------

    @property
    def presence(self) -> Paced[Presence]:
        """Who is here."""
        return self.audience.presence

    def join(self, player: str | None, since: int | None, news: Callable[[], None]) -> Viewer:
        """A new viewer, who is welcomed with the game's events after `since` (None: all). `news`: see `Viewer`."""
        viewer = Viewer(self, player, since, news)
        self.audience.join(viewer, self.state)
        viewer.wake()
        return viewer

    def leave(self, viewer: Viewer) -> None:
        """The viewer is gone; the seat stays."""
        self.audience.leave(viewer, self.state)

    def bar(self, player: str | None) -> str | None:
        """The code of what keeps this guest out, None where nothing does."""
        return self.door.bar(self.state, player)

    def door_for(self, player: str | None) -> bytes:
        """The encoded message that tells this player who may come in and speak."""
        return self.door.frame(player, Around(self.state, self.audience, self.chat, self._happened))

    def draft_for(self, player: str | None) -> Drafted | None:
        """The draft that people other than its player may see, while its turn goes on."""
        return self.draft.seen(self.seq, self.state.seat_of(player))
