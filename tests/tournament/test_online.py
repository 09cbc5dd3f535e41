"""Tables of a tournament that are played here: which ones, in which rooms, and what comes out of them."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from tests.tournament.running import Event
from tilerummy.rules.refusal import Refusal
from tilerummy.tournament import commands
from tilerummy.tournament.decide import Actor
from tilerummy.tournament.events.results import Confirmed, Reported
from tilerummy.tournament.events.rounds import RoomsGiven
from tilerummy.tournament.online_rules import USUAL
from tilerummy.tournament.online_tables import game_now, online_tables, played
from tilerummy.tournament.state import Tournament

DESK = Actor("desk")
PHONE = Actor("table", 1, (0, 0), "0" * 12)


def event(players: int = 8, *, online: bool = True) -> Event:
    """An event under the regulation, its first round planned."""
    found = Event("belgian-tournament", players)
    if online:
        found.do(commands.PlayOnline, online=True)
    found.do(commands.Begin)
    return found


def points(players: Sequence[int]) -> dict[int, int]:
    """The last of them wins."""
    return {**{number: -number for number in players[:-1]}, players[-1]: sum(players[:-1])}


def enter(found: Event, room: str, scores: dict[int, int]) -> int:
    """Let a room's result in, as its host does; how many events came of it."""
    happened = played(found.state, room, scores)
    if happened:
        found.keep(happened)
    return len(happened)


def here(state: Tournament) -> list[int]:
    return [table.table for table in online_tables(state)]


def test_a_table_gets_a_room_for_each_game_when_its_round_starts() -> None:
    found = event()
    assert here(found.state) == []
    found.open_round()
    tables = online_tables(found.state)
    assert [(table.table, len(table.players), len(table.rooms)) for table in tables] == [(1, 4, 3), (2, 4, 3)]
    assert len({room for table in tables for room in table.rooms}) == 6


def test_single_tables_are_chosen_before_the_round_and_while_it_is_played() -> None:
    found = event(12, online=False)
    found.do(commands.PlayTable, DESK, table=2, online=True)
    assert found.do(commands.PlayTable, DESK, table=2, online=True) == ()
    found.open_round()
    assert here(found.state) == [2]
    _, given = found.do(commands.PlayTable, DESK, table=3, online=True)
    assert isinstance(given, RoomsGiven)
    assert here(found.state) == [2, 3]
    found.do(commands.PlayTable, DESK, table=2, online=False)
    assert here(found.state) == [3]
    assert found.refused(commands.PlayTable, DESK, table=4, online=True) == ["no-such-table"]
    assert found.refused(commands.PlayTable, Actor("table", 3), table=3, online=False) == ["not-allowed-role"]
    assert found.refused(commands.PlayOnline, DESK, online=True) == ["not-allowed-role"]


def test_what_holds_for_all_tables_changes_no_round_under_way() -> None:
    found = event()
    found.open_round()
    found.do(commands.PlayOnline, online=False, rules=structs.replace(USUAL, limit=90))
    assert here(found.state) == [1, 2]
    found.play_round()
    found.open_round()
    assert here(found.state) == []
    assert found.state.online_rules.limit == 90


def test_a_result_comes_confirmed_from_its_room_once() -> None:
    found = event()
    found.open_round()
    table = online_tables(found.state)[0]
    scores = points(table.players)
    assert game_now(found.state, table) == 1
    happened = played(found.state, table.rooms[0], scores)
    assert [type(event) for event in happened] == [Reported, Confirmed]
    assert enter(found, table.rooms[0], scores) == 2
    assert enter(found, table.rooms[0], scores) == 0
    assert game_now(found.state, table) == 2
    assert found.state.play is not None
    result = found.state.play.results[0, 1, 1]
    assert (result.by, result.confirmed) == (f"room:{table.rooms[0]}", f"room:{table.rooms[0]}")
    assert found.refused(commands.CloseRound) == ["result-missing"] * 5
    found.do(commands.Correct, DESK, stage=0, round=0, table=1, game=1, scores=(1, -1, 0, 0), reason="by hand")
    assert found.state.play.results[0, 1, 1].scores == (1, -1, 0, 0)


def test_a_phone_at_the_table_enters_nothing_until_the_desk_has_taken_the_table_over() -> None:
    found = event()
    found.open_round()
    rooms = online_tables(found.state)[0].rooms
    report = {"table": 1, "game": 1, "scores": (30, -10, -10, -10), "seat": 1}
    assert found.refused(commands.Report, PHONE, **report) == ["table-online"]
    found.do(commands.PlayTable, DESK, table=1, online=False)
    found.do(commands.Report, PHONE, **report)
    assert enter(found, rooms[1], points(found.state.play.rounds[0].seating.tables[0])) == 0  # type: ignore[union-attr]


def test_what_the_desk_entered_stands_against_the_room() -> None:
    found = event()
    found.open_round()
    table = online_tables(found.state)[0]
    found.do(commands.Report, DESK, table=1, game=1, scores=(30, -10, -10, -10))
    assert enter(found, table.rooms[0], points(table.players)) == 0
    assert game_now(found.state, table) == 2


def test_who_was_not_dealt_in_needs_no_score_and_two_are_needed_for_a_game() -> None:
    found = event(4)
    found.open_round()
    (table,) = online_tables(found.state)
    one, two, three, four = table.players
    with pytest.raises(Refusal):
        played(found.state, table.rooms[0], {one: 5, two: -5, three: 1})
    assert enter(found, table.rooms[0], {one: 5, two: -5, three: 0}) == 2
    for gone in (four, three, two):
        found.do(commands.Withdraw, number=gone)
    assert [game_now(found.state, table) for table in online_tables(found.state)] == [None]


@given(st.lists(st.tuples(st.integers(1, 3), st.sampled_from(("room", "desk", "online", "hand"))), max_size=25))
def test_however_tables_change_hands_each_game_has_one_result(steps: list[tuple[int, str]]) -> None:
    found = event(12)
    found.open_round()
    entered: list[tuple[int, int]] = []
    for table, step in steps:
        at = next((one for one in online_tables(found.state) if one.table == table), None)
        game = None if at is None else game_now(found.state, at)
        if step in ("online", "hand"):
            found.do(commands.PlayTable, DESK, table=table, online=step == "online")
        elif at is not None and game is not None:
            if step == "room":
                assert enter(found, at.rooms[game - 1], points(at.players)) == 2
            else:
                found.do(commands.Report, DESK, table=table, game=game, scores=tuple(points(at.players).values()))
            entered.append((table, game))
            for room in at.rooms[:game]:
                assert enter(found, room, points(at.players)) == 0
    assert len(entered) == len(set(entered))
    assert found.state.play is not None
    assert sorted(found.state.play.results) == sorted((0, table, game) for table, game in entered)
