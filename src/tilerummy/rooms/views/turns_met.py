"""What each seat met when it had its turn: the game now, or the one of its last turn, for the looks that come after."""

from tilerummy.rooms.events import RoomEvent
from tilerummy.rules.game.events import Turn
from tilerummy.rules.game.state import GameState


class TurnsMet:
    """The last turn of every seat, by the number of the row before it; as far as this server has followed the room."""

    def __init__(self) -> None:
        self._met: dict[int, tuple[int, GameState]] = {}

    def follow(self, seq: int, before: GameState | None, event: RoomEvent) -> None:
        """A row that begins with `event` came after row `seq`, where the game was `before`."""
        if before is not None and before.turn is not None and isinstance(event, Turn):
            self._met[before.turn] = (seq, before)

    def game(self, seat: int, on: int) -> GameState | None:
        """The game as `seat` met it after row `on` in its last turn; None where that was another row."""
        row, game = self._met.get(seat, (None, None))
        return game if row == on else None
