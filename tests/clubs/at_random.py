"""A club whose secretary keeps its register, its events and its seasons at random, and what its readers may know."""

from typing import Any

import msgspec

from tests.people.town import Town, require
from tilerummy import formats
from tilerummy.clubs import commands as asked
from tilerummy.clubs.commands import ClubCommand
from tilerummy.clubs.figures import figures, person
from tilerummy.clubs.hosting import HostedClub
from tilerummy.clubs.state import Club
from tilerummy.clubs.views import register_view, view
from tilerummy.records.record import Busy
from tilerummy.rules.refusal import Refusal
from tilerummy.tournament import commands
from tilerummy.tournament.decide import Actor
from tilerummy.tournament.rounds import unconfirmed

STEPS = 60
"""What the secretary does before another club is founded."""
SEATS = 4
WEIGHTS = {
    "enter": 24, "change": 8, "remove": 4, "merge": 8, "part": 5, "erase": 5, "import": 6, "add": 14, "forget": 3,
    "date": 4, "season": 8, "drop": 2, "rename": 2, "renew": 5, "close": 0.3,
}  # fmt: skip


class Registered:
    """A club with a register."""

    def __init__(self, town: Town) -> None:
        self.town, self.random = town, town.random
        self.club: HostedClub
        self.over = False
        self._link = ""
        self._steps = 0
        self._forgotten: set[str] = set()
        """Names of people who asked to be forgotten."""

    async def begin(self) -> None:
        """Somebody founds it."""
        self.club = await self.town.server.clubs.found("Club", "secretary", self.town.clock())
        self._link = self.club.link

    async def again(self) -> None:
        """The club, at a server."""
        found = await self.town.server.clubs.find(self._link)
        assert found is not None
        self.club = found

    async def step(self) -> None:
        """The secretary asks something."""
        await self.again()
        await self._nothing_left()
        self._steps += 1
        kind = self.random.choices([*WEIGHTS], [*WEIGHTS.values()])[0]
        await self._ask(await self._command(kind, f"c{self._steps}"))
        if not self.club.state.closed:
            await self.town.server.clubs.look(self.club, self.town.clock())
            await self._holds()
        self.over = self.club.state.closed or self._steps > STEPS

    async def _command(self, kind: str, ident: str) -> ClubCommand:
        chance, club, name = self.random, self.club.state, self.town.name
        one, other = (chance.choice([*club.members, 99]) for _ in range(2))
        event, season = (chance.choice([*known, 99]) for known in (club.events, club.seasons))
        said: dict[str, Any] = {
            "name": chance.choice((name(), name(), " ")),
            "also": (name(),) * chance.randint(0, 1),
            "category": chance.choice(("", "A", "B")),
            "named": chance.random() < 0.5,
            "note": name(),
        }
        day = f"2026-{chance.randint(1, 12):02}-{chance.randint(1, 30):02}"
        match kind:
            case "enter":
                return asked.EnterMember(ident, **said)
            case "change":
                return asked.ChangeMember(ident, one, **said)
            case "remove":
                return asked.RemoveMember(ident, one)
            case "merge":
                return asked.MergeMembers(ident, one, other)
            case "part":
                return asked.PartMembers(ident, chance.choice([*club.merges, one]))
            case "erase":
                return asked.ErasePerson(ident, f"m{one}")
            case "import":
                lines = [f"{name()};{chance.choice('AB')};{chance.choice(('yes', 'no', 'maybe'))}" for _ in range(3)]
                return asked.ImportRegister(ident, "\n".join(["name;class;agreed", *lines]))
            case "add":
                return asked.AddEvent(ident, *await self._evening())
            case "forget":
                return asked.RemoveEvent(ident, event)
            case "date":
                return asked.DateEvent(ident, event, day)
            case "season":
                best, everybody = chance.randint(0, 2), chance.random() < 0.2
                return asked.SetSeason(ident, chance.choice((None, season)), name(), best=best, everybody=everybody)
            case "drop":
                return asked.DropSeason(ident, season)
            case "rename":
                return asked.RenameClub(ident, chance.choice((name(), " ")))
            case "renew":
                return asked.RenewClubLink(ident, chance.choice(("keeper", "reader")))
        return asked.CloseClub(ident)

    async def _evening(self) -> tuple[str, str]:
        """An event of four, some of whom stand in the register; now and then it is not over, or the key is wrong."""
        chance, members = self.random, [*self.club.state.members.values()]
        here = chance.sample(members, min(len(members), chance.randint(0, SEATS)))
        names = [chance.choice((one.name, *one.also)) + (f";{one.category}" * bool(one.category)) for one in here]
        names += [self.town.name() for _ in range(SEATS - len(names))]
        format_, now = formats.load("belgian-tournament"), self.town.clock()
        event = await self.town.server.tournaments.create("Evening", format_, "x", now, initials=False)
        desk = Actor("organiser")
        await event.do(desk, commands.Enter("enter", "\n".join(names)), now)
        for step in (commands.Begin("begin"), commands.Publish("publish"), commands.StartRound("start")):
            await event.do(desk, step, now)
        if chance.random() < 0.9:
            scores = tuple(chance.sample((30, -5, -10, -15), SEATS))
            await event.do(desk, commands.Report("report", table=1, game=1, scores=scores, sure=True), now)
            await event.do(desk, commands.CloseRound("close", listed=unconfirmed(event.state.tournament)), now)
        key = event.state.keys.organiser if chance.random() < 0.9 else "nobody's"
        return event.link, key

    async def _ask(self, command: ClubCommand) -> None:
        clubs, club, now = self.town.server.clubs, self.club.state, self.town.clock()
        what = f"register {command.__struct_config__.tag!s}"
        key = club.keys.keeper if self.random.random() < 0.95 else club.keys.reader
        gone = self._of(club, command.person) if isinstance(command, asked.ErasePerson) else set()
        seq = self.club.seq
        try:
            await clubs.do(self.club, command, now, key)
        except Refusal as refusal:
            self.town.counted[f"{what} refused {refusal.code}"] += 1
            require((self.club.state, self.club.seq) == (club, seq), "what is refused changes nothing", command)
            return
        self.town.counted[f"{what} accepted"] += 1
        require(key == club.keys.keeper, "the keeper alone keeps it", command)
        self._forgotten |= gone
        now_at = self.club.seq
        if self.random.random() < 0.2 and not isinstance(command, asked.CloseClub | asked.RenewClubLink):
            try:
                await clubs.do(self.club, command, now, key)
            except Busy:
                require(False, "what is sent again is answered again", command)
            require(self.club.seq == now_at, "what is sent again is not repeated", command)

    def _of(self, club: Club, who: str) -> set[str]:
        """All names of a person in the register."""
        number = int(who.removeprefix("m"))
        entries = [club.members.get(number), *(one.gone for one in club.merges.values() if one.into == number)]
        return {name for one in entries if one is not None for name in (one.name, *one.also)}

    async def _holds(self) -> None:
        """Both roles see the club; its readers learn no note, no key and nobody of the register who did not agree."""
        club, seq, lost = self.club.state, self.club.seq, self.club.lost
        people = [f"m{number}" for number in club.members]
        told = {}
        for role in ("keeper", "reader"):
            shown = [view(club, self._link, seq, role, lost), figures(club, role, None)]
            told[role] = msgspec.json.encode([*shown, *(person(club, role, one) for one in people)]).decode()
        listed = register_view(club, seq).members
        require(sorted(one.number for one in listed) == sorted(club.members), "the keeper sees everybody", listed)
        secret = {one.note for one in club.members.values()} | {club.keys.keeper, club.keys.reader}
        secret |= {one.name for one in club.members.values() if not one.named}
        seen = sorted(one for one in secret if one and one in told["reader"])
        require(not seen, "readers learn nobody's secrets", seen)

    async def _nothing_left(self) -> None:
        """Who asked to be forgotten is in nothing that the club keeps."""
        rows = b"".join(row.body for row in (await self.town.store.log(self.club.id))[1]).decode()
        left = sorted(name for name in self._forgotten if name in rows)
        require(not left, "nothing names who was forgotten", left)
