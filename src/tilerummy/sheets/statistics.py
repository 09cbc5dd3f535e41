"""Who won most at a table: what the evenings of several score sheets say together.

The page counts the same without a connection (`pages/sheet/evenings/statistics.ts`); `tests/golden/evenings.json` holds
both to it. People are the same on all sheets who have the same name, whether its letters are large or small.
"""

import unicodedata
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Final

import msgspec

from tilerummy.sheets.views import AboutShown

Pair = tuple[str, str]
"""Names of two people."""


class EveningRules(msgspec.Struct, frozen=True):
    """The edition, and what it is called."""

    edition: str
    name: str


class EveningEntry(msgspec.Struct, frozen=True):
    """What counts of a game, by seat. `gone`: as in `EntryShown`."""

    points: tuple[int, ...]
    winners: tuple[int, ...]
    gone: tuple[str | None, ...]


class EveningGame(msgspec.Struct, frozen=True):
    """A game that counts."""

    entry: EveningEntry


class EveningLine(msgspec.Struct, frozen=True):
    """The place of a player, by seat."""

    player: int
    place: int


class Evening(msgspec.Struct, frozen=True):
    """What counts of a sheet, as a server or a file of the page has it."""

    id: str
    rules: EveningRules
    players: tuple[str, ...]
    games: tuple[EveningGame, ...]
    standing: tuple[EveningLine, ...]
    about: AboutShown


class Best(msgspec.Struct, frozen=True):
    """The most points in one game: on which sheet, of which day."""

    points: int
    date: str
    sheet: str


class Person(msgspec.Struct, frozen=True):
    """One person. `evenings`: on which they played a game; `evenings_won`: on which they had place 1; `won`: games,
    shared ones too; `average`: points a game; `series`: of the games they played the most that they won in a row."""

    name: str
    evenings: int
    evenings_won: int
    games: int
    won: int
    points: int
    average: float
    best: Best
    series: int


class HeadToHead(msgspec.Struct, frozen=True):
    """Two people in the games that both played: in how many each had more `points` than the other, how many each won,
    and the points of each, in the order of `names`."""

    names: Pair
    games: int
    ahead: tuple[int, int]
    won: tuple[int, int]
    points: tuple[int, int]


class Statistics(msgspec.Struct, frozen=True):
    """All of it: evenings with a game that counts, those games, the people, best first, and every pair of them."""

    evenings: int
    games: int
    people: tuple[Person, ...]
    pairs: tuple[HeadToHead, ...]


class _Played(msgspec.Struct, frozen=True):
    """A game: who played it, by key, with their points; and who won it."""

    evening: Evening
    points: dict[str, int]
    winners: frozenset[str]


_FILE: Final = msgspec.json.Decoder(Evening | list[Evening])


def read_evenings(data: bytes) -> list[Evening]:
    """The sheet, or the sheets, of a file. Raises ValueError for what is none."""
    found = _FILE.decode(data)
    for one in (evenings := found if isinstance(found, list) else [found]):
        seats = len(one.players)
        for entry in (game.entry for game in one.games):
            if len(entry.points) != seats or len(entry.gone) not in (0, seats) or not _among(entry.winners, seats):
                raise ValueError(f"sheet {one.id[:40]}: a game has not a column for each player")
        if not _among([line.player for line in one.standing], seats):
            raise ValueError(f"sheet {one.id[:40]}: the standing names a player who is not there")
    return evenings


def statistics(
    evenings: Iterable[Evening], year: str | None = None, edition: str | None = None, pair: Pair | None = None
) -> Statistics:
    """What these evenings say together: of one year (`2026`), of one edition, of the games that two people both
    played. Of two pictures of a sheet the last counts."""
    known = {evening.id: evening for evening in evenings}
    counted = [
        evening
        for evening in sorted(known.values(), key=lambda one: (one.about.date, one.id))
        if year in (None, evening.about.date[:4]) and edition in (None, evening.rules.edition)
    ]
    names = {key_of(name): name for evening in counted for name in evening.players}
    wanted = None if pair is None else frozenset(map(key_of, pair))
    games = [
        game
        for evening in counted
        for game in (_played(evening, one.entry) for one in evening.games)
        if wanted is None or wanted <= game.points.keys()
    ]
    keys = {key for game in games for key in game.points if wanted is None or key in wanted}
    people = sorted(
        (_person(key, names[key], games) for key in keys), key=lambda one: (-one.won, -one.points, one.name)
    )
    pairs = (_pair((one.name, other.name), games) for one, other in combinations(people, 2))
    return Statistics(
        len({game.evening.id for game in games}), len(games), tuple(people), tuple(two for two in pairs if two.games)
    )


def key_of(name: str) -> str:
    """What two names have in common that are one person's."""
    return unicodedata.normalize("NFC", name.strip().lower())


def _played(evening: Evening, entry: EveningEntry) -> _Played:
    gone = entry.gone or (None,) * len(entry.points)
    keys = [key_of(name) for name in evening.players]
    points = {key: points for key, points, how in zip(keys, entry.points, gone, strict=True) if how != "absent"}
    return _Played(evening, points, frozenset(keys[seat] for seat in entry.winners))


def _person(key: str, name: str, games: Sequence[_Played]) -> Person:
    own = [game for game in games if key in game.points]
    evenings = {game.evening.id: game.evening for game in own}
    points = sum(game.points[key] for game in own)
    best = max(own, key=lambda game: game.points[key])
    return Person(
        name,
        len(evenings),
        sum(key in _first(evening) for evening in evenings.values()),
        len(own),
        sum(key in game.winners for game in own),
        points,
        points / len(own),
        Best(best.points[key], best.evening.about.date, best.evening.id),
        _longest(key in game.winners for game in own),
    )


def _first(evening: Evening) -> set[str]:
    return {key_of(evening.players[line.player]) for line in evening.standing if line.place == 1}


def _longest(won: Iterable[bool]) -> int:
    longest = run = 0
    for one in won:
        run = run + 1 if one else 0
        longest = max(longest, run)
    return longest


def _pair(names: Pair, games: Sequence[_Played]) -> HeadToHead:
    one, other = map(key_of, names)
    both = [(game.points[one], game.points[other], game) for game in games if {one, other} <= game.points.keys()]
    return HeadToHead(
        names,
        len(both),
        (sum(a > b for a, b, _ in both), sum(b > a for a, b, _ in both)),
        (sum(one in game.winners for _, _, game in both), sum(other in game.winners for _, _, game in both)),
        (sum(a for a, _, _ in both), sum(b for _, b, _ in both)),
    )


def _among(seats: Sequence[int], count: int) -> bool:
    return all(0 <= seat < count for seat in seats)
