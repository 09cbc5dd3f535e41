"""A sample of what random people do: every role's view after every command, whatever they do. `python -m tests.people`
goes on for hours."""

import pytest

from tests.people.people import live


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1, 5))
def test_all_laws_hold_whatever_people_do(seed: int) -> None:
    counted = live(seed, 2_500)
    for kind in ("make", "move", "rematch", "event", "fixture", "sheet", "forget", "!restarts"):
        assert sum(number for what, number in counted.items() if what.startswith(kind)), f"nobody did {kind}"


def test_the_same_seed_does_the_same() -> None:
    assert live(7, 300) == live(7, 300)
