"""A turn in the making: the table as it would be, the tiles still on the rack, and the judge's word on each step."""

from collections import Counter
from collections.abc import Sequence

from tilerummy.rules.game.views import View, position_in
from tilerummy.rules.judge.judge import Legal, judge
from tilerummy.rules.melds.readings import Meld
from tilerummy.rules.moves import Draw, Move, Pass, Play
from tilerummy.rules.position import Position
from tilerummy.rules.tiles import Tile


class Workbench:
    """Steps of one turn, each kept only where the whole turn so far is legal."""

    def __init__(self, view: View, judgements: int) -> None:
        """`judgements`: how many tables the judge may still be asked about, which bounds the time of a move."""
        self.position: Position = position_in(view)
        self.table: tuple[Meld, ...] = view.table
        self.rack: Counter[Tile] = Counter(view.rack)
        self.opening: tuple[Meld, ...] = ()
        self.judgements = judgements
        self.legal = False

    @property
    def table_open(self) -> bool:
        """Whether the table may be built on in this turn."""
        return self.position.opened or (self.legal and self.position.edition.opening.table_use == "same-turn")

    def try_table(self, table: Sequence[Meld], opening: Sequence[Meld] | None = None) -> bool:
        """Make `table` the table of this turn if the judge allows it; says whether it did."""
        if self.judgements <= 0:
            return False
        self.judgements -= 1
        play = Play(opening=self.opening if opening is None else tuple(opening), table=tuple(table))
        verdict = judge(self.position, play)
        if not isinstance(verdict, Legal):
            return False
        self.table, self.opening, self.legal = play.table, play.opening, True
        self.rack = Counter(self.position.rack)
        self.rack.subtract(verdict.played)
        self.rack = +self.rack
        return True

    def lay(self, melds: Sequence[Meld]) -> bool:
        """Lay melds beside the table; before the opening they are part of it."""
        if not melds:
            return False
        opening = self.opening if self.table_open else (*self.opening, *melds)
        return self.try_table((*self.table, *melds), opening)

    def move(self) -> Move:
        """The turn as it stands: the play, or a draw, or a pass when nothing is left to draw."""
        if self.legal:
            return Play(opening=self.opening, table=self.table)
        return Draw() if self.position.pool else Pass()
