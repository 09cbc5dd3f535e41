"""What each role sees, where an event takes an unusual way."""

from collections import Counter

import msgspec
import pytest
from structlog.testing import capture_logs

from tests.tournament.running import ORGANISER, Event
from tilerummy import metrics
from tilerummy.tournament import commands
from tilerummy.tournament.decide import Actor
from tilerummy.tournaments import views
from tilerummy.tournaments.keys import new_keys
from tilerummy.tournaments.views import TournamentShown, view


def seen(event: Event, actor: Actor = ORGANISER) -> TournamentShown:
    return view(event.state, new_keys(), actor, "event", len(event.rows))


@pytest.mark.parametrize(
    ("format_", "players"),
    [("two-player-swiss", 4), ("open-league", 9), ("leaders-at-table-one", 9), ("table-points", 13)],
)
def test_a_round_of_fewer_tables_than_the_one_before_counts_its_own_results(format_: str, players: int) -> None:
    event = Event(format_, players, box=False)
    event.do(commands.Begin)
    event.play_round()
    before = len(seen(event).stages[0].rounds[0].tables)
    event.do(commands.Withdraw, number=players)
    for actor in (ORGANISER, Actor("desk"), Actor("public"), Actor("table", 1, (0, 1))):
        shown = seen(event, actor)
        assert len(shown.reported) < before
        assert set(shown.reported) == {0}
    event.open_round()
    tables = [len(table) for table in seen(event).stages[0].rounds[1].tables]
    event.do(commands.Report, table=1, game=1, scores=(30, -30, *(0,) * (tables[0] - 2)), sure=True)
    assert seen(event).reported == (1, *(0,) * (len(tables) - 1))


def test_a_player_leaves_during_a_round_and_the_next_one_has_fewer_tables() -> None:
    event = Event("open-league", 5, box=False)
    event.do(commands.Begin)
    event.open_round()
    event.do(commands.Withdraw, number=event.state.stages[0].rounds[0].seating.tables[0][0])
    event.play_round()
    assert [len(round_.tables) for round_ in seen(event).stages[0].rounds] == [2, 1]
    assert seen(event).reported == (0,)


def missing_parts() -> Counter[str]:
    """How often each part could not be made up to now."""
    (counted,) = metrics.MISSING.collect()
    return Counter({one.labels["part"]: int(one.value) for one in counted.samples})


def test_a_part_that_cannot_be_made_costs_itself_and_is_named_counted_and_logged_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    event = Event("open-league", 8, box=False)
    event.do(commands.Begin)
    event.play_round()
    before = seen(event)

    def fails(*_: object) -> None:
        raise IndexError

    monkeypatch.setattr(views, "_reported", fails)
    monkeypatch.setattr(views, "lines", fails)
    counts = missing_parts()
    with capture_logs() as logs:
        for _ in range(2):
            shown = view(event.state, new_keys(), ORGANISER, "broken", len(event.rows))
    assert missing_parts() - counts == {"standings": 2, "reported": 2}
    assert shown.missing == ("standings", "reported")
    stages = tuple(msgspec.structs.replace(stage, standings=()) for stage in before.stages)
    cards = {"table_keys": shown.table_keys, "coming_keys": shown.coming_keys, "desk_key": shown.desk_key}
    cards["referee_key"] = shown.referee_key
    empty = {"id": "broken", "reported": (), "stages": stages, "missing": shown.missing, **cards}
    assert shown == msgspec.structs.replace(before, **empty)
    assert shown.undo is not None, "the desk can take its last step back"
    assert [one["part"] for one in logs if one["event"] == "part-missing"] == ["standings", "reported"]
