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


HOUR = 3_600_000


def test_long_turns_get_the_time_back_in_which_no_server_was_there(place: Place) -> None:
    async def work(store: Store) -> None:
        begun = await store.clock() + HOUR
        back = begun + 47 * HOUR + 1
        for name, ends in (("passed", begun + HOUR), ("soon", back + HOUR), ("later", back + 49 * HOUR)):
            await store.append(Write(name, row(1), "playing", deadline=ends, slow=True))
        await store.append(Write("short", row(1), "playing", deadline=begun + HOUR))
        assert await store.arrive("first", 0, begun, 1000) == 0
        await store.alive(begun)
        # two days without a server: rounded up to whole hours, for those who have less time than that
        assert await store.arrive("second", 0, back, 1000) == 3
        found = await store.logs(dict.fromkeys(("passed", "soon", "later", "short"), 0))
        assert {name: head.deadline for name, (head, _) in found.items()} == {
            "passed": begun + 49 * HOUR,
            "soon": back + 49 * HOUR,
            "later": back + 49 * HOUR,
            "short": back + 1000,
        }
        # a clock that was set back takes nothing from anybody
        await store.alive(back + 999 * HOUR)
        assert await store.arrive("third", 0, back, 1000) == 0

    place.use(work)
