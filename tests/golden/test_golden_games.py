"""The golden games still mean what they meant: they read, replay and are judged alike again, to the byte."""

import pytest

from tests.golden.making import CASES, FOLDER, path
from tilerummy.rules.game.events import Reason, TimedOut
from tilerummy.rules.game.evolve import fold
from tilerummy.rules.game.proof import checks
from tilerummy.rules.game.record import dumps, loads, rejudge


def test_no_golden_game_is_missing_or_left_over() -> None:
    assert {file.name for file in FOLDER.iterdir()} == {path(*case).name for case in CASES}


@pytest.mark.parametrize(("edition", "reason"), CASES)
def test_a_golden_game_replays_and_is_judged_alike(edition: str, reason: Reason) -> None:
    text = path(edition, reason).read_text(encoding="utf-8")
    record = loads(text)
    assert dumps(record) == text
    state = fold(record.events)
    assert state.edition.id == edition
    assert state.over is not None
    assert state.over.reason == reason
    assert rejudge(record) == ()
    assert [check.point for check in checks(record) if not check.holds] == []


def test_the_golden_games_show_every_outcome_of_a_time_out() -> None:
    outcomes = {
        event.outcome
        for case in CASES
        for event in loads(path(*case).read_text(encoding="utf-8")).events
        if isinstance(event, TimedOut)
    }
    assert outcomes >= {"idle", "stood", "unfinished", "sets-kept", "below-opening"}
