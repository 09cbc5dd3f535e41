"""What games count for, ranking keys in order, names from a pasted list; every format start to end."""

from fractions import Fraction
from typing import Any

import pytest

from tests.tournament.running import Event
from tilerummy import editions, formats
from tilerummy.tournament import commands
from tilerummy.tournament.decide import Actor
from tilerummy.tournament.format.format import Counting, Missing, Stage
from tilerummy.tournament.lists.entrants import initials, read_names
from tilerummy.tournament.results.counts import Absence, Game, Total, carried, totals
from tilerummy.tournament.results.ranking import final_ranking
from tilerummy.tournament.results.standings import standing

GAMES = [Game(1, 1, 1, {1: 60, 2: -20, 3: -40}), Game(1, 1, 2, {1: -10, 2: 40, 3: -30})]


def stage(**words: Any) -> Stage:
    return Stage(**{"id": "s", "rounds": 1, "games": 2, "seating": ("random",), "ranking": ("points", "lot"), **words})


def points(counting: Counting | None = None, missing: Missing | None = None, **absent: Absence) -> list[Fraction]:
    """The points of players 1, 2 and 3; `p1` and so on: their absences."""
    absences = {int(number[1:]): absence for number, absence in absent.items()}
    rule = stage(counting=counting or Counting(), missing=missing or Missing())
    found = totals(rule, (1, 2, 3), GAMES, absences)
    return [found[player].points for player in (1, 2, 3)]


def test_what_games_count_for() -> None:
    assert points() == [50, 20, -70]
    assert points(Counting(small_tables="scaled")) == [75, 30, -105]
    assert points(Counting(loss_cap=25, win_bonus=50, second_bonus=5)) == [105, 75, -50]
    assert points(Counting(win_cap=50)) == [40, 20, -70]
    assert points(Counting(floor=-60)) == [50, 20, -60]


def test_games_that_were_not_played() -> None:
    assert points(missing=Missing(missed="average"), p1=Absence(missed=1)) == [75, 20, -70]
    assert points(missing=Missing(missed="minimum"), p3=Absence(missed=2)) == [50, 20, -150]
    assert points(missing=Missing(bye="average"), p2=Absence(byes=2)) == [50, 40, -70]
    assert points(missing=Missing(most_games=1)) == [60, -20, -40]
    won = totals(stage(missing=Missing(bye_wins=True)), (1, 2), [], {2: Absence(byes=2)})
    assert (won[1].won, won[2].won) == (0, 2)


def test_table_points_and_their_ties() -> None:
    counting = Counting(small_tables="table-points")
    games = [*GAMES, Game(2, 1, 1, {1: 10, 2: 10, 3: -20})]
    found = totals(stage(counting=counting), (1, 2, 3), games, {})
    assert [found[player].table_points for player in (1, 2, 3)] == [Fraction(15, 2), Fraction(13, 2), 2]
    assert found[1].placings[:3] == (2, 0, 0)


def test_what_is_carried() -> None:
    total = Total(points=Fraction(-5), won=2, best=Fraction(9), games=4)
    assert carried(total, "all") == total
    assert carried(total, "half") == Total(points=Fraction(-2))
    assert carried(total, "none") == Total()


def test_ranking_keys_are_compared_in_order() -> None:
    found = totals(stage(), (1, 2, 3, 4), [*GAMES, Game(1, 2, 1, {4: 20, 5: -20})], {})
    ranked = standing(stage(ranking=("games-won", "head-to-head", "points", "lot")), found, GAMES, 1)
    # 1, 2 and 4 won a game each; 1 is ahead of 2 in their games together, 4 met neither
    assert [line.player for line in ranked] == [1, 4, 2, 3]
    assert [line.decided for line in ranked] == [None, "head-to-head", "head-to-head", "games-won"]
    least = stage(missing=Missing(least_games=2))
    few = standing(least, found, GAMES, 1)
    assert [(line.player, line.place) for line in few] == [(1, 1), (2, 2), (3, 3), (4, None)]
    under_way = standing(least, found, GAMES, 1, enough=False)
    assert [(line.player, line.place) for line in under_way] == [(1, 1), (4, 2), (2, 3), (3, 4)]
    lots = [line.player for line in standing(stage(), dict.fromkeys(range(9), Total()), [], 5)]
    assert sorted(lots) == list(range(9))
    assert lots != [line.player for line in standing(stage(), dict.fromkeys(range(9), Total()), [], 6)]


@pytest.mark.parametrize("players", [2, 5, 9, 22])
@pytest.mark.parametrize("name", formats.names())
def test_every_format_goes_from_the_list_to_the_final_ranking(name: str, players: int) -> None:
    event = Event(name, players)
    if players < event.state.format.stages[0].tables.least:
        assert event.refused(commands.Begin) == ["cannot-be-seated"]
        return
    event.do(commands.Begin)
    while not event.state.finished:
        event.play_round()
    assert sorted(line.player for line in final_ranking(event.state)) == list(range(1, players + 1))


def test_a_pasted_list_says_every_fault() -> None:
    found, faults = read_names("1. Ann ;Junior\r\n- Bob\t Senior\n\n  Cas   van   Dijk\n12) Dee")
    assert not faults
    assert found == [("Ann", "Junior"), ("Bob", "Senior"), ("Cas van Dijk", ""), ("Dee", "")]
    found, faults = read_names('Name,Club\n"Jansen, Piet",Aalst\nEve,\n')
    assert found == [("Jansen, Piet", "Aalst"), ("Eve", "")]
    _, faults = read_names("Ann\nann\n;x\n" + "y" * 41)
    assert [(fault.code, fault.params["line"]) for fault in faults] == [
        ("name-twice", 2),
        ("name-empty", 3),
        ("name-too-long", 4),
    ]
    assert [fault.code for fault in read_names(" \n\n")[1]] == ["no-names"]
    assert [fault.code for fault in read_names("\n".join(f"P{n}" for n in range(3000)))[1]] == ["too-many-entrants"]
    assert initials("Ann van Dijk") == "A. v. D."


def test_who_enters_after_high_numbers_were_drawn_gets_a_free_one() -> None:
    event = Event("open-league", ["Ann", "Bob"])
    event.do(commands.Draw, numbers=(1999, 7))
    event.do(commands.Enter, text="Cas\nDee\nEve")
    assert {number: entrant.name for number, entrant in event.state.entrants.items()} == {
        7: "Bob",
        1999: "Ann",
        2000: "Cas",
        1: "Dee",
        2: "Eve",
    }


@pytest.mark.parametrize("name", formats.NAMES)
def test_no_table_is_larger_than_its_edition_allows(name: str) -> None:
    format_ = formats.load(name)
    seats = editions.load(format_.edition).players
    assert all(seats.least <= stage.tables.least <= stage.tables.most <= seats.most for stage in format_.stages)


def test_the_list_is_closed_to_players_when_the_first_stage_is_seated_and_can_be_opened_again() -> None:
    event = Event("open-league", 8)
    event.do(commands.OpenSignUp, open=True, accepting=False)
    event.do(commands.Ask, Actor("public", browser="a" * 12), text="Late")
    event.do(commands.Begin)
    assert not event.state.sign_ups.open
    later = Actor("public", browser="b" * 12)
    assert event.refused(commands.Ask, later, text="Later") == ["sign-up-closed"]
    event.do(commands.OpenSignUp, open=True, accepting=False)
    event.do(commands.Ask, later, text="Later")
    assert [one.name for one in event.state.entrants.values()][-2:] == ["Late", "Later"]


def test_a_table_has_its_own_clock_for_one_round() -> None:
    event = Event("table-points", 8)
    event.do(commands.Begin)
    event.open_round()
    for table in (0, 2):
        event.do(commands.SetClock, table=table, seconds=60, running=True)
    assert set(event.state.clocks) == {0, 2}
    event.play_round()
    assert set(event.state.clocks) == {0}
