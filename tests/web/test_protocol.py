"""The protocol as a schema: the committed one is today's, and what really crosses the socket is what it says."""

import json
from collections.abc import Iterator

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from tests.web.harness import Guest, Message
from tilerummy.web import schema
from tilerummy.web.protocol import ClientMessage


def validator(name: str) -> Draft202012Validator:
    """Checks one named type of the schema."""
    return Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": schema.schema()["$defs"]})


def test_the_committed_schema_is_the_programs() -> None:
    assert schema.TARGET.read_text() == schema.text(), "run `python -m tilerummy.web.schema`"


def test_the_server_sends_whole_messages_so_that_the_page_asks_for_no_defaults() -> None:
    definitions = schema.schema()["$defs"]
    received = {entry["$ref"].split("/")[-1] for entry in definitions["ClientMessage"]["anyOf"]}
    for union in ("MoveBody", "TournamentCommand", "SheetCommand", "CircleAsked", "ClubCommand"):
        received |= {entry["$ref"].split("/")[-1] for entry in definitions[union]["anyOf"]}
    received |= {
        "NewRoom",
        "NewReport",
        "NewCompany",
        "SomebodyAsked",
        "Options",
        "House",
        "NewTournament",
        "NewSheet",
        "NewCircle",
        "Left",
        "About",
        "Analysis",
        "Wish",
        "Tied",
    }
    # a part of records, which the page reads from files too: those of before there were seals have no form
    received.add("Shuffle")
    for name, definition in definitions.items():
        if name not in received and "properties" in definition:
            assert set(definition["properties"]) == set(definition["required"]), name


@pytest.fixture
def frames(ann: Guest, bob: Guest) -> Iterator[list[Message]]:
    """What a guest and a spectator hear in a game against a computer player, with refusals, errors and talk."""
    options = {"chat": "everyone", "live": True, "open": True, "away": "computer", "away_seconds": 60}
    room = ann.make(seats=2, computers=["steady"], name="Ann", start=True, options=options)
    with ann.join(room) as table, bob.join(room) as watcher:
        for turn in range(3):
            state = table.until(lambda state: state["turn"] == 0)
            preview = {"t": "preview", "n": 1, "on": state["seq"], "opening": state["rack"][:1], "table": ["b1 J b3"]}
            table.send(preview)
            table.expect("previewed")
            table.send({**preview, "opening": [], "table": state["table"]})
            table.expect("previewed")
            # of the first turn a server may hear too early: before it follows the room
            if turn > 0:
                watcher.expect("drafted")
            table.move({"t": "play", "opening": [], "table": ["b1 J b3", "k13 k1"]})
            table.send("nonsense")
            table.expect("error")
            table.send({"t": "ping"})
            table.move({"t": "draw"})
        table.ask("say", text="Hello!")
        table.send({"t": "react", "reaction": "star"})
        watcher.expect("reacted")
        table.ask("resign")
        table.ask("rematch")
        yield [json.loads(frame) for frame in (*table.frames, *watcher.frames)]


def test_every_frame_is_as_the_schema_says(frames: list[Message]) -> None:
    check = validator("ServerMessage")
    for frame in frames:
        check.validate(frame)
    kinds = {frame["t"] for frame in frames}
    told = {"welcome", "update", "presence", "drafted", "chatted", "reacted", "door"}
    assert kinds == told | {"previewed", "refused", "error", "pong", "accepted"}


def test_every_body_is_as_the_schema_says(ann: Guest) -> None:
    ann.make(seats=2, name="Ann")
    for name, body in (
        ("Session", ann.http.post("/api/session").json()),
        ("RoomListed", ann.http.get("/api/rooms").json()[0]),
        ("EditionListed", ann.http.get("/api/editions").json()[0]),
        ("Levels", ann.http.get("/api/levels").json()),
        ("Card", ann.http.get("/api/editions/twist/card?lang=en").json()),
        ("Problem", ann.http.post("/api/rooms", json={"seats": 2, "toml": "x"}).json()),
    ):
        validator(name).validate(body)


@given(st.binary(max_size=300) | st.text(max_size=300).map(str.encode))
def test_decoding_any_bytes_gives_a_message_or_one_kind_of_error(data: bytes) -> None:
    try:
        message = msgspec.json.decode(data, type=ClientMessage)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return
    assert msgspec.json.decode(msgspec.json.encode(message), type=ClientMessage) == message
