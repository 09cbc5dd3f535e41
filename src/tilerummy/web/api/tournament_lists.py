"""What desk and organiser take home of a tournament or look up in it: results, standings, who did what; and what a list
says that they may bring."""

import asyncio
from collections.abc import Callable, Iterable
from functools import partial

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from tilerummy.records.newest import Newest
from tilerummy.site.files import csv_file
from tilerummy.tournament.checkin.people import people
from tilerummy.tournament.decide import Actor
from tilerummy.tournament.lists import exports as listing
from tilerummy.tournament.state import Tournament
from tilerummy.tournaments.checkin_views import OwnLink
from tilerummy.tournaments.hosted_tournament import HostedTournament
from tilerummy.tournaments.hosting import Tournaments
from tilerummy.tournaments.journal import Entry, journal
from tilerummy.web import limits
from tilerummy.web.answers import reply
from tilerummy.web.api.csv_files import saved
from tilerummy.web.api.tournaments import asked_of
from tilerummy.web.errors import HttpRefusal, read_body, told
from tilerummy.web.tournament_protocol import ListRead, ListUnderstood


class Journal(msgspec.Struct, frozen=True):
    """What was done, the newest first."""

    entries: tuple[Entry, ...]


class OwnLinks(msgspec.Struct, frozen=True):
    """The entrants' own links."""

    links: tuple[OwnLink, ...]


class TournamentListApi:
    """The endpoints over the tournaments of one server."""

    def __init__(self, tournaments: Tournaments) -> None:
        self._tournaments = tournaments
        self._readings = limits.list_readings()
        self._results = _csv(listing.results)
        self._standings = _csv(listing.standings)
        self._journals = Newest[HostedTournament, tuple[Entry, ...]](lambda one: partial(journal, list(one.entries)))

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
        return saved(await self._results.of(hosted), f"tilerummy-{hosted.link}-results.csv")

    async def standings(self, request: Request) -> Response:
        """GET: the standings of every stage as CSV."""
        hosted = await self._asked(request)
        return saved(await self._standings.of(hosted), f"tilerummy-{hosted.link}-standings.csv")

    async def people(self, request: Request) -> Response:
        """GET: who plays and who waits as CSV, with who is in and who has paid."""
        hosted = await self._asked(request)
        return saved(csv_file(people(hosted.state.tournament)), f"tilerummy-{hosted.link}-players.csv")

    async def own_links(self, request: Request) -> Response:
        """GET: the keys of all entrants' own links."""
        hosted = await self._asked(request)
        return reply(OwnLinks(hosted.own_links()))

    async def journal(self, request: Request) -> Response:
        """GET: who did what."""
        hosted = await self._asked(request)
        return reply(Journal(await self._journals.of(hosted)))

    async def _asked(self, request: Request) -> HostedTournament:
        return (await self._by_staff(request))[0]

    async def _by_staff(self, request: Request) -> tuple[HostedTournament, Actor]:
        hosted, actor = await asked_of(self._tournaments, request)
        if actor.role not in ("desk", "organiser"):
            raise HttpRefusal(403, "not-allowed-role")
        return hosted, actor


def _csv(rows: Callable[[Tournament], Iterable[tuple[listing.Cell, ...]]]) -> Newest[HostedTournament, bytes]:
    """Rows of an event as a CSV file."""

    def work(hosted: HostedTournament) -> Callable[[], bytes]:
        state = hosted.state.tournament
        return lambda: csv_file(rows(state))

    return Newest(work)
