"""A tournament's format: how an event is run, as plain data in a closed vocabulary.

A format has stages; a stage has rounds, after each of which the tables change; a round has games at one table.
`reader.py` makes a `Format` from a mapping and reports every fault at once.
"""

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

SeatingRule = Literal["drawn-number", "meet-new", "random", "standing", "snake", "crosswise", "spread", "home"]
RankingKey = Literal[
    "points",
    "games-won",
    "table-points",
    "placings",
    "best-game",
    "head-to-head",
    "opponents-points",
    "drawn-number",
    "lot",
]
Word = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9-]{0,39}$")]
"""A name in files: small letters, figures, hyphens."""
Points = Annotated[int, Meta(ge=-10_000, le=10_000)]
TablePoints = tuple[Annotated[int, Meta(ge=0, le=100)], ...]

MOST_ENTRANTS: Final = 1_000
"""Entrants of one tournament; the largest known events have 200."""


class Base(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of the vocabulary."""


class Tables(Base, frozen=True):
    """Players at a table: `prefer` as often as possible, never fewer than `least` or more than `most`."""

    prefer: Annotated[int, Meta(ge=2, le=6)] = 4
    least: Annotated[int, Meta(ge=2, le=6)] = 3
    most: Annotated[int, Meta(ge=2, le=6)] = 4


class Counting(Base, frozen=True):
    """What a game's points count for in the ranking.

    `win_bonus`, `second_bonus` are added to the points of the winner and the second of each game. No game counts less
    than `-loss_cap` or more than `win_cap`; no stage less than `floor`. `small_tables`: games at tables below the
    preferred size count as they are (`raw`), by the number of opponents (`scaled`: times 3/2 at three instead of four),
    or by `table_points`, which give something for every place at a table of each size. Those are given
    `table_points_for` every game, or once for the sum of a round.
    """

    win_bonus: Points = 0
    second_bonus: Points = 0
    loss_cap: Annotated[int, Meta(ge=0, le=10_000)] | Literal["none"] = "none"
    win_cap: Annotated[int, Meta(ge=0, le=10_000)] | Literal["none"] = "none"
    floor: Points | Literal["none"] = "none"
    small_tables: Literal["raw", "scaled", "table-points"] = "raw"
    table_points_for: Literal["game", "round"] = "round"
    table_points_two: TablePoints = (4, 1)
    table_points_three: TablePoints = (4, 3, 1)
    table_points_four: TablePoints = (4, 3, 1, 0)
    table_points_five: TablePoints = (4, 3, 2, 1, 0)
    table_points_six: TablePoints = (4, 3, 2, 1, 0, 0)

    def table_points(self, size: int) -> TablePoints:
        """Points by place at a table of `size` (2-6)."""
        return (
            self.table_points_two,
            self.table_points_three,
            self.table_points_four,
            self.table_points_five,
            self.table_points_six,
        )[size - 2]


class Missing(Base, frozen=True):
    """Games that a player did not play.

    `bye`: what each game of a round they sit out gives: nothing, or the average of their other games; with `bye_wins`
    it counts as won. `missed`: the same for games missed by coming late or leaving, or the worst of their own. Players
    with fewer than `least_games` have no place and stand after the others; only the first `most_games` count.
    """

    bye: Literal["zero", "average"] = "zero"
    bye_wins: bool = False
    missed: Literal["zero", "average", "minimum"] = "zero"
    least_games: Annotated[int, Meta(ge=0, le=400)] = 0
    most_games: Annotated[int, Meta(ge=1, le=400)] | Literal["all"] = "all"


class Stage(Base, frozen=True, kw_only=True):
    """One stage.

    The best `places` of the stage before play it, or everybody; with fewer than `least` players to choose from it is
    left out. With `per_table` the best so many of each table of its last round come before others: the winners of
    tables, the second, then the best of the others as far as there are `places`, or as many as `wild_cards`. A
    `repechage` is played by those who were not among the best so many of their table; these wait, and come in first
    into the stage after it.

    `seating`: a rule for each round, the last for all further ones: `drawn-number` 1-2-3-4, 5-6-7-8 by the numbers
    drawn; `standing` the same by the order so far; `snake` 1-4-5-8, 2-3-6-7; `crosswise` 1-3-5-7, 2-4-6-8; `spread` the
    first of the order at a table each, in an order drawn by lot, and so on; these four move nobody more than `reach`
    places to avoid a repeat, also of the tables whose best go on; `random`; `meet-new` everyone meets new people;
    `home` everybody stays at the table of the round before, and who comes takes a free chair.
    `seats`: as the order lists them, or `shared`, so that each sits in each seat about equally often.
    `ranking`: what is compared, in order; `carry`: what of the stage before counts here: nothing, half of the points
    (rounded up) or everything.
    """

    id: Word
    rounds: Annotated[int, Meta(ge=1, le=60)]
    games: Annotated[int, Meta(ge=1, le=20)]
    seating: tuple[SeatingRule, ...]
    ranking: tuple[RankingKey, ...]
    places: Annotated[int, Meta(ge=2, le=1000)] | Literal["all"] = "all"
    least: Annotated[int, Meta(ge=2, le=1000)] = 2
    per_table: Annotated[int, Meta(ge=0, le=5)] = 0
    wild_cards: Annotated[int, Meta(ge=0, le=1000)] = 0
    repechage: Annotated[int, Meta(ge=0, le=5)] = 0
    reach: Annotated[int, Meta(ge=0, le=100)] = 0
    seats: Literal["listed", "shared"] = "listed"
    carry: Literal["none", "half", "all"] = "none"
    tables: Tables = Tables()
    counting: Counting = Counting()
    missing: Missing = Missing()

    def seating_of(self, number: int) -> SeatingRule:
        """The rule for a round, counted from 1."""
        return self.seating[min(number, len(self.seating)) - 1]


class Format(Base, frozen=True, kw_only=True):
    """A whole format, a `revision` under an `id` and with a `name`: its `stages`, in order. `edition` is what
    is played, `late` how long players may still join; `seeding`: in which order the first round seats them, by their
    numbers or by their ratings, the strongest first; `team_best`: how many of a team's members count for it."""

    id: Word
    revision: Annotated[int, Meta(ge=1, le=1000)] = 1
    name: Annotated[str, Meta(min_length=1, max_length=80)]
    edition: Word = "original"
    late: Literal["never", "first-stage"] = "first-stage"
    seeding: Literal["numbers", "rating"] = "numbers"
    team_best: Annotated[int, Meta(ge=1, le=4)] | Literal["all"] = "all"
    stages: tuple[Stage, ...]

    def stage(self, name: str) -> Stage:
        """The stage of that id. Raises KeyError."""
        for stage in self.stages:
            if stage.id == name:
                return stage
        raise KeyError(name)
