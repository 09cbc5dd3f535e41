"""New deals asked for by who may not, as somebody else, again, too late, or as a flood: nothing changes, and no frame
tells a rack but the own one."""

import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from tests.hostile.tables.test_secrecy import tiles_in
from tests.web.harness import Guest, Message, Server, Table, serving

HOUSE = {"base": "original", "changes": {"deal.redeal": "all", "deal.tiles": 20}}
"""With so many tiles every fourth rack has three pairs."""
LONG, SHORT = "600", "0.2"
"""Seconds to ask: until the test is over, or hardly any."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("data"), environment={"TILERUMMY_ASKING": LONG}) as running:
        yield running


@contextmanager
def dealt(server: Server, able: bool = True) -> Iterator[tuple[Table, Table, Table]]:
    """Two at a game of which the first may ask for a new deal, or may not (`able`), and the second may not; a
    spectator."""
    with ExitStack() as stack:
        ann, bob, eve = (stack.enter_context(Guest(server.address)) for _ in range(3))
        while True:
            room = ann.make(house=HOUSE, name="Ann", edition=None)
            with ann.join(room) as first, bob.join(room) as second:
                second.ask("sit", name="Bob")
                first.ask("start")
                tables = [first, second]
                for table in tables:
                    table.until(lambda state: state["phase"] == "playing")
                tables.sort(key=lambda table: table.state["may_redeal"], reverse=True)
                if [table.state["may_redeal"] for table in tables] == [able, False]:
                    with eve.join(room) as watching:
                        yield tables[0], tables[1], watching
                    return


def unchanged(*tables: Table) -> None:
    """Nothing has come to anybody since."""
    for table in tables:
        seq = table.state["seq"]
        table.send({"t": "ping"})
        assert table.expect("pong", "update")["t"] == "pong"
        assert table.state["seq"] == seq


def redeal(table: Table, **fields: object) -> Message:
    return table.ask("redeal", **{"on": table.state["seq"], **fields})


def codes(answer: Message) -> list[str]:
    assert answer["t"] == "refused", answer
    return [found["code"] for found in answer["violations"]] or [answer["code"]]


def test_nobody_asks_for_another(server: Server) -> None:
    with dealt(server) as (bob, ann, eve):
        assert codes(redeal(ann)) == ["too-few-doubles"]
        assert codes(redeal(eve)) == ["not-seated"]
        for field in ("seat", "you", "player", "rack"):
            ann.send({"t": "redeal", "id": f"of-{field}", "on": ann.state["seq"], field: bob.state["you"]})
            assert ann.expect("error")["code"] == "malformed"
        unchanged(bob, ann, eve)


def test_a_refusal_tells_nothing_of_a_rack(server: Server) -> None:
    """Who may not ask gets the same bytes whatever the others hold, and sees the same of whether they may."""
    told = []
    for other in (True, False):
        with dealt(server, able=other) as (bob, ann, eve):
            answer = redeal(ann, id="same")
            assert not tiles_in(answer)
            shown = {key: eve.state[key] for key in ("asking", "may_redeal", "rack", "drawn", "turn")}
            told.append((answer, shown, ann.state["asking"], ann.state["may_redeal"]))
            unchanged(bob, ann, eve)
    assert told[0] == told[1]


def test_a_new_deal_shows_the_pairs_to_all_and_each_rack_to_its_player_alone(server: Server) -> None:
    with dealt(server) as (bob, ann, eve):
        known = {table: {*table.state["rack"], *(lot["tile"] for lot in lots(table))} for table in (bob, ann, eve)}
        before = {table: table.state["rack"] for table in (ann, bob)}
        answer = redeal(bob)
        assert not tiles_in(answer)
        pairs = set[str]()
        for table in (bob, ann, eve):
            table.catch_up(answer["seq"])
            (event,) = [event for event in events(table) if event["t"] == "redealt"]
            assert event["seat"] == bob.state["you"]
            assert (event["rack"], event["doubles"]) == (table.state["rack"], event["doubles"])
            pairs = set(event["doubles"])
        assert len(pairs) >= 2
        assert pairs <= set(before[bob])
        for table in (bob, ann, eve):
            for frame in table.frames:
                assert tiles_in(json.loads(frame)) <= known[table] | pairs | set(table.state["rack"]), frame
        assert not eve.state["rack"]
        assert ann.state["rack"] != before[ann]


def events(table: Table) -> list[Message]:
    """The game's events that this one was told."""
    return [event for frame in table.frames for event in json.loads(frame).get("events", ())]


def lots(table: Table) -> list[Message]:
    """What was drawn for the first turn, which all have seen."""
    return [lot for event in events(table) if event["t"] == "started" for lot in event["lots"]]


def test_asked_again_by_the_same_command_it_is_dealt_once(server: Server) -> None:
    with dealt(server) as (bob, ann, _):
        on = bob.state["seq"]
        first = redeal(bob, id="once", on=on)
        for _ in range(5):
            assert redeal(bob, id="once", on=on) == first
        assert codes(redeal(ann, id="once", on=on)) == ["stale"], "the id of another is another command"
        assert codes(redeal(bob, id="twice", on=on)) == ["stale"]
        ann.catch_up(first["seq"])
        unchanged(ann, bob)
        assert sum(event["t"] == "redealt" for event in events(bob)) == 1


def test_after_the_time_to_ask_nothing_is_dealt(tmp_path: Path) -> None:
    with serving(tmp_path, environment={"TILERUMMY_ASKING": SHORT}) as server, ExitStack() as stack:
        ann, bob = (stack.enter_context(Guest(server.address)) for _ in range(2))
        room = ann.make(house=HOUSE, name="Ann", edition=None)
        first, second = stack.enter_context(ann.join(room)), stack.enter_context(bob.join(room))
        second.ask("sit", name="Bob")
        first.ask("start")
        for table in (first, second):
            table.until(lambda state: state["phase"] == "playing" and not state["asking"])
            assert not table.state["may_redeal"]
            assert codes(redeal(table)) in (["redeal-late"], ["too-few-doubles"])
        unchanged(first, second)
        mover = (first, second)[first.state["turn"]]
        assert mover.move({"t": "draw"})["t"] == "accepted"
        assert codes(redeal(mover)) == ["redeal-late"]


def test_a_flood_of_asking_ends_at_the_limit_and_the_game_goes_on(server: Server) -> None:
    with dealt(server) as (bob, ann, eve):
        on = ann.state["seq"]
        for number in range(400):
            try:
                ann.socket.send(json.dumps({"t": "redeal", "id": f"flood-{number}", "on": on}))
            except Exception:
                break
        assert ann.closed() in (1008, 1006)
        unchanged(bob, eve)
        assert redeal(bob)["t"] == "accepted"
