"""Results flow from the rooms of a tournament's tables into the tournament, each exactly once.

Nothing is kept about what is under way: what is missing follows from the events of both. So it is looked after a start,
after every hint and every few seconds, and an entry is made under an id that follows from its room: a server that is
killed between the end of a game and its result enters the result when it comes back.
"""

import asyncio
import itertools
from typing import Final

import structlog

from tilerummy.bus import Bus
from tilerummy.records.decision import Decision
from tilerummy.records.record import Busy
from tilerummy.records.tasks import Tasks
from tilerummy.rooms import fixtures
from tilerummy.rooms.hosting import Rooms
from tilerummy.rooms.room import Room
from tilerummy.rules.refusal import Refusal, refuse
from tilerummy.store import StorageFailure
from tilerummy.tournament.online_tables import OnlineTable, game_now, online_tables, played
from tilerummy.tournaments.hosted_tournament import PREFIX, Held, HostedTournament, TournamentEvent
from tilerummy.tournaments.hosting import Tournaments
from tilerummy.tournaments.online_tables import OnlineTables

POLL = 5.0
"""Seconds between two looks for what a lost hint or a failing disk left undone."""
LEASE: Final = 3 * POLL
"""Seconds for which one server looks after a tournament; of one that died, another takes over then."""
UNHEARD: Final = 6
"""Polls after which a server looks for tournaments that began at others."""
ACTOR = "rooms"
"""Who enters such results, as the tournament's log names it."""
log = structlog.get_logger()


class ResultsFeed:
    """Looks after the tables that are played here. `start` before use, `close` after."""

    def __init__(self, tournaments: Tournaments, rooms: Rooms, bus: Bus) -> None:
        self.tables = OnlineTables(rooms)
        self._tournaments = tournaments
        self._rooms = rooms
        self._playing: dict[str, set[str]] = {}
        self._feeding: set[str] = set()
        self._again: set[str] = set()
        self._tasks = Tasks()
        bus.subscribe(self._hinted)

    async def start(self) -> None:
        """Enter what is missing, and look after every tournament under way from now on."""
        self._tasks.start(self._look_at_all(await self._under_way()))
        self._tasks.start(self._poll_forever())

    async def _under_way(self) -> list[str]:
        try:
            store = self._tournaments.store
            owners = [owner for owner, _ in await store.unfinished(PREFIX)]
            return [ident.removeprefix(PREFIX) for ident in dict.fromkeys([*await store.playing(PREFIX), *owners])]
        except StorageFailure:
            log.exception("tournaments-unknown")
            return []

    async def close(self) -> None:
        """Stop looking."""
        await self._tasks.close()

    def _hinted(self, ident: str, _: int) -> None:
        if ident.startswith(PREFIX):
            self._look(ident.removeprefix(PREFIX))
            return
        for link, rooms in self._playing.items():
            if ident in rooms:
                self._tasks.start(self._look_if_over(link, ident))

    def _look(self, link: str) -> None:
        """Feed a tournament, once more where that is going on already."""
        if link in self._feeding:
            self._again.add(link)
            return
        self._feeding.add(link)
        self._tasks.start(self._feed(link))

    async def _look_at_all(self, links: list[str]) -> None:
        """One after the other: a server may know many events, and most have no table here."""
        for link in links:
            if link not in self._feeding:
                self._feeding.add(link)
                await self._feed(link)

    async def _look_if_over(self, link: str, ident: str) -> None:
        room = await self._rooms.find(ident)
        if room is not None and room.state.phase == "over":
            self._look(link)

    async def _feed(self, link: str) -> None:
        try:
            while True:
                self._again.discard(link)
                try:
                    await self._feed_all(link)
                except Exception:
                    # Nothing was half done, and the next look tries again; no other event has to wait for this one.
                    log.exception("feeding-failed", tournament=link)
                if link not in self._again:
                    return
        finally:
            self._feeding.discard(link)

    async def _feed_all(self, link: str) -> None:
        hosted = await self._tournaments.find(link)
        tables = () if hosted is None else online_tables(hosted.state.tournament)
        if hosted is None:
            self._playing.pop(link, None)
            return
        self._playing[link] = {room for table in tables for room in table.rooms}
        for table in tables:
            try:
                await self._feed_table(hosted, table)
            except (Refusal, Busy, StorageFailure):
                # Points that cannot be this game's: the desk sees why, and enters the result by hand. Or the room could
                # not be written to: the next look tries again.
                log.exception("result-refused", tournament=link, table=table.table)
        await self.tables.drop(hosted)
        if not tables:
            self._playing.pop(link, None)

    async def enter(self, hosted: HostedTournament, number: int) -> None:
        """Enter what is over at a table now. Raises Refusal with all that is wrong, Busy or StorageFailure."""
        table = next((one for one in online_tables(hosted.state.tournament) if one.table == number), None)
        if table is None:
            raise refuse("not-playing")
        await self._feed_table(hosted, table)

    async def _feed_table(self, hosted: HostedTournament, table: OnlineTable) -> None:
        """Enter every game of a table that is over, and have the room of the next one ready.

        Raises Refusal, Busy or StorageFailure.
        """
        while (due := await self.tables.due(hosted, table)) is not None:
            await self.tables.keep_up(hosted, due)
            if due.room.state.phase != "over":
                return
            before = game_now(hosted.state.tournament, table)
            await self._enter(hosted, due.room)
            if game_now(hosted.state.tournament, table) == before:
                return

    async def _enter(self, hosted: HostedTournament, room: Room) -> None:
        points = fixtures.scores(room.state)
        stood_in = fixtures.stood_in(room.state, (event for entry in room.entries for event in entry.events))

        async def decided(held: Held) -> Decision[Held, TournamentEvent] | None:
            return hosted.record.decision(held, played(held.tournament, room.id, points, stood_in))

        await hosted.record.carry_out(ACTOR, room.id, decided, self._rooms.now)

    async def _poll_forever(self) -> None:
        for number in itertools.count(1):
            await asyncio.sleep(POLL)
            if not self._rooms.alone and number % UNHEARD == 0:
                await self._look_at_all([link for link in await self._under_way() if link not in self._playing])
            for link, idents in list(self._playing.items()):
                try:
                    await self._poll(link, idents)
                except Exception:
                    # the next poll tries again, and no other event has to wait for this one
                    log.exception("feeding-failed", tournament=link)
                    self._look(link)

    async def _poll(self, link: str, idents: set[str]) -> None:
        """Look at the rooms of a tournament; of servers that share a store, one does. Raises StorageFailure."""
        if not await self._rooms.lease(f"results:{link}", LEASE):
            return
        for ident, seq in (await self._tournaments.store.seqs(sorted(idents))).items():
            if (room := await self._rooms.find(ident)) is not None:
                await room.record.catch_up_if_behind(seq)
        self._look(link)
