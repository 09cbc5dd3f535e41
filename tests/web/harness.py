"""A real server as its own process, and guests who talk to it over HTTP and sockets."""

import json
import secrets
import sqlite3
import subprocess
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import Any, Self

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.cluster import fleet
from tests.servers.forked import Copy
from tests.servers.server_process import ServerProcess
from tests.web import dealing
from tilerummy.rates import Bucket
from tilerummy.store.folder import FILE
from tilerummy.web.limits import messages

PATIENCE = 60.0
"""Seconds to wait for anything: long enough for a machine that has other things to do."""
Message = dict[str, Any]
FREE_PASSES: Message = {"base": "original", "changes": {"end.pass_when_able": "allowed"}}
"""House rules under which who only draws can also pass, and so come to the end of a game."""


def pace() -> Bucket:
    """Tokens for what a well-behaved client may send: a fifth slower than the server's limit."""
    limit = messages()
    return Bucket(limit.rate * 0.8, limit.burst * 0.8)


class Server:
    """`tilerummy serve` on a free port over `data`, or what options and environment say; kill it, start it again, stop
    it. With `TILERUMMY_TEST_CLUSTER=1` it is three of them behind a web server, as one, unless the test says where
    their data are. `log` and `fresh` as of `ServerProcess`."""

    def __init__(
        self,
        data: Path | None,
        *,
        port: int = 0,
        options: Sequence[str] = (),
        log: Path | None = None,
        environment: Mapping[str, str] = MappingProxyType({}),
        fresh: bool = False,
    ) -> None:
        settings = {"TILERUMMY_COMPUTER_PAUSE": "0", "TILERUMMY_GRACE": "1", **environment}
        place: Sequence[str] = ()
        if data is not None:
            self.data = data
            place = ("--data", str(data))
        self._fleet = fleet.Fleet(data, options, settings, log) if fleet.WANTED and data is not None else None
        words = [*place, *options]
        self._process = ServerProcess(words, port=port, log=log, environment=settings, fresh=fresh)
        self._running: fleet.Fleet | ServerProcess = self._fleet or self._process

    def start(self) -> Self:
        """Start, and wait until it answers. A server that was on a port comes back there."""
        self._running.start()
        return self

    @property
    def process(self) -> "subprocess.Popen[str] | Copy":
        """The one process that it is, once it was started."""
        assert self._process.process is not None
        return self._process.process

    @property
    def port(self) -> int:
        """Where it listens; 0 before the first start."""
        return self._running.port

    @property
    def address(self) -> str:
        """Where the page is."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def own_port(self) -> int:
        """Where the server itself listens, or the first of them."""
        return self._fleet.workers[0].port if self._fleet is not None else self.port

    @property
    def store(self) -> tuple[str, str]:
        """Where its data are, as commands take it."""
        return ("--store", self._fleet.store) if self._fleet is not None else ("--data", str(self.data))

    @property
    def key(self) -> bytes:
        """What signs its cookies."""
        return bytes.fromhex(fleet.KEYS) if self._fleet is not None else (self.data / "session.key").read_bytes()

    def kept(self, query: str) -> str:
        """The one value that a query finds in its database."""
        if self._fleet is not None:
            return self._fleet.kept(query)
        with closing(sqlite3.connect(self.data / FILE)) as database:
            ((value,),) = database.execute(query).fetchall()
        return str(value)

    def freeze(self) -> None:
        """Stop it in the middle of whatever it does: connections stay, and nothing is answered."""
        self._running.freeze()

    def thaw(self) -> None:
        """Let it go on."""
        self._running.thaw()

    def kill(self) -> None:
        """End it at once, as a power cut would."""
        self._running.kill()

    def stop(self) -> int:
        """Ask it to end; its exit code."""
        return self._running.stop()

    def ended(self, within: float = PATIENCE) -> int:
        """The exit code of the one process that it is, once that has ended. Raises TimeoutExpired when it takes
        longer than so many seconds."""
        return self._process.ended(within)


@contextmanager
def serving(
    data: Path | None,
    *,
    options: Sequence[str] = (),
    log: Path | None = None,
    environment: Mapping[str, str] = MappingProxyType({}),
    fresh: bool = False,
) -> Iterator[Server]:
    """A server for the length of a block."""
    server = Server(data, options=options, log=log, environment=environment, fresh=fresh).start()
    try:
        yield server
    finally:
        server.stop()


def picture(socket: ClientConnection) -> Message:
    """The next picture of a tournament or a sheet that is watched; between pictures the time alone may come."""
    while (heard := json.loads(socket.recv(PATIENCE))).get("shown") is None:
        pass
    shown: Message = heard["shown"]
    return shown


def unconfirmed(shown: Message) -> list[Message]:
    """What one person entered in a tournament's round under way, as `close` and `confirm` take it."""
    return [
        {word: result[word] for word in ("table", "game", "scores")}
        for result in shown["results"]
        if (result["stage"], result["round"]) == (len(shown["stages"]) - 1, shown["current"])
        and result["confirmed"] is None
        and result["other"] is None
    ]


class Company(threading.local):
    """The tables that one thread has at each room: who waits at one of them for the deal, lets the others take part."""

    def __init__(self) -> None:
        self.at: dict[str, list[Table]] = defaultdict(list)


COMPANY = Company()


class Table:
    """One socket on a room: every frame it got, and the newest state. Once it takes part in deals, it seals a word for
    them and says it, as the page does."""

    def __init__(self, opening: AbstractContextManager[ClientConnection], room: str = "") -> None:
        self.room = room
        self.word = secrets.token_hex(16)
        self._deals = False
        self._dealt: set[str] = set()
        self._opening = opening
        self.socket = opening.__enter__()
        self.frames: list[str] = []
        self.state: Message = {}
        self._name = secrets.token_hex(4)
        self._commands = 0
        self._pace = pace()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._deals:
            COMPANY.at[self.room].remove(self)
            self._deals = False
        self._opening.__exit__(kind, error, at)

    def close(self) -> None:
        """Look no more."""
        self.__exit__(None, None, None)

    def send(self, message: Message | str | bytes) -> None:
        """Send a message, not faster than the server takes them; or at once whatever bytes are no message."""
        while isinstance(message, dict) and not self._pace.take():
            time.sleep(0.02)
        self.socket.send(json.dumps(message) if isinstance(message, dict) else message)

    def next(self) -> Message:
        """The next message; TimeoutError when none comes, ConnectionClosed when none can."""
        frame = self.socket.recv(PATIENCE)
        text = frame if isinstance(frame, str) else frame.decode()
        self.frames.append(text)
        message: Message = json.loads(text)
        if "state" in message:
            self.state = message["state"]
            if self._deals and self.state["asked"] and self.state["phase"] == "lobby":
                self._say_words()
        return message

    def take_part(self, fresh: bool = False) -> None:
        """Seal a word for the deal once there is a seat, and say it when it is asked for."""
        if not self._deals:
            COMPANY.at[self.room].append(self)
            self._deals = True
        step = dealing.next_step(self.state, self.word, fresh)
        if step is not None and step["t"] not in self._dealt:
            self._dealt.add(step["t"])
            fields = {key: value for key, value in step.items() if key != "t"}
            self.ask(step["t"], id=step["t"], **fields)

    def _say_words(self) -> None:
        """Everybody who is here with this one says their word: it may be waited for at any of these tables."""
        step = dealing.next_step(self.state, self.word)
        if step is not None and "word" not in self._dealt:
            self._dealt.add("word")
            self.send({"id": "word", **step})
        for other in COMPANY.at[self.room]:
            if not other.state or other.state["seq"] < self.state["seq"]:
                with suppress(ConnectionClosed):
                    other.catch_up(self.state["seq"])

    def expect(self, *kinds: str) -> Message:
        """The next message of one of these kinds."""
        while True:
            message = self.next()
            if message["t"] in kinds:
                return message
            assert message["t"] != "error", message

    def until(self, holds: Callable[[Message], bool]) -> Message:
        """The first state, from the newest on, for which it holds."""
        while not self.state or not holds(self.state):
            message = self.next()
            assert message["t"] != "error", message
        return self.state

    def catch_up(self, seq: int) -> Message:
        """The first state, from the newest on, that has come so far."""
        return self.until(lambda state: bool(state["seq"] >= seq))

    def until_turn(self, number: int) -> Message:
        """The first state, from the newest on, of that turn or a later one."""
        return self.until(lambda state: bool(state["turn_number"] >= number))

    def ask(self, kind: str, **fields: Any) -> Message:
        """Send a command and return its answer. When accepted, the state is at least as new as the answer."""
        self._commands += 1
        ident = fields.pop("id", f"{self._name}-{self._commands}")
        self.send({"t": kind, "id": ident, **fields})
        while True:
            answer = self.expect("accepted", "refused")
            if answer["id"] == ident:
                break
        if answer["t"] == "accepted":
            self.catch_up(answer["seq"])
            self.take_part()
            if self._deals and self.state["asked"]:
                self.until(lambda state: bool(state["phase"] != "lobby"))
        return answer

    def move(self, move: Message, **fields: Any) -> Message:
        """Make a move on the newest state."""
        return self.ask("move", **{"on": self.state["seq"], "move": move, **fields})

    def closed(self) -> int:
        """Read until the server closes; its code."""
        try:
            while True:
                self.next()
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 1006


class Guest:
    """A browser: one cookie, any number of tables. Or, with its `key`, the bot of one."""

    def __init__(self, address: str, session: bool = True, key: str | None = None) -> None:
        self.address = address
        headers = {"Authorization": f"Bearer {key}"} if key is not None else {}
        # without certificates: to read them takes a hundred times as long as all else
        self.http = httpx.Client(base_url=address, timeout=PATIENCE, headers=headers, verify=False)
        if session and key is None:
            assert self.http.post("/api/session").status_code == 200

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.http.close()

    def make(self, **body: Any) -> str:
        """A new room's id."""
        answer = self.http.post("/api/rooms", json={"edition": "original", "seats": 2, "limit": None, **body})
        assert answer.status_code == 201, answer.text
        room: str = answer.json()["room"]
        return room

    def bot(self, name: str = "Mine") -> Message:
        """A new bot of this guest, with its key."""
        answer = self.http.post("/api/bots", json={"name": name})
        assert answer.status_code == 201, answer.text
        made: Message = answer.json()
        return made

    def connect(self, room: str, **options: Any) -> Table:
        """A socket that has not joined yet."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        known = {"Cookie": cookies, "Authorization": self.http.headers.get("Authorization")}
        headers = {name: value for name, value in known.items() if value} | options.pop("headers", {})
        address = f"{self.address.replace('http', 'ws', 1)}/api/rooms/{room}/socket"
        return Table(
            connect(address, additional_headers=headers, open_timeout=PATIENCE, max_size=2**22, **options), room
        )

    def join(self, room: str, since: int | None = None) -> Table:
        """A table that has been welcomed."""
        table = self.connect(room)
        table.send({"t": "join", "v": 1, "since": since})
        table.expect("welcome")
        table.take_part(fresh=True)
        return table
