"""What stores keep of guests themselves: their link to another browser, and nothing once they are forgotten."""

from collections.abc import Sequence

import msgspec
import pytest

from tests.store.conftest import Place
from tilerummy.store import Bot, Conflict, GuestSession, Handover, PuzzleTry, Recovery, Row, Said, Store, Write
from tilerummy.store.base import Forgotten
from tilerummy.store.retention import DAY, Retention
from tilerummy.store.sessions import ERA, LAST
from tilerummy.store.sql_sessions import UNSEEN

TRIED = PuzzleTry("original", "p", 1, "ann", 5, 1, 1, 1190.5, 140.0, 1210.5, 330.0)


def test_links_have_bytes_together_and_none_once_their_time_is_over(place: Place) -> None:
    async def work(store: Store) -> None:
        assert await store.keep_handover(Handover(b"1", "ann", b"x" * 60, 0, 10), 100)
        assert not await store.keep_handover(Handover(b"2", "bob", b"x" * 41, 1, 11), 100)
        assert await store.keep_handover(Handover(b"3", "bob", b"x" * 40, 1, 11), 100)
        # one's own makes room for the next, and stays where that does not fit
        assert await store.keep_handover(Handover(b"4", "ann", b"x" * 59, 2, 12), 100)
        assert not await store.keep_handover(Handover(b"5", "ann", b"x" * 61, 3, 13), 100)
        assert (found := await store.handover(b"4")) is not None
        assert len(found.body) == 59
        await store.end_handovers(11)
        assert [kept and len(kept.body) for kept in [await store.handover(token) for token in (b"3", b"4")]] == [0, 59]
        assert await store.keep_handover(Handover(b"6", "cleo", b"x" * 100, 12, 22), 100)
        assert (ended := await store.handover(b"4")) is not None
        assert ended.body == b""

    place.use(work)


def test_a_guest_has_one_sheet_until_it_is_renewed_or_nobody_was_seen_for_long(place: Place) -> None:
    async def work(store: Store) -> None:
        session = GuestSession("s", "ann", "Firefox", "Android", 8, 8)
        assert await store.keep_recovery("ann", b"old", 5)
        assert await store.use_recovery(b"old", session, 8)
        assert await store.recovery_of("ann") == Recovery("ann", b"old", 5, 8, "Firefox", "Android")
        assert await store.sessions_of("ann") == [session]
        assert await store.keep_recovery("ann", b"new", 9)
        assert await store.recovery(b"old") is None
        assert await store.recovery(b"new") == Recovery("ann", b"new", 9)
        assert not await store.use_recovery(b"old", msgspec.structs.replace(session, id="t"), 10)
        assert not await store.use_recovery(b"new", msgspec.structs.replace(session, id="t", player="bob"), 10)
        assert [one.id for one in await store.sessions_of("ann")] == ["s"]
        for now, kept in ((UNSEEN * DAY + 9, True), (UNSEEN * DAY + 10, False)):
            await store.prune(Retention(), now)
            assert (await store.recovery(b"new") is not None) == kept
        assert await store.keep_recovery("bob", b"bob", 5)
        await store.forget("bob", lambda _, rows: list(rows))
        assert await store.recovery(b"bob") is None
        assert not await store.keep_recovery("bob", b"bob", 6)
        assert await store.keep_recovery("cleo", b"cleo", 5)
        await store.end_era()
        assert await store.recovery_of("cleo") is None

    place.use(work)


def test_a_link_is_used_once_and_replaces_the_one_before(place: Place) -> None:
    first, second = Handover(b"1", "ann", b"kept", 5, 10), Handover(b"2", "ann", b"more", 6, 11)

    async def make(store: Store) -> None:
        await store.keep_handover(first, 100)
        await store.keep_handover(second, 100)
        await store.keep_handover(Handover(b"3", "bob", b"", 6, 11), 100)

    async def use(store: Store) -> None:
        assert await store.handover(b"1") is None
        assert await store.handover(b"2") == second
        assert await store.handover_of("ann") == second
        assert not await store.take_handover(b"2", "cleo", "s", 7, 0)
        assert not await store.ask_handover(b"2", "cleo", "123456", "Firefox", "", 11)
        assert await store.ask_handover(b"2", "cleo", "123456", "Firefox", "", 7)
        assert not await store.ask_handover(b"2", "dan", "654321", "", "", 7)
        assert not await store.take_handover(b"2", "cleo", "s", 7, 0)
        assert not await store.answer_handover("ann", "654321", agreed=True, now=7)
        assert not await store.answer_handover("bob", "123456", agreed=True, now=7)
        assert await store.answer_handover("ann", "123456", agreed=True, now=7)
        assert not await store.answer_handover("ann", "123456", agreed=False, now=7)
        assert not await store.take_handover(b"2", "dan", "s", 7, 0)
        assert not await store.take_handover(b"2", "cleo", "s", 11, 0)
        assert await store.take_handover(b"2", "cleo", "s", 10, 3)
        assert not await store.take_handover(b"2", "cleo", "t", 10, 3)
        assert await store.sessions_of("ann") == [GuestSession("s", "ann", "Firefox", "", 6, 3)]
        taken = await store.handover(b"2")
        assert taken is not None
        assert (taken.body, taken.taken, taken.session) == (b"", 10, "s")
        await store.keep_handover(Handover(b"4", "cleo", b"", 12 + DAY, 13 + DAY), 100)
        assert [await store.handover(token) for token in (b"2", b"3")] == [None, None]

    place.use(make, use)


async def agree(store: Store, token: bytes, player: str) -> None:
    """A person asks to use a link, and its guest agrees."""
    assert await store.ask_handover(token, "cleo", "123456", "", "", 6)
    assert await store.answer_handover(player, "123456", agreed=True, now=6)


def test_sessions_end_for_ever_one_by_one_or_all_but_one(place: Place) -> None:
    def made(ident: str, player: str = "ann", seen: int = 5) -> GuestSession:
        return GuestSession(ident, player, "Firefox", "Android", 5, seen)

    async def work(store: Store) -> None:
        for session in (made("a"), made("b"), made("c"), made("other", "bob"), made("b", seen=9)):
            await store.keep_session(session)
        assert await store.sessions_of("ann") == [made("b", seen=9), made("a"), made("c")]
        assert not await store.end_session("ann", "other")
        assert await store.end_session("ann", "c")
        assert not await store.end_session("ann", "c")
        # a server that has not heard of it yet notes a visit
        await store.keep_session(made("c"))
        assert [one.id for one in await store.sessions_of("ann")] == ["b", "a"]
        assert not await store.end_session("ann", "c")
        await store.keep_handover(Handover(b"1", "ann", b"", 5, 10), 100)
        await agree(store, b"1", "ann")
        assert await store.take_handover(b"1", "cleo", "d", 6, 0)
        await store.keep_handover(Handover(b"2", "ann", b"", 5, 10), 100)
        assert await store.keep_recovery("ann", b"words", 5)
        assert await store.end_sessions_but("ann", "a", "ann:", 9) == 2
        assert await store.sessions_of("ann") == [made("a")]
        assert (await store.handover(b"2"), await store.recovery(b"words")) == (None, None)
        assert await store.revocations() == dict.fromkeys(("b", "c", "d", "ann:"), LAST)
        assert await store.sessions_of("bob") == [made("other", "bob")]

    place.use(work)


def test_sessions_that_nobody_needs_are_kept_no_longer(place: Place) -> None:
    now = 1000 * DAY
    days = {"played": 399, "gone": 401, "idle": 2, "today": 0, "two": 2, "two'": 2}

    async def work(store: Store) -> None:
        for ident, ago in days.items():
            await store.keep_session(GuestSession(ident, ident.rstrip("'"), "", "", 5, now - ago * DAY))
        await store.append(Write("g", Row(1, "played", "c1", b"[]", now), "playing", players=("played", "gone")))
        await store.prune(Retention(), now)
        left = [
            one.id for player in ("played", "gone", "idle", "today", "two") for one in await store.sessions_of(player)
        ]
        assert left == ["played", "today", "two", "two'"]

    place.use(work)


def test_a_link_of_a_guest_whose_sessions_ended_is_not_used(place: Place) -> None:
    async def work(store: Store) -> None:
        for number, before in enumerate((5, 6, LAST)):
            await store.keep_handover(Handover(b"%d" % number, "ann", b"", 5, 10), 100)
            await agree(store, b"%d" % number, "ann")
            await store.revoke("ann", before)
            assert await store.take_handover(b"%d" % number, "cleo", f"s{number}", 6, 0) == (before == 5)
        assert [one.id for one in await store.sessions_of("ann")] == ["s0"]
        await store.keep_handover(Handover(b"4", "bob", b"", 5, 10), 100)
        await agree(store, b"4", "bob")
        for ended in (1, 2):
            await store.end_era()
            assert not await store.take_handover(b"4", "cleo", "s4", 6, 0)
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
        await store.append(Write("made", Row(1, "ann", None, b"[]", 1), "lobby"))
        await store.append(Write("sheet:1", Row(1, "ann", None, b"[]", 1), "over"))
        await store.keep_bot(Bot("bot-1", "ann", "Mine", 1), 9)
        await store.keep_handover(Handover(b"1", "ann", b"", 5, 10), 100)
        await store.keep_session(GuestSession("s", "ann", "", "", 5, 5))
        await store.keep_try(TRIED)
        await store.pack(3)

    def nobody(_: str, rows: Sequence[Row]) -> list[Row]:
        return [
            msgspec.structs.replace(row, actor=row.actor.replace("ann", "x"), body=row.body.replace(b"Ann", b"N. N."))
            for row in rows
        ]

    async def forget(store: Store) -> None:
        found = await store.forget("ann", nobody)
        assert found == Forgotten(("alone", "left", "on", "packed", "shared"), ("bobs",), ("made", "sheet:1"))

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
            assert [(line.actor, line.body) for line in await store.said(game)] == [("", b""), ("bob", b"line")]
            assert await store.arrangements(game) == {}
        for game in ("made", "sheet:1"):
            assert (await store.log(game))[1][0].actor == "x"
        assert {seat.player for seat in await store.playing_guests(None)} == {"bob"}
        assert (await store.bots_of("ann"), await store.handover(b"1")) == ([], None)
        assert await store.revocations() == {"ann": LAST}
        assert await store.games_of("ann") == []
        assert await store.sessions_of("ann") == []
        assert await store.last_try_of("ann") is None
        assert await store.last_try("original", "p") == msgspec.structs.replace(TRIED, player=None)

    place.use(play, forget, look)


def test_who_is_not_known_is_forgotten_too(place: Place) -> None:
    async def forget(store: Store) -> None:
        assert await store.forget("nobody", lambda _, rows: list(rows)) == Forgotten((), (), ())

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
