"""People at one table: they come and go, play, talk, lose their connection, and meet again for the next game."""

from collections.abc import Awaitable, Callable
from typing import get_args

import msgspec

from tests.people import consent, days, deals
from tests.people.company import Answer, Company, body_of
from tests.people.doors import Doors
from tests.people.town import Town, require
from tilerummy import editions
from tilerummy.outside.players import level as player_of
from tilerummy.rooms import caretaking, commands
from tilerummy.rooms.beside import talking
from tilerummy.rooms.clock import WORDS_SECONDS
from tilerummy.rooms.decide import computer, person
from tilerummy.rooms.options import Options
from tilerummy.rooms.people import names
from tilerummy.rooms.state import actor_on
from tilerummy.rooms.views.messages_out import Accepted, DoorShown, Hinted, Refused
from tilerummy.rules.edition.reader import change
from tilerummy.rules.game.promise import seal
from tilerummy.rules.game.views import view
from tilerummy.rules.moves import Play
from tilerummy.rules.refusal import Refusal
from tilerummy.store.sessions import mark

LEVELS = ("gentle", "gentle", "gentle", "steady")
GAMES = 3
"""Games at one table before its people go home."""
ROWS = 70
"""Rows after which players give a game up, so that there are many games and not a few long ones."""

NOBODY = "0" * 16
"""An alias that is nobody's."""


class Table(Company):
    """A room, its guests, and who else looks in."""

    def __init__(self, town: Town) -> None:
        super().__init__(town)
        self.games = 0
        self.doors = Doors()
        self._there = dict[str, set[str]]()

    async def begin(self) -> None:
        """A person makes the table."""
        random = self.random
        for _ in range(random.randint(2, 6)):
            await self._come()
        self.outsider = await self.guests.come()
        edition = editions.load(random.choice(editions.names()))
        if random.random() < 0.25:
            # with so many tiles on a rack a third of them may be dealt again
            edition = change(edition, {"deal.redeal": random.choice(("all", "own")), "deal.tiles": 20})
        seats = random.randint(edition.players.least, edition.players.most)
        practice = random.random() < 0.2
        sitters = [person(self.names[self.people[0]], self.people[0])]
        for _ in range(1, seats):
            if practice or random.random() < 0.3:
                sitters.append(computer(random.choice(LEVELS), tuple(one.name for one in sitters)))
        table = (*sitters, *[None] * (seats - len(sitters)))
        if random.random() < 0.1 and not practice:
            table = (None, *table[1:])
        games, rounds = random.choice(((None, None), (None, None), (random.randint(1, 3), None), (None, 1)))
        options = Options(
            chat=random.choice(("off", "players", "everyone", "everyone")),
            live=random.random() < 0.5,
            open=random.random() < 0.5,
            away=random.choice(("wait", "computer", "end")),
            away_seconds=random.choice((10, 30, 120)),
            practice=practice,
            games=games,
            rounds=rounds,
        )
        limit, options = days.clock(random, options)
        try:
            made = await self.town.server.rooms.create(
                edition, limit, self.people[0], table, start=False, hints=random.random() < 0.9, options=options
            )
        except Refusal as refusal:
            self.town.counted[f"make refused {refusal.code}"] += 1
            self.over = True
            return
        self.town.counted["make accepted"] += 1
        await self.enter(made)

    async def step(self) -> None:
        """A person does something."""
        if self.random.random() < 0.5:
            await self.room.record.refresh()
        random, state = self.random, self.room.state
        if (state.next is not None or state.phase == "over") and random.random() < 0.3:
            await self._go_on()
            return
        acts: dict[str, Callable[[], Awaitable[None]]] = {
            "lobby": self._in_the_lobby,
            "playing": self._in_the_game,
            "over": self._after_it,
            "left": self._after_it,
        }
        await random.choices(
            (
                *(acts[state.phase], self._nonsense, self._talk, self._connections, self._time),
                *(self._devices, self._forget, self._door),
            ),
            (68, 6, 4, 8, 6, 3, 2, 3),
        )[0]()
        if not self.over:
            self.holds()

    def holds(self) -> None:
        """All laws, and what the host did about others. Raises Broken."""
        super().holds()
        # at one of several servers an act, or who looks on, may not be known yet
        if not self.room.gone and self.server.rooms.alone:
            self.doors.hold(self.room, (*self.people, self.outsider))

    # --- before the game ------------------------------------------------------------------------------------

    async def _in_the_lobby(self) -> None:
        random, state = self.random, self.room.state
        missing = state.silent if state.asked else state.unsealed
        if missing and (state.called or random.random() < 0.3):
            sitter = state.sitters[random.choice(missing)]
            if sitter is not None:
                word, ident = f"a-word-of-{sitter.player}", self.ident()
                said = commands.Word(ident, word) if state.asked else commands.Seal(ident, seal(word))
                await self.ask(sitter.player, said)
            return
        who, seat = random.choice(self.people), random.randrange(8)
        owner = state.owner if random.random() < 0.8 else who
        taken = [at for at, sitter in enumerate(state.sitters) if sitter is not None] or [seat]
        await random.choices(
            (
                lambda: self.ask(who, days.sit(random, self.ident(), self.names[who], seat)),
                lambda: self.ask(owner, commands.Fill(self.ident(), seat, random.choice(LEVELS))),
                lambda: self.ask(owner, commands.Start(self.ident())),
                lambda: self.ask(who, commands.Leave(self.ident())),
                lambda: self.ask(owner, commands.Empty(self.ident(), random.choice(taken))),
            ),
            (6, 2, 4, 1, 1),
        )[0]()
        if state.between and all(self.room.audience.has(player) for player in state.people):
            await caretaking.mind_the_absent(self.room)

    # --- in the game ----------------------------------------------------------------------------------------

    async def _in_the_game(self) -> None:
        random, state = self.random, self.room.state
        game, mover = state.game, state.mover
        assert game is not None
        if state.asking:
            await (deals.asked(self) if random.random() < 0.5 else self._time())
            return
        assert game.turn is not None
        if state.people and random.random() < (0.3 if state.correspondence else 0.01):
            await self.ask(random.choice(state.people), days.asked(random, self.ident(), state))
            return
        if state.people and consent.asks(random, state):
            await self.ask(random.choice(state.people), consent.asked(random, self.ident(), state))
            return
        if mover is None:
            await self._time()  # a computer player waits for the end of a pause
            return
        tired = 0.2 if self.room.seq > ROWS else 0.003
        if random.random() < tired and state.people:
            await self.ask(random.choice(state.people), commands.Resign(self.ident()))
            return
        if mover.player is not None and mover.player not in self.people:
            await self._time()  # a program whose key counts no more: others wait for it, or end the game
            return
        actor, played = actor_on(game.turn, mover), await self._best(game.turn)
        if played is not None and not mover.of_server and random.random() < 0.2:
            await self._draft(actor, played)
        if not mover.of_server and random.random() < 0.05:
            await self._hint(random.choice((actor, actor, actor, self.outsider, *self.people)), played)
            return
        moves: list[commands.MoveBody] = [commands.DrawMove(), commands.PassMove()]
        if played is not None and random.random() < 0.7:
            moves.insert(0, played)
        elif played is not None:
            moves.append(played)
        for move in moves:
            answer = await self.ask(actor, commands.Move(self.ident(), self.room.seq, move))
            if isinstance(answer, Accepted) or answer.code != "illegal":
                return
        proved = await self.room.endgame.mover(self.room.seq, game)
        require(proved.play is not None, "a mover can always go on", self.room.id, self.room.seq)
        assert proved.play is not None
        answer = await self.ask(actor, commands.Move(self.ident(), self.room.seq, body_of(proved.play)))
        require(isinstance(answer, Accepted), "what is proved can be played", self.room.id, self.room.seq)

    async def _best(self, seat: int) -> commands.MoveBody | None:
        game, mover = self.room.state.game, self.room.state.mover
        assert game is not None
        assert mover is not None
        if self.random.random() < 0.4:
            return None
        move = player_of(mover.level or "gentle")(view(game, seat), self.random)
        return body_of(move) if isinstance(move, Play) else None

    async def _draft(self, actor: str, played: commands.MoveBody) -> None:
        assert isinstance(played, commands.PlayMove)
        table = played.table if self.random.random() < 0.7 else played.table[1:]
        await self._answer(actor, commands.Preview(1, self.room.seq, played.opening, table))

    async def _hint(self, actor: str, played: commands.MoveBody | None) -> None:
        """A person asks what can be laid: not less than a computer player lays, and it can be laid."""
        on = max(1, self.room.seq - self.random.choice((0, 0, 0, 1, 2)))
        asked = commands.Hint(self.ident(), on)
        hint = await self._answer(actor, asked)
        if not isinstance(hint, Hinted) or on != self.room.seq:
            return
        require(played is None or hint.status != "no-play", "a hint finds what can be laid", self.room.id, hint)
        if hint.tiles:
            laid = commands.Move(self.ident(), on, commands.PlayMove(hint.opening, hint.table))
            answer = await self.ask(actor, laid)
            late = isinstance(answer, Refused) and answer.code in ("stale", "too-late") and not self.server.rooms.alone
            require(isinstance(answer, Accepted) or late, "what a hint says can be laid", self.room.id, hint, answer)

    # --- after it -------------------------------------------------------------------------------------------

    async def _after_it(self) -> None:
        who = self.random.choice(self.people)
        await self.ask(who, commands.Rematch(self.ident()))

    async def _go_on(self) -> None:
        """The people of the table meet in the next room, or go home."""
        self.games += 1
        if self.games >= GAMES * 2 or self.room.state.next is None:
            self.over = self.games >= GAMES or self.room.state.next is None
        if not self.over:
            left, sitters, following = self.room.id, self.room.state.sitters, self.room.state.next
            assert following is not None
            if await self.town.server.rooms.find(following) is None:
                forgotten = any(on is not None and on.name == names.NOBODY for on in sitters)
                require(forgotten, "a room is removed with the last who had a seat there", following)
                self.over = True
                return
            await self.enter(following)
            require(self.room.state.previous == left, "a room names the one that it goes on from", self.room.id)
            self.holds()

    # --- at any time ----------------------------------------------------------------------------------------

    async def _nonsense(self) -> None:
        """What nobody at this table may do now, or what is no move."""
        random, who, seat = self.random, self.random.choice([*self.people, self.outsider]), self.random.randrange(8)
        on = max(0, self.room.seq - random.randrange(3))
        await self.ask(
            who,
            random.choice(
                (
                    commands.Move(self.ident(), on, commands.DrawMove()),
                    commands.Move(self.ident(), on, commands.PassMove()),
                    commands.Move(self.ident(), on, commands.PlayMove((), ("b3 b4 b5",))),
                    commands.Move(self.ident(), on, commands.PlayMove(("J J J",), ())),
                    commands.Start(self.ident()),
                    commands.Empty(self.ident(), seat),
                    commands.Fill(self.ident(), seat, "nobody"),
                    commands.Leave(self.ident()),
                    commands.Sit(self.ident(), " ", seat),
                    commands.Seal(self.ident(), seal("y" * 16)),
                    commands.Word(self.ident(), "y" * 16),
                    commands.TakeBack(self.ident()),
                    commands.AskForPause(self.ident()),
                    commands.GoOn(self.ident()),
                    commands.Reply(self.ident(), on, yes=True),
                    commands.Rematch(self.ident()),
                    commands.Redeal(self.ident(), on),
                )
            ),
        )

    async def _talk(self) -> None:
        random, who = self.random, self.random.choice([*self.people, self.outsider])
        ident, text = self.ident(), self.town.name()
        said = commands.Say(ident, text=text, name=self.town.name())
        gag = self.room.door.gag(self.room.state, who)
        for _ in range(random.choice((1, 1, 2))):
            answer = await self._answer(who, said)
        silent = gag is None or isinstance(answer, Refused) or not self.server.rooms.alone
        require(silent, "who is muted or kept out is not heard", self.room.id, who)
        if isinstance(answer, Accepted):
            await self.room.record.refresh()
            lines = [line.text for line in self.room.chat.after(0)]
            require(lines.count(text) == 1, "what is said is heard once", self.room.id, text)
        line = self._line_of(who)
        if line is None:
            return
        await self._say(line, commands.React("star"))
        seat, game = self.room.state.seat_of(who), self.room.state.game
        if seat is not None and game is not None:
            rack = list(game.racks[seat])
            random.shuffle(rack)
            await self._say(line, commands.Arrange(tuple(rack), tuple(rack)))

    async def _door(self) -> None:
        """The host does something about others; now and then a person tries who is none."""
        random, state = self.random, self.room.state
        if state.next is not None:
            return  # what is done now holds there no more
        who = state.owner if state.owner and random.random() < 0.9 else random.choice(self.people)
        act: commands.DoorAct = random.choice(get_args(commands.DoorAct))
        shown = msgspec.json.decode(self.room.door_for(state.owner), type=DoorShown).people or ()
        known = [person.alias for person in shown if self._whose(person.alias)]
        about = None if act in ("close", "open") else random.choice([*known, NOBODY])
        await self.ask(who, commands.Door(self.ident(), act, about))

    async def ask(self, actor: str | None, command: commands.Command | commands.Door) -> Answer:
        """Ask; at the door it counts who is there."""
        there = {*self.room.state.people, *(line.player for line in self.lines if line.player)}
        if isinstance(command, commands.Door):
            # asked again after the server was killed, it may have been done at the first time
            self._there[command.id] = there & self._there.get(command.id, there)
        return await super().ask(actor, command)

    def _told(self, command: commands.Command | commands.Door, answer: Answer) -> None:
        """What was done at the door is kept in mind."""
        if isinstance(command, commands.Door) and isinstance(answer, Accepted):
            self.doors.took(command.act, self._whose(command.alias), self._there[command.id])

    def _whose(self, alias: str | None) -> str:
        """The one whom the host knows by this alias; nobody where they are at this table no more."""
        people = {self.room.door._alias(mark(player)): player for player in (*self.people, self.outsider)}
        return people.get(alias or "", "")

    async def _connections(self) -> None:
        """A person loses their connection, comes again by number, opens a second page, or asks whether it is there."""
        random = self.random
        if self.lines and random.random() < 0.1:
            random.choice(self.lines).ping()
        elif self.lines and random.random() < 0.6:
            gone = self.lines.pop(random.randrange(len(self.lines)))
            gone.cut()
            if random.random() < 0.6:
                await self._look(gone.player, gone.seq)
        elif len(self.lines) < 12:
            await self._look(random.choice([None, self.outsider, *self.people]))
        await self.town.settle()
        await caretaking.mind_the_absent(self.room)

    async def _time(self) -> None:
        before, looked_at = self.room.state, self.room.record.watched or self.room.state.correspondence
        await self.town.time_passes(self.random.choice(days.PASS if before.correspondence else (1, 4, 10, 31, 125)))
        await self.room.record.refresh()
        if before.called and looked_at and self.room.state is before:
            # the first look at what is missing begins the wait for it: for seals, then for words
            for _ in range(3):
                await self.town.time_passes(WORDS_SECONDS)
            require(self.room.state.phase != "lobby", "a game that was called begins", self.room.id)

    async def _forget(self) -> None:
        """A person deletes their games."""
        who = self.random.choice(self.people)
        await self.room.record.refresh()  # the other server may have written a row that was not heard of here
        others = self.room.state.company(who)
        before, phase = self.room.state, self.room.state.phase
        seated = before.seat_of(who) is not None
        said = await self.guests.forget(who)
        if said is None or "code" in said:
            require(self.room.state == before, "what is refused changes nothing", self.room.id)
            return
        require(not (seated and others and phase in ("lobby", "playing")), "nobody is left alone", self.room.id)
        await self.town.settle()
        self.people.remove(who)
        await self._who_is_left()
        await self._come()
        if self.room.gone:
            require(await self.server.rooms.find(self.room.id) is None, "what is removed is gone", self.room.id)
            for line in self.lines:
                line.read()
            answer = await talking.say(self.room, self.outsider, commands.Say(self.ident(), text="x", name="Eve"))
            require(isinstance(answer, Refused), "nothing is said there", self.room.id)
            require(not await self.town.store.said(self.room.id), "nothing of it is kept", self.room.id)
            self.over = True
            return
        everything = b"".join(
            msgspec.json.encode(self.room.shown.welcome(player, None)) for player in (None, *self.room.state.people)
        ) + msgspec.json.encode(self.room.chat.after(0))
        owned = before.owner == who and not seated
        for name in (who, self.names[who]):
            named = f'"{name}"'.encode() in everything
            require(owned or not named, "nothing names who was forgotten", self.room.id, name)
