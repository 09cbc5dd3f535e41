"""Which address leads to what, area by area."""

from collections.abc import Sequence

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute

from tilerummy.web.answers import answering
from tilerummy.web.api.analysis import AnalysisApi
from tilerummy.web.api.bots import BotApi, SchemaFile
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
from tilerummy.web.errors import HttpRefusal
from tilerummy.web.links.pages import PICTURES
from tilerummy.web.links.pictures import PictureApi
from tilerummy.web.notices.api import NoticeApi
from tilerummy.web.notices.mail.api import MailApi
from tilerummy.web.notices.mail.links import UNSUBSCRIBE
from tilerummy.web.people.api import PeopleApi
from tilerummy.web.sockets.socket import Sockets

Routes = Sequence[Route | WebSocketRoute]


def of_guests(
    api: RoomApi,
    guests: GuestApi,
    devices: DeviceApi,
    handovers: HandoverApi,
    recovery: RecoveryApi,
    passkeys: PasskeyApi,
    bots: BotApi,
) -> Routes:
    """Who one is here, on another device too, and the names of own programs."""
    return (
        Route("/api/session", answering(api.session), methods=["POST"]),
        Route("/api/session/kept", answering(guests.kept)),
        Route("/api/session/forget", answering(guests.forget), methods=["POST"]),
        Route("/api/sessions", answering(devices.devices)),
        Route("/api/sessions/end-others", answering(devices.end_others), methods=["POST"]),
        Route("/api/sessions/back", answering(devices.back), methods=["POST"]),
        Route("/api/sessions/{session}/end", answering(devices.end), methods=["POST"]),
        Route("/api/handovers", answering(handovers.handovers), methods=["GET", "POST"]),
        Route("/api/handovers/answer", answering(handovers.answer), methods=["POST"]),
        Route("/api/handovers/look", answering(handovers.look), methods=["POST"]),
        Route("/api/handovers/take", answering(handovers.take), methods=["POST"]),
        Route("/api/recovery", answering(recovery.recovery), methods=["GET", "POST"]),
        Route("/api/recovery/look", answering(recovery.look), methods=["POST"]),
        Route("/api/recovery/take", answering(recovery.take), methods=["POST"]),
        Route("/api/passkeys", answering(passkeys.passkeys), methods=["GET", "POST"]),
        Route("/api/passkeys/wanted", answering(passkeys.wanted), methods=["POST"]),
        Route("/api/passkeys/challenge", answering(passkeys.challenge), methods=["POST"]),
        Route("/api/passkeys/take", answering(passkeys.take), methods=["POST"]),
        Route("/api/passkeys/{passkey}/name", answering(passkeys.rename), methods=["POST"]),
        Route("/api/passkeys/{passkey}/end", answering(passkeys.end), methods=["POST"]),
        Route("/api/bots", answering(bots.bots), methods=["GET", "POST"]),
        Route("/api/bots/{bot}/revoke", answering(bots.revoke), methods=["POST"]),
    )


def of_notices(notices: NoticeApi) -> Routes:
    """Where guests are told of their games."""
    return (
        Route("/api/notices", answering(notices.notices), methods=["GET", "POST"]),
        Route("/api/notices/renew", answering(notices.renew), methods=["POST"]),
        Route("/api/notices/service", answering(notices.service), methods=["POST"]),
        Route("/api/notices/end", answering(notices.end), methods=["POST"]),
    )


def of_people(people: PeopleApi) -> Routes:
    """Whom guests play with."""
    return (
        Route("/api/people", answering(people.people)),
        Route("/api/people/play", answering(people.play), methods=["POST"]),
        Route("/api/people/{alias}", answering(people.act), methods=["POST"]),
        Route("/api/rooms/{room}/block", answering(people.block), methods=["POST"]),
    )


def of_mail(mail: MailApi) -> Routes:
    """Where guests are told by mail."""
    return (
        Route("/api/notices/mail", answering(mail.ask), methods=["POST"]),
        Route("/api/notices/mail/confirm", answering(mail.confirm), methods=["POST"]),
        Route("/api/notices/mail/stop", answering(mail.stop), methods=["POST"]),
        Route("/api/notices/mail/look", answering(mail.look), methods=["POST"]),
        Route("/api/notices/mail/take", answering(mail.take), methods=["POST"]),
        Route(UNSUBSCRIBE, answering(mail.unsubscribe), methods=["GET", "POST"]),
    )


def of_editions(api: RoomApi, judging: JudgeApi) -> Routes:
    """What can be played here, and what its rules say of a turn."""
    return (
        Route("/api/schema.json", answering(SchemaFile().schema)),
        Route("/api/editions", answering(api.editions)),
        Route("/api/editions/{edition}/card", answering(api.edition_card)),
        Route("/api/levels", answering(api.levels)),
        Route("/api/judge", answering(judging.judge), methods=["POST"]),
    )


def of_study(puzzles: PuzzleApi, back: ReplayApi, analysis: AnalysisApi) -> Routes:
    """Puzzles, and analysis of what was played elsewhere."""
    return (
        Route("/api/puzzles/{edition}", answering(puzzles.of_day)),
        Route("/api/puzzles/{edition}/{puzzle}", answering(puzzles.of_id), methods=["GET", "POST"]),
        Route("/api/records/analysis", answering(back.analyse), methods=["POST"]),
        Route("/api/analysis", answering(analysis.analyse), methods=["POST"]),
    )


def of_rooms(api: RoomApi, past: PastGamesApi, back: ReplayApi, reports: ReportApi, sockets: Sockets) -> Routes:
    """Rooms, and what was played in them."""
    return (
        Route("/api/rooms", answering(api.rooms), methods=["GET", "POST"]),
        Route("/api/rooms/finished", answering(past.finished)),
        Route("/api/rooms/open", answering(api.open_rooms)),
        Route("/api/rooms/{room}/decline", answering(api.decline), methods=["POST"]),
        Route("/api/rooms/{room}/reports", answering(reports.report), methods=["POST"]),
        Route("/api/rooms/{room}/card", answering(api.room_card)),
        Route("/api/rooms/{room}/record", answering(back.record)),
        Route("/api/rooms/{room}/replay", answering(back.replay)),
        Route("/api/rooms/{room}/review", answering(back.review)),
        Route("/api/rooms/{room}/analysis", answering(back.analysis)),
        WebSocketRoute("/api/rooms/{room}/socket", sockets.serve),
    )


def of_tournaments(events: TournamentApi, online: OnlineTableApi, lists: TournamentListApi, sites: SiteApi) -> Routes:
    """Tournaments, their online tables, lists and sites."""
    return (
        Route("/api/server", answering(events.server)),
        Route("/api/formats", answering(events.formats)),
        Route("/api/tournaments", answering(events.make), methods=["POST"]),
        Route("/api/tournaments/restore", answering(events.restore), methods=["POST"]),
        Route("/api/tournaments/{tournament}", answering(events.show), methods=["GET", "POST"]),
        Route("/api/tournaments/{tournament}/card", answering(events.card), methods=["POST"]),
        Route("/api/tournaments/{tournament}/sign-up", answering(events.sign_up)),
        Route("/api/tournaments/{tournament}/own", answering(events.own)),
        WebSocketRoute("/api/tournaments/{tournament}/watch", events.watch),
        Route("/api/tournaments/{tournament}/online", answering(online.online), methods=["GET", "POST"]),
        Route("/api/tournaments/{tournament}/backup", answering(events.backup)),
        Route("/api/tournaments/{tournament}/reading", answering(lists.read), methods=["POST"]),
        Route("/api/tournaments/{tournament}/results.csv", answering(lists.results)),
        Route("/api/tournaments/{tournament}/standings.csv", answering(lists.standings)),
        Route("/api/tournaments/{tournament}/players.csv", answering(lists.people)),
        Route("/api/tournaments/{tournament}/own-links", answering(lists.own_links)),
        Route("/api/tournaments/{tournament}/journal", answering(lists.journal)),
        Route("/site/{tournament}", answering(sites.show)),
        Route("/site/{tournament}/{file:path}", answering(sites.show)),
    )


def of_sheets(sheets: SheetApi) -> Routes:
    """Score sheets."""
    return (
        Route("/api/sheets", answering(sheets.sheets), methods=["GET", "POST"]),
        Route("/api/sheets/{sheet}", answering(sheets.show), methods=["GET", "POST"]),
        WebSocketRoute("/api/sheets/{sheet}/watch", sheets.watch),
        Route("/api/sheets/{sheet}/csv", answering(sheets.csv)),
    )


def of_circles(circles: CircleApi) -> Routes:
    """Circles."""
    return (
        Route("/api/circles", answering(circles.circles), methods=["GET", "POST"]),
        Route("/api/circles/{circle}", answering(circles.circle), methods=["GET", "POST"]),
        Route("/api/circles/{circle}/invitation", answering(circles.invitation)),
    )


def of_clubs(clubs: ClubApi) -> Routes:
    """Clubs."""
    return (
        Route("/api/clubs", answering(clubs.make), methods=["POST"]),
        Route("/api/clubs/{club}", answering(clubs.club), methods=["GET", "POST"]),
        Route("/api/clubs/{club}/figures", answering(clubs.figures)),
        Route("/api/clubs/{club}/people/{person}", answering(clubs.person)),
        Route("/api/clubs/{club}/register", answering(clubs.register)),
        Route("/api/clubs/{club}/register.csv", answering(clubs.csv)),
        Route("/api/clubs/{club}/reading", answering(clubs.read), methods=["POST"]),
        Route("/api/clubs/{club}/merging", answering(clubs.merging), methods=["POST"]),
    )


def of_links(pictures: PictureApi | None) -> Routes:
    """Pictures of the page's addresses, where the server can draw."""
    return () if pictures is None else (Route(f"{PICTURES}/{{path:path}}", answering(pictures.show)),)


def of_nothing() -> Routes:
    """Every other address of the interface."""
    return (Route("/api/{path:path}", answering(_unknown), methods=["GET", "POST", "PUT", "PATCH", "DELETE"]),)


async def _unknown(_: Request) -> Response:
    raise HttpRefusal(404, "unknown-address")
