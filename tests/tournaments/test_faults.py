"""One part of an event's picture fails at a time, for each role: only that part is missing."""

import pytest

from tests.records.planting import each_costs_itself
from tests.tournament.running import ORGANISER, Event
from tilerummy.records.parts import Part
from tilerummy.tournament import commands
from tilerummy.tournament.decide import Actor
from tilerummy.tournaments.keys import new_keys
from tilerummy.tournaments.views import view

DESK, EVERYBODY, PHONE = Actor("desk"), Actor("public"), Actor("table", 1, (0, 1))
FIELDS: dict[str, set[str]] = {
    "cards": {"table_keys", "coming_keys"},
    "chairs": {"chairs", "latecomers"},
    "counting": {"end"},
    **{name: {"stages"} for name in ("standings", "tables", "plan")},
}
"""Where a part has not the name of its field."""
OF_ALL: set[Part] = {"checkin", "counting", "entrants", "tables", "reported", "ranking", "results", "rulings", "teams"}
OF_STAFF: set[Part] = {"asking", "standings", "plan", "cards", "outstanding", "chairs", "overtaken"}
PARTS: dict[Actor, set[Part]] = {
    ORGANISER: OF_ALL | OF_STAFF,
    DESK: OF_ALL | OF_STAFF,
    EVERYBODY: OF_ALL | {"standings"},
    PHONE: OF_ALL,
}


@pytest.fixture(scope="module")
def event() -> Event:
    """In its second round: one result is in, and a person has left."""
    made = Event("open-league", 8, box=False)
    made.do(commands.Begin)
    made.play_round()
    made.open_round()
    made.do(commands.Report, table=1, game=1, scores=(30, -10, -10, -10), sure=True)
    made.do(commands.Withdraw, number=made.state.stages[0].rounds[1].seating.tables[1][0])
    return made


@pytest.mark.parametrize("actor", PARTS, ids=lambda actor: actor.role)
def test_a_fault_in_one_part_costs_that_part_alone(event: Event, actor: Actor, monkeypatch: pytest.MonkeyPatch) -> None:
    keys = new_keys()
    each_costs_itself(
        monkeypatch, lambda: view(event.state, keys, actor, "event", len(event.rows)), PARTS[actor], FIELDS
    )
