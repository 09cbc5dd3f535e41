"""What people say at a table: kept, told to everyone, limited, and as much as the host allows."""

import asyncio
import json
from pathlib import Path
from typing import Any

from tests.rooms.harness import Harness, in_two_halls, with_rooms
from tests.web.harness import Guest, Message, Server, Table, serving
from tilerummy.rooms import commands
from tilerummy.rooms.beside import talking
from tilerummy.rooms.beside.chat import KEPT, MOST
from tilerummy.rooms.views.messages_out import Accepted, Refused

USUAL = {"chat": "players", "live": False, "open": False, "away": "wait", "away_seconds": 120}


def options(**chosen: Any) -> Message:
    """The usual options with some chosen."""
    return {**USUAL, **chosen}


def say(table: Table, **fields: Any) -> Message:
    """Say something, and hear what comes of it."""
    return table.ask("say", **fields)


def lines(table: Table) -> list[tuple[str, str]]:
    """The next lines told at a table: who, and the text or the phrase."""
    return _told(table.expect("chatted"))


def told(table: Table) -> list[tuple[str, str]]:
    """The lines that were told to a table that was just opened, also while it took part in the deal."""
    heard = [message for message in map(json.loads, table.frames) if message["t"] == "chatted"]
    return _told(heard[0]) if heard else lines(table)


def _told(chatted: Message) -> list[tuple[str, str]]:
    return [(line["name"], line["text"] or line["phrase"]) for line in chatted["lines"]]


def test_a_line_reaches_everyone_in_order_and_whoever_comes_later(ann: Guest, bob: Guest) -> None:
    room = ann.make(name="Ann")
    with ann.join(room) as first, bob.join(room) as second:
        second.ask("sit", name="Bob")
        assert say(first, text="  Hi \n Bob\u200b ")["t"] == "accepted"
        assert lines(second) == [("Ann", "Hi Bob")]
        assert say(second, phrase="good-luck")["t"] == "accepted"
        with ann.join(room) as again:
            assert told(again) == [("Ann", "Hi Bob"), ("Bob", "good-luck")]


def test_what_cannot_be_said_is_refused_with_its_reason(ann: Guest, bob: Guest, server: Server) -> None:
    room = ann.make(name="Ann", options=options(chat="everyone"))
    with ann.join(room) as first, bob.join(room) as watcher:
        assert say(first, text=" \u200b ")["code"] == "chat-empty"
        assert say(first)["code"] == "chat-empty"
        assert say(first, text="x", phrase="hello")["code"] == "chat-empty"
        long = say(first, text="x" * (MOST + 1))
        assert (long["code"], long["params"]) == ("chat-too-long", {"most": MOST})
        # A spectator speaks under a name of their own.
        assert say(watcher, text="hello")["code"] == "name-empty"
        assert say(watcher, text="hello", name="ann")["code"] == "name-taken"
        assert say(watcher, text="hello", name="Eve")["t"] == "accepted"
        assert lines(first) == [("Eve", "hello")]
    with Guest(server.address, session=False) as nobody, nobody.join(room) as table:
        assert say(table, text="hello", name="Nobody")["code"] == "no-session"


def test_a_guest_who_writes_too_fast_is_held_back(ann: Guest, server: Server) -> None:
    with Guest(server.address) as fast:
        room = fast.make(name="Fast")
        with fast.join(room) as table, fast.join(room) as other:
            first = say(table, id="first", phrase="hello")
            answers = [first, *(say((table, other)[index % 2], phrase="hello") for index in range(11))]
            # what is on disk is answered however fast they write
            assert say(other, id="first", phrase="hello")["t"] == "accepted"
    codes = [answer.get("code") for answer in answers]
    assert codes[:6] == [None] * 6
    assert "chat-too-fast" in codes


def test_a_resent_line_is_answered_and_said_once_also_after_a_crash(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as server, Guest(server.address) as guest:
        room = guest.make(name="Ann")
        with guest.join(room) as table:
            assert say(table, id="once", text="hello")["t"] == "accepted"
            assert say(table, id="once", text="hello")["t"] == "accepted"
        server.kill()
        server.start()
        with guest.join(room) as table:
            assert told(table) == [("Ann", "hello")]
            assert say(table, id="once", text="hello")["t"] == "accepted"
            assert say(table, text="again")["t"] == "accepted"
            assert lines(table) == [("Ann", "again")]


def test_a_resent_line_spends_no_limit_at_whichever_server_it_comes_to(tmp_path: Path) -> None:
    async def work(first: Harness, second: Harness) -> None:
        here = await first.game()
        there = await second.room(here.id)
        hello, spent = commands.Say("once", "hello"), list[None]()

        def allow() -> bool:
            spent.append(None)
            return len(spent) == 1

        said = [talking.say(here, "p0", hello, allow) for _ in range(2)]
        assert [type(answer) for answer in await asyncio.gather(*said)] == [Accepted, Accepted]
        assert isinstance(await talking.say(there, "p0", hello, allow), Accepted)
        assert len(spent) == 1
        refused = await talking.say(there, "p0", commands.Say("new", "hello"), allow)
        assert isinstance(refused, Refused)
        assert refused.code == "chat-too-fast"
        assert [line.number for line in there.chat.after(0)] == [1]

    in_two_halls(tmp_path, work, shared_bus=False)


def test_the_last_lines_are_kept_and_no_record_has_them(tmp_path: Path) -> None:
    rooms: list[str] = []

    async def before(hall: Harness) -> None:
        room = await hall.game()
        rooms.append(room.id)
        for number in range(KEPT + 5):
            await talking.say(room, "p0", commands.Say(f"s{number}", f"line {number}"))
        assert [line.text for line in room.chat.after(0)] == [f"line {number}" for number in range(5, KEPT + 5)]
        assert room.seq == 1

    async def after(hall: Harness) -> None:
        room = await hall.room(rooms[0])
        assert [line.number for line in room.chat.after(0)] == list(range(6, KEPT + 6))
        await talking.say(room, "p1", commands.Say("last", None, "thanks"))
        assert [(line.number, line.phrase) for line in room.chat.after(KEPT + 5)] == [(KEPT + 6, "thanks")]
        assert len(await hall.store.said(room.id)) == KEPT

    with_rooms(tmp_path, before)
    with_rooms(tmp_path, after)


def test_a_reaction_shows_at_once_and_is_not_kept(ann: Guest, bob: Guest) -> None:
    room = ann.make(name="Ann")
    with ann.join(room) as first, bob.join(room) as second:
        second.send({"t": "react", "reaction": "star"})
        first.send({"t": "react", "reaction": "heart"})
        assert second.expect("reacted") == {"t": "reacted", "seat": 0, "reaction": "heart"}
        with bob.join(room) as later:
            later.send({"t": "ping"})
            later.expect("pong")
            assert not any("reacted" in frame for frame in later.frames)
