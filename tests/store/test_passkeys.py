"""What stores keep of passkeys, and of the challenges that they sign."""

from msgspec.structs import replace

from tests.store.conftest import Place
from tilerummy.store import Challenge, GuestSession, Outlet, Passkey, Store
from tilerummy.store.retention import DAY, Retention
from tilerummy.store.sql_sessions import UNSEEN

PASSKEY = Passkey(b"\x00\xff", "ann", b"handle", b"key", 0, "Phone", 5)
SESSION = GuestSession("s", "ann", "Firefox", "Android", 8, 8)


def test_a_challenge_is_taken_once_and_in_time(place: Place) -> None:
    async def work(store: Store) -> None:
        await store.keep_challenge(Challenge("ann", b"old", 20), 10)
        await store.keep_challenge(Challenge("ann", b"new", 21), 11)
        await store.keep_challenge(Challenge("bob", b"bobs", 12), 11)
        assert await store.take_challenge("bob", 12) is None
        assert await store.take_challenge("ann", 20) == b"new"
        assert await store.take_challenge("ann", 20) is None

    place.use(work)


def test_a_passkey_counts_on_and_two_of_it_are_refused(place: Place) -> None:
    async def work(store: Store) -> None:
        assert await store.keep_passkey(PASSKEY, 2)
        assert not await store.keep_passkey(replace(PASSKEY, player="bob"), 2)
        assert await store.keep_outlet(Outlet("o", "ann", "push", "old", b"{}", ("device",), 5, 5), 1)
        assert await store.use_passkey(PASSKEY.id, 4, SESSION, 9)
        assert await store.passkey(PASSKEY.id) == replace(PASSKEY, sign_count=4, used=9)
        assert (await store.sessions_of("ann"), await store.waiting_notices("ann")) == ([SESSION], 1)
        for count in (4, 3, 0):
            assert not await store.use_passkey(PASSKEY.id, count, replace(SESSION, id=f"t{count}"), 10)
        assert not await store.use_passkey(PASSKEY.id, 5, replace(SESSION, id="t", player="bob"), 10)
        assert await store.sessions_of("ann") == [SESSION]
        assert await store.name_passkey("ann", PASSKEY.id, "Mine")
        assert not await store.name_passkey("bob", PASSKEY.id, "Theirs")
        assert not await store.end_passkey("bob", PASSKEY.id)
        assert [one.name for one in await store.passkeys_of("ann")] == ["Mine"]
        assert await store.end_passkey("ann", PASSKEY.id)
        assert await store.passkey(PASSKEY.id) is None

    place.use(work)


def test_a_guest_has_so_many_passkeys_as_long_as_anybody_comes(place: Place) -> None:
    async def work(store: Store) -> None:
        assert await store.keep_passkey(PASSKEY, 2)
        # authenticators that share a passkey count nothing
        for number in range(2):
            assert await store.use_passkey(PASSKEY.id, 0, replace(SESSION, id=f"s{number}"), 9)
        assert await store.keep_passkey(replace(PASSKEY, id=b"2", made=6), 2)
        assert not await store.keep_passkey(replace(PASSKEY, id=b"3", made=7), 2)
        for now, kept in ((UNSEEN * DAY + 9, 1), (UNSEEN * DAY + 10, 0)):
            await store.prune(Retention(), now)
            assert len(await store.passkeys_of("ann")) == kept
        for ending in (store.end_era(), store.end_sessions_but("ann", "s", "ann:", 9)):
            assert await store.keep_passkey(PASSKEY, 2)
            await ending
            assert await store.passkeys_of("ann") == []
        assert await store.keep_passkey(PASSKEY, 2)
        await store.keep_challenge(Challenge("ann", b"x", 20), 10)
        await store.forget("ann", lambda _, rows: list(rows))
        assert (await store.passkeys_of("ann"), await store.take_challenge("ann", 10)) == ([], None)
        assert not await store.keep_passkey(PASSKEY, 2)

    place.use(work)
