"""A new deal in a room: the time to ask before the first turn, who may, and what others learn of it."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.rooms.harness import Harness, called, draw, eventually, look, with_rooms
from tilerummy import editions
from tilerummy.bots.levels import REDEALS
from tilerummy.bus import LocalBus
from tilerummy.rooms import caretaking, commands
from tilerummy.rooms.clock import ASKING
from tilerummy.rooms.decide import computer, create, person
from tilerummy.rooms.events import AskingOver, Created, Promised
from tilerummy.rooms.hosting import Rooms
from tilerummy.rooms.options import USUAL
from tilerummy.rooms.room import Room
from tilerummy.rooms.settings import Settings
from tilerummy.rooms.views.messages_out import Accepted, Refused
from tilerummy.rules.edition.reader import change
from tilerummy.rules.game.events import Dealt, Redealt
from tilerummy.rules.game.promise import seal
from tilerummy.rules.game.redeal import doubles

DUEL = editions.load("duel")
HOUSE = change(editions.load("original"), {"deal.redeal": "all", "clock.limit_seconds": 60})


def with_doubles(wanted: tuple[bool | None, bool], monkeypatch: pytest.MonkeyPatch) -> None:
    """Shuffles until the racks hold three pairs or not as wanted, seat by seat (None: whatever)."""

    def until(*args: Any, **more: Any) -> Any:
        while True:
            opened = create(*args, **more)
            dealt = next(event for event in called(opened).events if isinstance(event, Dealt))
            has = [len(doubles(rack)) >= 3 for rack in dealt.secret.racks]
            if has[1] == wanted[1] and wanted[0] in (None, has[0]):
                return opened

    monkeypatch.setattr("tests.rooms.harness.create", until)


async def ask(room: Room, player: str, on: int | None = None) -> Accepted | Refused:
    on = room.seq if on is None else on
    return await room.command(player, commands.Redeal(f"redeal-{player}-{room.seq}", on))


def codes(answer: Accepted | Refused) -> list[str]:
    assert isinstance(answer, Refused)
    return [found.code for found in answer.violations] or [answer.code]


def test_the_first_turn_waits_whatever_the_racks_hold(tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        for edition, limit in ((DUEL, "edition"), (HOUSE, "edition"), (HOUSE, None)):
            room = await hall.game(edition=edition, limit=limit)
            begun = hall.clock.at
            assert room.deadline == begun + ASKING
            starter = room.state.game and room.state.game.turn
            for player in ("p0", "p1", None):
                shown = room.shown.snapshot(player)
                assert (shown.asking, shown.turn, shown.deadline) == (True, None, begun + ASKING)
            early = await room.command(f"p{starter}", commands.Move("early", room.seq, commands.DrawMove()))
            assert codes(early) == ["redeal-open"]
            hall.clock.pass_by(ASKING / 1000)
            await caretaking.time_out(room)
            assert room.entries[-1].events == (AskingOver(),)
            shown = room.shown.snapshot("p0")
            assert (shown.asking, shown.turn, shown.may_redeal) == (False, starter, False)
            seconds = {"edition": 60 if edition is HOUSE else 610}.get(str(limit))
            assert room.deadline == (None if seconds is None else hall.clock.at + seconds * 1000)
            assert room.state.banks == (None if edition is HOUSE else (600_000, 600_000)), "asking costs no time"
            assert isinstance(await draw(room), Accepted)

    with_rooms(tmp_path, work)


def test_who_has_three_doubles_asks_and_all_are_dealt_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with_doubles((False, True), monkeypatch)

    async def work(hall: Harness) -> None:
        room = await hall.game(edition=DUEL, limit="edition")
        assert [room.shown.snapshot(player).may_redeal for player in ("p0", "p1", None)] == [False, True, False]
        before, on = room.state.game, room.seq
        assert codes(await ask(room, "p0")) == ["too-few-doubles"]
        assert codes(await ask(room, "stranger")) == ["not-seated"]
        assert codes(await ask(room, "p1", on - 1 if on > 1 else on + 1)) == ["stale"]
        assert room.seq == on, "a refusal changes nothing"
        hall.clock.pass_by(3)
        assert isinstance(await ask(room, "p1"), Accepted)
        game = room.state.game
        assert before is not None
        assert game is not None
        assert (game.redeals, game.turn, game.turn_number) == (1, before.turn, 1)
        assert game.racks[0] != before.racks[0]
        assert room.deadline == hall.clock.at + ASKING, "after a new deal all may ask again"
        assert codes(await ask(room, "p1", on)) == ["stale"], "asked twice"
        hall.clock.pass_by(ASKING / 1000)
        assert codes(await ask(room, "p1")) == ["too-late"]
        await caretaking.time_out(room)
        late = codes(await ask(room, "p1"))
        assert late in (["redeal-late"], ["too-few-doubles"])
        assert isinstance(await draw(room), Accepted)
        assert codes(await ask(room, "p1")) == ["redeal-late"]
        again = hall.rooms._loaded.pop(room.id)
        assert (await hall.room(room.id)).state == again.state

    with_rooms(tmp_path, work)


def test_others_learn_the_pairs_once_they_are_shown_and_nothing_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two deals, one with three pairs on the other's rack and one without, look the same to all others."""
    seen: list[dict[str | None, Any]] = []

    async def work(hall: Harness) -> None:
        room = await hall.game(edition=DUEL, limit="edition")
        shown: dict[str | None, Any] = {}
        for player in ("p0", None):
            told = msgspec.to_builtins(room.shown.snapshot(player))
            shown[player] = {key: told[key] for key in told if key not in ("commitment", "rack")}
        seen.append(shown)
        if room.shown.snapshot("p1").may_redeal:
            viewer = look(room, None)
            viewer.take()
            await ask(room, "p1")
            event = room.entries[-1].events[0]
            assert isinstance(event, Redealt)
            frames = b"".join(frame if isinstance(frame, bytes) else frame.encode() for frame in viewer.take())
            assert b'"doubles":["' + event.doubles[0].encode() in frames
            assert b'"rack":[]' in frames

    for other in (True, False):
        with monkeypatch.context() as patched:
            with_doubles((False, other), patched)
            with_rooms(tmp_path / str(other), work)
    assert seen[0] == seen[1]


def test_an_edition_without_it_says_so_and_does_not_wait(tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        room = await hall.game()
        assert not room.shown.snapshot("p0").asking
        assert codes(await ask(room, "p0")) == ["no-redeal"]
        assert isinstance(await draw(room), Accepted)

    with_rooms(tmp_path, work)


def test_a_computer_player_asks_at_once_and_without_a_joker_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_doubles((None, True), monkeypatch)

    async def work(hall: Harness) -> None:
        asked = set[bool]()
        while asked != {True, False}:
            room = await hall.against("gentle", edition=HOUSE)
            events = [event for entry in room.entries for event in entry.events]
            dealt = next(event for event in events if isinstance(event, Dealt))
            new = [event for event in events if isinstance(event, Redealt)]
            assert bool(new) == ("J" not in dealt.secret.racks[1])
            assert all(event.seat == 1 for event in new)
            asked.add(bool(new))

    with_rooms(tmp_path, work)


def test_computers_go_on_by_themselves_once_nobody_may_ask(tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        rooms = [await hall.against("gentle", edition=DUEL, limit="edition") for _ in range(4)]
        assert all(room.state.asking for room in rooms)
        hall.clock.pass_by(ASKING / 1000)
        await eventually(lambda: not any(room.state.asking for room in rooms))
        await eventually(lambda: all(room.state.mover and room.state.mover.player == "p0" for room in rooms))

    with_rooms(tmp_path, work, running=True)


def test_a_server_may_give_another_time_to_ask(tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        own = Rooms(hall.store, LocalBus(), Settings(asking=4), hall.clock)
        room = await hall.game(edition=HOUSE, limit="edition")
        found = await own.find(room.id)
        assert found is not None
        hall.clock.pass_by(ASKING / 1000)
        await caretaking.time_out(found)
        assert found.deadline == hall.clock.at + 60_000, "the turn itself is as long as ever"
        people = (person("Ann", "p0"), computer("gentle", ("Ann",)))
        again = await own.find(await own.create(HOUSE, "edition", "p0", people, start=True))
        assert again is not None
        word = "x" * 16
        await again.command("p0", commands.Seal("s", seal(word)))
        await again.command("p0", commands.Word("w", word))
        assert again.state.asking
        assert again.deadline == hall.clock.at + 4_000
        await own.close()

    with_rooms(tmp_path, work)


def test_after_an_absence_of_the_server_there_is_time_to_ask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Players get the grace before the first turn begins as in every turn, once: the first turn is not shorter."""
    with_doubles((False, True), monkeypatch)
    rooms: list[str] = []

    async def before(hall: Harness) -> None:
        rooms.append((await hall.game(edition=DUEL, limit="edition")).id)

    async def after(hall: Harness) -> None:
        room = await hall.room(rooms[0])
        assert room.deadline == hall.clock.at + 30_000
        hall.clock.pass_by(29)
        await caretaking.time_out(room)
        assert room.state.asking
        assert room.shown.snapshot("p1").deadline == room.deadline
        assert isinstance(await ask(room, "p1"), Accepted)
        assert room.deadline == hall.clock.at + ASKING, "the next deal has the usual time"
        hall.clock.pass_by(ASKING / 1000)
        await eventually(lambda: not room.state.asking)
        assert room.deadline == hall.clock.at + 610_000
        assert room.state.banks == (600_000, 600_000)

    with_rooms(tmp_path, before)
    with_rooms(tmp_path, after, running=True, grace=30)


def test_the_next_game_of_a_match_has_new_deals_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with_doubles((False, True), monkeypatch)

    async def work(hall: Harness) -> None:
        room = await hall.game(edition=DUEL, options=msgspec.structs.replace(USUAL, games=2))
        on = room.seq
        assert isinstance(await ask(room, "p1"), Accepted)
        assert isinstance(await room.command("p0", commands.Resign("r")), Accepted)
        assert codes(await ask(room, "p1")) == ["not-playing"], "between the games"
        assert codes(await ask(room, "p1", on)) == ["stale"]
        assert room.state.next is None
        assert isinstance(await room.command("p0", commands.Rematch("next")), Accepted)
        assert room.state.next is not None
        second = await hall.room(room.state.next)
        assert codes(await ask(second, "p1")) == ["not-playing"], "before the deal"
        for player in ("p0", "p1"):
            await second.command(player, commands.Seal(f"s-{player}", seal(player * 8)))
        await second.command("p0", commands.Start("start"))
        for player in ("p0", "p1"):
            await second.command(player, commands.Word(f"w-{player}", player * 8))
        assert second.state.asking
        assert (second.state.game and second.state.game.redeals) == 0
        assert [len(game.points) for game in second.state.played] == [2]

    with_rooms(tmp_path, work)


def test_a_room_of_before_goes_on_as_it_was(tmp_path: Path) -> None:
    """A duel that was promised before there was the word is dealt by its own edition."""
    old = change(DUEL, {"deal.redeal": "none"})

    async def work(hall: Harness) -> None:
        room = await hall.game(edition=old, limit="edition")
        assert any(isinstance(event, Created | Promised) for event in room.entries[0].events)
        assert not room.state.asking
        assert isinstance(await draw(room), Accepted)

    with_rooms(tmp_path, work)


def test_who_resigns_while_all_may_ask_ends_the_waiting(tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        room = await hall.game(edition=HOUSE, limit="edition", seats=3)
        assert room.state.game is not None
        starter = room.state.game.turn
        others = [seat for seat in range(3) if seat != starter]
        assert isinstance(await room.command(f"p{others[0]}", commands.Resign("one")), Accepted)
        assert room.state.asking
        assert codes(await ask(room, f"p{others[0]}")) == ["already-resigned"]
        assert isinstance(await room.command(f"p{starter}", commands.Resign("two")), Accepted)
        assert room.state.phase == "over"

    with_rooms(tmp_path, work)


def test_computers_ask_a_few_times_where_every_rack_has_three_doubles(tmp_path: Path) -> None:
    changes = {"deal.redeal": "all", "deal.tiles": 40, "tiles.jokers": {"J": 0, "D": 0, "C": 0, "M": 0}}
    house = change(editions.load("original"), {**changes, "players.most": 2})

    async def work(hall: Harness) -> None:
        room = await hall.against("gentle", edition=house)
        asked = [event for event in room.entries[-1].events if isinstance(event, Redealt)]
        assert [event.seat for event in asked] == [1] * REDEALS

    with_rooms(tmp_path, work)


async def keep(room: Room, player: str, deal: int = 0) -> str:
    """The player keeps the tiles of that deal; the code where that is refused."""
    answer = await room.command(player, commands.KeepTiles(f"keep-{player}-{room.seq}", deal))
    return "accepted" if isinstance(answer, Accepted) else answer.code


def test_over_days_the_first_turn_begins_once_all_have_chosen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with_doubles((None, True), monkeypatch)

    async def work(hall: Harness) -> None:
        room = await hall.game(edition=HOUSE, limit=24 * 3600, seats=2)
        assert room.deadline == hall.clock.at + 24 * 3600 * 1000, "everybody has the time of a turn"
        assert [room.shown.snapshot(player).keep for player in ("p0", "p1", None)] == [0, 0, None]
        assert await keep(room, "p0") == "accepted"
        assert [room.shown.snapshot(player).keep for player in ("p0", "p1")] == [None, 0]
        assert await keep(room, "p0") == "nothing-asked"
        assert isinstance(await ask(room, "p1"), Accepted)
        assert await keep(room, "p1") == "nothing-asked", "these tiles are gone"
        assert [room.shown.snapshot(player).keep for player in ("p0", "p1")] == [1, 1]
        assert await keep(room, "p1", 1) == "accepted"
        assert room.state.asking
        assert await keep(room, "p0", 1) == "accepted"
        assert not room.state.asking
        assert room.deadline == hall.clock.at + 24 * 3600 * 1000
        assert isinstance(await draw(room), Accepted)
        again = hall.rooms._loaded.pop(room.id)
        assert (await hall.room(room.id)).state == again.state

    with_rooms(tmp_path, work)


def test_over_days_who_says_nothing_keeps_the_tiles(tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        room = await hall.game(edition=HOUSE, limit=24 * 3600, seats=3)
        assert await keep(room, "p0") == "accepted"
        assert isinstance(await room.command("p1", commands.Resign("gives-up")), Accepted)
        hall.clock.pass_by(24 * 3600 - 1)
        await caretaking.time_out(room)
        assert room.state.asking, "p2 has time until then"
        hall.clock.pass_by(1)
        await caretaking.time_out(room)
        assert room.entries[-1].events == (AskingOver(),)

        other = await hall.game(edition=HOUSE, limit=24 * 3600, seats=3)
        for player in ("p0", "p1"):
            assert await keep(other, player) == "accepted"
        assert isinstance(await other.command("p2", commands.Resign("gives-up")), Accepted)
        assert not other.state.asking, "nobody is left to choose"

    with_rooms(tmp_path, work)


def test_who_plays_alone_with_computers_begins_when_they_like(tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        room = await hall.against("gentle", edition=HOUSE)
        assert room.deadline == hall.clock.at + ASKING
        assert room.shown.snapshot("p0").keep == (room.state.game and room.state.game.redeals)
        assert await keep(room, "p0", room.shown.snapshot("p0").keep or 0) == "accepted"
        assert not room.state.asking
        quick = await hall.game(edition=HOUSE)
        assert quick.shown.snapshot("p0").keep is None, "people who are there wait as long whatever they hold"
        assert await keep(quick, "p0") == "nothing-asked"

    with_rooms(tmp_path, work)
