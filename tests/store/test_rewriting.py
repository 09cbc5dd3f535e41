"""Rows that are rewritten: in every store, and together with what is appended meanwhile."""

from collections.abc import Sequence

import msgspec

from tests.store.conftest import Place, row
from tilerummy.store import Row, Store, Write


def without_names(_: str, rows: Sequence[Row]) -> list[Row]:
    return [msgspec.structs.replace(one, body=one.body.replace(b"ann", b"")) for one in rows]


def test_rows_become_what_is_made_of_them_until_nothing_differs(place: Place) -> None:
    async def write(store: Store) -> None:
        for number, body in enumerate((b"[1]", b'["ann","bob"]', b'["ann"]'), start=1):
            await store.append(Write("club:x", row(number, f"c{number}", body=body), "playing"))
        await store.append(Write("club:y", row(1, body=b'["ann"]'), "playing"))
        assert await store.rewrite("club:x", without_names)
        assert not await store.rewrite("club:x", without_names)
        assert not await store.rewrite("club:z", without_names)
        await store.append(Write("club:x", row(4, "c4", body=b"[4]"), "playing"))

    async def read(store: Store) -> None:
        head, rows = await store.log("club:x")
        assert head is not None
        assert (head.seq, head.changed) == (4, 1004)
        assert [one.body for one in rows] == [b"[1]", b'["","bob"]', b'[""]', b"[4]"]
        assert [one.command for one in rows] == ["c1", "c2", "c3", "c4"]
        assert [one.body for one in (await store.log("club:y"))[1]] == [b'["ann"]']

    place.use(write, read)
