"""The Belgian regulation from drawn numbers to the final's ranking (rulebook 004, docs/rules.md 1F and 3.7)."""

import pytest

from tests.tournament.running import Event, given
from tilerummy.tournament import commands
from tilerummy.tournament.results.ranking import final_ranking, lines
from tilerummy.tournament.results.standings import Line


def stages(event: Event) -> list[str]:
    return [event.state.format.stages[play.index].id for play in event.state.stages]


def tables(event: Event) -> list[tuple[int, ...]]:
    play = event.state.play
    assert play is not None
    return list(play.rounds[-1].seating.tables)


def decided(found: tuple[Line, ...]) -> dict[int, str | None]:
    return {line.player: line.decided for line in found}


def test_semi_final_and_final_as_worked_in_the_rules() -> None:
    event = Event("belgian-tournament", 8, box=False)
    event.do(commands.Begin)
    assert tables(event) == [(1, 2, 3, 4), (5, 6, 7, 8)]
    # after the qualifying games player 1 is first, player 2 second, and so on
    sums = {1: 90, 2: 80, 3: -60, 4: -110, 5: 95, 6: 75, 7: -65, 8: -105}
    event.play_round(given({player: (points, 0, 0) for player, points in sums.items()}))
    assert event.ranking(0) == [5, 1, 2, 6, 3, 7, 8, 4]
    assert tables(event) == [(5, 2, 3, 8), (1, 6, 7, 4)]

    ranked = [5, 1, 2, 6, 3, 7, 8, 4]
    semifinal = {1: 10, 3: -4, 5: 31, 7: -37, 2: 5, 4: 22, 6: -12, 8: -15}
    points = {ranked[place - 1]: (total, 0) for place, total in semifinal.items()}
    event.play_round(given(points))
    # docs/rules.md 3.7: places 5, 4, 1, 2 of the qualifying sit in seats 1-4 of the final
    assert tables(event) == [tuple(ranked[place - 1] for place in (5, 4, 1, 2))]

    final = tables(event)[0]
    event.play_round(given(dict(zip(final, [(-10,), (-20,), (50,), (-20,)], strict=True))))
    assert event.state.finished
    assert event.ranking(2) == [final[2], final[0], *sorted((final[1], final[3]))]
    everybody = [line.player for line in final_ranking(event.state)]
    assert everybody[:4] == event.ranking(2)
    assert everybody[4:] == [player for player in event.ranking(1) if player not in final]


def test_ties_at_both_cuts_are_settled_by_the_written_rule() -> None:
    event = Event("belgian-tournament", 12, box=False)
    event.do(commands.Begin)
    # 1, 5, 9 win; 2-4, 6-8, 10-12 are equal on points at the cut after eighth
    points = {
        1: (60, 0, 0), 2: (10, -30, 0), 3: (-20, 0, 0), 4: (-50, 30, 0),
        5: (60, 0, 0), 6: (-20, 0, 0), 7: (-20, 0, 0), 8: (-20, 0, 0),
        9: (60, 0, 0), 10: (-20, 0, 0), 11: (-30, 0, 10), 12: (-10, 0, -10),
    }  # fmt: skip
    event.play_round(given(points))
    # -20: 4 has won a game of 30, 2 one of 10, 11 one of 10; then the lower drawn number
    assert event.ranking(0) == [1, 5, 9, 4, 2, 11, 3, 6, 7, 8, 10, 12]
    found = decided(lines(event.state, 0))
    assert (found[4], found[2], found[11], found[3], found[6]) == (
        "points",
        "best-game",
        "drawn-number",
        "games-won",
        "drawn-number",
    )
    assert tables(event) == [(1, 9, 2, 3), (5, 4, 11, 6)]

    # semi-final: everybody but the winners of one table equal; best game, then the drawn number decide fourth and fifth
    event.play_round(
        given(
            {1: (30, -10), 9: (-30, 30), 2: (0, 0), 3: (0, -20), 5: (40, 0), 4: (-20, 20), 11: (-20, 20), 6: (0, -40)}
        )
    )
    assert event.ranking(1) == [5, 1, 9, 4, 11, 2, 3, 6]
    assert tables(event) == [(5, 1, 9, 4)]


@pytest.mark.parametrize(
    ("entrants", "sizes", "expected"),
    [
        (2, [2], ["final"]),
        (4, [4], ["final"]),
        (5, [3, 2], ["qualifying", "final"]),
        (6, [3, 3], ["qualifying", "final"]),
        (7, [4, 3], ["qualifying", "final"]),
        (8, [4, 4], ["qualifying", "semifinal", "final"]),
        (13, [4, 3, 3, 3], ["qualifying", "semifinal", "final"]),
        (47, [4] * 11 + [3], ["qualifying", "semifinal", "final"]),
    ],
)
def test_any_number_of_entrants(entrants: int, sizes: list[int], expected: list[str]) -> None:
    event = Event("belgian-tournament", entrants)
    event.do(commands.Draw)
    assert sorted(event.state.entrants) == list(range(1, entrants + 1))
    assert entrants < 7 or [one.name for one in event.state.entrants.values()] != sorted(
        one.name for one in event.state.entrants.values()
    )
    event.do(commands.Begin)
    first = tables(event)
    assert [len(table) for table in first] == sizes
    assert [player for table in first for player in table] == list(range(1, entrants + 1))
    while not event.state.finished:
        event.play_round()
    assert stages(event) == expected
    assert len(event.ranking()) == min(entrants, 4)
    assert [line.place for line in final_ranking(event.state)] == list(range(1, entrants + 1))


def test_only_the_semi_final_counts_for_the_final() -> None:
    event = Event("belgian-tournament", 8, box=False)
    event.do(commands.Begin)
    event.play_round(given({n: (300, 0, 0) if n in (1, 5) else (-100, 0, 0) for n in range(1, 9)}))
    assert event.ranking(0)[:2] == [1, 5]
    # the leaders of the qualifying lose everything now
    event.play_round(given({n: (-30, 0) if n in (1, 5) else (10, 0) for n in range(1, 9)}))
    assert not {1, 5} & set(tables(event)[0])


def test_with_one_entrant_nothing_begins() -> None:
    event = Event("belgian-tournament", 1)
    assert event.refused(commands.Begin) == ["too-few-entrants"]


def test_nobody_joins_after_the_only_qualifying_round_is_out() -> None:
    event = Event("belgian-tournament", 9)
    event.do(commands.Begin)
    event.do(commands.Enter, text="Late")
    assert [len(table) for table in tables(event)] == [4, 3, 3]
    event.do(commands.Publish)
    assert event.refused(commands.Enter, text="Later") == ["too-late-to-enter"]
