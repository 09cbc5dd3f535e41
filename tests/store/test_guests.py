"""What stores keep of guests themselves: their link to another browser, and nothing once they are forgotten."""

from collections.abc import Sequence

import msgspec
import pytest

from tests.store.conftest import Place
from tilerummy.store import Bot, Conflict, Handover, PuzzleTry, Row, Said, Store, Write
from tilerummy.store.base import ERA, LAST, Forgotten
from tilerummy.store.retention import DAY

TRIED = PuzzleTry("original", "p", 1, "ann", 5, 1, 1, 1190.5, 140.0, 1210.5, 330.0)


def test_a_link_is_used_once_and_replaces_the_one_before(place: Place) -> None:
    first, second = Handover(b"1", "ann", b"kept", 5, 10), Handover(b"2", "ann", b"more", 6, 11)

    async def make(store: Store) -> None:
        await store.keep_handover(first)
        await store.keep_handover(second)
        await store.keep_handover(Handover(b"3", "bob", b"", 6, 11))

    async def use(store: Store) -> None:
        assert await store.handover(b"1") is None
        assert await store.handover(b"2") == second
        assert not await store.take_handover(b"2", 11)
        assert await store.take_handover(b"2", 10)
        assert not await store.take_handover(b"2", 10)
        assert await store.handover(b"2") == msgspec.structs.replace(second, body=b"", taken=10)
        await store.keep_handover(Handover(b"4", "cleo", b"", 12 + DAY, 13 + DAY))
        assert [await store.handover(token) for token in (b"2", b"3")] == [None, None]

    place.use(make, use)


def test_a_link_of_a_guest_whose_sessions_ended_is_not_used(place: Place) -> None:
    async def work(store: Store) -> None:
        for number, before in enumerate((5, 6, LAST)):
            await store.keep_handover(Handover(b"%d" % number, "ann", b"", 5, 10))
            await store.revoke("ann", before)
            assert await store.take_handover(b"%d" % number, 6) == (before == 5)
        await store.keep_handover(Handover(b"4", "bob", b"", 5, 10))
        for ended in (1, 2):
            await store.end_era()
            assert not await store.take_handover(b"4", 6)
            assert await store.revocations() == {"ann": LAST, ERA: ended}

    place.use(work)


def test_a_guest_is_forgotten_and_others_keep_their_games(place: Place) -> None:
    body = msgspec.json.encode([{"t": "created", "edition": {"id": "original"}, "name": "Ann"}])

    async def play(store: Store) -> None:
        for game, status, players in (
            ("alone", "over", ("ann", "bot-1")),
            ("on", "playing", ("ann",)),
            ("shared", "over", ("ann", "bob")),
            ("packed", "over", ("ann", "bob")),
            ("left", "lobby", ("ann", "bob")),
            ("bobs", "over", ("bob",)),
        ):
            await store.append(Write(game, Row(1, "ann", "c1", body, 1), "playing", players=players))
            await store.append(Write(game, Row(2, "bob", "c2", b"[]", 2), status))  # type: ignore[arg-type]
            await store.say(game, Said(0, "ann", "c", b"line", 5), 9)
            await store.say(game, Said(0, "bob", "c", b"line", 5), 9)
            await store.arrange(game, "ann", b"order")
        await store.keep_bot(Bot("bot-1", "ann", "Mine", 1), 9)
        await store.keep_handover(Handover(b"1", "ann", b"", 5, 10))
        await store.keep_try(TRIED)
        await store.pack(3)

    def nobody(_: str, rows: Sequence[Row]) -> list[Row]:
        return [
            msgspec.structs.replace(row, actor=row.actor.replace("ann", "x"), body=row.body.replace(b"Ann", b"N. N."))
            for row in rows
        ]

    async def forget(store: Store) -> None:
        found = await store.forget("ann", nobody)
        assert found == Forgotten(("alone", "left", "on", "packed", "shared"), ("bobs",))

    async def look(store: Store) -> None:
        for game in ("alone", "on"):
            assert (await store.log(game))[0] is None
            with pytest.raises(Conflict):
                await store.say(game, Said(0, "bob", "late", b"line", 5), 9)
            await store.arrange(game, "bob", b"late")
            assert (await store.said(game), await store.arrangements(game)) == ([], {})
        for game in ("shared", "packed", "left"):
            _, rows = await store.log(game)
            assert rows == [Row(1, "x", "c1", body.replace(b"Ann", b"N. N."), 1), Row(2, "bob", "c2", b"[]", 2)]
            assert [line.actor for line in await store.said(game)] == ["bob"]
            assert await store.arrangements(game) == {}
        assert {seat.player for seat in await store.playing_guests(None)} == {"bob"}
        assert (await store.bots_of("ann"), await store.handover(b"1")) == ([], None)
        assert await store.revocations() == {"ann": LAST}
        assert await store.games_of("ann") == []
        assert await store.last_try_of("ann") is None
        assert await store.last_try("original", "p") == msgspec.structs.replace(TRIED, player=None)

    place.use(play, forget, look)


def test_who_is_not_known_is_forgotten_too(place: Place) -> None:
    async def forget(store: Store) -> None:
        assert await store.forget("nobody", lambda _, rows: list(rows)) == Forgotten((), ())

    place.use(forget)


def test_a_puzzle_is_tried_once_by_each_and_tries_are_counted_without_a_gap(place: Place) -> None:
    bobs = msgspec.structs.replace(TRIED, number=2, player="bob", at=6)

    async def work(store: Store) -> None:
        assert await store.last_try("original", "p") is None
        assert await store.keep_try(TRIED)
        assert not await store.keep_try(msgspec.structs.replace(TRIED, number=2))
        assert not await store.keep_try(msgspec.structs.replace(bobs, number=1))
        assert await store.keep_try(bobs)
        assert await store.keep_try(msgspec.structs.replace(bobs, edition="sabra", number=1, at=7))
        assert await store.last_try("original", "p") == bobs
        assert await store.last_try("original", "p", "ann") == TRIED
        last = await store.last_try_of("bob")
        assert last is not None
        assert last.edition == "sabra"

    place.use(work)
