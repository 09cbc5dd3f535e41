"""The ASGI application: everything that is served, and what stands in front of it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import Route

from tilerummy.bus import Bus
from tilerummy.circles.hosting import Circles
from tilerummy.clubs.hosting import Clubs
from tilerummy.previews.raster import can_draw
from tilerummy.records.upkeep import Upkeep
from tilerummy.rooms.hosting import Rooms
from tilerummy.rooms.people.unheard import Unheard
from tilerummy.sheets.hosting import Sheets
from tilerummy.store.notices import OutletKind
from tilerummy.tournaments.hosting import Tournaments
from tilerummy.tournaments.results_feed import ResultsFeed
from tilerummy.web import limits
from tilerummy.web.api import routes as addresses
from tilerummy.web.api.analysis import AnalysisApi
from tilerummy.web.api.bots import BotApi
from tilerummy.web.api.circles.api import CircleApi
from tilerummy.web.api.clubs.api import ClubApi
from tilerummy.web.api.devices import DeviceApi
from tilerummy.web.api.guests import GuestApi
from tilerummy.web.api.handovers import HandoverApi
from tilerummy.web.api.judge import JudgeApi
from tilerummy.web.api.online_tables import OnlineTableApi
from tilerummy.web.api.past_games import PastGamesApi
from tilerummy.web.api.puzzles import PuzzleApi
from tilerummy.web.api.replays import ReplayApi
from tilerummy.web.api.reports import ReportApi
from tilerummy.web.api.returning.passkeys import PasskeyApi
from tilerummy.web.api.returning.recovery import RecoveryApi
from tilerummy.web.api.rooms import RoomApi
from tilerummy.web.api.sheets import SheetApi
from tilerummy.web.api.sites import SiteApi
from tilerummy.web.api.tournament_lists import TournamentListApi
from tilerummy.web.api.tournaments import TournamentApi
from tilerummy.web.edge.closings import Closings
from tilerummy.web.edge.paths import PlainPaths
from tilerummy.web.edge.places import Places
from tilerummy.web.edge.spending import Spending
from tilerummy.web.edge.throttle import Throttle
from tilerummy.web.hosts import Hosts
from tilerummy.web.links.pages import LinkPages
from tilerummy.web.links.pictures import PictureApi
from tilerummy.web.links.previews import Previews
from tilerummy.web.notices.api import NoticeApi
from tilerummy.web.notices.mail.api import MailApi
from tilerummy.web.notices.mail.links import Links
from tilerummy.web.notices.mail.mails import Mails
from tilerummy.web.notices.outgoing import Outgoing
from tilerummy.web.notices.pushes import Pushes
from tilerummy.web.notices.sender import Sender, Way
from tilerummy.web.notices.services import Services
from tilerummy.web.operations.access_log import AccessLog
from tilerummy.web.operations.drain import Doorkeeper, Drain
from tilerummy.web.operations.health import Health, Operators
from tilerummy.web.operations.measures import Now, measuring, registry_of
from tilerummy.web.people.api import PeopleApi
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
    circles: Circles,
    clubs: Clubs,
    feeder: ResultsFeed,
    sessions: Sessions,
    page: Page,
    settings: WebSettings,
    drain: Drain,
    bus: Bus,
) -> Starlette:
    """The application over all of these; it starts and closes bus, rooms, feeder and store with itself."""
    per_address = settings.per_address
    most = settings.mail.most if settings.mail is not None else 0
    spending, watchers, places = Spending(bus, per_address, most), Watchers(per_address), Places(per_address)
    budget = spending.budget
    api, sockets = RoomApi(rooms, sessions, spending), Sockets(rooms, sessions, spending, places)
    back = ReplayApi(api.find, rooms, sessions, budget)
    events = TournamentApi(tournaments, sessions, watchers, spending, restores=settings.restore)
    previews, draws = Previews(rooms, tournaments, sheets, circles, clubs), can_draw() and page.pictures.is_dir()
    online, lists = OnlineTableApi(tournaments, feeder, sessions), TournamentListApi(tournaments)
    outgoing, links = Outgoing(settings.push_near), Links(rooms.store)
    pushes, services = Pushes(rooms.store, outgoing, rooms.now), Services(settings.services, outgoing)
    notices = NoticeApi(rooms, sessions, budget, pushes, services, mail=settings.mail is not None)
    ways: dict[OutletKind, Way] = {"push": pushes, "service": services}
    if settings.mail is not None:
        ways["mail"] = Mails(settings.mail, links, spending, sessions.revocations, rooms.now)
    routes = [
        *_of_operations(Health(rooms, drain, registry_of(Now(rooms, places, watchers))), Operators(settings)),
        *addresses.of_guests(
            api,
            GuestApi(rooms, tournaments, sheets, circles, clubs, sessions, budget),
            DeviceApi(rooms, sessions, budget),
            HandoverApi(rooms, sessions, spending),
            RecoveryApi(rooms, sessions, spending),
            PasskeyApi(rooms, sessions, spending),
            BotApi(rooms.store, sessions, budget),
        ),
        *addresses.of_notices(notices),
        *(addresses.of_mail(MailApi(notices, rooms, sessions, spending, links)) if settings.mail else ()),
        *addresses.of_people(PeopleApi(rooms, sessions, spending, Unheard(rooms, bus))),
        *addresses.of_editions(api, JudgeApi(per_address)),
        *addresses.of_study(PuzzleApi(rooms, sessions, spending), back, AnalysisApi(rooms)),
        *addresses.of_rooms(api, PastGamesApi(rooms, sessions), back, ReportApi(rooms, sessions, spending), sockets),
        *addresses.of_tournaments(events, online, lists, SiteApi(tournaments)),
        *addresses.of_sheets(SheetApi(sheets, sessions, watchers, budget)),
        *addresses.of_circles(CircleApi(circles, rooms, sessions, spending)),
        *addresses.of_clubs(ClubApi(clubs, sessions, spending)),
        *addresses.of_links(PictureApi(page, previews, rooms.scheduler, per_address) if draws else None),
        *addresses.of_nothing(),
        Route("/{path:path}", LinkPages(page, previews, pictures=draws).serve),
    ]
    sender = Sender(rooms, ways)
    parts = (
        bus,
        sessions.revocations,
        rooms,
        tournaments,
        sheets,
        circles,
        clubs,
        feeder,
        Upkeep(rooms.store),
        sender,
        sockets,
    )

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        for part in parts:
            await part.start()
        try:
            with measuring():
                yield
        finally:
            await drain.close(*reversed(parts), rooms.store)

    return Starlette(routes=routes, middleware=_middleware(routes, sessions, settings, drain), lifespan=lifespan)


def _of_operations(health: Health, operators: Operators) -> addresses.Routes:
    """How the server is."""
    return (
        Route("/healthz", health.alive),
        Route("/readyz", operators.only(health.ready)),
        Route("/metrics", operators.only(health.metrics)),
    )


def _middleware(routes: addresses.Routes, sessions: Sessions, settings: WebSettings, drain: Drain) -> list[Middleware]:
    """What every request passes, from the outside in."""
    hosts = Hosts(settings.names, local=settings.local)
    return [
        Middleware(ForwardedHeaders, trusted=settings.proxies),
        Middleware(AccessLog, routes=routes),
        Middleware(Throttle, rates=limits.requests(settings.per_address)),
        Middleware(SecurityHeaders, hosts=hosts),
        Middleware(KnownHosts, hosts=hosts),
        Middleware(PlainPaths),
        Middleware(Closings, sessions=sessions),
        Middleware(Doorkeeper, drain=drain),
        Middleware(GZipMiddleware, minimum_size=1000),
    ]
