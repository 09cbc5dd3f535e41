"""Who is around one room: people with their devices and programs, the lines they have, and how they ask."""

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from tests.people import law
from tests.people.browsers import Line
from tests.people.guests import Guests
from tests.people.servers import Server
from tests.people.town import Town, require
from tilerummy.rooms import commands
from tilerummy.rooms.beside import arranging, talking
from tilerummy.rooms.room import Room
from tilerummy.rooms.views.messages_out import Accepted, Hinted, Previewed, Refused
from tilerummy.rules.moves import Play
from tilerummy.rules.notation import format_meld

Answer = Accepted | Refused
_decode: Final = msgspec.json.Decoder(Accepted | Refused | Hinted | Previewed).decode


class Company:
    """A room, and the people who come to it."""

    def __init__(self, town: Town) -> None:
        self.town, self.random = town, town.random
        self.guests = Guests(town)
        self.people: list[str] = []
        self.names: dict[str, str] = {}
        self.outsider: str
        self.lines: list[Line] = []
        self.server: Server
        self.room: Room
        self._asked = 0
        self._unanswered: tuple[str, commands.Command | commands.Door] | None = None
        self.over = False

    async def again(self) -> None:
        """The server was restarted: everybody comes again by the number they know, and sends once more what was not
        answered."""
        if self.town.forgetting is self.guests:
            self.over = await self.town.server.rooms.find(self.room.id) is None
            self.town.forgetting = None
        if self.over:
            return
        known = [(line.player, line.seq) for line in self.lines]
        self.lines = []
        await self.enter(self.room.id, known)
        await self._who_is_left()
        if self._unanswered is not None:
            (actor, command), self._unanswered = self._unanswered, None
            kept = self.room.record._answered.get((actor, command.id))
            answer = await self.ask(actor, command)
            done = isinstance(answer, Accepted) and answer.seq == kept
            require(kept is None or done, "what was done is answered", self.room.id, command, answer)
        self.holds()

    def holds(self) -> None:
        """All laws, for all who look. Raises Broken."""
        law.holds(self.room, self.outsider, self.random)
        for line in self.lines:
            line.read()
        for line in [line for line in self.lines if line.closed]:
            line.cut()
            self.lines.remove(line)

    # --- who comes and goes -----------------------------------------------------------------------------------

    async def enter(self, link: str, known: Sequence[tuple[str | None, int | None]] = ()) -> None:
        """Everybody opens the room; those who have `known` it, by the number that they know."""
        self.server = self.town.server
        room = await self.server.rooms.find(link)
        require(room is not None, "a room that was named is there", link)
        assert room is not None
        for line in self.lines:
            line.cut()
        self.room, self.lines = room, []
        came = [(player, None) for player in (None, *self.people) if self.random.random() < 0.8]
        for player, since in known or came:
            await self._look(player, since)
        await self.town.settle()

    async def _come(self) -> None:
        """A new person is at the table, now and then with a program."""
        self.people.append(player := await self.guests.come())
        self.names[player] = self.town.name()
        if self.random.random() < 0.2:
            await self._connect(player)

    async def _connect(self, owner: str) -> None:
        """A guest's program comes to the table."""
        if (program := await self.guests.connect(owner)) is not None:
            self.people.append(program)
            self.names[program] = self.town.name()

    async def _look(self, player: str | None, since: int | None = None) -> None:
        """A person opens a line, by any of their devices."""
        devices = [] if player is None else self.guests.of(player)
        if player is None or devices:
            browser = self.random.choice(devices) if devices else None
            server = self.town.server
            room = await server.rooms.find(self.room.id)
            require(room is not None, "a room is there at every server", self.room.id)
            assert room is not None
            self.lines.append(Line(self.town, server, room, browser, since))

    async def _devices(self) -> None:
        """Guests go on at another device, and let programs play."""
        random, who = self.random, self.random.choice(self.people)
        await random.choices(
            (
                lambda: self.guests.hand_over(who, random.choice([None, *self.people])),
                self.guests.bring_back,
                lambda: self.guests.end_others(who),
                lambda: self.guests.revoke(who),
                lambda: self._connect(who),
            ),
            (3, 3, 1, 1, 1),
        )[0]()
        await self._who_is_left()

    async def _who_is_left(self) -> None:
        """Who is forgotten does nothing any more, nor does a program whose key opens nothing; others come."""
        self.people = [one for one in self.people if self.guests.there_is(one)]
        if not self.people:
            await self._come()

    # --- asking ---------------------------------------------------------------------------------------------

    def ident(self) -> str:
        """An id that no command had."""
        self._asked += 1
        return f"c{self._asked}"

    async def ask(self, actor: str | None, command: commands.Command | commands.Door) -> Answer:
        """Ask, perhaps twice; what is refused changes nothing. Raises Broken."""
        state, before, bar = self.room.state, await self._seq(), self.room.bar(actor)
        self._unanswered = actor or "", command
        answer: Answer = await self._answer(actor or "", command)
        self._unanswered = None
        self._told(command, answer)
        if isinstance(answer, Refused):
            now = await self._seq()
            same = now == before and (self.room.state is state or not self.server.rooms.alone)
            require(same, "what is refused changes nothing", answer)
            return answer
        require(bar is None or not isinstance(command, commands.Sit), "who is kept out takes no seat", self.room.id)
        if self.random.random() < 0.1:
            now = await self._seq()
            again = await self._answer(actor or "", command)
            require(again == answer and await self._seq() == now, "what is sent again is answered again", answer, again)
        return answer

    def _told(self, command: commands.Command | commands.Door, answer: Answer) -> None:
        """This was answered, and is not asked again after a kill."""

    async def _seq(self) -> int:
        """The number of the room's last row."""
        return (await self.town.store.seqs([self.room.id])).get(self.room.id, 0)

    async def _answer(self, actor: str, asked: Any) -> Any:
        """What is said to a person who asks: by their line, or by one that is gone before anything else is said."""
        line = self._line_of(actor)
        if line is not None and self.random.random() < 0.5:
            answer = _decode(await line.ask(asked))
        elif isinstance(asked, commands.Say):
            answer = await talking.say(self.room, actor, asked)
        elif isinstance(asked, commands.Door):
            answer = await talking.act(self.room, actor, asked)
        elif isinstance(asked, commands.Hint):
            answer = await self.server.rooms.hints.hint(self.room, actor, asked, "town")
        elif isinstance(asked, commands.Preview):
            answer = arranging.preview(self.room, actor, asked)
        else:
            answer = await self.room.command(actor, asked)
        self._count(asked, answer)
        reason = not isinstance(answer, Refused) or answer.code not in ("internal", "busy", "storage-failed")
        require(reason, "a refusal is a reason", answer)
        return answer

    async def _say(self, line: Line, message: commands.Received) -> None:
        """Something is said that nobody answers."""
        line.say(message)
        self._count(message, None)
        await self.town.settle()

    def _line_of(self, player: str) -> Line | None:
        return next((line for line in self.lines if line.player == player and not line.closed), None)

    def _count(self, asked: commands.Received, answer: object) -> None:
        code = f"refused {answer.code}" if isinstance(answer, Refused) else "accepted"
        self.town.counted[f"{tag(asked)} {code}"] += 1
        if isinstance(asked, commands.Move):
            self.town.counted[f"!{tag(asked.move)}"] += 1


def tag(asked: commands.Received | type[commands.Received]) -> str:
    """The name of what is asked, as it goes over the wire."""
    return str(asked.__struct_config__.tag)


def body_of(play: Play) -> commands.PlayMove:
    """A turn as a page sends it."""
    return commands.PlayMove(tuple(map(format_meld, play.opening)), tuple(map(format_meld, play.table)))
