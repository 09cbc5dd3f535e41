"""What a link shows of a score sheet: all a phone needs to go on with it when the connection is lost."""

import msgspec

from tilerummy.records.parts import Part, Parts
from tilerummy.rooms.views.projection import end_shown
from tilerummy.rooms.views.snapshot import EndShown
from tilerummy.rules.edition.edition import Edition
from tilerummy.sheets.decide import count_of, value_of
from tilerummy.sheets.state import Game, GameWritten, Gone, Sheet, Unopened


class EntryShown(msgspec.Struct, frozen=True):
    """One entry of a game. `values`: what each rack was worth; `counts`: how many tiles, where it was entered;
    `unopened`: who had not opened, and whether they could have, where the edition counts that; `gone`: who took no
    part or left, empty where nobody did; `to_move`: who would have moved next, where that was asked."""

    id: str
    out: int | None
    values: tuple[int, ...]
    counts: tuple[int | None, ...]
    points: tuple[int, ...]
    winners: tuple[int, ...]
    unopened: tuple[Unopened | None, ...]
    gone: tuple[Gone | None, ...]
    to_move: int | None


class GameShown(msgspec.Struct, frozen=True):
    """A game: the entry that counts, those that count no more, those that wait to be settled, and the ids of entries
    that said the same."""

    entry: EntryShown
    before: tuple[EntryShown, ...]
    others: tuple[EntryShown, ...]
    agreed: tuple[str, ...]


class SheetRules(msgspec.Struct, frozen=True):
    """What counting needs of the edition: `copies` of each number and colour, `jokers` of all kinds, the `penalty` for
    one of them on a rack; `by_games`: games won count before points; `round_length`: games in a round, None: as agreed;
    `per_player`: as many as began; `limit`: seconds a turn; `least` and `most`: how many play a game; `end`: how a game
    ends and is counted."""

    edition: str
    name: str
    copies: int
    jokers: int
    penalty: int
    by_games: bool
    round_length: int | None
    per_player: bool
    limit: int | None
    least: int
    most: int
    end: EndShown


class AboutShown(msgspec.Struct, frozen=True):
    """When and where people play, and what else they note; empty where nobody said."""

    date: str
    place: str
    note: str


class SheetLine(msgspec.Struct, frozen=True):
    """A player after the games so far. `player`: the seat, from 0."""

    player: int
    place: int
    points: int
    won: int


class SheetShown(msgspec.Struct, frozen=True):
    """A sheet at `seq`; `writes`: whether this link may write; `entries`: how many were made, of those it can hold;
    `about`: date, place and note, the date on which the sheet was made where nobody said another; `came`: for each of
    the last seats, who came later, the ids of the `join` that said so; `home`: who went home; `arrived`: who came or is
    back and has not played since; `missing`: what could not be made because of a fault here, and is empty: never the
    games that count."""

    id: str
    seq: int
    writes: bool
    rules: SheetRules
    players: tuple[str, ...]
    planned: int | None
    games: tuple[GameShown, ...]
    struck: tuple[GameShown, ...]
    entries: int
    about: AboutShown
    came: tuple[tuple[str, ...], ...]
    home: tuple[int, ...]
    arrived: tuple[int, ...]
    standing: tuple[SheetLine, ...]
    missing: tuple[Part, ...]


def view(sheet: Sheet, ident: str, seq: int, *, writes: bool, made: str = "") -> SheetShown:
    """The sheet, of a day, as it is shown; parts that cannot be made are named as `missing`."""
    parts, edition = Parts(ident), sheet.edition
    return SheetShown(
        id=ident,
        seq=seq,
        writes=writes,
        rules=SheetRules(
            edition.book,
            edition.name,
            edition.tiles.copies,
            sum(edition.tiles.jokers[kind] for kind in "JDCM"),
            edition.jokers.penalty,
            edition.match.winner == "games-then-points",
            sheet.round_length,
            edition.match.games_per_round == "players",
            edition.clock.limit_seconds,
            edition.players.least,
            edition.players.most,
            end_shown(edition),
        ),
        players=sheet.players,
        planned=sheet.planned,
        games=tuple(_game(parts, edition, game) for game in sheet.games),
        struck=parts.made("struck", lambda: tuple(_game(parts, edition, game) for game in sheet.struck), ()),
        entries=sheet.entries,
        about=AboutShown(sheet.about.date or made, sheet.about.place, sheet.about.note),
        came=sheet.came,
        home=sheet.home,
        arrived=sheet.arrived,
        standing=parts.made("standing", lambda: _standing(sheet), ()),
        missing=parts.missing,
    )


def _standing(sheet: Sheet) -> tuple[SheetLine, ...]:
    return tuple(SheetLine(line.player, line.place, line.points, line.won) for line in sheet.standing())


def _game(parts: Parts, edition: Edition, game: Game) -> GameShown:
    none: tuple[EntryShown, ...] = ()
    before = parts.made("before", lambda: tuple(_entry(edition, entry) for entry in game.before), none)
    others = tuple(_entry(edition, entry) for entry in game.others)
    return GameShown(_entry(edition, game.entry), before, others, game.agreed)


def _entry(edition: Edition, entry: GameWritten) -> EntryShown:
    values = tuple(value_of(edition, rack) for rack in entry.left)
    counts = tuple(count_of(rack) for rack in entry.left)
    asked = () if edition.end.unopened is None else entry.left
    unopened: tuple[Unopened | None, ...] = tuple(rack.unopened for rack in asked)
    gone: tuple[Gone | None, ...] = tuple(rack.gone for rack in entry.left)
    shown = gone if any(gone) else ()
    points, winners = entry.points, entry.winners
    return EntryShown(entry.id, entry.out, values, counts, points, winners, unopened, shown, entry.to_move)
