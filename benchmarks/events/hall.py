"""An event of so many people with its first round under way, run over HTTP."""

from collections.abc import Iterator
from typing import Any, Final

from tests.browser.scenes.events import Event

FORMAT: Final = "blocks-of-two"
TYPED: Final = 3
"""Tables whose results are typed."""


class Hall(Event):
    """An event whose first round is played; the results of the first tables are typed at the desk's page."""

    def __init__(self, address: str, players: int) -> None:
        super().__init__(address, FORMAT, f"Hall of {players}")
        names = (f"Player {number:04} of the hall, Club {number % 30}" for number in range(1, players + 1))
        self.do("enter", text="\n".join(names))
        self.seat().publish().start()
        shown: dict[str, Any] = self.see()
        self.desk_key: str = shown["desk_key"]
        self.cards: list[str] = shown["table_keys"]
        self.tables: list[list[int]] = shown["stages"][0]["rounds"][0]["tables"]
        self._games = ((table, game) for table in range(len(self.tables), TYPED, -1) for game in (1, 2))

    def results(self) -> Iterator[tuple[int, int]]:
        """Enter one result after the other, from the last table on; says which."""
        for table, game in self._games:
            seats = len(self.tables[table - 1])
            self.do("report", table=table, game=game, scores=[10 * (seats - 1), *[-10] * (seats - 1)])
            yield table, game
