"""Every frame of whole games, as each viewer received it, holds no tile that the viewer may not know at that moment."""

import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from tests.web.computed import computed
from tests.web.harness import Guest, Message, Server, Table
from tilerummy.rules.game import record as records
from tilerummy.rules.game.evolve import evolve
from tilerummy.rules.game.state import GameState
from tilerummy.rules.melds.readings import readings
from tilerummy.rules.notation import parse_meld

TILE = re.compile(r"(?<![A-Za-z0-9])([krby](?:1[0-3]|[1-9])|[JDCM])(?![A-Za-z0-9])")

TALKATIVE = {"chat": "everyone", "live": True, "open": True, "away": "computer", "away_seconds": 3600}
"""Options under which as much is told as can be."""


def tiles_in(value: Any) -> set[str]:
    """Every tile code anywhere in a message, whatever the field is called."""
    if isinstance(value, dict):
        return {tile for key, inner in value.items() if key not in ("name", "jokers") for tile in tiles_in(inner)}
    if isinstance(value, list):
        return {tile for inner in value for tile in tiles_in(inner)}
    return set(TILE.findall(value)) if isinstance(value, str) else set()


def may_know(states: list[GameState], lots: set[str], seat: int | None) -> set[str]:
    """The kinds a viewer may know after the last of these states: what lay open, what the jokers there can stand for,
    and their own rack at any time."""
    known = set(lots)
    for state in states:
        for meld in state.table:
            known |= set(meld.tiles) | tiles_in([reading.texts() for reading in readings(meld, state.edition)])
        known |= set() if seat is None else set(state.racks[seat])
    return known


def played_out(server: Server, edition: str, seats: int, seed: int) -> tuple[str, list[Table], Message]:
    """A whole game between guests with a spectator, who talk and see each other's drafts, every frame kept; the record,
    the viewers, and the last state."""
    chance = random.Random(seed)
    with ExitStack() as stack:
        guests = [stack.enter_context(Guest(server.address)) for _ in range(seats + 1)]
        room = guests[0].make(edition=edition, seats=seats, name="Guest 0", options=TALKATIVE)
        tables = [stack.enter_context(guest.join(room)) for guest in guests]
        for index in range(1, seats):
            tables[index].ask("sit", name=f"Guest {index}")
        tables[0].ask("start")
        while tables[0].state["phase"] != "over":
            seq = tables[0].state["seq"]
            for table in tables:
                table.catch_up(seq)
            mover = tables[tables[0].state["turn"]]
            move = computed(mover.state, chance.choice(("gentle", "steady")), chance)
            # Others see this draft, whether it is then played or taken back; a word and a drawing go with it.
            laid = chance.choice((move.get("table"), [*mover.state["table"], mover.state["rack"][0]]))
            for table in tables[:seats]:
                draft = laid if table is mover and laid else mover.state["table"]
                table.send({"t": "preview", "n": 1, "on": seq, "opening": [], "table": draft})
                assert table.expect("previewed", "refused")["t"] == "previewed"
            if mover.state["turn_number"] == 3:
                for table in tables:
                    table.send({"t": "hint", "id": "hint", "on": seq})
                    kind = "hinted" if table is mover else "refused"
                    assert table.expect("hinted", "refused")["t"] == kind
            if mover.state["turn_number"] % 10 == 5:
                for table, guest in zip(tables, guests, strict=True):
                    told = guest.http.get(f"/api/rooms/{room}/replay").json()
                    table.frames.append(json.dumps({"t": "replay", **told}))
            if mover.state["turn_number"] < 6:
                mover.send({"t": "react", "reaction": "think"})
                mover.send({"t": "say", "id": f"say-{seq}", "phrase": "one-moment"})
            answer = mover.move(move)
            assert answer["t"] == "accepted", answer
            tables[0].catch_up(answer["seq"])
        over = tables[0].state
        for table in tables:
            table.until(lambda state: state["phase"] == "over")
        # one whole review is enough: each searches every turn again
        for seat, guest in enumerate(guests[: seats if (edition, seats) == ("original", 2) else 0]):
            turns = guest.http.get(f"/api/rooms/{room}/review").json()["turns"]
            assert {turn["seat"] for turn in turns} == {seat}
        assert guests[-1].http.get(f"/api/rooms/{room}/review").status_code == 409
        # A person comes back in the end, and a stranger looks in: they get the log as they may see it.
        tables.append(stack.enter_context(guests[1].join(room)))
        return guests[0].http.get(f"/api/rooms/{room}/record").text, tables, over


def is_draft(message: Message) -> bool:
    """Whether this is what a player at the table tries, which the host lets others see."""
    return bool(message["t"] == "drafted")


def frames_before_the_end(table: Table) -> Iterator[tuple[int, Message]]:
    """Every frame until the game is over, with the seq that the viewer has reached by it."""
    seq = 0
    for frame in table.frames:
        message = json.loads(frame)
        if "state" in message:
            if message["state"]["phase"] == "over":
                return
            seq = message["seq"]
        yield seq, message


def first_row_of_the_game(table: Table) -> int:
    """The number of the row with which the game began."""
    told = (json.loads(frame) for frame in table.frames)
    return next(int(message["seq"]) for message in told if message.get("state", {}).get("phase") == "playing")


@pytest.mark.slow
@pytest.mark.parametrize(("edition", "seats"), [("original", 2), ("original", 4), ("sabra", 3), ("twist", 2)])
def test_no_frame_holds_a_tile_the_viewer_may_not_know(server: Server, edition: str, seats: int) -> None:
    text, tables, over = played_out(server, edition, seats, seed=seats)
    record = records.loads(text)
    states: list[GameState] = []
    state: GameState | None = None
    for event in record.events:
        state = evolve(state, event)
        states.append(state)
    lots = {lot.tile for lot in record.events[0].lots}  # type: ignore[union-attr]
    # The row of the start comes after those of the lobby and of the words; then a row a turn.
    first_turn = first_row_of_the_game(tables[0])
    checked = drafts = 0
    for index, table in enumerate(tables[: seats + 1]):
        seat = index if index < seats else None
        for seq, message in frames_before_the_end(table):
            # Two events (started, dealt) are the row of the start; every later row before the end is one event.
            known = may_know(states[: max(0, seq - first_turn + 2)], lots if seq >= first_turn else set(), seat)
            if is_draft(message):
                # At most the tiles that this player holds, never a rack of them, and never one's own draft.
                drafts += 1
                state = states[max(0, message["on"] - first_turn + 1)]
                assert message["seat"] == state.turn != seat
                on_table = Counter(tile for meld in state.table for tile in meld.tiles)
                tried = Counter(tile for meld in message["table"] for tile in parse_meld(meld).tiles) - on_table
                assert not tried - Counter(state.racks[message["seat"]]), message
                assert set(message) == {"t", "on", "seat", "table"}
            else:
                if message["t"] == "previewed":
                    # What the jokers of their own draft can stand for.
                    known |= tiles_in([meld["readings"] for meld in message["melds"]])
                assert tiles_in(message) <= known, (seat, seq, message)
            checked += 1
    assert checked > 50
    assert drafts > 0
    assert over["revealed"]["deck"]


def test_the_scan_would_find_a_leak() -> None:
    leak = {"t": "update", "state": {"seats": [{"name": "b7", "rack": ["b7", "x"]}], "note": "he holds k13, J=b5"}}
    assert tiles_in(leak) == {"b7", "k13", "J", "b5"}
