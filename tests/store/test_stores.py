"""What every store does: compare-and-set, atomic appends, sweeps, what lies beside the logs, and packing."""

import asyncio
from collections.abc import Sequence

import msgspec
import pytest

from tests.store.conftest import Place, row
from tilerummy.store import Conflict, Playing, Row, Said, StorageFailure, Store, Write
from tilerummy.store.retention import DAY, Pruned, Retention

NOW = 1_700_000_000_000


def test_what_is_appended_is_there_after_opening_again(place: Place) -> None:
    async def write(store: Store) -> None:
        await store.append(Write("g", row(1, "a"), "lobby", players=("ann",)))
        await store.append(Write("g", row(2, "b"), "playing", deadline=5000, computer=True))

    async def read(store: Store) -> None:
        head, rows = await store.log("g")
        assert head is not None
        assert (head.seq, head.status, head.deadline, head.computer, head.changed) == (2, "playing", 5000, True, 1002)
        assert rows == [row(1, "a"), row(2, "b")]
        assert (await store.log("g", 1))[1] == [row(2, "b")]
        assert await store.log("g", 2) == (head, [])
        assert await store.log("unknown") == (None, [])

    place.use(write, read)


def test_the_newest_order_of_each_rack_is_kept(place: Place) -> None:
    async def work(store: Store) -> None:
        await store.append(Write("g", row(1), "playing"))
        for player, order in (("ann", b"1"), ("bob", b"2"), ("ann", b"3")):
            await store.arrange("g", player, order)
        assert await store.arrangements("g") == {"ann": b"3", "bob": b"2"}
        assert await store.arrangements("other") == {}

    place.use(work)


@pytest.mark.parametrize(
    "write",
    [
        Write("g", row(2, "c"), "playing"),
        Write("g", row(4, "c"), "playing"),
        Write("g", row(1, "c"), "playing"),
        Write("g", row(3, "b"), "playing"),
        Write("g", row(3, "c"), "playing", due=4999),
        Write("unknown", row(2, "c"), "playing"),
    ],
    ids=["seq taken", "seq ahead", "game exists", "command id used", "deadline later", "no such game"],
)
def test_an_append_that_is_not_the_next_row_conflicts_and_changes_nothing(place: Place, write: Write) -> None:
    async def work(store: Store) -> None:
        await store.append(Write("g", row(1, "a"), "lobby"))
        await store.append(Write("g", row(2, "b"), "playing", deadline=5000))
        before = await store.log("g")
        with pytest.raises(Conflict):
            await store.append(write)
        assert await store.log("g") == before
        await store.append(Write("g", row(3, "c"), "playing", due=5000))

    place.use(work)


def test_the_same_command_id_of_another_actor_is_another_command(place: Place) -> None:
    async def work(store: Store) -> None:
        await store.append(Write("g", row(1, "a"), "lobby"))
        await store.append(Write("g", row(2, "a", actor="bob"), "lobby"))
        await store.append(Write("g", row(3, None, actor="clock"), "lobby"))
        await store.append(Write("g", row(4, None, actor="clock"), "lobby"))

    place.use(work)


def test_writes_of_one_append_are_kept_together_or_not_at_all(place: Place) -> None:
    async def work(store: Store) -> None:
        await store.append(Write("old", row(1), "over"))
        with pytest.raises(Conflict):
            await store.append(Write("new", row(1), "lobby"), Write("old", row(3), "over"))
        assert await store.log("new") == (None, [])
        await store.append(Write("new", row(1), "lobby"), Write("old", row(2), "over"))
        assert await store.seqs(["new", "old", "none"]) == {"new": 1, "old": 2}
        with pytest.raises(Conflict):
            await store.append(Write("new", row(1), "lobby"), Write("old", row(3), "over"))
        assert await store.seqs(["new", "old"]) == {"new": 1, "old": 2}

    place.use(work)


def test_how_games_stand_is_read_at_a_glance(place: Place) -> None:
    async def work(store: Store) -> None:
        await store.append(Write("quiet", row(1), "playing"))
        await store.append(
            Write("busy", row(1), "playing", deadline=500), Write("busy", row(2), "playing", deadline=900)
        )
        for number in range(3):
            await store.say("busy", Said(0, "ann", f"s{number}", b"", 1), kept=2)
        await store.say("busy", Said(1, "ann", "s", b"", 1), 9, "door_act")
        found = await store.glances(["quiet", "busy", "none"])
        assert set(map(msgspec.structs.astuple, found)) == {("busy", 2, 900, 3, 2), ("quiet", 1, None, 0, 0)}

    place.use(work)


def test_many_rows_of_one_game_are_one_append(place: Place) -> None:
    async def work(store: Store) -> None:
        await store.append(*(Write("g", row(seq, f"c{seq}"), "lobby") for seq in range(1, 501)))
        head, rows = await store.log("g")
        assert head is not None
        assert (head.seq, len(rows)) == (500, 500)
        with pytest.raises(Conflict):
            await store.append(*(Write("g", row(seq, f"c{seq}"), "lobby") for seq in (501, 503)))
        with pytest.raises(Conflict):
            await store.append(*(Write("g", row(seq, command), "lobby") for seq, command in ((501, "x"), (502, "c7"))))
        assert await store.log("g") == (head, rows)

    place.use(work)


def test_of_many_at_once_for_the_same_seq_one_wins_and_neighbours_are_unharmed(place: Place) -> None:
    async def work(store: Store) -> None:
        async def attempt(game: str, seq: int, command: str) -> bool:
            try:
                await store.append(Write(game, row(seq, command), "playing"))
            except Conflict:
                return False
            return True

        games = [f"g{index}" for index in range(20)]
        for seq in range(1, 6):
            tries = [attempt(game, seq, f"{seq}-{number}") for game in games for number in range(10)]
            won = await asyncio.gather(*tries)
            assert sum(won) == len(games)
        assert await store.seqs(games) == dict.fromkeys(games, 5)

    place.use(work)


def test_a_write_that_the_database_cannot_hold_fails_alone(place: Place) -> None:
    async def work(store: Store) -> None:
        writes = [Write(f"g{number}", row(1), "lobby") for number in range(40)]
        writes[20] = Write("g20", Row(1, "ann", None, b"[]", 2**63), "lobby")  # one more than databases count
        done = await asyncio.gather(*map(store.append, writes), return_exceptions=True)
        assert [type(one) for one in done] == [StorageFailure if at == 20 else type(None) for at in range(40)]
        games = [f"g{number}" for number in range(40)]
        assert await store.seqs(games) == {game: 1 for game in games if game != "g20"}

    place.use(work)


def test_sweeps_find_deadlines_computers_and_the_games_of_a_player(place: Place) -> None:
    async def work(store: Store) -> None:
        await store.append(Write("late", row(1), "playing", deadline=100, players=("ann", "bob")))
        await store.append(Write("later", row(1), "playing", deadline=50, computer=True, players=("ann",)))
        await store.append(Write("future", row(1), "playing", deadline=900))
        await store.append(Write("done", row(1), "over", players=("ann",)))
        await store.append(Write("sheet:x", row(1), "playing"))
        assert [head.game for head in await store.due(100)] == ["later", "late"]
        assert await store.computers_to_move(2**60) == ["later"]
        assert {head.game for head in await store.games_of("ann")} == {"late", "later"}
        assert [head.game for head in await store.games_of("bob")] == ["late"]
        assert await store.playing("sheet:") == ["sheet:x"]
        one, other = (Row(1, f"event:{at}", None, b"", 1) for at in "zx")
        await store.append(Write("ofz", one, "lobby"), Write("ofx", other, "over"))
        assert await store.unfinished("event:") == [("event:z", "ofz")]

    place.use(work)


def test_lines_of_a_chat_are_numbered_kept_once_and_read_after_a_number(place: Place) -> None:
    async def work(store: Store) -> None:
        await store.append(Write("game", row(1), "lobby"))
        await store.append(Write("other", row(1), "lobby"))
        lines = [Said(0, "ann", f"c{number}", b"", number) for number in range(1, 8)]
        assert [await store.say("game", line, 3) for line in lines] == [1, 2, 3, 4, 5, 6, 7]
        assert await store.say("game", lines[5], 3) == 6
        assert await store.say("other", lines[0], 3) == 1
        assert [(said.number, said.command) for said in await store.said("game")] == [(5, "c5"), (6, "c6"), (7, "c7")]
        assert [said.number for said in await store.said("game", 5)] == [6, 7]
        assert await store.said("game", 7) == []
        assert await store.say("game", Said(9, "bob", "c8", b"", 8), 3) == 10  # lines after the seventh are forgotten

    place.use(work)


def test_a_word_about_sessions_is_never_taken_back(place: Place) -> None:
    async def work(store: Store) -> None:
        for player, before in (("ann", 5), ("ann", 4), ("*", 3)):
            await store.revoke(player, before)
        assert await store.revocations() == {"ann": 5, "*": 3}

    place.use(work)


def test_what_is_kept_no_longer_goes_and_nothing_else(place: Place) -> None:
    kept = Retention(finished=365, abandoned=90, chats=30, events=730)
    ages = {"over": ("over", 366), "young": ("over", 364), "talk": ("over", 31), "quiet": ("playing", 91)}
    ages |= {
        "lobby": ("lobby", 91),
        "now": ("playing", 89),
        "tournament:old": ("playing", 731),
        "sheet:new": ("over", 700),
    }

    async def work(store: Store) -> None:
        for game, (status, days) in ages.items():
            body = b'[{"edition":{"id":"%s"}}]' % game.encode()
            for seq in (1, 2):
                last = Row(seq, "ann", None, body, NOW - days * DAY)
                await store.append(Write(game, last, status, players=("ann",)))  # type: ignore[arg-type]
            await store.say(game, Said(0, "ann", "c", b"{}", NOW), 100)
            await store.arrange(game, "ann", b"{}")
        assert await store.pack(NOW) == 3
        expected = Pruned(finished=1, abandoned=2, chats=4, events=1)
        assert await store.prune(kept, NOW, dry=True) == expected
        assert await store.prune(kept, NOW) == Pruned(finished=1, abandoned=2, chats=3, events=1)
        assert await store.prune(kept, NOW) == Pruned()
        left = {game for game in ages if (await store.log(game))[0] is not None}
        assert left == {"young", "talk", "now", "sheet:new"}
        assert {game for game in left if len((await store.log(game))[1]) == 2} == left
        assert [game for game in left if await store.said(game)] == ["now"]
        assert await store.prune(Retention(0, 0, 0, 0), NOW + 10_000 * DAY) == Pruned()
        for game in ages:
            assert bool(await store.playing_guests(game)) == (game in left)
            assert bool(await store.arrangements(game)) == (game in left)

    place.use(work)


# --- packing ----------------------------------------------------------------------------------------------------


async def finished(store: Store, game: str, moves: int = 60) -> list[Row]:
    """A game that is over; its rows."""
    edition = {"id": "original", "words": [f"word {number}" for number in range(200)]}
    bodies = [msgspec.json.encode([{"t": "created", "edition": edition}, {"t": "promised"}])]
    bodies += [msgspec.json.encode([{"t": "drew", "seat": move % 2, "pool": 80 - move}]) for move in range(1, moves)]
    rows = [
        Row(seq, "ann" if seq % 2 else "bob", f"c{seq}" if seq % 3 else None, body, NOW + seq * 7001)
        for seq, body in enumerate(bodies, 1)
    ]
    for last in rows:
        await store.append(Write(game, last, "over" if last.seq == moves else "playing", players=("ann", "bob")))
    return rows


def test_a_packed_game_reads_as_before(place: Place) -> None:
    async def work(store: Store) -> None:
        rows = await finished(store, "g")
        playing, lobby = Write("playing", row(1), "playing"), Write("sheet:over", row(1), "over")
        for write in (playing, lobby):
            await store.append(write, Write(write.game, row(2), write.status))
        before = await store.log("g")
        guests = set(await store.playing_guests(None))
        assert await store.pack(rows[-1].at) == 0
        assert await store.pack(rows[-1].at + 1) == 1
        assert await store.pack(rows[-1].at + 1) == 0
        assert await store.log("g") == before == (before[0], rows)
        for after in (1, 30, 59, 60, 61):
            assert (await store.log("g", after))[1] == rows[after:]
        assert set(await store.playing_guests(None)) == guests
        assert Playing("ann", "g", rows[58].at) in guests

    async def again(store: Store) -> None:
        _, rows = await store.log("g")
        link = Row(61, "bob", "again", b'[{"t":"rematch"}]', NOW * 2)
        await store.append(Write("g", link, "over"))
        assert (await store.log("g"))[1] == [*rows, link]
        assert (await store.log("g", 59))[1] == [rows[59], link]
        assert (await store.log("g", 60))[1] == [link]
        assert Playing("bob", "g", link.at) in await store.playing_guests("g")
        with pytest.raises(Conflict):
            await store.append(Write("g", link, "over"))
        assert await store.pack(NOW * 3) == 0

    place.use(work, again)


def test_an_edition_is_kept_once_and_goes_with_its_last_game(place: Place) -> None:
    async def work(store: Store) -> None:
        for game in ("a", "b", "c"):
            await finished(store, game)
        await store.append(Write("plain", row(1), "over"), Write("plain", row(2), "over"))
        assert await store.pack(NOW * 2) == 4
        assert (await store.log("plain"))[1] == [row(1), row(2)]

    async def later(store: Store) -> None:
        await store.prune(Retention(finished=1), NOW + 60 * 7001 + DAY + 1)
        assert [game for game in ("a", "b", "c", "plain") if (await store.log(game))[0]] == []

    place.use(work)
    assert _editions(place) == 2
    place.use(later)
    assert _editions(place) == 0


def _editions(place: Place) -> int:
    async def count() -> int:
        store = place.beside()
        try:
            return len(await store._read("select hash from edition"))  # type: ignore[attr-defined]
        finally:
            await store.close()

    return asyncio.run(count())


def test_a_packed_game_that_cannot_be_read_is_damage(place: Place) -> None:
    async def work(store: Store) -> None:
        await finished(store, "g")
        await store.pack(NOW * 2)
        await store._change(("update event set body = $1", (b"nonsense",)))  # type: ignore[attr-defined]
        before = store.damage
        with pytest.raises(StorageFailure) as caught:
            await store.log("g")
        assert (before, caught.value.code, store.damage) == (None, "storage-failed", "storage-damaged")

    place.use(work)


# --- several servers ----------------------------------------------------------------------------------------------


async def chased(stores: Sequence[Store], games: list[str], rounds: int) -> list[tuple[str, int]]:
    """Every store tries to append every row to every game, as it knows them; what was kept."""
    kept: list[tuple[str, int]] = []

    async def play(store: Store, number: int, game: str) -> None:
        seq = 0
        while seq < rounds:
            try:
                await store.append(Write(game, row(seq + 1, f"{number}-{seq}"), "playing", players=("ann", "bob")))
                kept.append((game, seq + 1))
                seq += 1
            except Conflict:
                seq = (await store.seqs([game])).get(game, 0)

    await asyncio.gather(*(play(store, number, game) for number, store in enumerate(stores) for game in games))
    return kept


def test_two_servers_over_the_same_games_leave_no_gap_and_no_row_twice(place: Place) -> None:
    async def work(store: Store) -> None:
        other = place.beside()
        games, rounds = [f"g{number}" for number in range(12)], 15
        try:
            kept = await chased([store, other], games, rounds)
            assert sorted(kept) == [(game, seq) for game in sorted(games) for seq in range(1, rounds + 1)]
            for game in games:
                head, rows = await other.log(game)
                assert head is not None
                assert [one.seq for one in rows] == list(range(1, head.seq + 1))
        finally:
            await other.close()

    place.use(work)


def test_of_two_rematches_at_once_one_is_made(place: Place) -> None:
    async def work(store: Store) -> None:
        other = place.beside()
        try:
            for number in range(20):
                old = f"old{number}"
                await store.append(Write(old, row(1), "over"))
                tries = [
                    one.append(Write(f"new{number}-{at}", row(1), "lobby"), Write(old, row(2, f"{at}"), "over"))
                    for at, one in enumerate((store, other))
                ]
                done = await asyncio.gather(*tries, return_exceptions=True)
                assert sorted(type(one).__name__ for one in done) == ["Conflict", "NoneType"]
                made = await store.seqs([f"new{number}-0", f"new{number}-1", old])
                won = next(at for at, one in enumerate(done) if one is None)
                assert made == {f"new{number}-{won}": 1, old: 2}
        finally:
            await other.close()

    place.use(work)


def test_lines_said_at_once_on_two_servers_have_numbers_without_gap(place: Place) -> None:
    async def work(store: Store) -> None:
        other = place.beside()
        try:
            await store.append(Write("g", row(1), "lobby"))
            lines = [Said(0, "ann", f"c{number // 2}", b"", number) for number in range(60)]
            numbers = await asyncio.gather(
                *((store if number % 2 else other).say("g", line, 100) for number, line in enumerate(lines))
            )
            assert sorted(numbers) == sorted([*range(1, 31)] * 2)
            assert numbers[::2] == numbers[1::2]
            assert [said.number for said in await store.said("g")] == list(range(1, 31))
        finally:
            await other.close()

    place.use(work)
