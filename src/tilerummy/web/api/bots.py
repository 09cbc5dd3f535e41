"""Computer players that guests connect themselves: their keys, over HTTP, and the schema of what they speak."""

from importlib.resources import files

from starlette.requests import Request
from starlette.responses import Response

from tilerummy.rates import Budget
from tilerummy.rooms.events import kind_of
from tilerummy.rooms.people import names
from tilerummy.rules.refusal import Refusal
from tilerummy.store import Bot, Store
from tilerummy.web import limits
from tilerummy.web.answers import reply
from tilerummy.web.errors import HttpRefusal, maker, read_body
from tilerummy.web.protocol import BotListed, BotMade, NewBot
from tilerummy.web.sessions import Sessions


class BotApi:
    """The endpoints over the bots of a store."""

    def __init__(self, store: Store, sessions: Sessions, budget: Budget) -> None:
        self._store = store
        self._sessions = sessions
        self._budget = budget

    async def bots(self, request: Request) -> Response:
        """GET: the guest's bots, without their keys. POST: a new one."""
        owner = self._owner(request)
        if request.method == "POST":
            return await self._make(request, owner)
        return reply([BotListed(bot.id, bot.name, bot.made) for bot in await self._store.bots_of(owner)])

    async def revoke(self, request: Request) -> Response:
        """POST: the key of one of the guest's bots counts no more, at no server, and its connections end."""
        owner, ident = self._owner(request), request.path_params["bot"]
        found = [bot for bot in await self._store.bots_of(owner) if bot.id == ident]
        if not found:
            raise HttpRefusal(404, "unknown-bot")
        # first what matters: a bot that is listed no more must not play on
        await self._sessions.revocations.end(ident)
        await self._store.forget_bot(owner, ident)
        return reply(BotListed(ident, found[0].name, found[0].made))

    def _owner(self, request: Request) -> str:
        """The guest who asks. Raises HttpRefusal."""
        player = self._sessions.player(request)
        if player is None:
            raise HttpRefusal(401, "no-session")
        if kind_of(player) == "computer":
            raise HttpRefusal(403, "not-for-bots")
        return player

    async def _make(self, request: Request, owner: str) -> Response:
        asked = await read_body(request, NewBot)
        try:
            name = names.clean(asked.name)
        except Refusal as refusal:
            raise HttpRefusal(422, refusal.code, **refusal.params) from None
        maker(request, owner, self._budget, limits.ROOM_COST)
        session = self._sessions.new_bot(owner)
        bot = Bot(session.player, owner, name, session.issued)
        if not await self._store.keep_bot(bot, limits.BOTS):
            raise HttpRefusal(409, "too-many-bots", most=limits.BOTS)
        return reply(BotMade(bot.id, bot.name, bot.made, self._sessions.key(session)), 201)


class SchemaFile:
    """The protocol's JSON schema, as it came with the package."""

    def __init__(self) -> None:
        self._text = files("tilerummy.web").joinpath("protocol.schema.json").read_bytes()

    async def schema(self, _: Request) -> Response:
        """GET: the schema."""
        return Response(self._text, media_type="application/schema+json")
