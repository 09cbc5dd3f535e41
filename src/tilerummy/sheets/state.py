"""The score sheet of one real table: games entered by what is left on the racks, points and totals computed.

Events are folded like a game's; every correction leaves what stood there before. What may be entered is decided in
`sheets.decide`.
"""

from collections.abc import Iterable
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.game.matches import GameScore, Standing, games_per_round, standings
from tilerummy.rules.tiles import Tile
from tilerummy.spreadsheets import plain

Unopened = Literal["able", "unable"]
"""Whether a player who has not opened could have."""

Gone = Literal["absent", "resigned"]
"""Who was not there at the end of a game: they took no part in it, or left during it."""


class Left(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is left on a rack: the tiles, tapped one by one, or their value, added up at the table.

    `count`: how many tiles they are, where only the value is given; it settles a tie of the lowest racks. `unopened`:
    the player has not opened, and whether they could have, where the edition counts that; None: they have. Such a
    loser's rack need not be given where a player went out. `gone`: who took no part (`absent`) has no rack and no
    points; who left during the game (`resigned`) cannot win, and their rack counts as it was left.
    """

    tiles: tuple[Tile, ...] | None = None
    value: Annotated[int, Meta(ge=0, le=10_000)] | None = None
    count: Annotated[int, Meta(ge=0, le=200)] | None = None
    unopened: Unopened | None = None
    gone: Gone | None = None


class About(msgspec.Struct, frozen=True):
    """When (`YYYY-MM-DD`) and where people play, and what else they note; empty where nobody said."""

    date: Annotated[str, Meta(max_length=40)] = ""
    place: Annotated[str, Meta(max_length=1_000)] = ""
    note: Annotated[str, Meta(max_length=4_000)] = ""


class _Event(msgspec.Struct, frozen=True, tag_field="t", forbid_unknown_fields=True):
    """Base: tagged by `t`."""


class SheetOpened(_Event, frozen=True, tag="sheet"):
    """The first event: the edition whole, so that a sheet explains itself, the players, and how many games are meant to
    be played (None: as many as they like)."""

    edition: Edition
    players: tuple[str, ...]
    games: int | None
    about: About = About()


class Renamed(_Event, frozen=True, tag="renamed"):
    """The players' names were put right."""

    players: tuple[str, ...]


class GameWritten(_Event, frozen=True, tag="game"):
    """A game (from 0) was written down, or one that stood there was corrected. `out` went out; None: nobody did.

    `id` names this entry: a later one says by it what it puts right. `to_move`: who would have moved next, where that
    was asked: the rest of a shared win goes to them first.
    """

    game: int
    out: int | None
    left: tuple[Left, ...]
    points: tuple[int, ...]
    winners: tuple[int, ...]
    id: str = ""
    to_move: int | None = None


class GameAlso(_Event, frozen=True, tag="also"):
    """A phone entered a game without having seen what stands there. `over`: the entry beside it that this replaces."""

    entry: GameWritten
    over: str = ""


class OtherDropped(_Event, frozen=True, tag="dropped"):
    """An entry beside a game's was put away."""

    game: int
    id: str


class GameStruck(_Event, frozen=True, tag="struck"):
    """A game (from 0) was struck off the sheet; those after it move up."""

    game: int


class Joined(_Event, frozen=True, tag="joined"):
    """Somebody comes between two games, to a seat after all others. `id` names it, whoever else came meanwhile."""

    name: str
    id: str


class JoinedAlso(_Event, frozen=True, tag="joined-also"):
    """Another phone said the same of the player of this seat, by this id."""

    player: int
    id: str


class WentHome(_Event, frozen=True, tag="home"):
    """A player goes home between two games."""

    player: int


class CameBack(_Event, frozen=True, tag="back"):
    """A player who went home is back."""

    player: int


class Described(_Event, frozen=True, tag="about"):
    """Date, place and note, as they are from now on."""

    about: About


_Later = (
    Renamed | GameWritten | GameAlso | OtherDropped | GameStruck | Joined | JoinedAlso | WentHome | CameBack | Described
)
SheetEvent = SheetOpened | _Later


class Game(msgspec.Struct, frozen=True):
    """One game: the entry that counts; `before`, those that count no more, the oldest first; `others`, which say
    something else and wait for a person to settle it; `agreed`, the ids of entries that said the same."""

    entry: GameWritten
    before: tuple[GameWritten, ...] = ()
    others: tuple[GameWritten, ...] = ()
    agreed: tuple[str, ...] = ()


class Sheet(msgspec.Struct, frozen=True):
    """A sheet as its events have left it. `struck`: the games taken off it; `entries`: events since it was opened;
    `came`: of each of the last seats, who came later, the ids by which phones said so; `home`: who went home;
    `arrived`: who came or is back, and has not played since."""

    edition: Edition
    players: tuple[str, ...]
    planned: int | None
    games: tuple[Game, ...] = ()
    struck: tuple[Game, ...] = ()
    entries: int = 0
    about: About = About()
    came: tuple[tuple[str, ...], ...] = ()
    home: tuple[int, ...] = ()
    arrived: tuple[int, ...] = ()

    @property
    def begun(self) -> int:
        """How many began."""
        return len(self.players) - len(self.came)

    @property
    def scores(self) -> tuple[GameScore, ...]:
        """The games as points."""
        return tuple(GameScore(game.entry.points, game.entry.winners) for game in self.games)

    @property
    def round_length(self) -> int | None:
        """Games in a round of those who began, None where the edition leaves them to the players."""
        return games_per_round(self.edition, self.begun)

    @property
    def complete(self) -> bool:
        """Whether as many games are written as were meant to be played."""
        return self.planned is not None and len(self.games) >= self.planned

    def standing(self) -> tuple[Standing, ...]:
        """The players in order by the edition's match rule; empty before the first game."""
        return standings(self.edition, self.scores) if self.games else ()


def same(one: GameWritten, other: GameWritten) -> bool:
    """Whether two entries say the same of a game."""
    return (one.out, one.points) == (other.out, other.points)


def fold_sheet(sheet: Sheet | None, happened: Iterable[SheetEvent]) -> Sheet:
    """The sheet after these events. Raises ValueError for events that cannot follow."""
    for event in happened:
        if isinstance(event, SheetOpened):
            sheet = Sheet(event.edition, event.players, event.games, about=event.about)
        elif sheet is None:
            raise ValueError("a sheet begins by being opened")
        else:
            sheet = msgspec.structs.replace(_after(sheet, event), entries=sheet.entries + 1)
    if sheet is None:
        raise ValueError("a sheet begins by being opened")
    return sheet


def csv_lines(sheet: Sheet, game: str, total: str, won: str) -> list[list[str]]:
    """The sheet as a table: names, a line of points for each game (nothing for who took no part), the totals, the games
    won. `game`, `total` and `won` are what the first column says."""
    lines = sorted(sheet.standing(), key=lambda line: line.player)
    games = [[str(number), *map(_cell, one.entry.left, one.entry.points)] for number, one in enumerate(sheet.games, 1)]
    sums = [[total, *(str(line.points) for line in lines)], [won, *(str(line.won) for line in lines)]]
    return [[game, *map(plain, sheet.players)], *games, *(sums if lines else [])]


def _cell(rack: Left, points: int) -> str:
    return "" if rack.gone == "absent" else str(points)


def _after(sheet: Sheet, event: _Later) -> Sheet:
    replace = msgspec.structs.replace
    match event:
        case Renamed():
            return replace(sheet, players=event.players)
        case GameWritten(game=at) if at >= len(sheet.games):
            waiting = tuple(player for player in sheet.arrived if event.left[player].gone == "absent")
            return replace(sheet, games=(*sheet.games, Game(event)), arrived=waiting)
        case GameWritten():
            return _with(sheet, event.game, _corrected(sheet.games[event.game], event))
        case GameAlso():
            game = sheet.games[event.entry.game]
            others = tuple(other for other in game.others if other.id != event.over)
            if same(game.entry, event.entry):
                return _with(
                    sheet, event.entry.game, replace(game, others=others, agreed=(*game.agreed, event.entry.id))
                )
            return _with(sheet, event.entry.game, replace(game, others=(*others, event.entry)))
        case OtherDropped():
            game = sheet.games[event.game]
            gone = tuple(other for other in game.others if other.id == event.id)
            kept = tuple(other for other in game.others if other.id != event.id)
            return _with(sheet, event.game, replace(game, before=(*game.before, *gone), others=kept))
        case GameStruck(game=at):
            struck = (*sheet.struck, sheet.games[at])
            return replace(sheet, games=(*sheet.games[:at], *sheet.games[at + 1 :]), struck=struck)
        case Joined():
            return replace(
                sheet,
                players=(*sheet.players, event.name),
                came=(*sheet.came, (event.id,)),
                games=tuple(map(_one_more, sheet.games)),
                struck=tuple(map(_one_more, sheet.struck)),
                arrived=(*sheet.arrived, len(sheet.players)),
            )
        case JoinedAlso():
            at = event.player - sheet.begun
            ids = (*sheet.came[at], event.id)
            return replace(sheet, came=(*sheet.came[:at], ids, *sheet.came[at + 1 :]))
        case WentHome():
            return replace(sheet, home=(*sheet.home, event.player), arrived=_without(sheet.arrived, event.player))
        case CameBack():
            return replace(sheet, home=_without(sheet.home, event.player), arrived=(*sheet.arrived, event.player))
        case Described():
            return replace(sheet, about=event.about)


def _without(players: tuple[int, ...], player: int) -> tuple[int, ...]:
    return tuple(other for other in players if other != player)


def _one_more(game: Game) -> Game:
    """The game with a seat for somebody who came after it."""

    def entry(written: GameWritten) -> GameWritten:
        absent = (*written.left, Left(gone="absent"))
        return msgspec.structs.replace(written, left=absent, points=(*written.points, 0))

    before, others = tuple(map(entry, game.before)), tuple(map(entry, game.others))
    return Game(entry(game.entry), before, others, game.agreed)


def _corrected(game: Game, entry: GameWritten) -> Game:
    """The game with another entry; those beside it that say the same have agreed to it."""
    agreed = tuple(other.id for other in game.others if same(other, entry))
    others = tuple(other for other in game.others if not same(other, entry))
    return Game(entry, (*game.before, game.entry), others, agreed)


def _with(sheet: Sheet, at: int, game: Game) -> Sheet:
    return msgspec.structs.replace(sheet, games=(*sheet.games[:at], game, *sheet.games[at + 1 :]))
