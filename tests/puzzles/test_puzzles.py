"""Puzzles: what makes one, the same ones for the same seed, and the files they come in."""

import random
from datetime import date, timedelta

import pytest
from msgspec.structs import replace

from tilerummy import editions
from tilerummy.puzzles.book import Book, BookError, dumps, loads, of_day, packaged, played_by
from tilerummy.puzzles.making import make
from tilerummy.puzzles.puzzle import Puzzle, flaw, puzzle
from tilerummy.puzzles.ratings import GUEST, PUZZLE_LEAST, Rating, chance, tried
from tilerummy.rules.notation import parse_position
from tilerummy.rules.position import from_layout

ORIGINAL = editions.load("original")


@pytest.fixture(scope="module")
def made() -> tuple[Puzzle, ...]:
    """Four of them."""
    return tuple(make(ORIGINAL, 4, 3))


def made_of(line: str, edition: str = "original") -> object:
    return puzzle(from_layout(parse_position(line), editions.load(edition)))


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("b4 b5 b6 | k1 y13 | opened", "nothing"),
        ("b4 b5 b6 | b7 k1 | opened", "trivial"),
        ("r3 r4 r5 r6 | k3 b3 k6 b6 y1 | opened", "not-unique"),
    ],
)
def test_a_position_that_makes_no_puzzle_says_why(line: str, said: str) -> None:
    assert made_of(line) == said


@pytest.mark.parametrize(
    ("line", "edition", "themes"),
    [
        ("r3 r4 r5 r6 r7 | r5 k1 | opened", "original", ("split",)),
        ("r3 r4 r5 r6 | k3 b3 y13 | opened", "original", ("borrow",)),
        ("r3 r4 r5 r6 | k3 b3 | opened", "original", ("borrow", "out")),
        ("r8 J r10 | r9 k11 y11 b1 | opened", "original", ("replace", "free")),
        ("k7 M k7, r3 r4 r5 r6 | k3 b3 y13 | opened", "twist", ("borrow",)),
    ],
)
def test_themes_are_those_of_the_one_play(line: str, edition: str, themes: tuple[str, ...]) -> None:
    made = made_of(line, edition)
    assert isinstance(made, Puzzle)
    assert set(themes) <= set(made.themes)
    assert ("mirror" in made.themes) == ("mirror" in themes)


@pytest.mark.slow
def test_the_same_seed_makes_the_same_puzzles_whoever_makes_them(made: tuple[Puzzle, ...]) -> None:
    assert tuple(make(ORIGINAL, 4, 3, jobs=2)) == made
    assert len({one.id for one in made}) == 4
    assert set(made).isdisjoint(make(ORIGINAL, 2, 4))


@pytest.mark.parametrize("name", editions.NAMES)
def test_the_package_has_a_thousand_for_each_edition(name: str) -> None:
    edition = editions.load(name)
    book = packaged(edition)
    assert book is not None
    assert len({one.id for one in book.puzzles}) == len(book.puzzles) == 1000
    for one in random.Random(name).sample(book.puzzles, 3):
        assert flaw(one, edition) is None


def test_the_puzzle_of_the_day_comes_again_after_all_others(made: tuple[Puzzle, ...]) -> None:
    days = [date(2026, 12, 30) + timedelta(number) for number in range(5)]
    shown = [of_day(made, day) for day in days]
    assert len(set(shown[:4])) == 4
    assert shown[4] == shown[0]


def test_a_puzzle_that_says_what_is_not_so_has_a_flaw(made: tuple[Puzzle, ...]) -> None:
    assert flaw(made[0], ORIGINAL) is None
    assert flaw(replace(made[0], laid="k1"), ORIGINAL) == "not-unique"


def test_a_book_is_for_the_edition_that_it_was_made_with(made: tuple[Puzzle, ...]) -> None:
    book = Book("original", played_by(ORIGINAL), made)
    assert loads(dumps(book), ORIGINAL) == book
    assert loads(dumps(replace(book, hash=ORIGINAL.hash)), ORIGINAL).puzzles == made, "as older books have it"
    for data, code in (
        (dumps(book)[:-9], "not-a-book"),
        (b"{}", "not-a-book"),
        (dumps(replace(book, edition="sabra")), "other-edition"),
        (dumps(replace(book, hash="0" * 64)), "older-edition"),
    ):
        with pytest.raises(BookError) as refused:
            loads(data, ORIGINAL)
        assert refused.value.code == code


def test_ratings_follow_glickmans_formulas() -> None:
    """The first game of the example in his paper, worked by hand: g(30) = 0.9955, E = 0.639, so 1/200² becomes 1/175²
    and 1500 rises by 0.00576 * 175² * 0.9955 * 0.361."""
    _, guest = tried(Rating(1400, 30), Rating(1500, 200), solved=True)
    assert abs(guest.value - 1563.4) < 0.2
    assert abs(guest.doubt - 175.2) < 0.2


def test_a_puzzle_finds_its_place_among_people_whatever_it_began_with() -> None:
    stream = random.Random(1)
    puzzle = Rating(1000, 150)
    for _ in range(400):
        strength = stream.gauss(1200, 200)
        puzzle, _ = tried(puzzle, Rating(strength, 80), solved=stream.random() < chance(strength, 1500))
    assert abs(puzzle.value - 1500) < 100
    assert puzzle.doubt == PUZZLE_LEAST


def test_a_stranger_moves_a_puzzle_less_than_somebody_known() -> None:
    puzzle = Rating(1200, 150)
    by_stranger, by_known = (tried(puzzle, Rating(1200, doubt), solved=False)[0] for doubt in (GUEST.doubt, 60))
    assert puzzle.value < by_stranger.value < by_known.value
