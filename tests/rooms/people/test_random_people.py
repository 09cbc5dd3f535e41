"""Random people who play, hide, block, invite, decline and come, at two servers over one store: what each finds in
their list and among their invitations agrees with books that know nothing of the program."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from random import Random

import pytest

from tests.rooms.harness import Clock, Harness
from tests.store.conftest import Place, place
from tilerummy import editions
from tilerummy.bus import LocalBus
from tilerummy.rooms import commands
from tilerummy.rooms.decide import person
from tilerummy.rooms.people import outcomes
from tilerummy.rooms.people.inviting import OF_ONE, OPEN, invite
from tilerummy.rooms.people.wishes import Wish, people_of, want
from tilerummy.rooms.room import Room
from tilerummy.rooms.views.messages_out import Accepted
from tilerummy.rules.refusal import Refusal
from tilerummy.store import Store

__all__ = ["place"]
PEOPLE = ("p0", "p1", "p2", "p3")
WISHES: tuple[Wish, ...] = ("hide", "show", "forget", "block", "unblock")
Standing = tuple[int, int, int, bool, bool]
"""Games together, won by either, hidden, blocked."""


@dataclass
class Asked:
    """A table for which people were invited: who sits there, who is awaited, whether a seat is free."""

    owner: str
    here: set[str]
    awaited: set[str]
    free: bool = False

    @property
    def waits(self) -> bool:
        """Whether the game has not begun."""
        return self.free or bool(self.awaited)


@dataclass
class Books:
    """What ought to be, by hand."""

    games: list[tuple[str, ...]] = field(default_factory=list)
    """Who played, the winner first."""
    hidden: set[tuple[str, str]] = field(default_factory=set)
    blocked: set[tuple[str, str]] = field(default_factory=set)
    forgotten: dict[tuple[str, str], int] = field(default_factory=dict)
    tables: dict[str, Asked] = field(default_factory=dict)

    def people(self, player: str) -> dict[str, Standing]:
        """The list of a guest."""
        found = {}
        for other in PEOPLE:
            pair = player, other
            met = [game for game in self.games[self.forgotten.get(pair, 0) :] if {player, other} <= {*game}]
            if other != player and (met or pair in self.blocked):
                won, lost = (sum(game[0] == winner for game in met) for winner in pair)
                found[other] = len(met), won, lost, pair in self.hidden, pair in self.blocked
        return found

    def invitations(self, player: str) -> set[str]:
        """The tables that wait for a guest."""
        return {room for room, asked in self.tables.items() if asked.waits and player in asked.awaited}

    def invited(self, player: str, others: frozenset[str]) -> set[str] | None:
        """What becomes of an invitation: one of the tables that wait for just these already, none: a new one, or None:
        there are too many."""
        names = {f"{player} for {other}" if (other, player) in self.blocked else other for other in others}
        waiting = {room: asked for room, asked in self.tables.items() if asked.awaited and asked.waits}
        if same := {room for room, asked in waiting.items() if asked.here | asked.awaited == {player, *names}}:
            return same
        own = [asked.here | asked.awaited for asked in waiting.values() if asked.owner == player]
        full = len(own) >= OPEN or any(sum(name in people for people in own) >= OF_ONE for name in names)
        return None if full else set()

    def wants(self, player: str, other: str, wish: Wish) -> None:
        """A guest wants something of another."""
        pair = player, other
        match wish:
            case "hide":
                self.hidden.add(pair)
            case "show":
                self.hidden.discard(pair)
            case "forget":
                self.hidden.discard(pair)
                self.forgotten[pair] = len(self.games)
            case "unblock":
                self.blocked.discard(pair)
            case "block":
                self.blocked.add(pair)
                for asked in self.tables.values():
                    gone = player if asked.owner == other and player in asked.awaited else other
                    if asked.waits and player in (asked.owner, gone) and gone in asked.awaited | asked.here:
                        self.leaves(asked, gone)

    @staticmethod
    def leaves(asked: Asked, player: str) -> None:
        """A seat is free from now on."""
        asked.here.discard(player)
        asked.awaited.discard(player)
        asked.free = True


class Evening:
    """Four people, two servers, and the books."""

    def __init__(self, seed: int, halls: tuple[Harness, Harness]) -> None:
        self.random, self.halls, self.books = Random(seed), halls, Books()
        self._number = count()

    @property
    def hall(self) -> Harness:
        """Either of the servers."""
        return self.random.choice(self.halls)

    async def step(self) -> None:
        """Somebody does something; a second passes."""
        self.hall.clock.pass_by(1)
        player = self.random.choice(PEOPLE)
        await self.random.choice((self._play, self._wish, self._wish, self._invite, self._invite, self._answer))(player)

    async def _play(self, player: str) -> None:
        others = self.random.sample([one for one in PEOPLE if one != player], self.random.choice((1, 2)))
        sitters = tuple(person(f"Guest {one}", one) for one in (player, *others))
        room = await self.hall._dealt(editions.load("original"), None, sitters)
        for other in others:
            await self._ask(room, other, commands.Resign(self._ident))
        self.books.games.append((player, *others))

    async def _wish(self, player: str) -> None:
        known = self.books.people(player)
        if known:
            other, wish = self.random.choice(sorted(known)), self.random.choice(WISHES)
            await want(self.hall.rooms, player, other, f"Guest {other}", wish)
            self.books.wants(player, other, wish)

    async def _invite(self, player: str) -> None:
        hall = self.hall
        await outcomes.count(hall.rooms, player)
        known, companies = await people_of(hall.rooms, player)
        free = [one for one in known if not one.blocked]
        guests = self.random.sample(free, min(len(free), self.random.choice((1, 1, 2))))
        others = frozenset(one.player for one in guests)
        if not any(company.players & others for company in companies):
            return
        expected = self.books.invited(player, others)
        host = person(f"Guest {player}", player)
        if expected is None:
            with pytest.raises(Refusal, match="invitations-full"):
                await invite(hall.rooms, host, guests, companies)
            return
        made = await invite(hall.rooms, host, guests, companies)
        if expected:
            assert made in expected
            return
        assert made not in self.books.tables
        hidden = {f"{player} for {one}" if (one, player) in self.books.blocked else one for one in others}
        self.books.tables[made] = Asked(player, {player}, hidden)

    async def _answer(self, player: str) -> None:
        for ident in sorted(self.books.invitations(player)):
            room, asked = await self.hall.room(ident), self.books.tables[ident]
            if self.random.random() < 0.5:
                await self._ask(room, player, commands.Leave(self._ident))
                self.books.leaves(asked, player)
            else:
                await self._ask(room, player, commands.Sit(self._ident, f"Guest {player}"))
                asked.awaited.discard(player)
                asked.here.add(player)

    async def check(self) -> None:
        """What everybody finds, at either server."""
        for player in PEOPLE:
            rooms = self.hall.rooms
            assert await outcomes.count(rooms, player)
            known, _ = await people_of(rooms, player)
            found = {one.player: (one.games, one.won, one.their_won, one.hidden, one.blocked) for one in known}
            assert found == self.books.people(player)
            mine = await rooms.mine(player)
            asked = {room.id for room in mine if room.state.seat_kept_for(player) is not None}
            assert asked == self.books.invitations(player)
            begun = {room.id for room in mine if room.state.called and room.id in self.books.tables}
            assert begun == {at for at, one in self.books.tables.items() if not one.waits and player in one.here}

    @property
    def _ident(self) -> str:
        return f"c{next(self._number)}"

    async def _ask(self, room: Room, player: str, command: commands.Command) -> None:
        assert isinstance(await room.command(player, command), Accepted)


@contextmanager
def _halls(first: Store, second: Store) -> Iterator[tuple[Harness, Harness]]:
    clock = Clock()
    yield Harness(first, clock, LocalBus(alone=False)), Harness(second, clock, LocalBus(alone=False))


@pytest.mark.parametrize("seed", range(2))
def test_lists_and_invitations_agree_with_the_books(place: Place, seed: int) -> None:
    async def evening() -> None:
        first = place.open()
        second = first if place.kind == "sqlite" else place.open()
        with _halls(first, second) as halls:
            people = Evening(seed, halls)
            for _ in range(60):
                await people.step()
                await people.check()
            assert people.books.tables
            assert people.books.blocked
            for hall in halls:
                await hall.rooms.close()
        for store in {first, second}:
            await store.close()

    asyncio.run(evening())
