"""Who is told what, and when: by a clock that the test moves, of games over days, to browsers of a push service."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec
import pytest

from tests.rooms.harness import Harness, draw, eventually, in_two_halls, look, mover, with_rooms
from tests.web.notices.push_service import Browser, PushService, push_service, signed_by
from tilerummy import editions
from tilerummy.rooms import commands
from tilerummy.rooms.decide import person
from tilerummy.rooms.room import Room
from tilerummy.rooms.views.messages_out import Accepted
from tilerummy.rooms.views.notices import HOLD
from tilerummy.store import Notice, Outlet
from tilerummy.web.notices import sender as sender_module
from tilerummy.web.notices.outgoing import Outgoing
from tilerummy.web.notices.protocol import Kept, Outcome, PushTarget, Wishes
from tilerummy.web.notices.pushes import Pushes
from tilerummy.web.notices.sender import LEASE, PAUSES, Sender
from tilerummy.web.notices.wording import Message

DAY = 24 * 3600
NIGHT = (20 * 60, 6 * 60)
Work = Callable[[Harness, Sender, PushService], Awaitable[None]]


def sender(hall: Harness, service: PushService) -> Sender:
    """A sender of this server, which may reach the push service."""
    return Sender(hall.rooms, {"push": Pushes(hall.store, Outgoing([service.origin]), hall.clock)})


async def subscribed(hall: Harness, service: PushService, player: str, **wishes: object) -> Browser:
    """A browser of that guest, who wants to be told of turns there, unless they wish otherwise."""
    browser = Browser(service, player)
    usual = {"kinds": ("turn",), "lang": "en", "zone": "UTC", "quiet": None, "anyway": False, "names": False}
    how = msgspec.convert({**usual, **wishes}, Wishes)
    kept = msgspec.json.encode(Kept(how, "https://play.example", push=msgspec.convert(browser.target, PushTarget)))
    assert await hall.store.keep_outlet(Outlet(player, player, "push", player, kept, how.kinds, 1, 1), 10)
    return browser


def run(folder: Path, work: Work) -> None:
    """Run it in one hall, beside a push service."""

    async def with_service(hall: Harness) -> None:
        with push_service() as service:
            sending = sender(hall, service)
            await work(hall, sending, service)
            await sending.close()

    with_rooms(folder, with_service)


async def both(hall: Harness, service: PushService, **wishes: object) -> dict[str, Browser]:
    """A browser of each of two guests."""
    return {player: await subscribed(hall, service, player, **wishes) for player in ("p0", "p1")}


async def pass_by(hall: Harness, sending: Sender, seconds: float) -> None:
    """Time passes, and what is due then is told."""
    hall.clock.pass_by(seconds)
    while await sending.look():
        pass


def titles(browser: Browser) -> list[str]:
    return [message["title"] for message in browser.read]


async def give_up(room: Room) -> None:
    await room.command(mover(room), commands.Resign("gives-up"))


def test_a_turn_is_told_once_in_the_readers_language_without_names(tmp_path: Path) -> None:
    async def work(hall: Harness, sending: Sender, service: PushService) -> None:
        browsers = await both(hall, service, lang="nl")
        room = await hall.game()
        first = mover(room)
        await pass_by(hall, sending, HOLD / 1000 - 0.001)
        assert service.came == {}
        await pass_by(hall, sending, 0.001)
        await pass_by(hall, sending, DAY)
        (told,) = browsers[first].read
        assert told == {
            "title": "Jij bent aan de beurt",
            "text": "Een spel wacht op je zet.",
            "path": f"/t/{room.id}",
        }
        ((headers, _),) = service.came[browsers[first].path]
        key, claims = signed_by(headers)
        assert key == (await Pushes(hall.store, Outgoing(), hall.clock).vapid()).public
        assert (claims["aud"], claims["sub"]) == (service.origin, "https://play.example")
        assert (headers["ttl"], headers["content-encoding"]) == ("259200", "aes128gcm")
        await draw(room)
        await pass_by(hall, sending, DAY)
        assert [len(browser.read) for browser in browsers.values()] == [1, 1]

    run(tmp_path, work)


def test_who_is_invited_is_told_of_any_game_while_they_have_not_answered(tmp_path: Path) -> None:
    async def work(hall: Harness, sending: Sender, service: PushService) -> None:
        browsers = {one: await subscribed(hall, service, one, kinds=("invitation",)) for one in ("p0", "p1", "p2")}
        guests = (None, *(person(f"Guest {one}", one) for one in ("p1", "p2")))
        seats = (person("Ann", "p0"), None, None)
        room = await hall.room(
            await hall.rooms.create(editions.load("original"), 60, "p0", seats, invited=guests, start=False)
        )
        await room.command("p2", commands.Leave("declines"))
        await pass_by(hall, sending, HOLD / 1000)
        assert [len(browser.read) for browser in browsers.values()] == [0, 1, 0]

    run(tmp_path, work)


def test_who_played_already_is_not_told(tmp_path: Path) -> None:
    async def work(hall: Harness, sending: Sender, service: PushService) -> None:
        browsers = await both(hall, service)
        room = await hall.game()
        first = mover(room)
        await draw(room)
        await pass_by(hall, sending, DAY)
        assert titles(browsers[first]) == []
        assert titles(browsers[mover(room)]) == ["It is your turn"]

    run(tmp_path, work)


@pytest.mark.parametrize("anyway", [False, True])
def test_who_looks_at_the_game_is_told_only_where_they_want_that(tmp_path: Path, anyway: bool) -> None:
    async def work(hall: Harness, sending: Sender, service: PushService) -> None:
        browsers = await both(hall, service, anyway=anyway)
        room = await hall.game()
        look(room, mover(room))
        await pass_by(hall, sending, DAY)
        assert titles(browsers[mover(room)]) == ["It is your turn"] * anyway

    run(tmp_path, work)


def test_a_reminder_comes_at_three_quarters_of_the_time(tmp_path: Path) -> None:
    async def work(hall: Harness, sending: Sender, service: PushService) -> None:
        browsers = await both(hall, service, kinds=("reminder",))
        room = await hall.game(limit=DAY)
        await pass_by(hall, sending, DAY * 3 / 4 - 1)
        assert titles(browsers[mover(room)]) == []
        # the turn gets longer: it waits as long
        await room.record.postpone(room.seq, 3_600_000)
        await pass_by(hall, sending, 3600)
        assert titles(browsers[mover(room)]) == []
        await pass_by(hall, sending, 1)
        assert titles(browsers[mover(room)]) == ["It is still your turn"]

    run(tmp_path, work)


def test_games_with_a_short_clock_tell_nobody(tmp_path: Path) -> None:
    async def work(hall: Harness, sending: Sender, service: PushService) -> None:
        await both(hall, service)
        await hall.game(limit=60)
        await pass_by(hall, sending, DAY)
        assert service.came == {}

    run(tmp_path, work)


def test_the_end_and_the_next_game_are_told_with_names_where_they_are_wanted(tmp_path: Path) -> None:
    async def work(hall: Harness, sending: Sender, service: PushService) -> None:
        browsers = await both(hall, service, kinds=("end", "invitation"), names=True)
        room = await hall.game()
        loser = mover(room)
        await give_up(room)
        other = "p0" if loser == "p1" else "p1"
        await pass_by(hall, sending, DAY)
        assert titles(browsers[loser]) == []
        assert [message["text"] for message in browsers[other].read] == [f"With Guest {loser[1]}: see how it ended."]
        await room.command(loser, commands.Rematch("again"))
        await pass_by(hall, sending, DAY)
        assert browsers[other].read[1:] == [
            {
                "title": "A new game is waiting for you",
                "text": f"Guest {loser[1]} and you: your seat is kept.",
                "path": f"/t/{room.state.next}",
            }
        ]

    run(tmp_path, work)


def test_nothing_comes_in_quiet_hours_and_all_that_still_holds_after_them(tmp_path: Path) -> None:
    async def work(hall: Harness, sending: Sender, service: PushService) -> None:
        hall.clock.at = hall.clock.at // 86_400_000 * 86_400_000 + 21 * 3_600_000
        browsers = await both(hall, service, quiet=NIGHT)
        room, played = await hall.game(), await hall.game()
        first, second = mover(room), mover(played)
        await pass_by(hall, sending, 3600)
        await draw(played)
        await pass_by(hall, sending, 8 * 3600 - 1)
        assert service.came == {}
        await pass_by(hall, sending, 1)
        paths = [message["path"] for message in browsers[first].read]
        assert f"/t/{room.id}" in paths
        assert f"/t/{played.id}" not in [message["path"] for message in browsers[second].read]

    run(tmp_path, work)


def test_what_cannot_be_told_is_tried_again_after_longer_and_longer_pauses(tmp_path: Path) -> None:
    async def work(hall: Harness, sending: Sender, service: PushService) -> None:
        browser = (await both(hall, service))[mover(await hall.game())]
        service.answer[browser.path] = 500
        await pass_by(hall, sending, HOLD / 1000)
        for number, pause in enumerate(PAUSES, 1):
            await pass_by(hall, sending, pause - 1)
            assert len(browser.read) == number
            await pass_by(hall, sending, 1)
            assert len(browser.read) == number + 1
        await pass_by(hall, sending, 30 * DAY)
        assert len(browser.read) == len(PAUSES) + 1
        # it followed no redirect meanwhile, and the outlet stays for the next notice
        service.answer[browser.path] = 301
        assert len(await hall.store.outlets_of(browser.path.rpartition("/")[2])) == 1

    run(tmp_path, work)


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_told_no_more(tmp_path: Path, status: int) -> None:
    async def work(hall: Harness, sending: Sender, service: PushService) -> None:
        browsers = await both(hall, service)
        room = await hall.game()
        service.answer[browsers[mover(room)].path] = status
        await pass_by(hall, sending, DAY)
        assert await hall.store.outlets_of(mover(room)) == []
        assert await hall.store.waiting_notices(mover(room)) == 0

    run(tmp_path, work)


def test_what_was_taken_by_a_server_that_died_is_told_by_another(tmp_path: Path) -> None:
    async def work(hall: Harness, sending: Sender, service: PushService) -> None:
        browsers = await both(hall, service)
        room = await hall.game()
        hall.clock.pass_by(DAY)
        assert await hall.store.take_notices("dead", hall.clock(), hall.clock() + LEASE, 10)
        await pass_by(hall, sending, LEASE / 1000 - 1)
        assert titles(browsers[mover(room)]) == []
        await pass_by(hall, sending, 1)
        assert titles(browsers[mover(room)]) == ["It is your turn"]

    run(tmp_path, work)


def test_a_game_that_cannot_be_read_keeps_no_other_waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(hall: Harness, sending: Sender, service: PushService) -> None:
        browsers = await both(hall, service)
        damaged, room = await hall.game(), await hall.game()
        find = hall.rooms.find

        async def found(ident: str) -> Room | None:
            if ident == damaged.id:
                raise ValueError
            return await find(ident)

        monkeypatch.setattr(hall.rooms, "find", found)
        await pass_by(hall, sending, HOLD / 1000)
        assert [message["path"] for one in browsers.values() for message in one.read] == [f"/t/{room.id}"]
        monkeypatch.undo()
        await pass_by(hall, sending, PAUSES[0])
        assert {message["path"] for message in browsers[mover(damaged)].read} >= {f"/t/{damaged.id}"}

    run(tmp_path, work)


def test_who_answers_slowly_keeps_no_other_waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sender_module, "EVERY", 0.01)
    monkeypatch.setattr(sender_module, "AT_ONCE", 2)

    async def work(hall: Harness, _: Sender, service: PushService) -> None:
        browsers, rooms = await both(hall, service), [await hall.game() for _ in range(6)]
        slow = mover(rooms[0])
        answers = asyncio.Event()
        pushes = Pushes(hall.store, Outgoing([service.origin]), hall.clock)

        async def send(notice: Notice, kept: Kept, said: Message) -> Outcome:
            if notice.game == rooms[0].id:
                await answers.wait()
            return await Pushes.send(pushes, notice, kept, said)

        monkeypatch.setattr(pushes, "send", send)
        sending = Sender(hall.rooms, {"push": pushes})
        hall.clock.pass_by(DAY)
        await sending.start()
        await eventually(lambda: sum(len(browser.read) for browser in browsers.values()) == len(rooms) - 1)
        answers.set()
        await eventually(lambda: f"/t/{rooms[0].id}" in [message["path"] for message in browsers[slow].read])
        await sending.close()
        assert sum(len(browser.read) for browser in browsers.values()) == len(rooms)

    run(tmp_path, work)


def test_two_servers_tell_each_notice_once(tmp_path: Path) -> None:
    async def work(first: Harness, second: Harness) -> None:
        with push_service() as service:
            browsers = await both(first, service)
            rooms = [await first.game() for _ in range(40)]
            first.clock.pass_by(DAY)
            both_senders = [sender(first, service), sender(second, service)]
            for _ in range(3):
                await asyncio.gather(*(sending.look() for sending in both_senders))
            told = [message["path"] for browser in browsers.values() for message in browser.read]
            assert sorted(told) == sorted(f"/t/{room.id}" for room in rooms)
            for sending in both_senders:
                await sending.close()

    in_two_halls(tmp_path, work, shared_bus=True)


def test_who_looks_at_the_game_on_another_server_is_not_told(tmp_path: Path) -> None:
    async def work(first: Harness, second: Harness) -> None:
        with push_service() as service:
            await both(first, service)
            room = await first.game()
            look(room, mover(room))
            there = await second.room(room.id)
            there.audience.hear(there.state, room.audience.here(room.state, first.rooms.server))
            first.clock.pass_by(DAY)
            sending = sender(second, service)
            assert await sending.look() == 1
            assert service.came == {}
            await sending.close()

    in_two_halls(tmp_path, work, shared_bus=True)


def test_who_is_asked_is_told_unless_they_have_answered(tmp_path: Path) -> None:
    async def work(hall: Harness, sending: Sender, service: PushService) -> None:
        browsers = await both(hall, service, kinds=("question",), names=True)
        room = await hall.game(limit=DAY)
        other = "p1" if mover(room) == "p0" else "p0"
        await room.command(other, commands.AskForPause("pause"))
        await pass_by(hall, sending, HOLD / 1000)
        assert {player: titles(browser) for player, browser in browsers.items()} == {
            other: [],
            mover(room): ["A question for you"],
        }
        await room.command(mover(room), commands.Reply("no", 1, yes=False))
        assert isinstance(await draw(room), Accepted)
        await room.command(mover(room), commands.AskForPause("again"))
        asked = "p1" if mover(room) == "p0" else "p0"
        told = len(titles(browsers[asked]))
        await room.command(asked, commands.Reply("yes", 2, yes=True))
        await pass_by(hall, sending, HOLD / 1000)
        assert len(titles(browsers[asked])) == told, "who has answered is told nothing"
        await room.command(asked, commands.GoOn("on"))
        await pass_by(hall, sending, HOLD / 1000)
        assert titles(browsers[mover(room)])[-1] == "A question for you", "whether the game goes on"

    run(tmp_path, work)


def test_each_is_asked_for_their_tiles_where_a_new_deal_may_be_asked_for(tmp_path: Path) -> None:
    async def work(hall: Harness, sending: Sender, service: PushService) -> None:
        browsers = await both(hall, service, kinds=("question", "turn"))
        room = await hall.game(edition="duel", limit=DAY)
        await room.command("p0", commands.KeepTiles("keep", 0))
        await pass_by(hall, sending, HOLD / 1000)
        assert (titles(browsers["p0"]), titles(browsers["p1"])) == ([], ["A question for you"])
        await room.command("p1", commands.KeepTiles("keep", 0))
        await pass_by(hall, sending, HOLD / 1000)
        assert titles(browsers[mover(room)])[-1] == "It is your turn"

    run(tmp_path, work)
