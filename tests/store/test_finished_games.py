"""Finished games of a player, of stores of every kind."""

from tests.store.conftest import Place, row
from tilerummy.store import Row, Store, Write


def test_finished_games_come_a_few_at_a_time_the_last_first(place: Place) -> None:
    async def work(store: Store) -> None:
        for number in range(5):
            await store.append(
                Write(f"g{number}", Row(1, "ann", None, b"[]", 10 + number // 2), "over", players=("ann",))
            )
        await store.append(Write("on", row(1), "playing", players=("ann",)))
        await store.append(Write("other", row(1), "over", players=("bob",)))
        found, before = [], None
        while heads := await store.finished_games_of("ann", before, 2):
            found += [head.game for head in heads]
            before = heads[-1].changed, heads[-1].game
        assert found == ["g4", "g3", "g2", "g1", "g0"]

    place.use(work)
