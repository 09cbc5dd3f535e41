"""What stores keep for the owner of a server."""

from tests.store.conftest import Place
from tilerummy.store import Closing, Store
from tilerummy.store.retention import Retention


def test_a_closing_holds_for_its_time_is_replaced_and_lifted(place: Place) -> None:
    ann, net = Closing("ann", 5, 20), Closing("2001:db8::/64", 6, 30)

    async def work(store: Store) -> None:
        for closing in (Closing("ann", 1, 99), ann, net):
            await store.keep_closing(closing)
        assert await store.closings(19) == [net, ann]
        assert await store.closings(20) == [net]
        assert not await store.lift_closing("bob")
        assert await store.lift_closing(net.name)
        assert await store.closings(19) == [ann]
        # what has ended goes, by the upkeep and by the next closing
        await store.prune(Retention(), 20)
        assert await store.closings(0) == []
        await store.keep_closing(ann)
        await store.keep_closing(Closing("bob", 20, 40))
        assert await store.closings(0) == [Closing("bob", 20, 40)]

    place.use(work)
