"""OpenSpiel's own test of a game passes, where OpenSpiel is installed."""

import random

import pytest

pyspiel = pytest.importorskip("pyspiel")

from tilerummy.learning import openspiel  # noqa: E402 (needs pyspiel)


@pytest.mark.parametrize("parameters", ["", "(edition=twist,players=3,plays=4)"])
def test_the_simulation_of_openspiel(parameters: str) -> None:
    game = pyspiel.load_game(openspiel.NAME + parameters)
    pyspiel.random_sim_test(game, num_sims=2, serialize=False, verbose=False)


def test_a_game_is_its_actions() -> None:
    game = pyspiel.load_game(openspiel.NAME)
    state, chance = game.new_initial_state(), random.Random(1)
    while not state.is_terminal():
        outcomes = state.chance_outcomes() if state.is_chance_node() else [(a, 1.0) for a in state.legal_actions()]
        state.apply_action(chance.choices(*zip(*outcomes, strict=True))[0])
    again = game.deserialize_state(state.serialize())
    assert str(again) == str(state.clone()) == str(state)
    assert sum(again.returns()) == pytest.approx(0)
    assert again.information_state_string(0) != again.information_state_string(1)


def test_an_edition_of_jokers_for_all_is_refused() -> None:
    with pytest.raises(Exception, match="deals everybody a joker"):
        openspiel.OpenSpielGame({"edition": "duel"})
