"""Our own levels as programs: the other side of the line protocol."""

import random
from collections.abc import Iterable, Iterator

import msgspec

from tilerummy import __version__
from tilerummy.bots.levels import Player
from tilerummy.inputs import from_json
from tilerummy.outside.words import VERSION, NewGame, move_line, view_of
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.game.views import View

_edition = msgspec.json.Decoder(Edition)
_game = msgspec.json.Decoder(NewGame)


class Engine:
    """One level that answers lines. The same lines get the same answers."""

    def __init__(self, name: str, player: Player) -> None:
        self._name = name
        self._player = player
        self._edition: Edition | None = None
        self._game: NewGame | None = None
        self._view: View | None = None

    def answers(self, lines: Iterable[str]) -> Iterator[str]:
        """What it says to the lines, until `quit` or their end."""
        for line in lines:
            word, _, rest = line.strip().partition(" ")
            if word == "quit":
                return
            try:
                said = self._said(word, rest)
            except ValueError as error:
                said = f"error {word}: {error}"
            if said is not None:
                yield said

    def _said(self, word: str, rest: str) -> str | None:
        """The answer to one line, None where it needs none. Raises ValueError."""
        match word:
            case "tilerummy":
                return f"hello {VERSION} tilerummy {self._name} {__version__}"
            case "edition":
                self._edition = from_json(rest, _edition)
            case "newgame":
                self._game = from_json(rest, _game)
            case "view":
                if self._edition is None or self._game is None:
                    raise ValueError("an edition and a game come first")
                self._view = view_of(rest, self._edition, self._game)
            case "go":
                return self._move()
            case _:
                # words of later versions are passed over
                pass
        return None

    def _move(self) -> str:
        if self._view is None:
            raise ValueError("a view comes first")
        chance = random.Random(f"{self._view.commitment} {self._view.viewer} {self._view.turn_number}")
        return move_line(self._player(self._view, chance))
