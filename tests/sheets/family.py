"""A family's year at a real table: forty evenings as commands of their phones, and what happened there, told apart.

People come and go, are called now `Cas` and now `cas`, and correct what they wrote. `counted` adds up what happened by
itself: it knows nothing of the program but the rules of a game in which nobody ties.
"""

import random
from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any, NamedTuple

Message = dict[str, Any]
EVENINGS = 40
_PEOPLE = ("Ann", "Bob", "Cas", "Dee", "Eve", "Finn", "Gus")
_MOST = {"original": 4, "twist": 4, "sabra": 4, "xp-160": 6}
_BY_GAMES = ("twist",)


class Happened(NamedTuple):
    """One game: who went out (None: nobody), and what each who played held."""

    out: str | None
    racks: dict[str, int]


class Night(NamedTuple):
    """One evening: as it is begun, the commands of the phones in their order, and what happened."""

    ident: str
    edition: str
    day: str
    place: str
    players: tuple[str, ...]
    commands: tuple[Message, ...]
    games: tuple[Happened, ...]


def year(evenings: int = EVENINGS, seed: int = 7) -> list[Night]:
    """The evenings, from summer to summer."""
    chance = random.Random(seed)
    return [_night(chance, number) for number in range(evenings)]


def _night(chance: random.Random, number: int) -> Night:
    edition = chance.choice(tuple(_MOST))
    spelt = [chance.choice((name, name.lower())) for name in _PEOPLE]
    chance.shuffle(spelt)
    began = tuple(spelt[: chance.randint(2, _MOST[edition])])
    seats, there, came = list(began), list(began), list[str]()
    commands, games = list[Message](), list[Happened]()

    def say(tag: str, **fields: Any) -> str:
        ident = f"e{number}-{len(commands)}"
        commands.append({"t": tag, "id": ident, **fields})
        return ident

    for game in range(chance.randint(1, 9)):
        if len(there) > 2 and chance.random() < 0.2:
            gone = there.pop(chance.randrange(len(there)))
            say("leave", player=seats.index(gone), joined=tuple(came))
        if len(there) < _MOST[edition] and len(seats) < min(8, len(spelt)) and chance.random() < 0.3:
            name = spelt[len(seats)]
            came.append(say("join", name=name, joined=tuple(came)))
            seats.append(name)
            there.append(name)
        happened = _game(chance, there)
        wrong = _game(chance, there) if chance.random() < 0.2 else None
        first = say("write", **_entry(game, wrong or happened, seats), joined=tuple(came))
        if wrong is not None:
            say("write", **_entry(game, happened, seats), joined=tuple(came), over=first)
        games.append(happened)
    day = date(2025, 7, 5) + timedelta(days=9 * number)
    say("about", date=day.isoformat(), note=f"evening {number}")
    place = chance.choice(("", "Gent", "Oma"))
    return Night(f"evening{number:013}", edition, day.isoformat(), place, began, tuple(commands), tuple(games))


def _game(chance: random.Random, there: Sequence[str]) -> Happened:
    racks = dict(zip(there, chance.sample(range(1, 90), len(there)), strict=True))
    out = chance.choice((*there, *there, None))
    return Happened(out, racks | ({} if out is None else {out: 0}))


def _entry(game: int, happened: Happened, seats: Sequence[str]) -> Message:
    def rack(name: str) -> Message:
        if name not in happened.racks:
            return {"gone": "absent"}
        return {} if name == happened.out else {"value": happened.racks[name]}

    left = [rack(name) for name in seats]
    return {"game": game, "out": None if happened.out is None else seats.index(happened.out), "left": left}


class Sum(NamedTuple):
    """What one person did: evenings, evenings won, games, games won, points, the best game, the longest series."""

    evenings: int
    evenings_won: int
    games: int
    won: int
    points: int
    best: int
    series: int


def counted(
    nights: Sequence[Night], year: str = "", edition: str = "", pair: tuple[str, ...] = ()
) -> tuple[dict[str, Sum], dict[frozenset[str], dict[str, int]]]:
    """Of each person by small letters what they did; of each two, in how many games each had more points, and how many
    games (by an empty name) they both played."""
    told: dict[str, list[tuple[Night, int, bool]]] = {}
    ahead: dict[frozenset[str], dict[str, int]] = {}
    for night in nights:
        if not night.day.startswith(year) or edition not in ("", night.edition):
            continue
        for happened in night.games:
            scores, winner = _scores(happened)
            if not set(pair) <= set(scores):
                continue
            for name, points in scores.items():
                if not pair or name in pair:
                    told.setdefault(name, []).append((night, points, name == winner))
            for name, points in scores.items():
                for other in scores.keys() - {name}:
                    if not pair or {name, other} == set(pair):
                        sums = ahead.setdefault(frozenset((name, other)), {name: 0, other: 0, "": 0})
                        sums[name] += points > scores[other]
                        sums[""] += name < other
    return {name: _sum(name, games) for name, games in told.items()}, ahead


def _scores(happened: Happened) -> tuple[dict[str, int], str]:
    """The points of all who played, by small letters, and who won."""
    winner = min(happened.racks, key=lambda name: happened.racks[name])
    lost = {name: happened.racks[name] - happened.racks[winner] for name in happened.racks}
    return {
        name.lower(): sum(lost.values()) if name == winner else -lost[name] for name in happened.racks
    }, winner.lower()


def _sum(name: str, games: Sequence[tuple[Night, int, bool]]) -> Sum:
    nights = {night.ident: night for night, _, _ in games}.values()
    row = "".join("x" if won else " " for _, _, won in games)
    return Sum(
        len(nights),
        sum(name in _best_of(night) for night in nights),
        len(games),
        row.count("x"),
        sum(points for _, points, _ in games),
        max(points for _, points, _ in games),
        max(map(len, row.split(" "))),
    )


def _best_of(night: Night) -> set[str]:
    """Who was first of an evening."""
    totals: dict[str, list[int]] = {}
    for happened in night.games:
        scores, winner = _scores(happened)
        for name, points in scores.items():
            sums = totals.setdefault(name, [0, 0])
            sums[0] += points
            sums[1] += name == winner
    by_games = night.edition in _BY_GAMES
    order = {name: (won, points) if by_games else (points, won) for name, (points, won) in totals.items()}
    return {name for name, rank in order.items() if rank == max(order.values())}
