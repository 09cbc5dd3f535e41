"""The ASGI application: which address leads where."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute

from tilerummy.bus import Bus
from tilerummy.records.upkeep import Upkeep
from tilerummy.rooms.hosting import Rooms
from tilerummy.sheets.hosting import Sheets
from tilerummy.tournaments.hosting import Tournaments
from tilerummy.tournaments.results_feed import ResultsFeed
from tilerummy.web import limits
from tilerummy.web.api.analysis import AnalysisApi
from tilerummy.web.api.bots import BotApi, SchemaFile
from tilerummy.web.api.guests import GuestApi
from tilerummy.web.api.judge import Judging
from tilerummy.web.api.looking_back import LookingBack
from tilerummy.web.api.online_tables import OnlineApi
from tilerummy.web.api.past_games import PastGamesApi
from tilerummy.web.api.puzzles import PuzzleApi
from tilerummy.web.api.rooms import Api, answering
from tilerummy.web.api.sheets import SheetApi
from tilerummy.web.api.sites import Sites
from tilerummy.web.api.tournament_lists import TournamentLists
from tilerummy.web.api.tournaments import TournamentApi
from tilerummy.web.edge.places import Places
from tilerummy.web.edge.spending import Spending
from tilerummy.web.edge.throttle import Throttle
from tilerummy.web.errors import HttpRefusal
from tilerummy.web.hosts import Hosts
from tilerummy.web.operations.drain import Doorkeeper, Drain
from tilerummy.web.operations.health import Health, Operators
from tilerummy.web.operations.journal import Journal
from tilerummy.web.operations.measures import Now, measuring, registry_of
from tilerummy.web.proxies import ForwardedHeaders
from tilerummy.web.security import KnownHosts, SecurityHeaders
from tilerummy.web.sessions import Sessions
from tilerummy.web.settings import WebSettings
from tilerummy.web.sockets.socket import Sockets
from tilerummy.web.sockets.watch_socket import Watchers
from tilerummy.web.static_files import Page


def make_app(
    rooms: Rooms,
    tournaments: Tournaments,
    sheets: Sheets,
    feeder: ResultsFeed,
    sessions: Sessions,
    page: Page,
    settings: WebSettings,
    drain: Drain,
    bus: Bus,
) -> Starlette:
    """The application over all of these; it starts and closes bus, rooms, feeder and store with itself."""
    upkeep = Upkeep(rooms.store)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await bus.start()
        await sessions.revocations.start()
        for registry in (rooms, tournaments, sheets):
            await registry.start()
        await sockets.start()
        await feeder.start()
        await upkeep.start()
        try:
            with measuring():
                yield
        finally:
            players = (sockets, upkeep, feeder, sheets, tournaments, rooms)
            await drain.close(*players, sessions.revocations, bus, rooms.store)

    per_address = settings.per_address
    spending, watchers, places = Spending(bus, per_address), Watchers(per_address), Places(per_address)
    budget = spending.budget
    api, sockets = Api(rooms, sessions, spending), Sockets(rooms, sessions, spending, places)
    past = PastGamesApi(rooms, sessions)
    puzzles = PuzzleApi(rooms, sessions, budget)
    guests = GuestApi(rooms, sessions, budget)
    bots, schema = BotApi(rooms.store, sessions, budget), SchemaFile()
    health = Health(rooms, drain, registry_of(Now(rooms, places, watchers)))
    operators = Operators(settings.operators)
    events = TournamentApi(tournaments, sessions, watchers, budget, settings.restore)
    sheet_api = SheetApi(sheets, sessions, watchers, budget)
    back = LookingBack(api.find, rooms, sessions, budget)
    online, lists = OnlineApi(tournaments, feeder, sessions), TournamentLists(tournaments)
    sites = Sites(tournaments)
    routes: list[Route | WebSocketRoute] = [
        Route("/healthz", health.alive),
        Route("/readyz", operators.only(health.ready)),
        Route("/metrics", operators.only(health.metrics)),
        Route("/api/session", answering(api.session), methods=["POST"]),
        Route("/api/session/forget", answering(guests.forget), methods=["POST"]),
        Route("/api/handovers", answering(guests.hand_over), methods=["POST"]),
        Route("/api/handovers/look", answering(guests.look), methods=["POST"]),
        Route("/api/handovers/take", answering(guests.take), methods=["POST"]),
        Route("/api/bots", answering(bots.bots), methods=["GET", "POST"]),
        Route("/api/bots/{bot}/revoke", answering(bots.revoke), methods=["POST"]),
        Route("/api/schema.json", answering(schema.schema)),
        Route("/api/editions", answering(api.editions)),
        Route("/api/editions/{edition}/card", answering(api.edition_card)),
        Route("/api/levels", answering(api.levels)),
        Route("/api/judge", answering(Judging(per_address).judge), methods=["POST"]),
        Route("/api/puzzles/{edition}", answering(puzzles.of_day)),
        Route("/api/puzzles/{edition}/{puzzle}", answering(puzzles.of_id), methods=["GET", "POST"]),
        Route("/api/records/analysis", answering(back.analyse), methods=["POST"]),
        Route("/api/analysis", answering(AnalysisApi(rooms, per_address).analyse), methods=["POST"]),
        Route("/api/rooms", answering(api.rooms), methods=["GET", "POST"]),
        Route("/api/rooms/finished", answering(past.finished)),
        Route("/api/rooms/open", answering(api.open_rooms)),
        Route("/api/rooms/{room}/card", answering(api.room_card)),
        Route("/api/rooms/{room}/record", answering(back.record)),
        Route("/api/rooms/{room}/replay", answering(back.replay)),
        Route("/api/rooms/{room}/review", answering(back.review)),
        Route("/api/rooms/{room}/analysis", answering(back.analysis)),
        WebSocketRoute("/api/rooms/{room}/socket", sockets.serve),
        Route("/api/server", answering(events.server)),
        Route("/api/formats", answering(events.formats)),
        Route("/api/tournaments", answering(events.make), methods=["POST"]),
        Route("/api/tournaments/restore", answering(events.restore), methods=["POST"]),
        Route("/api/tournaments/{tournament}", answering(events.show), methods=["GET", "POST"]),
        Route("/api/tournaments/{tournament}/card", answering(events.card), methods=["POST"]),
        WebSocketRoute("/api/tournaments/{tournament}/watch", events.watch),
        Route("/api/tournaments/{tournament}/online", answering(online.online), methods=["GET", "POST"]),
        Route("/api/tournaments/{tournament}/backup", answering(events.backup)),
        Route("/api/tournaments/{tournament}/results.csv", answering(lists.results)),
        Route("/api/tournaments/{tournament}/standings.csv", answering(lists.standings)),
        Route("/api/tournaments/{tournament}/journal", answering(lists.journal)),
        Route("/api/sheets", answering(sheet_api.make), methods=["POST"]),
        Route("/api/sheets/{sheet}", answering(sheet_api.show), methods=["GET", "POST"]),
        WebSocketRoute("/api/sheets/{sheet}/watch", sheet_api.watch),
        Route("/api/sheets/{sheet}/csv", answering(sheet_api.csv)),
        Route("/site/{tournament}", answering(sites.show)),
        Route("/site/{tournament}/{file:path}", answering(sites.show)),
        Route("/api/{path:path}", answering(_unknown), methods=["GET", "POST", "PUT", "PATCH", "DELETE"]),
        Route("/{path:path}", page.serve),
    ]
    hosts = Hosts(settings.names, settings.local)
    middleware = [
        Middleware(ForwardedHeaders, trusted=settings.proxies),
        Middleware(Journal, routes=routes),
        Middleware(Throttle, rates=limits.requests(per_address)),
        Middleware(SecurityHeaders, hosts=hosts),
        Middleware(KnownHosts, hosts=hosts),
        Middleware(Doorkeeper, drain=drain),
        Middleware(GZipMiddleware, minimum_size=1000),
    ]
    return Starlette(routes=routes, middleware=middleware, lifespan=lifespan)


async def _unknown(_: Request) -> Response:
    raise HttpRefusal(404, "unknown-address")
