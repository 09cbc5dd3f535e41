"""What is played: which edition with how many players, under which clock, by whom, and what happens beside it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from random import Random

from tests.bookkeeper.books.book import BOOKS, Book
from tests.bookkeeper.players.turns import Temper
from tests.bookkeeper.rooms.tally import Cell

AWAY_SECONDS = 10


@dataclass(frozen=True)
class Plan:
    """One match. `limit` in seconds, "edition" for the book's own. `games` or `rounds`: how long it is, neither for one
    without an end, of which `most` games are played. `house`: house rules, with `book` as they make it. `away`: what
    happens to who is away. `quick`: how many seconds a turn may take is short enough to let it run out at will."""

    edition: str
    seats: int
    book: Book
    tempers: tuple[Temper, ...]
    limit: int | str | None = None
    games: int | None = None
    rounds: int | None = None
    most: int = 1
    computers: int = 0
    onlookers: int = 0
    away: str = "wait"
    leaves: bool = False
    mute: bool = False
    house: Mapping[str, object] = field(default_factory=dict)

    @property
    def cell(self) -> Cell:
        """Where it counts."""
        return self.edition, self.seats

    @property
    def length(self) -> int | None:
        """How many games make a round."""
        asked = self.book.round_games
        return self.seats if asked == "players" else asked

    @property
    def match_games(self) -> int | None:
        """How many games the match has; None without an end."""
        return self.games if self.rounds is None or self.length is None else self.rounds * self.length


def cells() -> list[Cell]:
    """Every edition with every number of players."""
    return [(edition, seats) for edition, book in BOOKS.items() for seats in book.players]


def plans(seed: int) -> Iterator[Plan]:
    """Matches without end, each cell in turn."""
    random, order = Random(seed), cells()
    while True:
        random.shuffle(order)
        for cell in order:
            yield plan(cell, random)


def sample(seed: int) -> Iterator[Plan]:
    """One short match of every cell."""
    random = Random(seed)
    for cell in cells():
        made = plan(cell, random)
        quick = tuple(Temper(lays=0.9, late=random.choice((0, 0.05))) for _ in made.tempers)
        made = replace(
            made, tempers=quick, limit="edition" if "clock.bank_seconds" in made.house else 5, away="wait", mute=False
        )
        yield replace(made, games=None, rounds=None, most=1, leaves=False) if made.most > 2 else made


def plan(cell: Cell, random: Random) -> Plan:
    """A match of a cell by chance."""
    edition, seats = cell
    book = BOOKS[edition]
    tempers = _tempers(seats, random)
    if book.unopened is not None and random.random() < 0.5:
        # A player who hardly ever opens, whether or not they could.
        tempers = (Temper(lays=0.02, lays_last=0.05, late=0.02, resigns=random.choice((0.01, 0.3))), *tempers[1:])
    made = Plan(edition, seats, book, tempers, limit=5, onlookers=random.choice((0, 0, 0, 0, 0, 1)))
    made = _clock(made, random)
    made = _length(made, random)
    made = _counting(made, random)
    chance = random.random()
    if chance < 0.1 and made.match_games in (None, 1) and made.book.bank is None:
        made = replace(made, limit=None, away=random.choice(("end", "computer", "computer", "wait")))
    elif chance < 0.15:
        made = replace(made, computers=1)
    elif chance < 0.2:
        made = replace(made, mute=True)
    return made


def _tempers(seats: int, random: Random) -> tuple[Temper, ...]:
    """Players who hurry, who hold back, who are late, who give up."""
    kinds = (
        Temper(lays=0.95),
        Temper(lays=0.95, deep=0.2),
        Temper(lays=0.6, late=0.1),
        Temper(lays=0.35, late=0.25, slips=0.2),
        Temper(lays=0.7, late=0.05, slips=0.3, asks=0.3),
        Temper(lays=0.8, resigns=0.02),
        Temper(lays=0.15, late=0.35),
    )
    if random.random() < 0.3:
        # All hold back, so that the pool is empty before a player is out.
        return tuple(Temper(lays=random.choice((0.03, 0.1, 0.2)), late=random.choice((0, 0.2))) for _ in range(seats))
    return tuple(random.choice(kinds) for _ in range(seats))


def _clock(made: Plan, random: Random) -> Plan:
    """Mostly five seconds a turn, which is short enough to let it run out; sometimes none, or the book's own."""
    chance = random.random()
    if made.book.bank is not None:
        if chance < 0.6:
            house = {"clock.bank_seconds": 30, "clock.increment_seconds": random.choice((1, 3))}
            book = replace(made.book, bank=30, increment=house["clock.increment_seconds"])
            return replace(made, limit="edition", house=house, book=book)
        return _slow(made, "edition") if chance < 0.8 else made
    if chance < 0.15:
        return replace(made, limit=None)
    return _slow(made, random.choice(("edition", 60, 120))) if chance < 0.2 else made


def _counting(made: Plan, random: Random) -> Plan:
    """Sometimes the count of a club: a cap of the losses, a bonus for the winner."""
    if random.random() < 0.8:
        return made
    cap, bonus = random.choice(((25, 50), (20, 0), (None, 7)))
    house = {**made.house, "end.loss_cap": cap, "end.winner_bonus": bonus or None}
    return replace(made, house=house, book=replace(made.book, cap=cap, bonus=bonus))


def _slow(made: Plan, limit: int | str) -> Plan:
    """A long limit, which runs out seldom; a game clock of minutes never does at will, as the short ones of house rules
    do."""
    most = 0.01 if made.book.bank is None else 0.0
    return replace(made, limit=limit, tempers=tuple(replace(one, late=min(one.late, most)) for one in made.tempers))


def _length(made: Plan, random: Random) -> Plan:
    chance = random.random()
    if made.length is not None and chance < 0.25:
        rounds = 2 if chance < 0.02 else 1
        return replace(made, rounds=rounds, most=rounds * made.length)
    if chance < 0.4:
        games = random.choice((1, 2, 2, 3))
        return replace(made, games=games, most=games + (random.random() < 0.2))
    if chance < 0.55:
        return replace(made, most=random.choice((2, 3)), leaves=made.seats > 2 and random.random() < 0.4)
    return made
