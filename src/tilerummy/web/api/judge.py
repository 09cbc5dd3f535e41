"""The judge over HTTP, for positions without a game: the lessons of the page."""

from time import thread_time

from starlette.requests import Request
from starlette.responses import Response

from tilerummy import editions
from tilerummy.rooms.commands import melds_of
from tilerummy.rooms.views.preview import judged
from tilerummy.rules.moves import Play
from tilerummy.rules.notation import NotationError, parse_position
from tilerummy.rules.position import PositionError, from_layout
from tilerummy.rules.refusal import Refusal
from tilerummy.web import limits
from tilerummy.web.addresses import address_of
from tilerummy.web.answers import reply
from tilerummy.web.errors import HttpRefusal, read_body
from tilerummy.web.protocol import Question


class JudgeApi:
    """The endpoint; it remembers nothing but how much work an address has asked for."""

    def __init__(self, per_address: float) -> None:
        self._asked = limits.questions(per_address)

    async def judge(self, request: Request) -> Response:
        """POST: the judge's word on an arrangement. Raises HttpRefusal."""
        asked_by = self._asked.of(address_of(request))
        if not asked_by.has(0):
            raise HttpRefusal(429, "too-fast")
        question = await read_body(request, Question)
        if question.edition not in editions.names():
            raise HttpRefusal(422, "unknown-edition", known=list(editions.names()))
        begun = thread_time()
        try:
            return self._judged(question)
        finally:
            asked_by.spend(thread_time() - begun)

    def _judged(self, question: Question) -> Response:
        """Raises HttpRefusal."""
        asked = question.preview
        try:
            position = from_layout(parse_position(question.position), editions.load(question.edition))
            play = Play(opening=melds_of(asked.opening), table=melds_of(asked.table))
            return reply(judged(position, asked, play))
        except (NotationError, PositionError) as error:
            raise HttpRefusal(422, "no-position", detail=str(error)) from None
        except Refusal as refusal:
            raise HttpRefusal(422, refusal.code, **refusal.params) from None
