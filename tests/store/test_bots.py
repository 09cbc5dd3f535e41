"""Bots of guests in every store."""

from tests.store.conftest import Place
from tilerummy.store import Bot, Store


def test_a_guest_keeps_so_many_bots_and_forgets_their_own(place: Place) -> None:
    async def work(store: Store) -> None:
        first, second = Bot("bot-1", "ann", "One", 1), Bot("bot-2", "ann", "Two", 2)
        assert await store.keep_bot(second, 2)
        assert await store.keep_bot(first, 2)
        assert not await store.keep_bot(Bot("bot-3", "ann", "Three", 3), 2)
        assert await store.keep_bot(Bot("bot-4", "bob", "Four", 4), 2)
        assert await store.bots_of("ann") == [first, second]
        assert not await store.forget_bot("bob", "bot-1")
        assert await store.forget_bot("ann", "bot-1")
        assert await store.bots_of("ann") == [second]

    place.use(work)
