"""A session of a guest who is forgotten never counts again, in whatever order things happen, whatever its date says."""

from itertools import permutations

import pytest

from tests.store.conftest import Place
from tests.store.test_guests import agree
from tilerummy.store import Handover, Store
from tilerummy.store.sessions import LAST
from tilerummy.web.revocations import Revocations
from tilerummy.web.sessions import Session, Sessions

AHEAD = 2**53
"""What a clock says that is far ahead of all others (ms)."""


class Held:
    """A connection that was opened with a session."""

    ended = False

    def session_ended(self) -> None:
        """The session counts no more."""
        self.ended = True

    def closed(self, until: int) -> None:
        """The guest or the address is closed."""


@pytest.mark.parametrize("order", list(permutations(("claim", "forget", "look"))))
def test_no_order_of_claim_and_forgetting_brings_a_guest_back(place: Place, order: tuple[str, ...]) -> None:
    async def work(store: Store) -> None:
        assert await store.keep_handover(Handover(b"1", "ann", b"", AHEAD, AHEAD + 10), 100)
        await agree(store, b"1", "ann")
        here, elsewhere = Revocations(store), Revocations(store)
        session, held = Sessions([b"k" * 32], here).new("ann", AHEAD), Held()
        elsewhere.watch(session, "", held)
        for step in order:
            if step == "claim":
                claimed = await store.take_handover(b"1", "cleo", session.id, AHEAD + 1, AHEAD)
                assert claimed == (order.index("claim") < order.index("forget"))
            elif step == "forget":
                await store.forget("ann", lambda _, rows: list(rows))
                here.learn("ann")
            else:
                await elsewhere.look()
        await elsewhere.look()
        assert held.ended
        for server in (here, elsewhere):
            assert not server.stands(session)
            assert not server.stands(Session("ann", LAST - 1, id="another"))
        assert await store.sessions_of("ann") == []

    place.use(work)
