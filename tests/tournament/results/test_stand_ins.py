"""A computer player that played for somebody is seen everywhere, and the desk says what its game counts for them."""

from tests.tournament.running import Event
from tilerummy.site.event_pages import event_pages
from tilerummy.tournament import commands
from tilerummy.tournament.decide import Actor
from tilerummy.tournament.lists.exports import results
from tilerummy.tournament.online_tables import played
from tilerummy.tournament.results.ranking import lines
from tilerummy.tournament.results.weighing import Weigh
from tilerummy.tournament.state import fold

DESK = Actor("desk")
PLACE = {"stage": 0, "round": 0, "table": 1, "game": 1, "number": 4}


def final() -> Event:
    """A final of one game, in which a computer player played for number 4, and won."""
    event = Event("belgian-tournament", 4)
    event.do(commands.PlayOnline, online=True)
    event.do(commands.Begin)
    event.open_round()
    event.keep(played(event.state, "room1", {1: -10, 2: -20, 3: -31, 4: 61}, (4,)))
    event.do(commands.CloseRound)
    return event


def standing(event: Event) -> list[tuple[int | None, int, int, int, int]]:
    return [
        (line.place, line.player, int(line.total.points), line.total.won, line.total.games)
        for line in lines(event.state)
    ]


def test_the_desk_voids_and_halves_the_game_for_that_player_alone_and_takes_it_back() -> None:
    event = final()
    whole = standing(event)
    assert whole[0] == (1, 4, 61, 1, 1)
    event.do(Weigh, DESK, **PLACE, counts="half", reason="they left in the middle")
    assert standing(event)[0] == (1, 4, 31, 1, 1)
    event.do(Weigh, DESK, **PLACE, counts="none", reason="never came")
    # the others keep what they lost; who has played nothing has no place
    assert standing(event) == [(1, 1, -10, 0, 1), (2, 2, -20, 0, 1), (3, 3, -31, 0, 1), (None, 4, 0, 0, 0)]
    event.do(commands.Undo, DESK, step=event.state.steps)
    assert standing(event)[0] == (1, 4, 31, 1, 1)
    event.do(Weigh, DESK, **PLACE, counts="whole", reason="the club's rule")
    assert standing(event) == whole
    assert event.do(Weigh, DESK, **PLACE, counts="whole", reason="again") == ()


def test_it_is_told_in_the_journal_the_list_and_the_web_pages() -> None:
    event = final()
    told = [
        did
        for at, row in enumerate(event.rows[1:], start=1)
        for done, one in enumerate(row)
        for did in one.told(fold(None, [*(e for rows in event.rows[:at] for e in rows), *row[:done]]))
    ]
    assert [params["names"] for code, params in told if code == "stood-in"] == ["P004"]
    assert [row[-1] for row in results(event.state)] == ["stand-in", "", "", "", "whole"]
    event.do(Weigh, DESK, **PLACE, counts="none", reason="never came")
    assert [row[-1] for row in results(event.state)][-1] == "none"
    site = event_pages("event", event.state, "nl").files["index.html"].decode()
    assert "+61 (computer, telt niet)" in site
    # a correction of the points leaves what they count
    place = {key: value for key, value in PLACE.items() if key != "number"}
    event.do(commands.Correct, DESK, **place, scores=(-10, -20, -30, 60), reason="counted again", sure=True)
    assert (standing(event)[-1], event.state.stages[0].results[0, 1, 1].stood_in) == ((None, 4, 0, 0, 0), (4,))


def test_only_who_was_stood_in_for_and_only_with_a_reason() -> None:
    event = final()
    assert event.refused(Weigh, DESK, **PLACE, counts="none", reason=" ") == ["no-reason"]
    assert event.refused(Weigh, DESK, **{**PLACE, "number": 1}, counts="none", reason="x") == ["no-stand-in"]
    assert event.refused(Weigh, DESK, **{**PLACE, "game": 2}, counts="none", reason="x") == ["no-stand-in"]
    assert event.refused(Weigh, DESK, **{**PLACE, "stage": 3}, counts="none", reason="x") == ["no-stand-in"]
    phone = Actor("table", 1, (0, 0))
    assert event.refused(Weigh, phone, **PLACE, counts="none", reason="x") == ["not-allowed-role"]
