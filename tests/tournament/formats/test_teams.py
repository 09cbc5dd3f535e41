"""Teams: who may be one, that they do not meet themselves, and how they stand."""

import random
from fractions import Fraction
from typing import Any

import pytest

from tests.tournament.formats import recount
from tests.tournament.running import Event, chance_scores
from tilerummy.tournament import commands
from tilerummy.tournament.format.format import Format, SeatingRule, Stage
from tilerummy.tournament.lists.exports import standings
from tilerummy.tournament.prepared.commands import MakeTeams
from tilerummy.tournament.prepared.team import Team
from tilerummy.tournament.prepared.teams import meetings
from tilerummy.tournament.results.team_standings import team_lines

RULES: tuple[SeatingRule, ...] = ("drawn-number", "meet-new", "random", "standing", "snake", "crosswise", "spread")


def kind(rule: SeatingRule = "random", **words: Any) -> Format:
    stage = Stage(id="s", rounds=3, games=1, seating=(rule,), ranking=("points", "lot"), seats="shared")
    return Format(id="teams", name="Teams", stages=(stage,), **words)


def of_size(count: int, size: int) -> tuple[Team, ...]:
    """The first in one team, the next in another."""
    numbers = range(1, count * size + 1)
    return tuple(Team(f"Team {at}", tuple(numbers[at * size : (at + 1) * size])) for at in range(count))


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize(("players", "count", "size"), [(16, 4, 4), (18, 9, 2), (21, 5, 4), (36, 12, 3), (40, 10, 4)])
def test_a_team_never_meets_itself_where_the_numbers_allow(
    rule: SeatingRule, players: int, count: int, size: int
) -> None:
    event = Event(kind(rule), players)
    event.do(MakeTeams, teams=of_size(count, size))
    event.do(commands.Begin)
    while not event.state.finished:
        for round_ in event.state.stages[0].rounds:
            for table in round_.seating.tables:
                assert not [one for team in event.state.teams if len(one := set(team.members) & set(table)) > 1]
        assert meetings(event.state) == (0, 0)
        event.play_round()
        assert recount.disagreements(event.state) == []


def test_more_members_than_tables_have_to_share_one_and_that_is_said() -> None:
    event = Event(kind(), 12)
    event.do(MakeTeams, teams=of_size(3, 4))
    event.do(commands.Begin)
    # three tables: of four members two share one, in each team
    assert meetings(event.state) == (3, 3)


@pytest.mark.parametrize(
    ("teams", "codes"),
    [
        ([Team("A", ())], ["team-of-nobody"]),
        ([Team("A", (1,))], ["team-size"]),
        ([Team("A", (1, 2, 3, 4, 5))], ["team-size"]),
        ([Team("A", (1, 1))], ["in-two-teams"]),
        ([Team("A", (1, 2)), Team("B", (2, 3))], ["in-two-teams"]),
        ([Team("A", (1, 99))], ["no-such-player"]),
        ([Team(" ", (1, 2))], ["team-without-name"]),
        ([Team("Gent", (1, 2)), Team("gent", (3, 4))], ["team-twice"]),
        ([Team("A" * 41, (1, 2))], ["name-too-long"]),
    ],
)
def test_what_is_no_team_is_said(teams: list[Team], codes: list[str]) -> None:
    assert Event(kind(), 8).refused(MakeTeams, teams=tuple(teams)) == codes


def test_who_always_sits_at_one_table_is_in_no_team_with_another_there() -> None:
    event = Event(kind(), 8)
    event.do(commands.Fix, places=((1, 1), (2, 1)))
    assert event.refused(MakeTeams, teams=(Team("A", (1, 2)),)) == ["apart-and-fixed"]
    event.do(commands.Fix, places=())
    event.do(MakeTeams, teams=(Team("A", (1, 2)),))
    assert event.refused(commands.Fix, places=((1, 1), (2, 1))) == ["apart-and-fixed"]


def test_teams_follow_their_people_through_the_draw_and_off_the_list() -> None:
    event = Event(kind(), 5)
    event.do(MakeTeams, teams=(Team("A", (1, 2, 3)), Team("B", (4, 5))))
    event.do(commands.Draw, numbers=(11, 12, 13, 14, 15))
    assert [team.members for team in event.state.teams] == [(11, 12, 13), (14, 15)]
    event.do(commands.Remove, numbers=(12, 15))
    assert event.state.teams == (Team("A", (11, 13)),)


@pytest.mark.parametrize(("best", "points"), [("all", (30, 10)), (1, (40, 60)), (2, (30, 40))])
def test_all_members_count_or_the_best_of_them(best: Any, points: tuple[int, int]) -> None:
    won = {1: 40, 2: -10, 3: 60, 4: -20, 5: -30, 6: 0, 7: -40, 8: 0}
    event = Event(kind("drawn-number", team_best=best), 8, box=False)
    event.do(MakeTeams, teams=(Team("A", (1, 2)), Team("B", (3, 4, 5))))
    event.do(commands.Begin)
    event.open_round()
    # not zero-sum at a table by itself: what is lacking goes to those who are in no team
    for number, table in enumerate(event.state.stages[0].rounds[0].seating.tables, start=1):
        scores = [won[player] for player in table]
        free = next(at for at, player in enumerate(table) if player > 5)
        scores[free] -= sum(scores)
        event.do(commands.Report, table=number, game=1, scores=tuple(scores), sure=True)
    event.play_round()
    found = {line.team.name: line.points for line in team_lines(event.state)}
    assert found == {"A": points[0], "B": points[1]}
    assert [cells[3] for cells in standings(event.state) if cells[0] == "teams"] == sorted(
        found, key=lambda one: -found[one]
    )


def test_nobody_loses_for_their_team_by_going_on() -> None:
    final = Stage(id="final", rounds=1, games=1, seating=("standing",), ranking=("points", "lot"), places=4)
    whole = Format(id="teams", name="Teams", stages=(*kind().stages, final))
    event = Event(whole, 12, box=False)
    event.do(MakeTeams, teams=of_size(6, 2))
    event.do(commands.Begin)
    for _ in range(3):
        event.play_round()
    before = team_lines(event.state)
    event.play_round()
    assert event.state.finished
    assert team_lines(event.state) == before
    assert sum((line.points for line in before), Fraction(0)) == 0


def test_random_teams_stand_as_a_count_apart_has_them() -> None:
    for seed in range(12):
        chance = random.Random(seed)
        event = Event(kind(chance.choice(RULES), team_best=chance.choice(["all", 1, 2])), chance.randint(8, 30), seed)
        numbers = chance.sample(sorted(event.state.entrants), 8)
        event.do(
            MakeTeams,
            teams=(Team("A", tuple(numbers[:4])), Team("B", tuple(numbers[4:6])), Team("C", tuple(numbers[6:]))),
        )
        event.do(commands.Begin)
        while not event.state.finished:
            event.play_round(chance_scores)
            assert recount.disagreements(event.state) == []
