"""Places: nobody has one who has played too few games, and equals of the last stage share theirs."""

from tests.tournament.running import Event, given
from tilerummy.site.event_pages import event_pages
from tilerummy.site.season import counted, read
from tilerummy.tournament import commands
from tilerummy.tournament.lists.exports import standings
from tilerummy.tournament.results.ranking import final_ranking, lines
from tilerummy.tournament.results.standings import Line


def places(found: tuple[Line, ...]) -> dict[int, int | None]:
    return {line.player: line.place for line in found}


def test_who_never_played_has_no_place_and_no_points_of_the_season() -> None:
    event = Event("belgian-tournament", 13)
    event.do(commands.Begin)
    event.do(commands.Withdraw, number=13)
    event.play_round()
    # nothing is more than what half of the others have, who lost
    assert sum(line.total.points < 0 for line in lines(event.state, 0)) > 5
    assert (event.ranking(0)[-1], places(lines(event.state, 0))[13]) == (13, None)
    while not event.state.finished:
        event.play_round()
    assert final_ranking(event.state)[-1][:2] == (None, 13)
    assert sorted(place or 0 for place in places(final_ranking(event.state)).values()) == list(range(13))
    season = read('name = "S"\nevents = ["a"]\neverybody = true')
    assert sorted(line.total for line in counted(season, [event.state])) == list(range(1, 13))
    assert [row[1] for row in standings(event.state) if row[3] == "P013"] == ["", ""]
    site = event_pages("event", event.state, "en").files["index.html"].decode()
    assert "P013 · too few games for a place" in site


def test_who_is_missing_in_the_semi_final_stands_last_in_it_and_before_those_it_was_cut_from() -> None:
    event = Event("belgian-tournament", 12)
    event.do(commands.Begin)
    event.play_round()
    away = event.ranking(0)[2]
    event.do(commands.Publish)
    event.do(commands.Withdraw, number=away)
    while not event.state.finished:
        event.play_round()
    assert places(lines(event.state, 1))[away] is None
    assert places(final_ranking(event.state))[away] == 8


def test_a_title_that_is_shared_is_shared() -> None:
    event = Event("belgian-tournament", 4)
    event.do(commands.Begin)
    # 7 each for the lowest racks, of equally many tiles
    event.play_round(given({1: (-4,), 2: (7,), 3: (-10,), 4: (7,)}))
    assert [line.decided for line in lines(event.state)] == [None, "drawn-number", "points", "points"]
    found = final_ranking(event.state)
    assert [(line.place, line.player, line.decided) for line in found] == [
        (1, 2, None), (1, 4, None), (3, 1, "points"), (4, 3, "points"),
    ]  # fmt: skip
    assert [row[:3] for row in standings(event.state) if row[0] == "all"][:2] == [("all", 1, 2), ("all", 1, 4)]


def test_a_drawn_number_still_says_who_goes_on() -> None:
    event = Event("belgian-tournament", 9, box=False)
    event.do(commands.Begin)
    # 7 to 9 sit at a table of three, and nothing tells 8 and 9 apart: one of them goes on
    event.play_round(given({n: (90 if n in (1, 4, 7) else -45, 0, 0) for n in range(1, 10)}))
    assert event.ranking(0)[-2:] == [8, 9]
    while not event.state.finished:
        event.play_round()
    assert places(final_ranking(event.state))[9] == 9
