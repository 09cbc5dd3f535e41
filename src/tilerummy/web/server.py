"""A whole server in one process: data folder, rooms, application, socket."""

import asyncio
import faulthandler
import gc
import signal
import socket
from collections.abc import Callable
from functools import partial
from types import FrameType
from typing import Final

import uvicorn

from tilerummy.bus.opening import open_bus
from tilerummy.bus.signing import Signing
from tilerummy.circles.hosting import Circles
from tilerummy.clubs.hosting import Clubs
from tilerummy.rooms.hosting import Rooms
from tilerummy.rooms.server_time import wall_clock
from tilerummy.rooms.settings import Settings
from tilerummy.sheets.hosting import Sheets
from tilerummy.store import DataError
from tilerummy.store.opening import folder_of, is_shared, open_store
from tilerummy.tournaments.hosting import Tournaments
from tilerummy.tournaments.results_feed import ResultsFeed
from tilerummy.web import limits
from tilerummy.web.app import make_app
from tilerummy.web.edge.connections import Connections, raise_file_limit
from tilerummy.web.edge.frames import Frames
from tilerummy.web.edge.requests import Requests
from tilerummy.web.operations.drain import LAST, REQUESTS, Drain
from tilerummy.web.revocations import Revocations
from tilerummy.web.sessions import Sessions, load_key
from tilerummy.web.settings import WebSettings
from tilerummy.web.static_files import Page

COLLECTIONS: Final = (20_000, 20, 50)
"""How many new objects, young and middle collections there are before the collector looks at them."""
_STANDARD_ERROR: Final = 2


class Server(uvicorn.Server):
    """Uvicorn that says when it answers, and sends everybody away before it ends."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None], drain: Drain) -> None:
        super().__init__(config)
        self._ready = ready
        self._drain = drain

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then say so."""
        await super().startup(sockets)
        if self.started:
            _settle()
            self._ready()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """The first signal begins an orderly end; the second ends at once, and what was acknowledged is on disk."""
        if self.should_exit:
            signal.signal(sig, signal.SIG_DFL)
            signal.raise_signal(sig)
        self._drain.begin()
        # whatever keeps it from ending, a pool, a thread or a library: it says where it stands, and ends
        faulthandler.dump_traceback_later(LAST, exit=True, file=_STANDARD_ERROR)
        super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Send everybody away while all is still answered, then stop listening and close what there is.

        Nobody looks for garbage in what ends: on a full server each look takes a second, the last one several.
        """
        gc.disable()
        await self._drain.finish(self.server_state.connections)
        asyncio.get_running_loop().call_later(REQUESTS, self._end_requests)
        await super().shutdown(sockets)
        gc.freeze()

    def _end_requests(self) -> None:
        """End the requests that are still under way: `Doorkeeper` answers them."""
        for task in self.server_state.tasks:
            task.cancel()


def _settle() -> None:
    """What was loaded at the start stays for ever: the collector looks no more at it, and less often at what is young.
    A full collection stops everybody, and finds nothing on a server that makes hardly any circles."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTIONS)


def make_server(
    where: str, bus_at: str | None, settings: Settings, web: WebSettings, ready: Callable[[], None]
) -> Server:
    """A server over the store at `where`, with a bus to others that share it (None: by their polls alone). Raises
    DataError or BusError for what cannot be used."""
    # the store makes the folder in which the key lies
    store = open_store(where)
    keys = web.keys or _own_keys(where)
    bus = open_bus(bus_at, alone=not is_shared(where), signing=Signing(keys, wall_clock))
    sessions = Sessions(keys, Revocations(store))
    rooms = Rooms(store, bus, settings, per_owner=web.per_address)
    tournaments = Tournaments(store, bus, rooms.scheduler)
    drain, feed = Drain(), ResultsFeed(tournaments, rooms, bus)
    sheets, circles = Sheets(store, bus), Circles(store, bus, rooms)
    clubs = Clubs(store, bus, tournaments, sheets)
    app = make_app(rooms, tournaments, sheets, circles, clubs, feed, sessions, Page(), web, drain, bus)
    connections = Connections(raise_file_limit(), web.per_address, web.trusts)
    config = uvicorn.Config(
        app,
        http=partial(Requests, connections=connections, drain=drain),  # type: ignore[arg-type]
        ws=partial(Frames, connections=connections),  # type: ignore[arg-type]
        ws_max_size=limits.FRAME_CUT,
        ws_ping_interval=limits.PING_SECONDS,
        ws_ping_timeout=limits.PING_SECONDS,
        ws_per_message_deflate=False,
        # Sockets and requests have had their time by then.
        timeout_graceful_shutdown=round(REQUESTS) + 1,
        # `web.proxies` is the one place that knows whose forwarded headers count.
        proxy_headers=False,
        log_config=None,
        access_log=False,
        server_header=False,
        lifespan="on",
    )
    return Server(config, ready, drain)


def _own_keys(where: str) -> tuple[bytes, ...]:
    """The key of the data folder. Raises DataError where there is none, or it cannot be used."""
    if is_shared(where):
        raise DataError("session-keys-missing")
    folder = folder_of(where)
    try:
        return (load_key(folder),)
    except OSError as error:
        raise DataError("data-read-only", path=str(folder), detail=str(error)) from None


def listen(host: str, port: int) -> socket.socket:
    """The listening socket; port 0 takes a free one. Raises OSError when the address cannot be had."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family, backlog=512)


def addresses() -> list[str]:
    """Addresses of this machine that friends on the same network can reach, as far as they can be told."""
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Sends nothing: connecting a datagram socket only picks the way out (192.0.2.1 is reserved for documents).
            probe.connect(("192.0.2.1", 9))
            found.append(probe.getsockname()[0])
        except OSError:
            pass
    try:
        found += [str(entry[4][0]) for entry in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    except OSError:
        pass
    return list(dict.fromkeys(address for address in found if not address.startswith("127.")))
