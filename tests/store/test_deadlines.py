"""When turns end, in stores of every kind."""

from tests.store.conftest import Place, row
from tilerummy.store import Store, Write


def test_a_turn_is_postponed_while_it_goes_on(place: Place) -> None:
    async def work(store: Store) -> None:
        await store.append(Write("timed", row(1), "playing", deadline=5000))
        await store.append(Write("free", row(1), "playing"))
        asked = (("timed", 1), ("timed", 1), ("timed", 2), ("free", 1), ("unknown", 1))
        assert [await store.postpone(game, seq, 900) for game, seq in asked] == [True, True, False, False, False]
        found = await store.logs({"timed": 0, "free": 0})
        assert {game: head.deadline for game, (head, _) in found.items()} == {"timed": 6800, "free": None}

    place.use(work)
