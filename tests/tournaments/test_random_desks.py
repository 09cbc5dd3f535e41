"""An event can always be read, restored and brought to its end, whatever its people do; and what random desks found."""

from typing import Any

import pytest

from tests.tournament.running import Event
from tests.tournaments.random_desks import sample
from tilerummy import formats
from tilerummy.tournament import commands
from tilerummy.tournament.admission import Unfit, admit
from tilerummy.tournament.decide import Actor
from tilerummy.tournament.events.people import KeptApart
from tilerummy.tournament.online_tables import played
from tilerummy.tournament.table_changes import TableChange


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1, 7))
def test_all_pictures_of_an_event_agree_after_every_command(seed: int) -> None:
    for at in range(12):
        sample(seed * 12 + at)


def test_numbers_are_drawn_after_somebody_who_had_left_was_taken_off_the_list() -> None:
    event = Event("open-league", 3)
    event.do(commands.Withdraw, number=3)
    event.do(commands.Remove, numbers=(3,))
    event.do(commands.Draw)
    event.do(commands.Enter, text="Somebody new")
    assert not event.state.withdrawn


def test_pairs_that_were_kept_apart_before_numbers_were_drawn_come_back_from_a_backup() -> None:
    event = Event("open-league", 6)
    event.do(commands.KeepApart, pairs=((1, 5), (2, 6), (3, 4)))
    event.do(commands.Draw, numbers=(9, 8, 7, 6, 5, 4))
    assert list(event.state.apart) == [(4, 8), (5, 9), (6, 7)]
    event.do(commands.Remove, numbers=(7,))
    assert list(event.state.apart) == [(4, 8), (5, 9)]
    # an earlier version kept them so
    before = admit(event.state, KeptApart(((8, 4), (9, 5))), formats.faults)
    assert before.apart == ((8, 4), (9, 5))
    with pytest.raises(Unfit):
        admit(event.state, KeptApart(((8, 4), (4, 8))), formats.faults)


def test_a_backup_may_hold_a_round_from_which_the_desk_took_everybody() -> None:
    event = Event("open-league", 3)
    event.do(commands.Begin)
    event.do(commands.Publish)
    (seats,) = event.state.stages[0].rounds[0].seating.tables
    event.do(commands.ChangeTables, tables=(TableChange(1, seats, ()), TableChange(0, (), seats)))
    assert event.state.stages[0].rounds[0].seating.byes == tuple(sorted(seats))


def test_a_result_is_settled_though_who_was_away_has_come_back() -> None:
    event = Event("open-league", 4, box=False)
    event.do(commands.Begin)
    event.open_round()
    (seats,) = event.state.stages[0].rounds[0].seating.tables
    event.do(commands.Withdraw, number=seats[3])
    for seat, scores in ((1, (20, -10, -10, None)), (2, (30, -15, -15, None))):
        phone = Actor("table", 1, (0, 0), f"{seat:012x}")
        event.do(commands.Report, phone, table=1, game=1, scores=scores, seat=seat, sure=True)
    event.do(commands.Return, number=seats[3])
    assert event.refused(commands.Report, table=1, game=2, scores=(20, -10, -10, None), sure=True) == ["score-missing"]
    event.do(commands.Correct, stage=0, round=0, table=1, game=1, scores=(20, -10, -10, None), reason="form", sure=True)


@pytest.mark.parametrize(("back", "fields"), [(commands.Return, {}), (commands.Substitute, {"name": "Inval"})])
def test_a_game_played_here_counts_for_those_who_were_dealt_in(back: type[Any], fields: dict[str, Any]) -> None:
    event = Event("open-league", 4)
    event.do(commands.Begin)
    event.do(commands.PlayOnline, online=True)
    event.do(commands.Publish)
    (seats,) = event.state.stages[0].rounds[0].seating.tables
    event.do(commands.Withdraw, number=seats[3])
    event.do(commands.StartRound)
    event.do(back, number=seats[3], **fields)
    points = dict(zip(seats[:3], (30, -10, -20), strict=True))
    event.keep(played(event.state, "room1", points))
    result = event.state.stages[0].results[0, 1, 1]
    assert (result.scores, result.confirmed) == ((30, -10, -20, None), "room:room1")
