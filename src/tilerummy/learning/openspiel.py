"""The game for OpenSpiel: deal and draws are chance nodes, a turn is one of the candidates.

Import it, then `pyspiel.load_game("tilerummy(edition=polska,players=3)")`. It needs OpenSpiel
(`pip install open_spiel`) besides the extra `rl`.
"""

import copy
from collections import Counter
from typing import Any

import numpy as np
import pyspiel  # pyright: ignore[reportMissingImports]

from tilerummy.learning.choices import nothing
from tilerummy.learning.figures import counts
from tilerummy.learning.games import Game, setting
from tilerummy.learning.history import told
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.game.deal import all_tiles
from tilerummy.rules.game.decide import begin, fold
from tilerummy.rules.game.views import view
from tilerummy.rules.moves import Draw
from tilerummy.rules.tiles import KINDS, NUMBER_OF, RANK_OF, Tile

NAME = "tilerummy"
PARAMETERS = {"edition": "original", "players": 2, "plays": 8}
TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Tilerummy",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=6,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    provides_factored_observation_string=False,
    parameter_specification=PARAMETERS,
)


class OpenSpielGame(pyspiel.Game):  # type: ignore[misc]
    """An edition between so many players. Raises EditionError and ValueError as `games.setting` does, and ValueError
    where everybody is dealt a joker."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen = {**PARAMETERS, **(params or {})}
        seats = int(chosen["players"])
        self.setting = setting(str(chosen["edition"]), seats, "candidates", int(chosen["plays"]), "wins")
        edition = self.setting.edition
        if edition.deal.joker_each:
            raise ValueError(f"{edition.id} deals everybody a joker, which is no draw by chance")
        tiles = edition.tiles.total
        info = pyspiel.GameInfo(
            num_distinct_actions=int(self.setting.choices.actions.n),
            max_chance_outcomes=len(KINDS),
            num_players=seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=3 * seats * tiles,  # every round of turns takes a tile from the pool or off a rack
        )
        super().__init__(TYPE, info, params or {})

    def new_initial_state(self) -> "OpenSpielState":
        """Before the first player is chosen and the first tile dealt."""
        return OpenSpielState(self, self.setting.edition, self.setting.seats)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        """What observes a state for a player."""
        if params:
            raise ValueError(f"an observer takes no parameters, not {params}")
        recalls = iig_obs_type is not None and iig_obs_type.perfect_recall
        return Observer(self, recalls=bool(recalls))


class OpenSpielState(pyspiel.State):  # type: ignore[misc]
    """A game under way: first chance says who begins, then deals; later it says which tile a player drew."""

    def __init__(self, game: OpenSpielGame, edition: Edition, seats: int) -> None:
        super().__init__(game)
        self._setting = game.setting
        self._starter: int | None = None
        self._dealt: tuple[Tile, ...] = ()
        self._to_deal = edition.deal.tiles * seats
        self._draws = False
        self.table: Game | None = None
        self.drawn: tuple[tuple[int, Tile], ...] = ()

    def current_player(self) -> int:
        """The seat to move, chance, or nobody."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        if self.table is None or self._draws or self.table.state.turn is None:
            return int(pyspiel.PlayerId.CHANCE)
        return self.table.state.turn

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.table is not None and self.table.state.turn is None

    def returns(self) -> list[float]:
        """What each seat gets."""
        return [0.0] * self._setting.seats if self.table is None else list(self.table.rewards)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Who may begin, or which kinds of tiles may come, with their probabilities."""
        if self._starter is None:
            return [(seat, 1 / self._setting.seats) for seat in range(self._setting.seats)]
        left = Counter(self._unseen())
        return [(RANK_OF[tile], left[tile] / left.total()) for tile in sorted(left, key=RANK_OF.__getitem__)]

    def _legal_actions(self, _: int) -> list[int]:
        assert self.table is not None
        return np.flatnonzero(self.table.observation["action_mask"]).tolist()

    def _apply_action(self, action: int) -> None:
        if self._starter is None:
            self._starter = action
        elif self.table is None:
            self._dealt += (KINDS[action],)
            if len(self._dealt) == self._to_deal:
                self.table = self._begun()
        elif self._draws:
            self._draw(KINDS[action])
        elif action == 0 and self.table.state.pool:
            self._draws = True
        else:
            self.table = copy.copy(self.table)
            self.table.act(action)

    def _unseen(self) -> tuple[Tile, ...]:
        if self.table is not None:
            return self.table.state.pool
        return tuple((Counter(all_tiles(self._setting.edition)) - Counter(self._dealt)).elements())

    def _begun(self) -> Game:
        edition, seats = self._setting.edition, self._setting.seats
        box = all_tiles(edition)
        highest, ones = next(t for t in box if NUMBER_OF.get(t) == 13), [t for t in box if NUMBER_OF.get(t) == 1]
        lots = [highest if seat == self._starter else ones.pop() for seat in range(seats)]
        rest = (Counter(box) - Counter(lots)).elements()
        return Game(self._setting, fold(begin(edition, seats, [*self._dealt, *self._unseen()], [*lots, *rest], "")))

    def _draw(self, tile: Tile) -> None:
        assert self.table is not None
        seat, pool = self.table.state.turn, list(self.table.state.pool)
        assert seat is not None
        pool.remove(tile)
        self.table = self.table.with_pool((tile, *pool))
        self.table.play(Draw())
        self.drawn += ((seat, tile),)
        self._draws = False

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"seat {action} begins" if self._starter is None else f"tile {KINDS[action]}"
        return f"choice {action}"

    def __str__(self) -> str:
        if self.table is None:
            return f"begins: {self._starter}, dealt: {' '.join(self._dealt)}"
        state = self.table.state
        racks = " / ".join(" ".join(rack) for rack in state.racks)
        return f"{self.table.notation} | racks {racks} | turn {state.turn_number}{', draws' * self._draws}"


class Observer:
    """What a player knows: by numbers what an environment shows; as words all that they remember, too."""

    def __init__(self, game: OpenSpielGame, *, recalls: bool) -> None:
        self._setting, self._recalls = game.setting, recalls
        self._nothing = nothing(game.setting.choices, game.setting.seats)
        shapes = {"player": (game.setting.seats,), **{name: part.shape for name, part in self._nothing.items()}}
        self.tensor = np.zeros(sum(int(np.prod(shape)) for shape in shapes.values()), np.float32)
        self.dict: dict[str, Any] = {}
        at = 0
        for name, shape in shapes.items():
            self.dict[name] = self.tensor[at : at + int(np.prod(shape))].reshape(shape)
            at += int(np.prod(shape))

    def set_from(self, state: OpenSpielState, player: int) -> None:
        """Put what the player sees into the arrays."""
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        if state.table is None:
            return
        seen = view(state.table.state, player)
        table = (tile for meld in seen.table for tile in meld.tiles)
        parts = {"tiles": np.array([counts(seen.rack), counts(table)]), **told(seen, state.table.past)}
        if state.current_player() == player:
            parts = state.table.observation
        for name, part in parts.items():
            self.dict[name][...] = part

    def string_from(self, state: OpenSpielState, player: int) -> str:
        """What the player sees, and where they recall it all, every turn and their own draws."""
        if state.table is None:
            return f"seat {player}"
        seen = view(state.table.state, player)
        table = ", ".join(" ".join(meld.tiles) for meld in seen.table)
        others = " ".join(f"{seat.tiles}{'o' * seat.opened}" for seat in seen.seats)
        said = f"seat {player} turn {seen.turn} | {table} | {' '.join(seen.rack)} | {others} | pool {seen.pool}"
        if not self._recalls:
            return said
        turns = ", ".join(f"{turn.seat} {turn.kind} {' '.join(turn.played)}".strip() for turn in state.table.past)
        drawn = " ".join(tile for seat, tile in state.drawn if seat == player)
        return f"{said} | {turns} | {drawn}"


pyspiel.register_game(TYPE, OpenSpielGame)
