"""Outlets and the outbox: a notice is kept with the row that causes it, and taken by one server at a time."""

import asyncio
from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from tests.store.conftest import Place, row
from tilerummy.store import Conflict, GuestSession, Handover, Outlet, Store, Word, Write
from tilerummy.store.notices import KINDS

PHONE = Outlet("phone", "ann", "push", "s1", b"{}", KINDS, 1, 1)


def write(seq: int, *words: Word) -> Write:
    """A row of a game that causes these words."""
    return Write("g", row(seq), "playing", words=words)


async def taken(store: Store, worker: str, now: int, until: int = 10_000) -> Sequence[tuple[str, str, int]]:
    """What a server takes: where it is told, what, and how often it was tried."""
    found = await store.take_notices(worker, now, until, 10)
    return [(notice.outlet.id, notice.kind, notice.attempts) for notice in found]


def test_words_are_kept_with_their_row_where_a_guest_wants_them(place: Place) -> None:
    async def work(store: Store) -> None:
        assert await store.keep_outlet(PHONE, 10)
        assert await store.keep_outlet(replace(PHONE, id="pad", session="s2", kinds=("end",)), 10)
        assert await store.keep_outlet(replace(PHONE, id="mail", kind="mail", session=None, confirmed=None), 10)
        await store.append(write(1, Word("ann", "turn", 1, 100), Word("bob", "turn", 1, 100)))
        with pytest.raises(Conflict):
            await store.append(write(1, Word("ann", "turn", 9, 100)))
        await store.append(write(2, Word("ann", "end", 0, 200)))
        assert await store.waiting_notices("ann") == 3
        assert await taken(store, "a", 99) == []
        assert await taken(store, "a", 100) == [("phone", "turn", 0)]
        assert sorted(await taken(store, "a", 200, 10_001)) == [("pad", "end", 0), ("phone", "end", 0)]
        assert await store.confirm_outlet("mail", 5)
        await store.append(write(3, Word("ann", "turn", 3, 300)))
        assert [kind for _, kind, _ in await taken(store, "a", 300, 10_002)] == ["turn", "turn"]

    place.use(work)


def test_one_server_has_a_notice_until_its_time_is_over(place: Place) -> None:
    async def work(store: Store) -> None:
        await store.keep_outlet(PHONE, 10)
        await store.append(write(1, Word("ann", "turn", 1, 100)))
        (notice,) = await store.take_notices("a", 100, 160, 10)
        assert await taken(store, "b", 159) == []
        assert await taken(store, "b", 160, 220) == [("phone", "turn", 0)]
        # who was too slow changes nothing of it any more
        await store.put_off(notice, 500, 5)
        (notice,) = await store.take_notices("c", 220, 280, 10)
        await store.put_off(notice, 300, 1)
        assert await taken(store, "a", 299) == []
        (notice,) = await store.take_notices("a", 300, 360, 10)
        assert notice.attempts == 1
        await store.told(notice)
        assert await store.waiting_notices("ann") == 0

    place.use(work)


def test_a_guest_has_so_many_outlets_and_a_browser_one_guest(place: Place) -> None:
    async def work(store: Store) -> None:
        assert await store.keep_outlet(PHONE, 2)
        assert await store.keep_outlet(replace(PHONE, id="pad", session="s2"), 2)
        assert not await store.keep_outlet(replace(PHONE, id="third", session="s3"), 2)
        assert await store.keep_outlet(replace(PHONE, kinds=("turn",)), 2)
        # another subscription of a browser takes the place of the one before
        assert await store.keep_outlet(replace(PHONE, id="renewed"), 2)
        assert {outlet.id for outlet in await store.outlets_of("ann")} == {"pad", "renewed"}
        assert await store.keep_outlet(replace(PHONE, id="pad", player="bob", session="s9"), 2)
        assert [outlet.id for outlet in await store.outlets_of("ann")] == ["renewed"]
        assert not await store.end_outlet("ann", "pad")
        assert await store.end_outlet("bob", "pad")

    place.use(work)


def test_outlets_end_with_their_session_and_their_guest(place: Place) -> None:
    async def work(store: Store) -> None:
        for session in ("s1", "s2", "s3"):
            await store.keep_session(GuestSession(session, "ann", "", "", 1, 1))
            await store.keep_outlet(replace(PHONE, id=session, session=session), 10)
        await store.append(write(1, Word("ann", "turn", 1, 100)))
        assert await store.end_session("ann", "s1")
        assert [outlet.id for outlet in await store.outlets_of("ann")] == ["s2", "s3"]
        assert await store.end_sessions_but("ann", "s2", "x", 9) == 1
        assert [outlet.id for outlet in await store.outlets_of("ann")] == ["s2"]
        assert await store.waiting_notices("ann") == 1
        await store.forget("ann", lambda _, rows: list(rows))
        assert await store.outlets_of("ann") == []
        assert await taken(store, "a", 100) == []

    place.use(work)


def test_an_address_is_asked_once_and_ends_where_nobody_confirms_it(place: Place) -> None:
    mail = replace(PHONE, id="mail", kind="mail", session=None, confirmed=None, made=5)

    async def work(store: Store) -> None:
        assert await store.ask_outlet(mail, 1, 7)
        assert await store.ask_outlet(replace(mail, made=6), 1, 8)
        assert not await store.ask_outlet(replace(mail, id="other"), 1, 8)
        assert await taken(store, "a", 8) == [("mail", "confirm", 0)]
        await store.end_unconfirmed(6)
        assert await store.confirm_outlet("mail", 9)
        # other wishes leave it confirmed, and nobody is asked again
        assert await store.ask_outlet(replace(mail, made=7), 1, 9)
        (outlet,) = await store.outlets_of("ann")
        assert (outlet.confirmed, outlet.made) == (9, 6)
        await store.end_unconfirmed(100)
        assert await store.outlet("mail") is not None
        await store.ask_outlet(replace(mail, id="other", player="bob"), 1, 9)
        await store.end_unconfirmed(100)
        assert await store.outlets_of("bob") == []
        assert await store.waiting_notices("bob") == 0

    place.use(work)


def test_a_link_of_a_mail_is_used_once_and_told(place: Place) -> None:
    async def work(store: Store) -> None:
        mail = replace(PHONE, id="mail", kind="mail", session=None)
        await store.keep_outlet(PHONE, 10)
        await store.keep_outlet(mail, 10)
        visits = [GuestSession(f"visit{number}", "ann", "", "", 1, 1) for number in range(9)]
        used = await asyncio.gather(*(store.use_link(b"l", 50, "mail", visit, 3) for visit in visits))
        assert sorted(used) == [*[False] * 8, True]
        assert len(await store.sessions_of("ann")) == 1
        assert sorted(await taken(store, "a", 4)) == [("mail", "device", 0), ("phone", "device", 0)]
        assert await store.link_used(b"l")
        assert not await store.use_link(b"m", 50, "mail", replace(visits[0], player="bob"), 3)
        await store.end_unconfirmed(51)
        assert not await store.link_used(b"l")

    place.use(work)


def test_a_link_that_is_used_is_told_on_the_other_devices(place: Place) -> None:
    async def work(store: Store) -> None:
        await store.keep_outlet(PHONE, 10)
        await store.keep_handover(Handover(b"t", "ann", b"", 1, 100), 100)
        assert await store.ask_handover(b"t", "eve", "123456", "", "", 2)
        assert not await store.take_handover(b"t", "eve", "s5", 3, 3)
        assert await taken(store, "a", 3) == []
        assert await store.answer_handover("ann", "123456", 3, agreed=True)
        assert await store.take_handover(b"t", "eve", "s5", 4, 4)
        assert await taken(store, "a", 4) == [("phone", "device", 0)]

    place.use(work)


def test_a_secret_is_made_once(place: Place) -> None:
    async def work(store: Store) -> None:
        assert [await store.secret("key", fresh) for fresh in (b"one", b"two")] == [b"one", b"one"]

    place.use(work)
