"""An event whose tables are played here: players claim seats and play, the desk changes its mind meanwhile."""

from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from tests.people import law
from tests.people.servers import Server
from tests.people.town import Broken, Town, require
from tests.tournament.checkin.at_random import everybody_in
from tests.tournaments.asked_of_results import tied_racks, weighed
from tests.tournaments.closing_commands import between
from tilerummy import formats
from tilerummy.records.record import Busy
from tilerummy.rooms import commands as asked
from tilerummy.rooms.fixtures import scores
from tilerummy.rooms.room import Room
from tilerummy.rooms.state import actor_on
from tilerummy.rooms.views.messages_out import Refused
from tilerummy.rules.game.promise import seal
from tilerummy.rules.refusal import Refusal
from tilerummy.tournament import commands
from tilerummy.tournament.checkin.commands import OpenCheckIn
from tilerummy.tournament.decide import Actor
from tilerummy.tournament.online_rules import OnlineRules
from tilerummy.tournament.online_tables import OnlineTable, online_tables
from tilerummy.tournament.referee import commands as referee
from tilerummy.tournament.results.reports import outstanding
from tilerummy.tournament.results.weighing import Weigh
from tilerummy.tournament.rounds import unconfirmed
from tilerummy.tournament.state import Tournament
from tilerummy.tournaments.hosted_tournament import HostedTournament
from tilerummy.tournaments.results_feed import ResultsFeed

ORGANISER, DESK, REFEREE, PUBLIC = (Actor(role) for role in ("organiser", "desk", "referee", "public"))
STEPS = 400
"""Steps after which everybody goes home."""


class Evening:
    """An event, its desk, and the players at its tables."""

    def __init__(self, town: Town) -> None:
        self.town, self.random = town, town.random
        self.server: Server
        self.hosted: HostedTournament
        self.over = False
        self._link = ""
        self._steps = 0
        self._asked = 0

    @property
    def feed(self) -> ResultsFeed:
        """What the server enters by itself."""
        return self.server.feed

    async def begin(self) -> None:
        """The organiser opens the event, with its players and rules."""
        random = self.random
        format_ = formats.load(random.choice(formats.names()))
        self.server = self.town.server
        self.hosted = await self.server.tournaments.create(
            "Evening", format_, "owner", 1, initials=random.random() < 0.3
        )
        self._link = self.hosted.link
        players = "\n".join(self.town.name() for _ in range(random.randint(4, 12)))
        rules = OnlineRules(
            limit=random.choice((5, 30, None, "edition")),
            away=random.choice(("wait", "computer", "end")),
            away_seconds=random.choice((10, 60)),
            watch=random.random() < 0.5,
        )
        await self._do(commands.Enter, text=players)
        await self._do(commands.PlayOnline, online=True, rules=rules)
        await self._do(commands.Begin)

    async def again(self) -> None:
        """The server was restarted."""
        await self._come()
        await self.feed._feed_all(self._link)
        await self._holds()

    async def _come(self) -> None:
        """The event, at a server."""
        self.server = self.town.server
        found = await self.server.tournaments.find(self._link)
        assert found is not None
        self.hosted = found

    async def step(self) -> None:
        """A person does something, and what is over is entered."""
        await self._come()
        self._steps += 1
        state = self.hosted.state.tournament
        self.over = state.finished or self._steps > STEPS
        tables = online_tables(state)
        if not tables:
            await self._go_on()
        else:
            await self.random.choices(
                (lambda: self._play(self.random.choice(tables)), self._desk, self._go_on, self._time), (80, 6, 8, 4)
            )[0]()
        await self.feed._feed_all(self._link)
        await self._holds()

    async def _holds(self) -> None:
        """All roles see the event, and its tables; what a room says has been entered. Raises Broken."""
        state = self.hosted.state.tournament
        tables = online_tables(state)
        roles = [ORGANISER, DESK, REFEREE, PUBLIC, *(Actor("table", one.table, state.now) for one in tables)]
        for role in roles:
            msgspec.json.decode(self.hosted.seen(role))
            shown = await self.feed.tables.shown(self.hosted, role, None)
            msgspec.json.encode(shown)
            require(all(one.phase != "lost" for one in shown), "no table is lost", self._link, shown)
        waited = set()
        for table in tables:
            due = await self.feed.tables.due(self.hosted, table)
            require(due is None or due.room.state.phase != "over", "what is over is entered", self._link, table)
            if due is not None:
                waited.add(due.room.id)
                require(due.room.state.dropped is None, "what is waited for goes on", self._link, table)
        going_on = {room for _, room in await self.town.store.unfinished(f"tournament:{self._link}")}
        require(going_on <= waited, "no room goes on for which nobody waits", self._link, going_on - waited)

    # --- the desk -------------------------------------------------------------------------------------------

    async def _go_on(self) -> None:
        """The next step towards the end of the event."""
        state = self.hosted.state.tournament
        play = state.play
        if play is None or state.now is None:
            await self._do(commands.Begin)
            return
        phase = play.rounds[state.current].phase
        if phase == "planned":
            kind, fields = between(state, self.random)
            await self._do(kind, **fields)
            if self.random.random() < 0.3:
                await self._do(OpenCheckIn, until=None, names=True)
            for came, who in everybody_in(self.hosted.state.tournament):
                await self._do(came, **who)
            await self._do(commands.Publish)
        elif phase == "published":
            if not await self._do(commands.StartRound):
                await self._do(commands.Reseat)
        elif not outstanding(state) or self.random.random() < 0.1:
            await self._do(commands.CloseRound, listed=unconfirmed(state))
        elif not online_tables(state) or self.random.random() < 0.3:
            _, table, game = self.random.choice(outstanding(state))
            players = play.rounds[state.current].seating.tables[table - 1]
            here = [player for player in players if player not in state.withdrawn]
            points = dict.fromkeys(here, -7)
            if here:
                points[here[0]] = 7 * (len(here) - 1)
            entered = tuple(map(points.get, players))
            tied = tied_racks(entered, self.random) if self.random.random() < 0.2 else None
            await self._do(commands.Report, table=table, game=game, scores=entered, sure=True, tied=tied)

    async def _desk(self) -> None:
        random, state = self.random, self.hosted.state.tournament
        number = random.choice(sorted(state.entrants))
        gone = random.choice(sorted(state.withdrawn) or [number])
        table = random.choice(online_tables(state))
        await random.choice(
            (
                lambda: self._do(commands.Withdraw, number=number),
                lambda: self._do(commands.Return, number=gone),
                lambda: self._do(commands.Return, number=gone),
                lambda: self._do(commands.Substitute, number=random.choice((number, gone)), name=self.town.name()),
                lambda: self._do(commands.PlayTable, table=table.table, online=random.random() < 0.7),
                lambda: self._do(referee.CallReferee, table=table.table),
                lambda: self._do(referee.AnswerCall, table=table.table),
                lambda: self._do(referee.RevokeRuling, ruling=0, reason="seen again"),
                lambda: self._rule(number),
                lambda: self._weighs(state, number),
                lambda: self._do(commands.Undo, step=max(state.steps, 1)),
                lambda: self._at("release", lambda: self._release(table)),
                lambda: self._at("enter", lambda: self.feed.enter(self.hosted, table.table)),
                lambda: self._at("begin", lambda: self.feed.tables.begin(self.hosted, table.table)),
            )
        )()

    async def _rule(self, number: int) -> None:
        stage, points = (
            self.random.randrange(len(self.hosted.state.tournament.stages)),
            self.random.choice((-50, 0, 20)),
        )
        await self._do(referee.Rule, number=number, stage=stage, points=points, reason="played on")

    async def _weighs(self, state: Tournament, number: int) -> None:
        """What the game of a computer player counts, where one has played for somebody."""
        if fields := weighed(state, self.random, number):
            await self._do(Weigh, **fields)

    async def _do(self, kind: Callable[..., Any], **fields: Any) -> bool:
        """The organiser asks; whether it was done."""
        self._asked += 1
        before, seq = self.hosted.state, self.hosted.seq
        command = kind(id=f"c{self._asked}", **fields)
        what = f"event {kind.__name__.lower()}"
        try:
            done = await self.hosted.do(ORGANISER, command, self.town.clock())
        except Refusal as refusal:
            self.town.counted[f"{what} refused {refusal.code}"] += 1
            require((self.hosted.state, self.hosted.seq) == (before, seq), "what is refused changes nothing", command)
            return False
        self.town.counted[f"{what} accepted"] += 1
        if self.random.random() < 0.1:
            now = self.hosted.seq
            try:
                again = await self.hosted.do(ORGANISER, command, self.town.clock())
            except Refusal as refusal:
                raise Broken(f"what is sent again is answered again | {command} | {refusal.code}") from None
            require(again == done, "answered again", command)
            require(self.hosted.seq == now, "and not repeated", command)
        return True

    async def _at(self, what: str, ask: Callable[[], Awaitable[Any]]) -> None:
        """Something is asked of a table."""
        try:
            await ask()
        except Refusal as refusal:
            self.town.counted[f"table {what} refused {refusal.code}"] += 1
        else:
            self.town.counted[f"table {what} accepted"] += 1

    async def _release(self, table: OnlineTable) -> None:
        due = await self.feed.tables.due(self.hosted, table)
        over = due is not None and due.room.state.phase == "over"
        await self.feed.tables.release(self.hosted, table.table, self.random.choice(table.players))
        require(not over, "nobody loses the seat of a game that is over", self._link)

    # --- the players ----------------------------------------------------------------------------------------

    async def _time(self) -> None:
        await self.town.time_passes(self.random.choice((1, 6, 31)))

    async def _play(self, table: OnlineTable) -> None:
        random = self.random
        due = await self.feed.tables.due(self.hosted, table)
        if due is None:
            return
        room = due.room
        player = random.choice(table.players)
        if room.state.phase == "lobby":
            await self._at("claim", lambda: self.feed.tables.claim(self.hosted, table.table, player, f"p{player}"))
            word = "x" * 16
            for seat in room.state.silent if room.state.asked else room.state.unsealed:
                sitter, ident = room.state.sitters[seat], self._ident()
                if sitter is not None and sitter.player is not None:
                    said = asked.Word(ident, word) if room.state.asked else asked.Seal(ident, seal(word))
                    await self._ask(room, sitter.player, said)
            if len(room.state.people) == sum(sitter is not None for sitter in room.state.sitters):
                await self._at("begin", lambda: self.feed.tables.begin(self.hosted, table.table))
        elif room.state.phase == "playing" and room.state.mover is not None:
            game, mover = room.state.game, room.state.mover
            assert game is not None
            assert game.turn is not None
            if room.state.people and random.random() < 0.15:
                await self._ask(room, random.choice(room.state.people), asked.Resign(self._ident()))
            elif mover.player is None and not mover.of_server:
                await self._at("claim", lambda: self.feed.tables.claim(self.hosted, table.table, player, f"p{player}"))
            else:
                actor = actor_on(game.turn, mover)
                answer = await self._ask(room, actor, asked.Move(self._ident(), room.seq, asked.DrawMove()))
                if isinstance(answer, Refused) and answer.code == "illegal":
                    await self._ask(room, actor, asked.Move(self._ident(), room.seq, asked.PassMove()))
        law.holds(room, "outsider", random)
        if room.state.phase == "over":
            await self._entered(room)

    async def _entered(self, room: Room) -> None:
        """What came of a game is what stands in the event, unless the desk had its say."""
        await self.feed._feed_all(self._link)
        state = self.hosted.state.tournament
        for play in state.stages:
            for (at, table, _), result in play.results.items():
                if result.by == f"room:{room.id}":
                    points = scores(room.state)
                    players = play.rounds[at].seating.tables[table - 1]
                    require(
                        result.scores == tuple(map(points.get, players)), "the room's points count", room.id, result
                    )

    async def _ask(self, room: Room, actor: str, command: asked.Command) -> object:
        try:
            answer = await room.command(actor, command)
        except Busy:
            require(False, "nobody else is at work", room.id)
            raise
        code = f"refused {answer.code}" if isinstance(answer, Refused) else "accepted"
        self.town.counted[f"fixture {type(command).__name__.lower()} {code}"] += 1
        return answer

    def _ident(self) -> str:
        self._asked += 1
        return f"c{self._asked}"
