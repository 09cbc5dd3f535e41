"""The judge and the book agree: a small seeded sweep of every edition and house rule, and Hypothesis."""

from dataclasses import asdict
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.bookkeeper.books.book import BOOKS
from tests.bookkeeper.books.law import wrong
from tests.oracle import passing, replacing
from tests.oracle.asked import book, told, told_play
from tests.oracle.cases import random_case
from tests.oracle.houses import HOUSES
from tests.oracle.sweep import difference, edition_of, line_of, sweep
from tilerummy import editions
from tilerummy.rules.judge.judge import judge

NAMES = (*editions.names(), *HOUSES)


@pytest.mark.parametrize("name", BOOKS)
def test_an_edition_says_what_its_rulebook_says(name: str) -> None:
    assert asdict(book(editions.load(name))) == asdict(BOOKS[name])


@pytest.mark.parametrize("name", NAMES)
def test_sweep(name: str) -> None:
    tally, failures = sweep(edition_of(name), 200, seed=12)
    assert not failures
    assert tally["legal"] > 40
    assert tally["illegal"] > 40


@pytest.mark.slow
@settings(max_examples=100)
@given(st.sampled_from(NAMES), st.randoms(use_true_random=False))
def test_hypothesis(name: str, random: Random) -> None:
    case = random_case(edition_of(name), random)
    if case is not None:
        assert difference(*case, judge(*case)) is None, line_of(*case)


def test_the_book_knows_the_rules_by_itself() -> None:
    """A few certainties, so that two equal mistakes would show."""
    random = Random(3)
    seen = set()
    for _ in range(150):
        case = random_case(editions.load("suomi"), random)
        if case is not None:
            found = wrong(told(case[0]), told_play(case[1]))
            seen.add((bool(found), found.jokers))
    assert seen == {(False, False), (True, False), (True, True)}


@pytest.mark.parametrize("name", editions.names())
def test_number_or_colour_frees_no_other_joker_than_number_and_colour(name: str) -> None:
    legal, found = replacing.compared(editions.load(name), 100, seed=4)
    assert legal > 20
    assert not found


def test_a_house_rule_tells_number_or_colour_apart() -> None:
    """Free melds whose joker must be paid from the rack: so the comparison above can fail."""
    _, found = replacing.compared(edition_of("original-rack"), 400, seed=4)
    assert found


@pytest.mark.parametrize("name", ["original", "original-classic", "suomi", "twist", "twist-international"])
def test_who_may_pass(name: str) -> None:
    tally, failures = passing.sweep(editions.load(name), 60, seed=3)
    assert not failures
    assert tally["refused"] > 10
    assert tally["allowed"] > 3
