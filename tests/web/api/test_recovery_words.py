"""The words of a recovery sheet, as people type them."""

import pytest

from tilerummy.rules.refusal import Refusal
from tilerummy.web.guests.words import COUNT, LIST, new_words, read_words


def test_four_letters_tell_every_word_and_a_sheet_has_77_bits() -> None:
    assert (len(LIST), sorted(LIST), len({word[:4] for word in LIST})) == (2**11, list(LIST), 2**11)
    assert COUNT * 11 >= 70
    assert len(new_words()) == COUNT
    for word in LIST:
        assert read_words(f"{word} {word[:4]} " * 3 + word) == (word,) * COUNT


@pytest.mark.parametrize(
    ("typed", "code", "params"),
    [
        ("zoo " * 6, "recovery-count", {"count": 6, "words": 7}),
        ("zoo " * 6 + "zooo", "recovery-word", {"number": 7, "word": "zooo"}),
        ("act actx ac", "recovery-word", {"number": 2, "word": "actx"}),
        ("act acto ac", "recovery-word", {"number": 3, "word": "ac"}),
    ],
)
def test_what_no_sheet_has_is_told(typed: str, code: str, params: dict[str, object]) -> None:
    with pytest.raises(Refusal) as refusal:
        read_words(typed)
    assert (refusal.value.code, dict(refusal.value.params)) == (code, params)
