"""Outcomes of games, and what guests want of each other."""

from msgspec.structs import replace

from tests.store.conftest import Place, row
from tilerummy.store import Acquaintance, GuestSession, Meeting, Outcome, Store, Write
from tilerummy.store.retention import Retention

BOB = Acquaintance("ann", "bob", "Bob")


async def play(store: Store, game: str, *players: str) -> None:
    """A game of these guests that is over."""
    await store.append(Write(game, row(1), "over", players=players))


def test_outcomes_are_kept_once_and_meet_each_other(place: Place) -> None:
    async def work(store: Store) -> None:
        for game in ("one", "two"):
            await play(store, game, "ann", "bob", "cy")
        assert await store.uncounted("ann", 1) == ["one"]
        won, lost = Outcome("one", "ann", "Ann", 10, 1, 30), Outcome("one", "bob", "Bob", 10, 0, -30)
        await store.keep_outcomes([won, lost, Outcome("one", "cy", "", None, 0, 0), replace(won, game_id="gone")])
        await store.keep_outcomes([replace(won, won=0)])
        assert await store.uncounted("ann", 10) == ["two"]
        assert await store.uncounted("cy", 10) == ["two"]
        assert await store.meetings("ann", 10) == [Meeting("one", 10, 1, 30, "bob", "Bob", 0, -30)]
        assert await store.meetings("cy", 10) == []
        # what is kept of a guest, or of a game, goes with them
        await store.prune(Retention(finished=1), 10 * 86_400_000)
        assert await store.meetings("ann", 10) == []

    place.use(work)


def test_what_a_guest_wants_of_another_is_kept_for_them_alone(place: Place) -> None:
    async def work(store: Store) -> None:
        await store.keep_session(GuestSession("s", "ann", "", "", 1, 1))
        assert await store.keep_acquaintance(BOB, 1)
        assert not await store.keep_acquaintance(replace(BOB, other="cy"), 1)
        assert await store.keep_acquaintance(replace(BOB, blocked=5), 1)
        assert await store.keep_acquaintance(Acquaintance("cy", "bob", "B", blocked=6), 1)
        assert await store.acquaintances("ann") == [replace(BOB, blocked=5)]
        assert [await store.blocked(player) for player in ("ann", "bob")] == [{"bob"}, set()]
        assert [await store.blockers(player) for player in ("ann", "bob")] == [set(), {"ann", "cy"}]
        # of who never comes back nothing is kept
        await store.prune(Retention(), 10)
        assert await store.blockers("bob") == {"ann"}
        await store.forget("bob", lambda _, rows: list(rows))
        assert await store.acquaintances("ann") == []

    place.use(work)
