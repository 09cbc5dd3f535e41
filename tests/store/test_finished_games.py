"""Finished games of a player and games of a circle, of stores of every kind."""

from tests.store.conftest import Place, row
from tilerummy.store import Row, Store, Write
from tilerummy.store.retention import DAY, Pruned, Retention

NOW = 1_800_000_000_000


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


def test_a_circle_finds_its_games_and_stays_as_long_as_there_is_one(place: Place) -> None:
    async def work(store: Store) -> None:
        row = Row(1, "ann", None, b"[]", NOW)
        await store.append(Write("circle:c", row, "playing", players=("ann", "bob")))
        await store.append(Write("circle:d", row, "playing", players=("ann",)))
        await store.append(Write("now", row, "playing", players=("ann", "circle:c")))
        await store.append(Write("over", row, "over", players=("bob", "circle:c")))
        assert await store.records_of("ann", "circle:") == ["circle:c", "circle:d"]
        assert await store.records_of("bob", "circle:") == ["circle:c"]
        assert [head.game for head in await store.games_of("circle:c")] == ["now"]
        assert [head.game for head in await store.finished_games_of("circle:c", None, 10)] == ["over"]
        assert [head.game for head in await store.games_of("ann")] == ["now"]
        assert {seat.player for seat in await store.playing_guests(None)} == {"ann", "bob"}
        late = NOW + 731 * DAY
        assert await store.prune(Retention(finished=0), late) == Pruned(abandoned=1, events=1)
        assert await store.records_of("ann", "circle:") == ["circle:c"]
        assert await store.prune(Retention(), late) == Pruned(finished=1, events=1)
        assert await store.records_of("bob", "circle:") == []

    place.use(work)
