"""A circle whose people come, leave and return, keep it by turns and play each other."""

from collections import Counter
from typing import Any

import msgspec

from tests.people.town import Town, require
from tests.rooms.harness import called as dealt
from tilerummy.circles.decide import (
    CircleCommand,
    CloseCircle,
    JoinCircle,
    LeaveCircle,
    RenameCircle,
    RenewLink,
    TakeName,
    TakeOut,
)
from tilerummy.circles.hosting import HostedCircle
from tilerummy.circles.season import quarter_of
from tilerummy.circles.state import Called, Founded, Gone, Joined, LinkRenewed, MadeKeeper, Member, Renamed
from tilerummy.circles.views import view
from tilerummy.records.record import Busy
from tilerummy.rooms.commands import Resign, Sit
from tilerummy.rooms.decision import Decision
from tilerummy.rooms.room import Room
from tilerummy.rooms.state import RoomState
from tilerummy.rules.game.events import Ended
from tilerummy.rules.refusal import Refusal

PEOPLE, STEPS = 7, 70
"""Who comes and goes, and what they do before they all go home."""


class Club:
    """A circle, and what people who look at its record alone would say of it."""

    def __init__(self, town: Town) -> None:
        self.town, self.random = town, town.random
        self.circle: HostedCircle
        self.over = False
        self._people = [town.name() for _ in range(PEOPLE)]
        self._keys: set[str] = {"nobody's"}
        self._rooms: list[str] = []
        self._steps = 0

    async def begin(self) -> None:
        """Somebody founds it."""
        player = self._people[0]
        self.circle = await self.town.server.circles.found("Club", player, player, self.town.clock())

    async def again(self) -> None:
        """The circle, at a server."""
        found = await self.town.server.circles.find(self.circle.link)
        assert found is not None
        self.circle = found

    async def step(self) -> None:
        """Somebody asks something."""
        await self.again()
        self._steps += 1
        state, player = self.circle.state, self.random.choice(self._people)
        self._keys |= {state.keys.members, state.keys.keepers}
        kind = self.random.choices(("ask", "open", "sit", "play"), (60, 12, 20, 12))[0]
        if kind == "ask":
            await self._ask(player, self._command(f"c{self._steps}", player))
        elif kind == "open":
            await self._open(player)
        else:
            await self._at_a_table(player, plays=kind == "play")
        await self._holds()
        self.over = self.circle.state.over or self._steps > STEPS

    def _command(self, ident: str, player: str) -> CircleCommand:
        random, keys = self.random, self.circle.state.keys
        kind = random.choices(("join", "name", "leave", "out", "rename", "renew", "close"), (60, 6, 12, 10, 8, 9, 0.3))[
            0
        ]
        if kind == "join":
            key = random.choice((keys.members, keys.members, keys.keepers, *sorted(self._keys)))
            return JoinCircle(ident, random.choice((player, player, player, self._people[0])), key)
        if kind == "name":
            return TakeName(ident, random.choice((self.town.name(), self._people[0], " ")))
        if kind == "out":
            return TakeOut(ident, random.randint(1, max(1, self.circle.state.came)))
        if kind == "rename":
            return RenameCircle(ident, random.choice((self.town.name(), " ")))
        if kind == "renew":
            return RenewLink(ident, random.choice(("members", "keepers")))
        return LeaveCircle(ident) if kind == "leave" else CloseCircle(ident)

    async def _ask(self, player: str, command: CircleCommand) -> None:
        before, seq = self.circle.state, self.circle.seq
        what = f"circle {type(command).__name__.lower()}"
        try:
            await self.town.server.circles.do(self.circle, player, command, self.town.clock())
        except Refusal as refusal:
            self.town.counted[f"{what} refused {refusal.code}"] += 1
            require((self.circle.state, self.circle.seq) == (before, seq), "what is refused changes nothing", command)
            return
        self.town.counted[f"{what} accepted"] += 1
        now = self.circle.seq
        if self.random.random() < 0.2 and now > seq and not isinstance(command, LeaveCircle | CloseCircle | JoinCircle):
            try:
                await self.town.server.circles.do(self.circle, player, command, self.town.clock())
            except Busy:
                require(False, "what is sent again is answered again", command)
                raise
            require(self.circle.seq == now, "what is sent again is not repeated", command)

    async def _open(self, player: str) -> None:
        member = self.circle.state.member(player)
        try:
            room = await self.town.server.circles.open_table(self.circle, player, None)
        except Refusal as refusal:
            self.town.counted[f"circle open refused {refusal.code}"] += 1
            require(member is None or refusal.code == "circle-tables", "a member opens tables", refusal.code)
            return
        self.town.counted["circle open accepted"] += 1
        require(member is not None, "only a member opens tables", player)
        self._rooms.append(room)

    async def _at_a_table(self, player: str, plays: bool) -> None:
        """Somebody sits down at a table of the circle; or those who sit there play, until all but one gave up."""
        room = await self._room(self.random.choice(self._rooms)) if self._rooms else None
        if room is None or room.state.phase != "lobby":
            return
        if not plays:
            allowed = self.circle.state.member(player) is not None and not self.circle.state.over
            try:
                await room.carry_out(player, Sit(f"s{self._steps}", player), self.town.clock())
            except Refusal as refusal:
                self.town.counted[f"circle sit refused {refusal.code}"] += 1
                require(allowed == (refusal.code != "members-only"), "only members sit down", refusal.code)
            else:
                self.town.counted["circle sit accepted"] += 1
                require(allowed, "only members sit down", player)
            return
        if len(room.state.people) < 2:
            return
        await room.ask(room.state.owner, f"p{self._steps}", _dealt)
        for number in range(len(room.state.people) - 1):
            game = room.state.game
            if game is not None and game.over is None and game.turn is not None:
                sitter = room.state.sitters[game.turn]
                assert sitter is not None
                assert sitter.player is not None
                await room.carry_out(sitter.player, Resign(f"r{self._steps}-{number}"), self.town.clock())
        require(room.shown.snapshot(None).result is not None, "a game that all but one gave up is over", room.id)
        self.town.counted["circle game played"] += 1

    async def _room(self, ident: str) -> Room | None:
        return await self.town.server.rooms.find(ident)

    async def _holds(self) -> None:
        """Every member sees the circle as its record has it, nobody else sees anything, and the table adds up."""
        await self.again()
        name, members, closed = self._told()
        season, results = quarter_of(self.town.clock()), await self.town.server.circles.results.of(self.circle.id)
        counted = await self._counted(season.begins, season.ends)
        for player in self._people:
            found = await self.town.server.circles.of_member(self.circle.link, player)
            inside = player in members and not closed
            require((found is not None) == inside, "members alone find their circle", player)
            listed = [one.link for one in await self.town.server.circles.of(player)]
            require((self.circle.link in listed) == inside, "a circle is among its members' circles", player)
            if found is None:
                continue
            member = found.state.member(player)
            assert member is not None
            shown = view(found, member, results, season, season, frozenset())
            told = msgspec.json.encode(shown).decode()
            require(not shown.missing, "all parts of a picture are made", shown.missing)
            require(shown.name == name, "everybody sees the same name", player)
            require(
                [one.name for one in shown.members] == [one.name for one in members.values()], "and members", player
            )
            keeper = members[player].keeper or (
                not any(one.keeper for one in members.values()) and next(iter(members)) == player
            )
            require((shown.keeper, shown.keepers is not None) == (keeper, keeper), "keepers have their link", player)
            require(keeper or found.state.keys.keepers not in told, "nobody else has it", player)
            players = {one.number: one.player for one in members.values()}
            table = {players[line.member]: (line.games, line.won, line.points) for line in shown.season.table}
            own = {who: figures for who, figures in counted.items() if who in members}
            require(table == own, "the table is the sum of the games", table, own)

    def _told(self) -> tuple[str, dict[str, Member], bool]:
        """The circle's name, its members by guest in order, and whether it is over, as its rows tell it."""
        name, closed, came = "", False, 0
        members: dict[str, Member] = {}
        keys: dict[str, str] = {}
        for event in (event for entry in self.circle.entries for event in entry.events):
            if isinstance(event, Founded | Renamed):
                name = event.name
            elif isinstance(event, Joined):
                came += 1
                members[event.player] = Member(came, event.player, event.name, event.keeper)
            elif isinstance(event, Called):
                members[event.player] = msgspec.structs.replace(members[event.player], name=event.name)
            elif isinstance(event, MadeKeeper | Gone):
                (who,) = [one for one in members.values() if one.number == event.number]
                del members[who.player]
                if isinstance(event, MadeKeeper):
                    others = {**members, who.player: msgspec.structs.replace(who, keeper=True)}
                    members = dict(sorted(others.items(), key=lambda pair: pair[1].number))
            elif isinstance(event, LinkRenewed):
                keys[event.which] = event.key
            else:
                closed = True
        require(
            keys.get("members", self.circle.state.keys.members) == self.circle.state.keys.members,
            "a link is the newest",
        )
        return name, members, closed or not members

    async def _counted(self, begins: int, ends: int) -> dict[str, tuple[int, int, int]]:
        """Games, wins and points of everybody, as the records of the circle's games tell them."""
        games, won, points = Counter[str](), Counter[str](), Counter[str]()
        for ident in self._rooms:
            room = await self._room(ident)
            entries: list[Any] = [] if room is None else room.entries
            over = [
                (entry.row.at, event.result) for entry in entries for event in entry.events if isinstance(event, Ended)
            ]
            for at, result in over:
                assert room is not None
                for seat, sitter in enumerate(room.state.sitters):
                    if begins <= at < ends and sitter is not None and sitter.player is not None:
                        games[sitter.player] += 1
                        won[sitter.player] += seat in result.winners
                        points[sitter.player] += result.scores[seat]
        return {player: (games[player], won[player], points[player]) for player in games}


def _dealt(state: RoomState) -> Decision:
    """The game is called and dealt, as if everybody had sealed a word for it and said it."""
    return dealt(Decision((), state))
