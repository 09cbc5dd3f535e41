"""Names at the table."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilerummy.rooms.people.names import MOST, clean, for_computer
from tilerummy.rules.refusal import Refusal


@given(st.text())
def test_a_name_is_short_visible_and_stays_as_it_is_once_cleaned(name: str) -> None:
    try:
        cleaned = clean(name)
    except Refusal:
        return
    assert 0 < len(cleaned) <= MOST
    assert cleaned.isprintable()
    assert clean(cleaned) == cleaned


def test_names_of_every_script_are_names() -> None:
    for name in ("Zoë", "Øyvind", "Мария", "李雷", "O'Neill-Smith", "أحمد"):
        assert clean(name) == name


def test_nobody_takes_anothers_name() -> None:
    with pytest.raises(Refusal) as refused:
        clean("ann", ("Bob", "Ann"))
    assert refused.value.code == "name-taken"


def test_computer_players_have_names_of_their_own() -> None:
    taken: tuple[str, ...] = ("mika",)
    for _ in range(10):
        taken = (*taken, for_computer(taken))
    assert len({name.casefold() for name in taken}) == len(taken)
