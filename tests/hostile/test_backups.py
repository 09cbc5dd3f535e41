"""Files that a person brings: refused with the line, or a tournament that works; and nobody waits for either."""

import base64
import json
import time
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.hostile.raw import answers
from tests.tournament.running import Event
from tests.web.harness import Guest, Server, serving
from tilerummy import formats
from tilerummy.store import Row
from tilerummy.tournament import commands
from tilerummy.tournament.checkin import commands as checkin
from tilerummy.tournament.decide import Actor
from tilerummy.tournament.lists.exports import standings
from tilerummy.tournament.referee import commands as referee
from tilerummy.tournaments.backup import BackupError, dumps, loads
from tilerummy.tournaments.hosted_tournament import KIND, HostedTournament
from tilerummy.tournaments.journal import journal
from tilerummy.tournaments.keys import Keys, new_keys

NOW = 1_750_000_000_000
KEYS = Keys("a" * 16, "b" * 16, "c" * 32)


def saved(event: Event) -> list[Row]:
    """The rows of an event, as a server keeps them."""
    first = Row(1, "ann", None, KIND.encode((KEYS, *event.rows[0])), NOW)
    rest = [
        Row(seq, "organiser", f"c{seq}", KIND.encode(events), NOW) for seq, events in enumerate(event.rows[1:], start=2)
    ]
    return [first, *rest]


@cache
def eventful() -> list[Row]:
    """The rows of an event in its second round, in which most of what can happen has happened."""
    event = Event("wins-then-points", 13)
    event.do(commands.Draw)
    event.do(commands.KeepApart, pairs=((1, 2), (3, 9)))
    event.do(commands.OpenSignUp, open=True)
    for mark, name in (("a" * 12, "Late Arrival"), ("b" * 12, "Nobody Known")):
        event.do(commands.Ask, Actor("public", browser=mark), text=name)
    event.do(commands.Accept, browsers=("a" * 12,))
    event.do(checkin.SetCap, cap=14)
    event.do(commands.Enter, text="Who Waits")
    event.do(checkin.OpenCheckIn, names=True)
    for ticket in (*range(1, 14), 15):
        event.do(checkin.CheckPersonIn, Actor("entrant", ticket=ticket))
    event.do(checkin.TickPayment, ticket=3)
    event.do(commands.Decline, browsers=("b" * 12,))
    event.do(commands.PlayOnline, online=True)
    event.do(commands.Begin)
    event.do(checkin.CloseCheckIn)
    event.play_round()
    event.do(commands.Withdraw, number=5)
    event.do(commands.Publish)
    event.do(commands.Substitute, number=4, name="Somebody Else")
    event.do(commands.StartRound)
    event.do(commands.PlayTable, table=1, online=False)
    event.do(referee.Rule, Actor("referee"), number=1, stage=0, points=-50, reason="Played on", rule="german-drawn")
    event.do(referee.RevokeRuling, ruling=0, reason="Seen again")
    event.do(referee.CallReferee, table=2)
    event.do(referee.AnswerCall, Actor("referee"), table=2)
    event.do(commands.SetClock, table=0, seconds=60, running=True)
    return saved(event)


@pytest.mark.parametrize("name", formats.names())
def test_whole_events_come_back_as_they_were_from_every_row_on(name: str) -> None:
    event = Event(name, 16)
    event.do(commands.Begin)
    while not event.state.finished:
        event.play_round()
    rows = saved(event)
    for end in range(1, len(rows) + 1, 3):
        restored = loads(dumps("event", rows[:end]), NOW)
        assert [KIND.decode(row.body) for row in restored.rows] == [KIND.decode(row.body) for row in rows[:end]]
    assert (restored.link, restored.keys) == ("event", KEYS)


def test_every_room_is_a_new_one() -> None:
    restored = loads(dumps("event", eventful()), NOW)
    assert len(restored.rows) == len(eventful())
    before, after = (b"".join(row.body for row in rows) for rows in (eventful(), restored.rows))
    assert b'"room1"' in before
    assert b'"room1"' not in after


def mutated(draw: Any) -> bytes:
    """The backup with a few things in it that are otherwise."""
    rows: list[list[dict[str, Any]]] = [json.loads(row.body) for row in eventful()]
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(rows) - 1))
        match draw(st.sampled_from(["drop", "double", "swap", "value", "foreign", "event"])):
            case "drop":
                del rows[at]
            case "double":
                rows.insert(at, rows[at])
            case "swap":
                other = draw(st.integers(0, len(rows) - 1))
                rows[at], rows[other] = rows[other], rows[at]
            case "value":
                _change(draw, rows[at])
            case "foreign":
                rows[at] = [*rows[at], draw(st.sampled_from([event for row in rows for event in row]))]
            case "event" if len(rows[at]) > 1:
                del rows[at][draw(st.integers(0, len(rows[at]) - 1))]
        if not rows:
            break
    lines = [
        Row(seq, "ann" if seq == 1 else "organiser", f"c{seq}", json.dumps(events).encode(), NOW)
        for seq, events in enumerate(rows, start=1)
    ]
    return dumps("event", lines)


def _change(draw: Any, value: Any) -> None:
    """Change something somewhere inside."""
    keys: Sequence[Any] = list(value) if isinstance(value, dict) else range(len(value))
    if not keys:
        return
    key = draw(st.sampled_from(keys))
    if isinstance(value[key], dict | list) and value[key] and draw(st.integers(0, 3)):
        _change(draw, value[key])
        return
    values = st.one_of(st.integers(-2, 30), st.integers(), st.none(), st.booleans(), st.text(max_size=5), st.just([]))
    value[key] = draw(st.one_of(values, st.just(value[draw(st.sampled_from(keys))])))


def _tells_the_line(error: BackupError, content: bytes) -> None:
    assert 0 <= error.line <= len(content.splitlines()) + 1


@given(st.data())
@settings(max_examples=400)
def test_a_file_is_refused_with_its_line_or_is_a_tournament_that_works(data: st.DataObject) -> None:
    content = mutated(data.draw)
    try:
        restored = loads(content, NOW)
    except BackupError as error:
        _tells_the_line(error, content)
        return
    hosted = HostedTournament(None, "tournament:x", restored.rows)  # type: ignore[arg-type]
    for role in (Actor("public"), Actor("table", 1), Actor("desk"), Actor("organiser")):
        assert msgspec.json.decode(hosted.seen(role))
    journal(hosted.entries)
    list(standings(hosted.state.tournament))


@given(st.binary(max_size=200), st.integers(0, 5000), st.integers(0, 200))
@settings(max_examples=200)
def test_bytes_are_refused_with_a_line(noise: bytes, at: int, length: int) -> None:
    content = dumps("event", eventful())
    spoilt = content[:at] + noise + content[at + length :]
    try:
        loads(spoilt, NOW)
    except BackupError as error:
        _tells_the_line(error, spoilt)


def flood(events: int) -> bytes:
    """A file with so many results for tables that do not exist."""
    opened = json.loads(KIND.encode((new_keys(),)))
    opened += json.loads(eventful()[0].body)[1:]
    opened += [{"t": "entered", "entrants": [{"number": number, "name": f"P{number}"} for number in range(1, 5)]}]
    opened += [{"t": "stage", "stage": 0, "players": [1, 2, 3, 4]}]
    opened += [
        {"t": "reported", "round": 0, "table": table, "game": 1, "scores": [], "by": ""} for table in range(events)
    ]
    body = base64.b64encode(json.dumps(opened, separators=(",", ":")).encode()).decode()
    header = {"t": "tournament-backup", "version": 1, "id": "flood", "rows": 1}
    row = {"seq": 1, "actor": "x", "command": None, "at": 0, "body": body}
    return (json.dumps(header) + "\n" + json.dumps(row) + "\n").encode()


def test_nobody_waits_for_a_large_file(server: Server) -> None:
    with Guest(server.address) as eve:
        data = flood(85_000)
        begun = time.monotonic()
        answer = eve.http.post("/api/tournaments/restore", content=data)
        assert (answer.status_code, answer.json()["code"]) == (422, "not-a-backup")
        assert time.monotonic() - begun < 20
        assert answers(server) < 2.0


def test_an_id_that_somebody_else_took_does_not_keep_an_event_away(server: Server) -> None:
    with Guest(server.address) as eve, Guest(server.address) as ann:
        squatter = [
            msgspec.structs.replace(eventful()[0], body=KIND.encode((new_keys(), *KIND.decode(eventful()[0].body)[1:])))
        ]
        assert eve.http.post("/api/tournaments/restore", content=dumps("claimed", squatter)).status_code == 201
        answer = ann.http.post("/api/tournaments/restore", content=dumps("claimed", eventful()))
        assert answer.status_code == 201
        link = answer.json()["tournament"]
        assert link != "claimed"
        seen = ann.http.get(f"/api/tournaments/{link}", headers={"X-Tilerummy-Key": KEYS.organiser}).json()
        assert seen["role"] == "organiser"
        again = dumps(link, eventful())
        assert ann.http.post("/api/tournaments/restore", content=again).json()["code"] == "tournament-known"


def test_a_server_for_others_leaves_restoring_to_its_owner(tmp_path: Path) -> None:
    with serving(tmp_path, environment={"TILERUMMY_RESTORE": "no"}) as server, Guest(server.address) as eve:
        answer = eve.http.post("/api/tournaments/restore", content=dumps("event", eventful()))
        assert (answer.status_code, answer.json()["code"]) == (403, "restore-off")
        assert eve.http.get("/api/server").json() == {"restore": False}
