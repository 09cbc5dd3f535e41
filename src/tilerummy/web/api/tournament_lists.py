"""What desk and organiser take home of a tournament or look up in it: results, standings, who did what; and what a list
says that they may bring."""

import asyncio

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from tilerummy.tournament.decide import Actor
from tilerummy.tournament.lists import exports as listing
from tilerummy.tournaments.hosted_tournament import HostedTournament
from tilerummy.tournaments.hosting import Tournaments
from tilerummy.tournaments.journal import Entry, journal
from tilerummy.web import limits
from tilerummy.web.answers import reply
from tilerummy.web.api.csv_files import csv_file
from tilerummy.web.api.tournaments import asked_of
from tilerummy.web.errors import HttpRefusal, read_body, told
from tilerummy.web.tournament_protocol import ListRead, ListUnderstood


class Journal(msgspec.Struct, frozen=True):
    """What was done, the newest first."""

    entries: tuple[Entry, ...]


class TournamentListApi:
    """The endpoints over the tournaments of one server."""

    def __init__(self, tournaments: Tournaments) -> None:
        self._tournaments = tournaments
        self._readings = limits.list_readings()

    async def read(self, request: Request) -> Response:
        """POST: how a list would be understood, of which nothing is taken."""
        hosted, actor = await self._by_staff(request)
        if not self._readings.take(f"{hosted.id} {actor.role}"):
            raise HttpRefusal(429, "too-fast")
        asked = await read_body(request, ListRead)
        found = await asyncio.to_thread(hosted.understood, asked.what, asked.text, actor.role)
        return reply(ListUnderstood(found.count, found.first, found.odd, told(found.faults)))

    async def results(self, request: Request) -> Response:
        """GET: every result as CSV, which can be brought again."""
        hosted = await self._asked(request)
        rows = listing.results(hosted.state.tournament)
        return csv_file(rows, f"tilerummy-{hosted.link}-results.csv")

    async def standings(self, request: Request) -> Response:
        """GET: the standings of every stage as CSV."""
        hosted = await self._asked(request)
        rows = await asyncio.to_thread(list, listing.standings(hosted.state.tournament))
        return csv_file(rows, f"tilerummy-{hosted.link}-standings.csv")

    async def journal(self, request: Request) -> Response:
        """GET: who did what."""
        hosted = await self._asked(request)
        return reply(Journal(await asyncio.to_thread(journal, list(hosted.entries))))

    async def _asked(self, request: Request) -> HostedTournament:
        return (await self._by_staff(request))[0]

    async def _by_staff(self, request: Request) -> tuple[HostedTournament, Actor]:
        hosted, actor = await asked_of(self._tournaments, request)
        if actor.role not in ("desk", "organiser"):
            raise HttpRefusal(403, "not-allowed-role")
        return hosted, actor
