"""A table in any state that is wanted, on a real page: the room's messages come from here instead of from a server.

The states are values of the real types, and what is laid is judged by the real judge; only nobody has played them.
"""

import random
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec
from playwright.sync_api import Page, WebSocketRoute

from tests.browser.robot.catching import catch
from tilerummy.editions import load
from tilerummy.rooms.commands import Preview
from tilerummy.rooms.events import Created, SeenRoomEvent, Sitter, seen
from tilerummy.rooms.evolve import evolve
from tilerummy.rooms.state import RoomState
from tilerummy.rooms.views.messages_out import VERSION, Accepted, Hinted, Presence, Refused, Update, Welcome
from tilerummy.rooms.views.preview import preview
from tilerummy.rooms.views.projection import public, seen_by
from tilerummy.rooms.views.snapshot import Snapshot
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.game.events import Drew, DrewSecret, Played, Result
from tilerummy.rules.game.state import GameState, LastTurn
from tilerummy.rules.melds.readings import Meld
from tilerummy.rules.moves import Play
from tilerummy.rules.notation import format_meld, parse_meld, parse_tiles
from tilerummy.rules.tiles import COLOURS, Tile, in_order
from tilerummy.web.protocol import Error
from tilerummy.web.sockets.connection import KEPT_OUT

NAMES = ("Ada", "Bartholomew the Second", "Mikko", "Sören", "Chloé", "Zoë")
START = 1_800_000_000_000
"""The stage's clock, milliseconds since the epoch: the page shows how much is left of a turn, not when it is."""


@dataclass(frozen=True)
class Scene:
    """One state of a table as its viewer gets it. `you` None: a spectator. `hint`: the answer to a question for one."""

    room: RoomState
    you: int | None = 0
    seconds: float | None = None
    events: tuple[SeenRoomEvent, ...] = ()
    hint: Hinted | None = None
    seq: int = 40
    extra: tuple[bytes, ...] = field(default=())

    def snapshot(self) -> Snapshot:
        """What the viewer sees of it."""
        deadline = None if self.seconds is None else START + int(self.seconds * 1000)
        return seen_by(public("room", self.room, self.seq, deadline), self.room, self.you, owner=self.you == 0)


def box(edition: Edition, seed: int) -> list[Tile]:
    """All tiles of the edition, shuffled."""
    tiles = [f"{colour}{number}" for colour in COLOURS for number in range(1, 14)] * edition.tiles.copies
    counts = edition.tiles.jokers
    tiles += [joker for joker in "JDCM" for _ in range(counts[joker])]
    random.Random(seed).shuffle(tiles)
    return tiles


def melds_from(tiles: list[Tile], most: int, seed: int) -> list[Meld]:
    """Legal melds of up to `most` tiles in all, taken out of `tiles`; a joker now and then."""
    dice = random.Random(seed)
    left = Counter(tiles)
    laid: list[Meld] = []
    for _ in range(4000):
        room = most - sum(len(meld.tiles) for meld in laid)
        if room < 3:
            break
        if dice.random() < 0.55:
            length = min(room, dice.choice((3, 3, 4, 5, 6)))
            first = dice.randint(1, 14 - length)
            colour = dice.choice(COLOURS)
            wanted = [f"{colour}{first + at}" for at in range(length)]
        else:
            number = dice.randint(1, 13)
            wanted = [f"{colour}{number}" for colour in dice.sample(COLOURS, min(room, dice.choice((3, 3, 4))))]
        if left["J"] and dice.random() < 0.12:
            wanted[dice.randrange(len(wanted))] = "J"
        if all(left[tile] for tile in wanted):
            left.subtract(wanted)
            laid.append(Meld(tuple(wanted)))
    tiles[:] = list(left.elements())
    return laid


def table(
    edition: str,
    seats: int,
    *,
    on_table: int,
    racks: Sequence[int],
    own: str = "",
    seed: int = 7,
    turn: int = 0,
    opened: bool = True,
    pool: int | None = None,
    limit: int | None = None,
) -> RoomState:
    """A game under way: `on_table` tiles on the table, `racks` tiles on each rack, of which the first holds `own`."""
    rules = load(edition)
    tiles = box(rules, seed)
    mine = list(parse_tiles(own)) if own else []
    for tile in mine:
        tiles.remove(tile)
    melds = melds_from(tiles, on_table, seed)
    random.Random(seed).shuffle(tiles)
    held = [mine, *([] for _ in range(seats - 1))]
    for rack, wanted in zip(held, racks, strict=True):
        while len(rack) < wanted and tiles:
            rack.append(tiles.pop())
    changed = (len(melds) - 1,) if melds else ()
    last = LastTurn(
        seat=seats - 1,
        kind="played" if melds else "drew",
        outcome=None,
        played=melds[-1].tiles if melds else (),
        changed=changed,
        drawn=0 if melds else 1,
    )
    game = GameState(
        edition=rules,
        seats=seats,
        commitment="5f1d7a84e9aa33bd1c1f4b9a5bd4a1f4e0c7d2b93c1d5e6f70819203a4b5c6d7",
        deck=(),
        salt="",
        racks=tuple(in_order(rack) for rack in held),
        pool=tuple(tiles if pool is None else tiles[:pool]),
        table=tuple(melds),
        turn=turn,
        turn_number=12,
        opened=tuple(opened for _ in range(seats)),
        resigned=(False,) * seats,
        moved=(True,) * seats,
        fresh=((),) * seats,
        passed=(),
        last_turns=None,
        last=last,
        over=None,
    )
    waiting = lobby(edition, [sitter(at) for at in range(seats)], limit)
    return msgspec.structs.replace(waiting, game=game)


def sitter(seat: int) -> Sitter:
    """The first two seats are people, the others computer players."""
    if seat < 2:
        return Sitter("person", NAMES[seat], NAMES[seat].lower(), None)
    return Sitter("computer", NAMES[seat], None, "steady")


def lobby(edition: str, sitters: Sequence[Sitter | None], limit: int | None = 60) -> RoomState:
    """A table before its game."""
    return evolve(
        None,
        Created(
            edition=load(edition),
            limit=limit,
            game_clock=False,
            owner="ada",
            sitters=tuple(sitters),
            totals=(0,) * len(sitters),
            previous=None,
        ),
    )


def ended(room: RoomState, winner: int) -> RoomState:
    """The same table when `winner` has laid the last tile."""
    assert room.game is not None
    racks = tuple(() if at == winner else rack for at, rack in enumerate(room.game.racks))
    values = tuple(sum(30 if tile in "JDCM" else int(tile[1:]) for tile in rack) for rack in racks)
    scores = tuple(sum(values) if at == winner else -value for at, value in enumerate(values))
    result = Result(reason="rack-empty", winners=(winner,), scores=scores, values=values, racks=racks)
    game = msgspec.structs.replace(room.game, racks=racks, over=result, turn=None, salt="c0ffee")
    return msgspec.structs.replace(room, game=game, totals=scores)


def told(room: RoomState, you: int | None) -> tuple[SeenRoomEvent, ...]:
    """The last turns as the log tells them."""
    assert room.game is not None
    count = room.game.seats
    events: list[SeenRoomEvent] = []
    for at, meld in enumerate(room.game.table[-9:]):
        seat = (at + 1) % count
        if at % 3 == 1:
            drew = Drew(seat=seat, pool=40, secret=DrewSecret(tile="b7"))
            events.append(seen(drew, you))
            continue
        events.append(
            Played(
                seat=seat,
                opening=(),
                table=(),
                played=meld.tiles,
                changed=(),
                points=33,
                opened=at == 0,
                left=9,
            )
        )
    return tuple(events)


def find_hint(scene: Scene, *melds: str) -> Scene:
    """The scene with a hint to lay new melds."""
    room = scene.room
    assert room.game is not None
    tiles = tuple(tile for meld in melds for tile in parse_meld(meld).tiles)
    laid = (*(format_meld(one) for one in room.game.table), *melds)
    answer = Hinted("", scene.seq, "optimal", len(tiles), tiles, (), laid, (), None)
    return replace(scene, hint=answer)


class Stage:
    """Shows scenes on one page; use `open` for each."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._scene: Scene | None = None
        self._socket: WebSocketRoute | None = None
        self.moves: list[dict[str, Any]] = []
        self.slow = False
        """Whether the judge's word is still on its way."""
        self._room = 0
        page.route_web_socket(re.compile(r"/api/rooms/stage\d+/socket"), self._connect)
        catch(page, "*/api/rooms/stage*/card", self._card)

    def open(self, address: str, scene: Scene, rest: str = "") -> None:
        """Open a table in this state and wait until it is drawn; `rest` is what follows the table in the path.

        Each is another room, so that nothing that the browser keeps of one is found in the next.
        """
        self._scene = scene
        self._room += 1
        self._page.goto(f"{address}/t/stage{self._room}{rest}")
        self._page.wait_for_function(
            "(seq) => document.documentElement.dataset.seq === String(seq)"
            " && document.documentElement.dataset.pending === '0'",
            arg=scene.seq,
        )

    def follow(self, scene: Scene, events: tuple[SeenRoomEvent, ...] = ()) -> None:
        """The same table a moment later, on the page that is open."""
        assert self._socket is not None
        assert self._scene is not None
        before, self._scene = self._scene, scene
        self._say(self._socket, Update(before.seq, scene.seq, START, events, scene.snapshot()))

    def keep_out(self, code: str) -> None:
        """The host keeps the viewer out of the table."""
        assert self._socket is not None
        self._say(self._socket, Error(code, {}))
        self._socket.close(code=KEPT_OUT)

    def _connect(self, socket: WebSocketRoute) -> None:
        self._socket = socket
        socket.on_message(lambda text: self._hear(socket, msgspec.json.decode(text)))

    def _hear(self, socket: WebSocketRoute, asked: dict[str, Any]) -> None:
        scene = self._scene
        assert scene is not None
        kind = asked["t"]
        if kind == "join":
            self._say(
                socket, Welcome(VERSION, f"stage{self._room}", 0, scene.seq, START, scene.events, scene.snapshot())
            )
            here = tuple(at != 1 for at in range(len(scene.room.sitters)))
            away = tuple(None if one else START - 95_000 for one in here)
            self._say(socket, Presence(seats=here, away=away, watching=1))
            for frame in scene.extra:
                socket.send(frame.decode())
        elif kind == "preview":
            if not self.slow:
                self._judge(socket, scene, asked)
        elif kind == "hint" and scene.hint is not None:
            self._say(socket, msgspec.structs.replace(scene.hint, id=asked["id"]))
        elif kind == "move":
            self.moves.append(asked["move"])
            self._say(socket, Accepted(asked["id"], scene.seq))
        elif "id" in asked:
            self._say(socket, Refused(asked["id"], "not-playing", {}, ()))

    def _judge(self, socket: WebSocketRoute, scene: Scene, asked: dict[str, Any]) -> None:
        game = scene.room.game
        question = msgspec.convert(asked, Preview)
        play = Play(
            opening=tuple(map(parse_meld, question.opening)),
            table=tuple(map(parse_meld, question.table)),
        )
        if game is not None and scene.you is not None:
            self._say(socket, preview(game, scene.you, question, play))

    def _card(self, asked: str) -> tuple[str, dict[str, Any]]:
        assert self._scene is not None
        own = f"/api/editions/{self._scene.room.edition.id}/card"
        return "continueRequest", {"url": re.sub(r"/api/rooms/stage\d+/card", own, asked)}

    def _say(self, socket: WebSocketRoute, message: msgspec.Struct) -> None:
        socket.send(msgspec.json.encode(message).decode())
