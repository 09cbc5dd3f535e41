"""The bus of several servers: Redis' publish and subscribe. It keeps nothing, so losing it loses nothing but speed.

A session is two connections: on one this server hears, on the other it speaks. Whatever goes wrong ends the session;
then the next one is tried, after a pause that grows.
"""

import asyncio
import random
import secrets
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterable
from typing import Any, Final

import msgspec
import structlog
from redis.asyncio import Redis
from redis.asyncio.connection import parse_url
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from tilerummy import metrics
from tilerummy.bus.base import Hearer, Listener
from tilerummy.cancellation import cancel, until_one_ends

WAITING: Final = 10_000
"""Messages that wait to be sent, at most; then the oldest is dropped."""
PING: Final = 2.0
"""Seconds between two pings of each connection."""
SILENCE: Final = 5.0
"""Seconds after which a Redis that does not answer counts as away."""
PAUSES: Final = 0.1, 5.0
"""Seconds before the next try to connect: the first time, and at most; each doubles the one before, more or less."""
log = structlog.get_logger()


class _Message(msgspec.Struct, frozen=True, array_like=True):
    """A hint (no topic; `seq`), or what somebody said (`body`). `sender` is one server."""

    sender: bytes
    topic: str
    seq: int
    body: bytes


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(_Message).decode


class RedisBus:
    """A Bus over one Redis, or whatever speaks its protocol. Used on one event loop."""

    alone = False

    def __init__(self, address: str) -> None:
        """Raises ValueError for what is no address."""
        self._address = address
        # channels know no databases; whoever gives each installation its own expects that they stay apart
        self._prefix = f"tilerummy:{parse_url(address).get('db', 0)}:"
        self._me = secrets.token_bytes(8)
        self._listeners: list[Listener] = []
        self._hearers: defaultdict[str, list[Hearer]] = defaultdict(list)
        self._returns: list[Callable[[], None]] = []
        self._followed: Counter[str] = Counter()
        self._waiting: deque[tuple[str, bytes]] = deque()
        self._said, self._turned = asyncio.Event(), asyncio.Event()
        self._going: asyncio.Task[None] | None = None
        self.up = False
        self._missed = False
        self.lost = 0
        """Messages that were not sent, since nobody could hear them or too many waited."""

    async def start(self) -> None:
        """Begin to connect, and keep at it."""
        self._going = asyncio.create_task(self._go_on())

    async def close(self) -> None:
        """Let go; what was said a moment ago may be lost."""
        if self._going is not None:
            await cancel([self._going])

    def publish(self, game: str, seq: int) -> None:
        """Say that `game` has reached `seq`: here at once, and to the servers that follow it."""
        for listener in self._listeners:
            _call(listener, game, seq)
        self._send(game, _Message(self._me, "", seq, b""))

    def subscribe(self, listener: Listener) -> None:
        """Call `listener` for every hint from now on."""
        self._listeners.append(listener)

    def say(self, topic: str, ident: str, body: bytes) -> None:
        """Say something about a record to the other servers that follow it; with an empty `ident` to all others."""
        self._send(ident, _Message(self._me, topic, 0, body))

    def hear(self, topic: str, hearer: Hearer) -> None:
        """Call `hearer` for all that other servers say on this topic from now on."""
        self._hearers[topic].append(hearer)

    def follow(self, ident: str) -> None:
        """From now on hints and messages about this record are wanted here; once more for each further call."""
        self._followed[ident] += 1
        self._turned.set()

    def unfollow(self, ident: str) -> None:
        """One of those who wanted them does not any more."""
        self._followed[ident] -= 1
        if self._followed[ident] <= 0:
            del self._followed[ident]
        self._turned.set()

    def whenever_up(self, listener: Callable[[], None]) -> None:
        """Call `listener` each time that messages arrive from now on, the first time too."""
        self._returns.append(listener)

    def _send(self, ident: str, message: _Message) -> None:
        metrics.BUS.inc(_kind(message), "sent")
        if not self.up:
            self.lost += 1
            return
        if len(self._waiting) >= WAITING:
            self._waiting.popleft()
            self.lost += 1
        self._waiting.append((self._prefix + ident, _encode(message)))
        self._said.set()

    # --- sessions -------------------------------------------------------------------------------------------------

    async def _go_on(self) -> None:
        pause, detail = PAUSES[0], ""
        while True:
            try:
                await self._session()
            except (RedisError, OSError, TimeoutError) as error:
                detail = str(error)
            was_up, self.up = self.up, False
            self.lost += len(self._waiting)
            self._waiting.clear()
            pause = PAUSES[0] if was_up else min(2 * pause, PAUSES[1])
            self._missed = True
            log.warning("bus-away", detail=detail)
            await asyncio.sleep(pause * random.uniform(0.5, 1.0))

    async def _session(self) -> None:
        """Hear and speak, until something goes wrong. Raises RedisError, OSError, TimeoutError."""
        client: Any = Redis.from_url(
            self._address,
            protocol=2,
            retry=Retry(NoBackoff(), 0),
            socket_timeout=SILENCE,
            socket_connect_timeout=SILENCE,
        )
        ears: Any = client.pubsub()
        try:
            await client.ping()
            await ears.subscribe(self._prefix)
            await until_one_ends(self._hear_on(ears), self._keep_following(ears), self._speak_on(client))
        finally:
            await ears.aclose()
            await client.aclose()

    async def _hear_on(self, ears: Any) -> None:
        while message := await ears.get_message(timeout=SILENCE):
            if message["type"] == "message":
                self._heard(message["channel"].decode(), message["data"])
            elif message["type"] == "pong" and not self.up:
                # whatever was asked before the ping is answered before it: all that is wanted arrives
                self._is_up()
        raise TimeoutError("Redis is silent")

    async def _keep_following(self, ears: Any) -> None:
        following: set[str] = set()
        while True:
            self._turned.clear()
            wanted = set(self._followed)
            if new := wanted - following:
                await ears.subscribe(*self._channels(new))
            if gone := following - wanted:
                await ears.unsubscribe(*self._channels(gone))
            following = wanted
            await ears.ping()
            await _set_within(self._turned, PING)

    async def _speak_on(self, client: Any) -> None:
        while True:
            self._said.clear()
            # what was said meanwhile goes in one piece
            batch = list(self._waiting)
            self._waiting.clear()
            pipe = client.pipeline(transaction=False)
            for channel, message in batch:
                pipe.publish(channel, message)
            try:
                await pipe.ping().execute()
            except BaseException:
                self.lost += len(batch)
                raise
            await _set_within(self._said, PING)

    def _channels(self, idents: Iterable[str]) -> list[str]:
        return [self._prefix + ident for ident in idents]

    def _is_up(self) -> None:
        self.up = True
        (log.warning if self._missed else log.info)("bus-back")
        self._missed = False
        for listener in self._returns:
            _call(listener)

    def _heard(self, channel: str, data: bytes) -> None:
        try:
            message = _decode(data)
        except msgspec.MsgspecError as error:
            log.warning("bus-nonsense", detail=str(error))
            return
        ident = channel.removeprefix(self._prefix)
        if message.sender == self._me:
            return
        metrics.BUS.inc(_kind(message), "received")
        if message.topic:
            for hearer in self._hearers.get(message.topic, ()):
                _call(hearer, ident, message.body)
        else:
            for listener in self._listeners:
                _call(listener, ident, message.seq)


def _kind(message: _Message) -> str:
    return "message" if message.topic else "hint"


def _call(listener: Callable[..., None], *values: object) -> None:
    """What goes wrong in one who listens must not keep the others from hearing."""
    try:
        listener(*values)
    except Exception:
        log.exception("bus-listener-failed")


async def _set_within(event: asyncio.Event, seconds: float) -> None:
    try:
        async with asyncio.timeout(seconds):
            await event.wait()
    except TimeoutError:
        pass
