"""The promise and the words: the rules agree with the bookkeeper's book, and everybody's word counts."""

import json
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.bookkeeper.books import deal as book
from tests.golden.deals import VECTORS, vectors
from tilerummy import editions
from tilerummy.rules.game.deal import all_tiles, is_whole
from tilerummy.rules.game.promise import Form, Shuffle, mixed, promised

ORIGINAL = editions.load("original")
BOX = all_tiles(ORIGINAL)
WORDS = st.lists(st.none() | st.text("abcXYZ019-_", min_size=16, max_size=64), min_size=2, max_size=4)


def test_the_vectors_are_the_books() -> None:
    assert json.loads(VECTORS.read_text()) == vectors()


@given(
    st.permutations(BOX),
    st.permutations(BOX),
    WORDS,
    st.text("0123456789abcdef", min_size=32, max_size=64),
    st.sampled_from(get_args(Form)),
)
def test_deck_and_draws_are_those_of_the_book(
    deck: list[str], draws: list[str], words: list[str | None], salt: str, form: Form
) -> None:
    shuffle = Shuffle(deck=tuple(deck), draws=tuple(draws), salt=salt, form=form)
    told = {"deck": deck, "draws": draws, "salt": salt, "form": form}
    assert promised(shuffle) == book.commitment(told)
    found = mixed(shuffle, tuple(words))
    assert found == (tuple(book.mixed(told, words, "deck")), tuple(book.mixed(told, words, "draws")))
    assert is_whole(Shuffle(deck=found[0], draws=found[1], salt=salt), ORIGINAL)


@pytest.mark.parametrize("words", [("b" * 16, None), (None, "a" * 16), ("a" * 16, "a" * 16), (None, None)])
def test_every_word_changes_the_deal(words: tuple[str | None, ...]) -> None:
    shuffle = Shuffle(deck=BOX, draws=BOX, salt="0" * 64)
    assert mixed(shuffle, words) != mixed(shuffle, ("a" * 16, None))
    assert mixed(shuffle, words)[0] != mixed(shuffle, words)[1]


def test_places_are_shared_out_evenly() -> None:
    shuffle = Shuffle(deck=BOX, draws=BOX, salt="0" * 64)
    firsts = [mixed(shuffle, (f"word-number-{number:04}",))[0][0] for number in range(2_000)]
    # two jokers among 106 tiles: 37.7 are expected, and eight standard deviations are about 49
    assert 5 < firsts.count("J") < 87
