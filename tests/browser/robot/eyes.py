"""What the robot sees: the page as it is drawn, beside what the server sent to it."""

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from playwright.sync_api import ConsoleMessage, Page, WebSocket

from tilerummy.rooms.views.snapshot import Snapshot
from tilerummy.rules.notation import parse_meld
from tilerummy.rules.tiles import Tile

LIMIT = 60_000.0
"""Milliseconds a page may take to follow, on the busiest machine."""

NO_WORKER = "Service Worker registration blocked by Playwright"
"""What a browser says that a test wants to be without workers."""
LEFT_EARLY = "WebSocket is closed before the connection is established"
"""What it says of a page that was left while it still connected, as on a busy machine."""
LOOK = """() => {
    const root = document.documentElement;
    const box = (element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return { x, y, width, height };
    };
    const tiles = [...document.querySelectorAll('[data-tile]')].map((element) => ({
        id: element.dataset.tileId, tile: element.dataset.tile, place: element.dataset.place,
        meld: element.closest('[data-meld]')?.dataset.meld ?? null, box: box(element),
    }));
    const melds = [...document.querySelectorAll('[data-meld]')].map((element) => ({
        index: element.dataset.meld, legal: element.dataset.legal, box: box(element),
    }));
    return {
        seq: root.dataset.seq, pending: root.dataset.pending, phase: root.dataset.phase, mine: root.dataset.myTurn,
        tiles, melds,
        overflow: Math.max(...[root, document.body, ...document.querySelectorAll('.table, .felt')]
            .map((element) => Math.max(element.scrollWidth - element.clientWidth, element.scrollLeft))),
        width: innerWidth, height: innerHeight,
    };
}"""

_SHOWN = "() => { const d = document.documentElement.dataset; return [d.pending, d.seq]; }"


def until(page: Page, condition: str) -> None:
    """Wait until a JavaScript function that waits itself gives true; `wait_for_function` takes its promise for true."""
    deadline = time.monotonic() + LIMIT / 1000
    while not page.evaluate(condition):
        assert time.monotonic() < deadline, f"never so: {condition}"
        page.wait_for_timeout(50)


class Box(msgspec.Struct, frozen=True):
    """A rectangle in CSS pixels of the window."""

    x: float
    y: float
    width: float
    height: float

    def holds(self, x: float, y: float, *, margin: float) -> bool:
        """Whether a point is inside, or nearer than `margin`."""
        return -margin <= x - self.x <= self.width + margin and -margin <= y - self.y <= self.height + margin


class TileSeen(msgspec.Struct, frozen=True):
    """One tile as drawn; `meld` is the index of its meld in the draft, None on the rack."""

    id: str
    tile: Tile
    place: str
    meld: str | None
    box: Box


class MeldSeen(msgspec.Struct, frozen=True):
    """The frame of one meld as drawn; `legal` is what the server said of it: 1, 0 or ? while it has not."""

    index: str
    legal: str
    box: Box


class Sight(msgspec.Struct, frozen=True):
    """One look at the whole page."""

    seq: str | None
    pending: str | None
    phase: str | None
    mine: str | None
    tiles: tuple[TileSeen, ...]
    melds: tuple[MeldSeen, ...]
    overflow: float
    width: float
    height: float

    @property
    def rack(self) -> list[TileSeen]:
        return [tile for tile in self.tiles if tile.place == "rack"]

    def meld(self, index: str) -> list[TileSeen]:
        """The tiles of a meld, in its order."""
        return [tile for tile in self.tiles if tile.meld == index]


@dataclass
class Eyes:
    """Watches one page from before its first request. `complaints` is all that should never be there."""

    page: Page

    def __post_init__(self) -> None:
        self.state: Snapshot | None = None
        self.complaints: list[str] = []
        self.page.on("websocket", self._listen)
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))

    def look(self) -> Sight:
        """The page as it is drawn now."""
        return msgspec.convert(self.page.evaluate(LOOK), Sight)

    def wait_for(self, condition: str, argument: object = None, limit: float = LIMIT) -> None:
        """Wait until a JavaScript condition on the data of <html>, called `d`, and on `argument`, called `a`, holds.

        Looks every 50 ms: a page that draws no new frame would never be looked at otherwise.
        """
        self.page.wait_for_function(
            f"(a) => {{ const d = document.documentElement.dataset; return {condition}; }}",
            arg=argument,
            timeout=limit,
            polling=50,
        )

    def settled(self) -> Snapshot:
        """The state the page shows, once nothing is under way and all that arrived is drawn."""
        deadline = time.monotonic() + LIMIT / 1000
        while not self._shown(*self.page.evaluate(_SHOWN)):
            assert time.monotonic() < deadline, (self.page.evaluate(_SHOWN), self.state and self.state.seq)
            self.page.wait_for_timeout(20)
        assert self.state is not None
        return self.state

    def _shown(self, pending: str | None, seq: str | None) -> bool:
        """Whether that is a page that waits for nothing and shows the newest state."""
        return pending == "0" and self.state is not None and seq == str(self.state.seq)

    def check(self) -> Sight:
        """Look, and be sure that no tile is lost, nothing overflows and the console is clean."""
        sight = self.look()
        if not self._shown(sight.pending, sight.seq):
            self.settled()
            sight = self.look()
        state = self.state
        if state is not None and sight.seq == str(state.seq):
            drawn = Counter(tile.tile for tile in sight.tiles)
            known = Counter(state.rack) + Counter(tile for meld in state.table for tile in parse_meld(meld).tiles)
            assert drawn == known, f"drawn only: {drawn - known}, known only: {known - drawn}"
        assert sight.overflow <= 0, f"{sight.overflow} px wider than there is room for"
        outside = [tile for tile in sight.tiles if tile.box.x < -1 or tile.box.x + tile.box.width > sight.width + 1]
        assert not outside, outside
        assert not self.complaints, self.complaints
        return sight

    def _listen(self, socket: WebSocket) -> None:
        # a page that follows a tournament hears of no game there
        if "/api/rooms/" in socket.url:
            socket.on("framereceived", self._read)

    def _read(self, frame: str | bytes) -> None:
        message: dict[str, Any] = msgspec.json.decode(frame)
        if message["t"] in ("welcome", "update"):
            state = msgspec.convert(message["state"], Snapshot)
            if self.state is None or message["t"] == "welcome" or state.seq > self.state.seq:
                self.state = state

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not any(meant in message.text for meant in (NO_WORKER, LEFT_EARLY)):
            self.complaints.append(f"{message.type}: {message.text}")


def conserved(state: Snapshot, total: int) -> bool:
    """Whether all tiles of the box are somewhere: on the table, on a rack, in the pool."""
    table: Sequence[str] = [tile for meld in state.table for tile in parse_meld(meld).tiles]
    return len(table) + sum(seat.tiles for seat in state.seats) + state.pool == total
