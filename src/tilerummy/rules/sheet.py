"""The score sheet of one real table: games entered by what is left on the racks, points and totals computed.

Facts are folded like a game's; every correction leaves what stood there before.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Annotated

import msgspec
from msgspec import Meta

from tilerummy.rules.deal import all_tiles
from tilerummy.rules.edition import Edition
from tilerummy.rules.edition_faults import Fault
from tilerummy.rules.matches import GameScore, Standing, games_per_round, standings
from tilerummy.rules.scoring import rack_value, values_scored
from tilerummy.rules.tiles import Tile, in_order

MOST_GAMES = 200


class Left(msgspec.Struct, frozen=True):
    """What is left on a rack: the tiles, tapped one by one, or their value, added up at the table.

    `count`: how many tiles they are, where only the value is given; it settles a tie of the lowest racks.
    """

    tiles: tuple[Tile, ...] | None = None
    value: Annotated[int, Meta(ge=0, le=10_000)] | None = None
    count: Annotated[int, Meta(ge=0, le=200)] | None = None


class _Fact(msgspec.Struct, frozen=True, tag_field="t", forbid_unknown_fields=True):
    """Base: tagged by `t`."""


class SheetOpened(_Fact, frozen=True, tag="sheet"):
    """The first fact: the edition whole, so that a sheet explains itself, the players, and how many games are meant to
    be played (None: as many as they like)."""

    edition: Edition
    players: tuple[str, ...]
    games: int | None


class Renamed(_Fact, frozen=True, tag="renamed"):
    """The players' names were put right."""

    players: tuple[str, ...]


class GameWritten(_Fact, frozen=True, tag="game"):
    """A game (from 0) was written down, or one that stood there was corrected. `out` went out; None: nobody did."""

    game: int
    out: int | None
    left: tuple[Left, ...]
    points: tuple[int, ...]
    winners: tuple[int, ...]


class GameStruck(_Fact, frozen=True, tag="struck"):
    """The last game was struck off the sheet."""

    game: int


SheetFact = SheetOpened | Renamed | GameWritten | GameStruck


class Sheet(msgspec.Struct, frozen=True):
    """A sheet as its facts have left it. `before`: by game, what stood there and was corrected or struck, the oldest
    first."""

    edition: Edition
    players: tuple[str, ...]
    planned: int | None
    games: tuple[GameWritten, ...] = ()
    before: dict[int, tuple[GameWritten, ...]] = {}

    @property
    def scores(self) -> tuple[GameScore, ...]:
        """The games as points."""
        return tuple(GameScore(game.points, game.winners) for game in self.games)

    @property
    def round_length(self) -> int | None:
        """Games in a round, None where the edition leaves them to the players."""
        return games_per_round(self.edition, len(self.players))

    @property
    def complete(self) -> bool:
        """Whether as many games are written as were meant to be played."""
        return self.planned is not None and len(self.games) >= self.planned

    def standing(self) -> tuple[Standing, ...]:
        """The players in order by the edition's match rule; empty before the first game."""
        return standings(self.edition, self.scores) if self.games else ()


class SheetRefused(ValueError):
    """What was entered cannot be; every fault of it."""

    def __init__(self, *faults: Fault) -> None:
        super().__init__("; ".join(fault.code for fault in faults))
        self.faults = faults


def open_sheet(edition: Edition, players: Sequence[str], games: int | None = None) -> SheetOpened:
    """A new sheet. Raises SheetRefused with all faults."""
    faults = _name_faults(edition, players)
    if games is not None and not 1 <= games <= MOST_GAMES:
        faults.append(Fault("games", "out-of-range", {"value": games, "least": 1, "most": MOST_GAMES}))
    if faults:
        raise SheetRefused(*faults)
    return SheetOpened(edition, tuple(players), games)


def rename(sheet: Sheet, players: Sequence[str]) -> Renamed:
    """Put names right. Raises SheetRefused with all faults."""
    faults = _name_faults(sheet.edition, players)
    if len(players) != len(sheet.players):
        faults.append(Fault("players", "wrong-count", {"given": len(players), "wanted": len(sheet.players)}))
    if faults:
        raise SheetRefused(*faults)
    return Renamed(tuple(players))


def write_game(sheet: Sheet, game: int, out: int | None, left: Sequence[Left]) -> GameWritten:
    """The next game, or a correction of one that stands there. Raises SheetRefused with all faults."""
    faults = []
    if not 0 <= game <= min(len(sheet.games), MOST_GAMES - 1):
        faults.append(Fault("game", "no-such-game", {"game": game + 1, "games": len(sheet.games)}))
    seats = len(sheet.players)
    if len(left) != seats or (out is not None and not 0 <= out < seats):
        raise SheetRefused(*faults, Fault("left", "wrong-count", {"given": len(left), "wanted": seats}))
    faults += _rack_faults(sheet, out, left)
    if faults:
        raise SheetRefused(*faults)
    values = [_value(sheet.edition, rack) for rack in left]
    counts = [len(rack.tiles) if rack.tiles is not None else rack.count for rack in left]
    known = [count for count in counts if count is not None]
    scoring = values_scored(sheet.edition, values, out, known if len(known) == seats else None)
    return GameWritten(game, out, tuple(left), scoring.points, scoring.winners)


def strike_game(sheet: Sheet) -> GameStruck:
    """Take the last game off the sheet. Raises SheetRefused where there is none."""
    if not sheet.games:
        raise SheetRefused(Fault("game", "no-such-game", {"game": 1, "games": 0}))
    return GameStruck(len(sheet.games) - 1)


def fold_sheet(sheet: Sheet | None, happened: Iterable[SheetFact]) -> Sheet:
    """The sheet after these facts. Raises ValueError for facts that cannot follow."""
    replace = msgspec.structs.replace
    for fact in happened:
        if isinstance(fact, SheetOpened):
            sheet = Sheet(fact.edition, fact.players, fact.games)
        elif sheet is None:
            raise ValueError("a sheet begins by being opened")
        elif isinstance(fact, Renamed):
            sheet = replace(sheet, players=fact.players)
        elif isinstance(fact, GameStruck):
            sheet = replace(sheet, games=sheet.games[:-1], before=_with(sheet, fact.game))
        elif fact.game < len(sheet.games):
            games = (*sheet.games[: fact.game], fact, *sheet.games[fact.game + 1 :])
            sheet = replace(sheet, games=games, before=_with(sheet, fact.game))
        else:
            sheet = replace(sheet, games=(*sheet.games, fact))
    if sheet is None:
        raise ValueError("a sheet begins by being opened")
    return sheet


def csv_lines(sheet: Sheet) -> list[list[str]]:
    """The sheet as a table: names, a line of points for each game, the totals."""
    totals = [sum(game.points[seat] for game in sheet.games) for seat in range(len(sheet.players))]
    games = [[str(number), *map(str, game.points)] for number, game in enumerate(sheet.games, start=1)]
    return [["", *sheet.players], *games, ["=", *map(str, totals)]]


def _with(sheet: Sheet, game: int) -> dict[int, tuple[GameWritten, ...]]:
    return {**sheet.before, game: (*sheet.before.get(game, ()), sheet.games[game])}


def _value(edition: Edition, rack: Left) -> int:
    return rack_value(edition, rack.tiles) if rack.tiles is not None else rack.value or 0


def _rack_faults(sheet: Sheet, out: int | None, left: Sequence[Left]) -> list[Fault]:
    faults = []
    for seat, rack in enumerate(left):
        if (rack.tiles is None) == (rack.value is None) and seat != out:
            faults.append(Fault("left", "rack-not-given", {"player": sheet.players[seat]}))
        elif (_value(sheet.edition, rack) == 0) != (seat == out):
            code = "out-with-tiles" if seat == out else "empty-but-not-out"
            faults.append(Fault("left", code, {"player": sheet.players[seat]}))
    beyond = Counter(tile for rack in left for tile in rack.tiles or ()) - Counter(all_tiles(sheet.edition))
    if beyond:
        faults.append(Fault("left", "too-many-copies", {"tile": in_order(beyond)[0]}))
    return faults


def _name_faults(edition: Edition, players: Sequence[str]) -> list[Fault]:
    least, most = edition.players.least, edition.players.most
    faults = []
    if not least <= len(players) <= most:
        faults.append(Fault("players", "players-do-not-fit", {"count": len(players), "least": least, "most": most}))
    seen: set[str] = set()
    for line, name in enumerate(players, start=1):
        if not name.strip():
            faults.append(Fault("players", "name-empty", {"line": line}))
        elif len(name) > 40:
            faults.append(Fault("players", "name-too-long", {"line": line, "most": 40}))
        elif name.casefold() in seen:
            faults.append(Fault("players", "name-entered", {"line": line, "name": name}))
        seen.add(name.casefold())
    return faults
