"""The bus of several servers: Redis' publish and subscribe. It keeps nothing, so losing it loses nothing but speed.

A session is two connections: on one this server hears, on the other it speaks. Whatever goes wrong ends the session;
then the next one is tried, after a pause that grows. Hints go to all servers, many in one piece: to read of a game that
is not followed costs less than a piece for each game.
"""

import asyncio
import random
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterable, Mapping
from time import monotonic
from typing import Any, Final

import msgspec
import structlog
from redis.asyncio.connection import parse_url
from redis.exceptions import RedisError

from tilerummy import metrics
from tilerummy.bus.base import Hearer, Listener
from tilerummy.bus.redis_connection import StrangeError, connect, cut
from tilerummy.bus.signing import ForgedError, Signing
from tilerummy.cancellation import cancel, until_one_ends
from tilerummy.rates import Bucket

WAITING: Final = 10_000
"""Messages that wait to be sent, at most; then the oldest is dropped. Of hints one waits for each game."""
GATHER: Final = 0.02
"""Seconds between two pieces that are sent, at least: what is said meanwhile goes along with the next."""
PING: Final = 2.0
"""Seconds between two pings of each connection."""
SILENCE: Final = 5.0
"""Seconds after which a Redis that does not answer counts as away."""
PAUSES: Final = 0.1, 5.0
"""Seconds before the next try to connect: the first time, and at most; each doubles the one before, more or less."""
STRANGE: Final = 20_000
"""Messages that no server said, and other answers, that are read at once: each room that is followed is answered."""
STRANGE_A_SECOND: Final = 200
"""How many more in a second; one more counts for each KiB. Who sends more is not listened to for a while."""
AT_ONCE: Final = 0.005
"""Seconds for which messages are read one after the other: then it is the others' turn."""
log = structlog.get_logger()


class _Message(msgspec.Struct, frozen=True, array_like=True):
    """What another server said, or hints (no topic)."""

    topic: str
    body: bytes


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(_Message).decode
_decode_hints = msgspec.msgpack.Decoder(dict[str, int]).decode


class RedisBus:
    """A Bus over one Redis, or whatever speaks its protocol. Used on one event loop."""

    alone = False

    def __init__(self, address: str, signing: Signing) -> None:
        """Raises ValueError for what is no address."""
        self._address = address
        # channels know no databases; operators who give each installation its own expect them to stay apart
        self._prefix = f"tilerummy:{parse_url(address).get('db', 0)}:"
        self._signing = signing
        self._refused = False
        self._strange = Bucket(STRANGE_A_SECOND, STRANGE)
        self._listeners: list[Listener] = []
        self._hearers: defaultdict[str, list[Hearer]] = defaultdict(list)
        self._returns: list[Callable[[], None]] = []
        self._followed: Counter[str] = Counter()
        self._waiting: deque[tuple[str, bytes]] = deque(maxlen=WAITING)
        self._hints: dict[str, int] = {}
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
        metrics.BUS.inc("hint", "sent")
        if self._is_heard():
            self._hints[game] = seq

    def subscribe(self, listener: Listener) -> None:
        """Call `listener` for every hint from now on."""
        self._listeners.append(listener)

    def say(self, topic: str, ident: str, body: bytes) -> None:
        """Say something about a record to the other servers that follow it; with an empty `ident` to all others."""
        metrics.BUS.inc("message", "sent")
        if self._is_heard():
            self.lost += len(self._waiting) == WAITING
            self._waiting.append((self._prefix + ident, _encode(_Message(topic, body))))

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

    def _is_heard(self) -> bool:
        """Whether anything that is said now is sent."""
        if self.up:
            self._said.set()
        else:
            self.lost += 1
        return self.up

    # --- sessions -------------------------------------------------------------------------------------------------

    async def _go_on(self) -> None:
        pause, detail, strange = PAUSES[0], "", False
        while True:
            try:
                await self._session()
            except (RedisError, OSError, TimeoutError) as error:
                strange = isinstance(error, StrangeError)
                detail = str(error)
            except Exception as error:
                # the poll does for it meanwhile
                metrics.BUS_FAILURES.inc()
                log.exception("bus-failed")
                detail = repr(error)
            was_up, self.up = self.up, False
            self.lost += len(self._taken())
            # who is answered by a stranger comes up each time
            pause = PAUSES[0] if was_up and not strange else min(2 * pause, PAUSES[1])
            self._missed = True
            log.warning("bus-away", detail=detail)
            await asyncio.sleep(pause * random.uniform(0.5, 1.0))

    async def _session(self) -> None:
        """Hear and speak, until something goes wrong. Raises RedisError, OSError, TimeoutError."""
        client = connect(self._address, SILENCE)
        ears: Any = client.pubsub()
        try:
            await client.ping()
            await ears.subscribe(self._prefix)
            await until_one_ends(self._hear_on(ears), self._keep_following(ears), self._speak_on(client))
        finally:
            cut(client)

    async def _hear_on(self, ears: Any) -> None:
        since = monotonic()
        while answer := await _next(ears):
            kind, channel, data = answer
            believed = kind == "message" and self._heard(channel, data)
            if not believed and not self._strange.take(1 + len(data) / 1024):
                raise StrangeError("too much that no server said")
            if kind == "pong" and not self.up:
                # whatever was asked before the ping is answered before it: all that is wanted arrives
                self._is_up()
            if monotonic() - since > AT_ONCE:
                await asyncio.sleep(0)
                since = monotonic()
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
            batch = self._taken()
            pipe = client.pipeline(transaction=False)
            for channel, message in batch:
                pipe.publish(channel, self._signing.sign(channel, message))
            try:
                await pipe.ping().execute()
            except BaseException:
                self.lost += len(batch)
                raise
            await asyncio.sleep(GATHER)
            await _set_within(self._said, PING)

    def _taken(self) -> list[tuple[str, bytes]]:
        """What waits to be sent, and waits no longer: channels and messages."""
        batch = list(self._waiting)
        if self._hints:
            batch.append((self._prefix, _encode(_Message("", _encode(self._hints)))))
        self._waiting.clear()
        self._hints.clear()
        return batch

    def _channels(self, idents: Iterable[str]) -> list[str]:
        return [self._prefix + ident for ident in idents]

    def _is_up(self) -> None:
        self.up = True
        (log.warning if self._missed else log.info)("bus-back")
        self._missed = False
        for listener in self._returns:
            _call(listener)

    def _heard(self, channel: str, data: bytes) -> bool:
        """Hear a message; whether a server said it."""
        try:
            signed = self._signing.read(channel, data)
            if signed is None:
                return True
            message = _decode(signed)
            if not message.topic:
                self._heard_hints(_decode_hints(message.body))
                return True
        except (ForgedError, msgspec.MsgspecError) as error:
            metrics.BUS.inc("message", "refused")
            if not self._refused:
                # said once: who sends it may send much of it
                self._refused = True
                log.warning("bus-refused", detail=str(error))
            return False
        metrics.BUS.inc("message", "received")
        for hearer in self._hearers.get(message.topic, ()):
            _call(hearer, channel.removeprefix(self._prefix), message.body)
        return True

    def _heard_hints(self, hints: Mapping[str, int]) -> None:
        for game in hints.keys() & self._followed.keys():
            metrics.BUS.inc("hint", "received")
            for listener in self._listeners:
                _call(listener, game, hints[game])


async def _next(ears: Any) -> tuple[str, str, bytes] | None:
    """The next answer: its kind, its channel and what was said there; None where none comes. Raises RedisError,
    OSError, TimeoutError."""
    try:
        answer = await ears.get_message(timeout=SILENCE)
        if answer is None:
            return None
        if answer["type"] != "message":
            return str(answer["type"]), "", b""
        return "message", answer["channel"].decode(), bytes(memoryview(answer["data"]))
    except (AttributeError, LookupError, TypeError, ValueError, RecursionError, MemoryError) as error:
        raise StrangeError(f"no answer of a Redis: {error!r}") from None


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
