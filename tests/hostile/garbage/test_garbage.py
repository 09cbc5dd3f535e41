"""Whatever strangers send, to a table or to any address: a refusal with a code, never `internal`, and all stands."""

import ast
import asyncio
import importlib
import pkgutil
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import Any, TypeVar, get_args

import msgspec
import pytest
from httpx import ASGITransport, AsyncClient
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.applications import Starlette

from tests.hostile.garbage.strategies import HERE, raw, sent
from tests.people.browsers import Browser, Line
from tests.people.servers import PER_ADDRESS
from tests.people.town import Town, town
from tests.rooms.harness import called
from tilerummy import editions
from tilerummy.bus import LocalBus
from tilerummy.clubs.commands import ClubCommand
from tilerummy.puzzles.book import packaged
from tilerummy.records.hosted import Hosted
from tilerummy.rooms.decide import create, person
from tilerummy.rooms.kind import first_write
from tilerummy.rooms.options import USUAL
from tilerummy.rooms.shuffle import new_room_id
from tilerummy.sheets.hosting import SheetCommand
from tilerummy.tournaments.hosted_tournament import Command
from tilerummy.web import api, protocol, tournament_protocol
from tilerummy.web.api import routes
from tilerummy.web.api.analysis import AnalysisApi
from tilerummy.web.api.circles import protocol as circle_protocol
from tilerummy.web.api.circles.api import CircleApi
from tilerummy.web.api.clubs import protocol as club_protocol
from tilerummy.web.api.clubs.api import ClubApi
from tilerummy.web.api.judge import JudgeApi
from tilerummy.web.api.online_tables import OnlineTableApi
from tilerummy.web.api.past_games import PastGamesApi
from tilerummy.web.api.puzzles import PuzzleApi
from tilerummy.web.api.replays import ReplayApi
from tilerummy.web.api.reports import ReportApi
from tilerummy.web.api.rooms import RoomApi
from tilerummy.web.api.sheets import NewSheet, SheetApi
from tilerummy.web.api.sites import SiteApi
from tilerummy.web.api.tournament_lists import TournamentListApi
from tilerummy.web.api.tournaments import TournamentApi
from tilerummy.web.edge.spending import Spending
from tilerummy.web.guests import protocol as guest_protocol
from tilerummy.web.sockets.watch_socket import Watchers

MESSAGES = get_args(protocol.ClientMessage)
ROOM, TOURNAMENT, SHEET, CIRCLE, CLUB = "the room", "the tournament", "the sheet", "the circle", "the club"
GOLDEN = Path(__file__).parents[2] / "golden"
BOOK = packaged(editions.load("original"))
assert BOOK is not None
PUZZLE = BOOK.puzzles[0].id


def first_line(file: str) -> bytes:
    """Of a file as it is brought."""
    return GOLDEN.joinpath(file).read_bytes().split(b"\n")[0] + b"\n"


BODIES: dict[str, Any] = {
    "bots": protocol.NewBot,
    "handovers": guest_protocol.NewHandover,
    "handovers/answer": guest_protocol.HandoverAnswer,
    "handovers/look": guest_protocol.HandoverAsked,
    "handovers/take": guest_protocol.HandoverAsked,
    "recovery/look": guest_protocol.RecoveryAsked,
    "recovery/take": guest_protocol.RecoveryAsked,
    "passkeys": guest_protocol.NewPasskey,
    "passkeys/take": guest_protocol.PasskeyAnswer,
    "passkeys/AA/name": guest_protocol.PasskeyNamed,
    "rooms": protocol.NewRoom,
    f"rooms/{ROOM}/reports": protocol.NewReport,
    "judge": protocol.Question,
    "analysis": protocol.Analysis,
    f"puzzles/original/{PUZZLE}": protocol.PuzzleTried,
    "records/analysis": first_line("games/original-resigned.jsonl"),
    "tournaments": tournament_protocol.NewTournament,
    "tournaments/restore": first_line("keepsakes/8aaefa6/finished-backup.jsonl"),
    f"tournaments/{TOURNAMENT}": Command,
    f"tournaments/{TOURNAMENT}/card": tournament_protocol.CardCode,
    f"tournaments/{TOURNAMENT}/online": tournament_protocol.OnlineAsked,
    f"tournaments/{TOURNAMENT}/reading": tournament_protocol.ListRead,
    "sheets": NewSheet,
    f"sheets/{SHEET}": SheetCommand,
    "circles": circle_protocol.NewCircle,
    f"circles/{CIRCLE}": circle_protocol.CircleAsked,
    "clubs": club_protocol.NewClub,
    f"clubs/{CLUB}": ClubCommand,
    f"clubs/{CLUB}/reading": club_protocol.RegisterRead,
    f"clubs/{CLUB}/merging": club_protocol.MergeAsked,
}
"""Every address that reads a body, and as what; bytes: the first line of a file."""
T = TypeVar("T")


class Stranger(Line):
    """A person at a table who sends what they like."""

    async def throw(self, data: bytes) -> list[Any]:
        """What is said to that."""
        self._connection.received(data)
        await self._town.server.settle()
        self._connection.flush()
        heard, self._wire.heard = self._wire.heard, []
        return [msgspec.json.decode(frame) for frame in heard]


class Place:
    """A server in this process, with one table in each phase, one event, one sheet, one circle and one club."""

    def __init__(self, here: Town, runner: asyncio.Runner) -> None:
        self.town, self._runner = here, runner
        self.tables: dict[str, Stranger] = {}
        self.run(here.open())
        self.browser = Browser(here)
        self.run(self.browser.ask("session"))
        self._made: dict[str, Any] = {}
        cookies = self.browser._http.cookies
        self._http = AsyncClient(transport=ASGITransport(self._app()), base_url="http://town", cookies=cookies)

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """What comes of it."""
        return self._runner.run(work)

    async def close(self) -> None:
        """Nobody throws any more."""
        for table in self.tables.values():
            table.cut()
        await self._http.aclose()
        await self.town.server.settle()
        await self.town.close()

    async def table(self, phase: str) -> Stranger:
        """A table in this phase, where the stranger has the first seat."""
        line = self.tables.get(phase)
        if line is not None and line.room.state.phase == phase and not line.closed:
            return line
        if line is not None:
            line.cut()
        player = self.browser.player
        assert player is not None
        sitters = (person("Ann", player), None if phase == "lobby" else person("Bob", "bob"))
        options = msgspec.structs.replace(USUAL, chat="everyone", live=True)
        made = create(editions.load("twist"), None, player, sitters, start=False, hints=True, options=options)
        room = new_room_id()
        await self.town.store.append(
            first_write(room, made if phase == "lobby" else called(made), player, self.town.clock())
        )
        found = await self.town.server.rooms.find(room)
        assert found is not None
        line = self.tables[phase] = Stranger(self.town, self.town.server, found, self.browser, None)
        if phase == "over":
            await line.throw(b'{"t":"resign","id":"over"}')
        assert found.state.phase == phase
        return line

    async def ask(self, path: str, body: bytes) -> tuple[int, Any]:
        """What an address says to a body, by one who has all keys."""
        answer = await self._http.post(f"/api/{path}", content=body, headers=self._keys(path))
        await self.town.server.settle()
        return answer.status_code, msgspec.json.decode(answer.content)

    async def records(self) -> dict[str, Hosted[Any, Any]]:
        """What the addresses are of."""
        server = self.town.server
        if not self._made:
            event = {"name": "Cup", "format": "open-league"}
            sheet = {"edition": "original", "players": ["Ann", "Bob"]}
            circle = {"name": "Club", "called": "Ann"}
            club = {"name": "Club"}
            for what, body in (("tournaments", event), ("sheets", sheet), ("circles", circle), ("clubs", club)):
                _, self._made[what] = await self.ask(what, msgspec.json.encode(body))
        one = await server.tournaments.find(self._made["tournaments"]["tournament"])
        other = await server.sheets.find(self._made["sheets"]["sheet"])
        third = await server.circles.find(self._made["circles"]["circle"])
        fourth = await server.clubs.find(self._made["clubs"]["club"])
        assert one is not None
        assert other is not None
        assert third is not None
        assert fourth is not None
        return {ROOM: (await self.table("playing")).room, TOURNAMENT: one, SHEET: other, CIRCLE: third, CLUB: fourth}

    def _keys(self, path: str) -> dict[str, str]:
        for what, key in (("tournaments", "organiser"), ("sheets", "key"), ("clubs", "keeper")):
            if path.startswith(f"{what}/") and what in self._made:
                return {"X-Tilerummy-Key": self._made[what][key]}
        return {}

    def _app(self) -> Starlette:
        server = self.town.server
        spending, watchers = Spending(LocalBus(), PER_ADDRESS), Watchers(PER_ADDRESS)
        budget, sessions, rooms = spending.budget, server.sessions, server.rooms
        reports, past = ReportApi(rooms, sessions, spending), PastGamesApi(rooms, sessions)
        found = RoomApi(rooms, sessions, spending)
        back = ReplayApi(found.find, rooms, sessions, budget)
        events = TournamentApi(server.tournaments, sessions, watchers, spending, restores=True)
        online = OnlineTableApi(server.tournaments, server.feed, sessions)
        return Starlette(
            routes=[
                *server.http.routes,
                *routes.of_editions(found, JudgeApi(PER_ADDRESS)),
                *routes.of_study(PuzzleApi(rooms, sessions, spending), back, AnalysisApi(rooms)),
                *routes.of_rooms(found, past, back, reports, server.sockets),
                *routes.of_tournaments(
                    events, online, TournamentListApi(server.tournaments), SiteApi(server.tournaments)
                ),
                *routes.of_sheets(SheetApi(server.sheets, sessions, watchers, budget)),
                *routes.of_circles(CircleApi(server.circles, rooms, sessions, spending)),
                *routes.of_clubs(ClubApi(server.clubs, sessions, spending)),
            ]
        )


@pytest.fixture(scope="module")
def place() -> Iterator[Place]:
    with asyncio.Runner() as runner, town(1, 1) as here:
        made = Place(here, runner)
        yield made
        made.run(made.close())


def stands(hosted: Hosted[Any, Any]) -> tuple[Any, ...]:
    """What a refusal leaves as it is."""
    return hosted.seq, hosted.state, [entry.row for entry in hosted.entries]


@pytest.mark.parametrize("phase", ["lobby", "playing", "over"])
@pytest.mark.parametrize("kind", MESSAGES, ids=lambda kind: kind.__name__)
@settings(max_examples=8)
@given(data=st.data())
def test_a_table_refuses_garbage_and_stands(place: Place, phase: str, kind: Any, data: st.DataObject) -> None:
    line = place.run(place.table(phase))
    room = line.room
    before = stands(room)
    message = data.draw(sent(kind)).replace(str(HERE).encode(), str(room.seq).encode())
    said = place.run(line.throw(message))
    assert "internal" not in [one.get("code") for one in said]
    if not any(one["t"] == "accepted" for one in said):
        assert stands(room) == before


def test_every_body_that_is_read_is_tried() -> None:
    read = set()
    for found in pkgutil.walk_packages(api.__path__, f"{api.__name__}."):
        module = importlib.import_module(found.name)
        names = vars(module)
        for node in ast.walk(ast.parse(Path(str(module.__file__)).read_text())):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "read_body":
                read.add(names[ast.unparse(node.args[1])])
    assert read == {kind for kind in BODIES.values() if not isinstance(kind, bytes)}


@pytest.mark.parametrize("address", BODIES)
@settings(max_examples=15)
@given(data=st.data())
def test_an_address_refuses_garbage_and_all_stands(place: Place, address: str, data: st.DataObject) -> None:
    kind = BODIES[address]
    records = place.run(place.records())
    before = {name: stands(record) for name, record in records.items()}
    path = address
    for name, record in records.items():
        path = path.replace(name, record.id.split(":")[-1])
    file = isinstance(kind, bytes)
    body = data.draw(st.sampled_from((kind, b""))) + data.draw(raw) if file else data.draw(sent(kind))
    status, said = place.run(place.ask(path, body))
    assert status < 500, said
    if status >= 400:
        assert said["code"] != "internal"
        assert {name: stands(record) for name, record in records.items()} == before
