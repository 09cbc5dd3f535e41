"""Who comes late, leaves or comes back while a round is shown or played: free chairs, and what each takes."""

import pytest

from tests.tournament.running import Event
from tilerummy.tournament import commands
from tilerummy.tournament.decide import Actor
from tilerummy.tournament.door import Chair, chairs
from tilerummy.tournament.events.rounds import Joined, Planned

DESK = Actor("desk")


def tables(event: Event, number: int | None = None) -> list[tuple[int, ...]]:
    play = event.state.play
    assert play is not None
    return list(play.rounds[event.state.current if number is None else number].seating.tables)


@pytest.fixture
def event() -> Event:
    """Thirty at eight tables of a one-round qualifying, the last two of three."""
    found = Event("belgian-tournament", 30)
    found.do(commands.Begin)
    found.open_round()
    return found


def test_a_latecomer_makes_a_table_of_three_into_four(event: Event) -> None:
    assert chairs(event.state) == (Chair(7, None), Chair(8, None))
    assert event.refused(commands.Enter, DESK, text="Late") == ["too-late-to-enter"]
    event.do(commands.Seat, DESK, table=8, name="Late")
    assert tables(event)[7] == (28, 29, 30, 31)
    assert chairs(event.state) == (Chair(7, None),)
    assert event.refused(commands.Seat, DESK, table=8, name="Later") == ["no-free-chair"]
    event.play_round()
    assert 31 in event.ranking(0)


def test_when_all_tables_are_full_a_new_one_is_offered_with_who_moves() -> None:
    """As the regulation seats thirty-seven: seven tables of four, three of three."""
    event = Event("belgian-tournament", 34)
    event.do(commands.Begin)
    event.do(commands.Publish)
    for name in ("Late", "Later"):
        event.do(commands.Seat, DESK, table=chairs(event.state)[0].table, name=name)
    before = event.state
    assert [len(table) for table in tables(event)] == [4] * 9
    assert chairs(before) == (Chair(10, None, (35, 36)),)
    happened = event.do(commands.Seat, DESK, table=10, name="Third")
    assert [len(table) for table in tables(event)] == [4] * 7 + [3] * 3
    assert tables(event)[9] == (35, 36, 37)
    play = event.state.play
    assert play is not None
    assert {move.number for move in play.rounds[0].moved} == {35, 36, 37}
    # split, moved and seated by one step
    assert len(happened) == 4
    event.do(commands.Undo, DESK, step=event.state.steps)
    assert event.state.stages == before.stages


def test_who_is_fixed_to_a_table_or_kept_apart_does_not_move_to_the_new_one() -> None:
    event = Event("belgian-tournament", 8)
    event.do(commands.Fix, places=((8, 2),))
    event.do(commands.KeepApart, pairs=((4, 7),))
    event.do(commands.Begin)
    event.do(commands.Publish)
    assert tables(event) == [(1, 2, 3, 4), (5, 6, 7, 8)]
    assert chairs(event.state) == (Chair(3, None, (3, 7)),)
    five = Event("belgian-tournament", 4)
    five.do(commands.Begin)
    five.do(commands.Publish)
    assert chairs(five.state) == (Chair(2, None, (4,)),)


def test_no_new_table_once_the_round_has_begun() -> None:
    event = Event("belgian-tournament", 8)
    event.do(commands.Begin)
    event.open_round()
    assert chairs(event.state) == ()
    assert event.refused(commands.Seat, DESK, table=3, name="Late") == ["no-free-chair"]


def test_a_table_with_a_result_takes_nobody(event: Event) -> None:
    event.do(commands.Report, DESK, table=7, game=2, scores=(2, -1, -1))
    assert chairs(event.state) == (Chair(8, None),)
    assert event.refused(commands.Seat, DESK, table=7, name="Late") == ["no-free-chair"]
    assert event.refused(commands.Seat, DESK, table=99, name="Late") == ["no-free-chair"]


def test_a_latecomer_takes_the_chair_of_who_left(event: Event) -> None:
    event.do(commands.Withdraw, DESK, number=6)
    assert chairs(event.state)[0] == Chair(2, 6)
    event.do(commands.Seat, DESK, table=2, name="Late")
    assert tables(event)[1] == (5, 31, 7, 8)
    play = event.state.play
    assert play is not None
    assert {(move.number, move.before, move.after) for move in play.rounds[0].moved} == {(6, 2, None), (31, None, 2)}
    # who left may come back, to another chair
    event.do(commands.Return, DESK, number=6)
    event.do(commands.Seat, DESK, table=7, number=6)
    assert tables(event)[6] == (25, 26, 27, 6)


def test_who_may_not_take_a_chair(event: Event) -> None:
    event.do(commands.Withdraw, DESK, number=6)
    for number, code in ((6, "withdrawn-already"), (99, "no-such-player"), (1, "sits-already")):
        assert event.refused(commands.Seat, DESK, table=7, number=number) == [code]
    assert event.refused(commands.Seat, DESK, table=7, name="P001") == ["name-entered"]
    assert event.refused(commands.Seat, DESK, table=7, name="Ann\nBob") == ["one-latecomer"]
    assert event.refused(commands.Seat, table=7, name="Ann", actor=Actor("public")) == ["not-allowed-role"]
    with pytest.raises(ValueError, match="either"):
        commands.Seat("x", 7)
    event.play_round()
    event.do(commands.Publish)
    cut = next(number for number in event.state.entrants if number not in event.state.stages[1].players and number != 6)
    assert event.refused(commands.Seat, DESK, table=1, number=cut) == ["not-in-this-stage"]


def test_nobody_new_comes_into_a_later_stage(event: Event) -> None:
    event.play_round()
    event.do(commands.Publish)
    event.do(commands.Withdraw, DESK, number=event.state.stages[1].players[0])
    assert event.refused(commands.Seat, DESK, table=1, name="Late") == ["too-late-to-enter"]


def test_rounds_that_nobody_has_seen_are_planned_for_the_latecomer() -> None:
    event = Event("blocks-of-two", 15)
    event.do(commands.Begin)
    assert event.refused(commands.Seat, DESK, table=4, name="Late") == ["no-free-chair"]
    event.do(commands.Publish)
    (chair,) = chairs(event.state)
    happened = event.do(commands.Seat, DESK, table=chair.table, name="Late")
    assert [type(one) for one in happened[2:]] == [Joined, Planned, Planned]
    assert 16 in tables(event, 0)[chair.table - 1]
    for number in range(1, 5):
        assert sorted(player for table in tables(event, number) for player in table) == list(range(1, 17))


def test_a_table_played_online_takes_nobody_once_its_rooms_are_there() -> None:
    event = Event("belgian-tournament", 7)
    event.do(commands.Begin)
    event.do(commands.PlayTable, table=2, online=True)
    event.do(commands.Publish)
    assert chairs(event.state) == (Chair(2, None),)
    event.do(commands.StartRound)
    assert chairs(event.state) == ()


def test_a_thousand_entrants_and_a_chair() -> None:
    event = Event("belgian-tournament", 999)
    event.do(commands.Begin)
    event.open_round()
    event.do(commands.Seat, DESK, table=250, name="Late")
    assert len(event.state.entrants) == 1000
    event.do(commands.Withdraw, DESK, number=1)
    assert event.refused(commands.Seat, DESK, table=1, name="One more") == ["too-many-entrants"]
