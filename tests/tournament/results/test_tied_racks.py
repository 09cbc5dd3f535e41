"""A tied lowest rack counts as the edition says wherever a result is entered, by the book that the tests keep."""

import random
from collections import Counter
from typing import Any, NamedTuple

import pytest

from tests.bookkeeper.books.points import nobody_out, rack_value
from tests.oracle.asked import book
from tests.tournament.running import Event
from tilerummy import editions, formats
from tilerummy.rules.refusal import Refusal
from tilerummy.sheets.decide import open_sheet, write_game
from tilerummy.sheets.state import GameWritten, Left, fold_sheet
from tilerummy.tournament import commands
from tilerummy.tournament.decide import Actor
from tilerummy.tournament.results.tally_reader import read_results
from tilerummy.tournament.results.tied_racks import Tied

DESK = Actor("desk")
EDITION = editions.load("belgian-tournament")
NAMES = ["Ann", "Bob", "Cas", "Dee"]


class Ending(NamedTuple):
    """A game that nobody finished, with equal lowest racks: what each held, who would have moved next, and the points
    by the tests' own rulebook."""

    values: list[int]
    counts: list[int]
    to_move: int
    points: tuple[int, ...]

    @property
    def tied(self) -> Tied:
        """What is asked: the tiles of the lowest racks, and who would have moved next."""
        least = min(self.values)
        pairs = zip(self.counts, self.values, strict=True)
        return Tied(tuple(count if value == least else None for count, value in pairs), self.to_move)

    @property
    def typed(self) -> list[int]:
        """The points as people write them down: shared, the odd rest somewhere."""
        tied = [seat for seat, count in enumerate(self.tied.tiles) if count is not None]
        written = [0 if seat in tied else points for seat, points in enumerate(self.points)]
        for point in range(-sum(written)):
            written[tied[point % len(tied)]] += 1
        return written


def endings(count: int) -> list[Ending]:
    """Random ends with two or three equal lowest racks of one or more tiles, worth less than the others."""
    chance, found = random.Random(5), list[Ending]()
    while len(found) < count:
        low = chance.choice(([3, 4], [7], [1, 2, 4], [1, 6], [2, 5], [1, 1, 5]))
        equal = chance.randint(2, 3)
        racks = [_rack(chance, sum(low)) if seat < equal else [chance.randint(8, 13), 3] for seat in range(4)]
        racks[0] = low
        chance.shuffle(racks)
        tiles = [Counter(f"k{number}" for number in rack) for rack in racks]
        values = [rack_value(rack, book(EDITION)) for rack in tiles]
        first = chance.randrange(4)
        counted = nobody_out(tiles, values, [False] * 4, first, book(EDITION))
        found.append(Ending(values, [len(rack) for rack in racks], first, counted.scores))
    return found


def _rack(chance: random.Random, worth: int) -> list[int]:
    """Some tiles of this worth."""
    first = chance.randint(1, worth)
    return [first, worth - first] if first < worth else [worth]


ENDINGS = endings(120)


@pytest.fixture(scope="module")
def event() -> Event:
    found = Event("belgian-tournament", NAMES)
    found.do(commands.Begin)
    found.open_round()
    return found


def entered(event: Event, kind: Any, **fields: Any) -> tuple[int | None, ...]:
    """The points that a command enters; the event stays as it was."""
    event.do(kind, DESK, **fields)
    play = event.state.play
    assert play is not None
    scores = play.results[0, 1, 1].scores
    event.rows.pop()
    event._admitted = event.state
    return scores


def test_the_desk_a_list_the_sheet_and_the_command_count_as_the_rulebook_does(event: Event) -> None:
    assert sum(ending.typed != list(ending.points) for ending in ENDINGS) > 40
    for ending in ENDINGS:
        tied, typed = ending.tied, ending.typed
        said = entered(event, commands.Report, table=1, game=1, scores=tuple(typed), tied=tied)
        assert said == ending.points
        # points that are right already stay
        assert entered(event, commands.Report, table=1, game=1, scores=ending.points, tied=tied) == ending.points
        rows = zip(NAMES, typed, tied.tiles, strict=True)
        lines = [
            f"1;1;{name};{points};{tiles or ''};{'x' if seat == tied.to_move else ''}"
            for seat, (name, points, tiles) in enumerate(rows)
        ]
        listed = "\n".join(["table;game;name;points;tiles;next", *lines])
        assert entered(event, commands.ReportList, text=listed) == ending.points
        game: dict[str, Any] = {
            "stage": "final",
            "table": 1,
            "scores": dict(zip(NAMES, typed, strict=True)),
            "next": NAMES[tied.to_move or 0],
        }
        game["tiles"] = {name: tiles for name, tiles in zip(NAMES, tied.tiles, strict=True) if tiles}
        kind = formats.load("belgian-tournament")
        read = read_results({"entrants": NAMES, "games": [game]}, kind, event.box)
        assert tuple(read.games["final"][0].scores.values()) == ending.points
        racks = [Left(None, value, count) for value, count in zip(ending.values, tied.tiles, strict=True)]
        sheet = fold_sheet(None, (open_sheet(EDITION, NAMES),))
        written = write_game(sheet, 0, None, racks, to_move=ending.to_move)
        assert isinstance(written, GameWritten)
        assert written.points == ending.points


def test_a_correction_counts_the_tie_too(event: Event) -> None:
    place = {"stage": 0, "round": 0, "table": 1, "game": 1, "reason": "counted again"}
    tied = Tied((3, None, 4, None))
    assert entered(event, commands.Correct, **place, scores=(24, -18, 23, -29), tied=tied) == (47, -18, 0, -29)
    tied = Tied((3, None, 3, None), to_move=1)
    assert entered(event, commands.Correct, **place, scores=(24, -18, 23, -29), tied=tied) == (23, -18, 24, -29)


def test_what_is_not_known_of_a_shared_win_is_asked(event: Event) -> None:
    asked: dict[str, Any] = {"table": 1, "game": 1, "scores": (24, -18, 23, -29)}
    assert event.refused(commands.Report, DESK, **asked) == ["unlikely-tied"]
    assert event.refused(commands.Report, DESK, **asked, tied=Tied((3, None, 3, None))) == ["unlikely-rest"]
    assert entered(event, commands.Report, **asked, sure=True) == (24, -18, 23, -29)
    even: dict[str, Any] = {"table": 1, "game": 1, "scores": (24, -18, 24, -30)}
    assert entered(event, commands.Report, **even, tied=Tied((3, None, 3, None))) == (24, -18, 24, -30)


@pytest.mark.parametrize(
    "tied",
    [Tied((3, None, None, None)), Tied((3, 3, None, None)), Tied((3, None, 3)), Tied((3, None, 3, None), to_move=4)],
)
def test_tiles_of_others_are_no_tie(event: Event, tied: Tied) -> None:
    with pytest.raises(Refusal) as refused:
        event.do(commands.Report, DESK, table=1, game=1, scores=(24, -18, 23, -29), tied=tied, sure=True)
    assert [fault.code for fault in refused.value.faults] == ["not-tied"]
