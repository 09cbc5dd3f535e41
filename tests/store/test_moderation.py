"""What stores keep for the owner of a server."""

from tests.store.conftest import Place
from tilerummy.store import Closing, Report, Store
from tilerummy.store.moderation import REPORTED
from tilerummy.store.retention import DAY, Retention


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


def test_reports_wait_for_the_owner_have_a_bound_and_end(place: Place) -> None:
    def made(ident: str, reported: str, reporter: str, at: int) -> Report:
        return Report(ident, "room", reported, "Name", reporter, "spam", "", "line", at)

    first, second, third = made("1", "eve", "ann", 5), made("2", "eve", "bob", DAY), made("3", "bob", "ann", DAY)

    async def work(store: Store) -> None:
        for report in (third, second, first):
            assert await store.keep_report(report, 3)
        assert not await store.keep_report(made("4", "eve", "ann", 6), 3)
        assert await store.reports() == [first, second, third]
        assert await store.reports("ann") == [first, third]
        await store.prune(Retention(), REPORTED * DAY + 6)
        assert await store.reports() == [second, third]
        # who is forgotten is reported no more; what they reported stays without them
        await store.forget("bob", lambda _, rows: list(rows))
        assert await store.reports() == [made("2", "eve", "", DAY)]
        assert await store.end_report("2")
        assert not await store.end_report("2")
        assert await store.reports() == []

    place.use(work)
