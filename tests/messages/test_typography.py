"""Every message has the quotes, apostrophes, dots and spaces of its language."""

import pytest

from tests.messages.typography import NARROW, NO_BREAK, faults, set_right
from tilerummy.messages import languages, texts


@pytest.mark.parametrize("lang", languages())
def test_messages_are_set_as_the_language_wants(lang: str) -> None:
    """`python -m tests.messages.typography` puts most of it right."""
    wrong = [f"{key}: {said!r}" for key, said in texts(lang).items() if set_right(lang, said) != said]
    assert wrong == []
    assert [f"{key}: {fault}" for key, said in texts(lang).items() for fault in faults(lang, said)] == []


@pytest.mark.parametrize(
    ("lang", "said", "right"),
    [
        ("fr", "Prêt ? Oui ; 5 %", f"Prêt{NARROW}? Oui{NARROW}; 5{NARROW}%"),
        ("fr", "non : « oui »", f"non{NO_BREAK}: «{NO_BREAK}oui{NO_BREAK}»"),
        ("fr", "Partager …", "Partager…"),
        ("de", "Melden …", f"Melden{NO_BREAK}…"),
        ("en", "everyone's 5 % of `a 'b' …`", "everyone’s 5% of `a 'b' …`"),
        ("nl", "pip install 'tilerummy[arena]'", "pip install 'tilerummy[arena]'"),
    ],
)
def test_a_machine_puts_spaces_and_apostrophes_right(lang: str, said: str, right: str) -> None:
    assert set_right(lang, said) == right
    assert set_right(lang, right) == right


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "a „word“"),
        ("nl", "een “woord”"),
        ("de", "das »Wort«"),
        ("de", "das „Wort"),
        ("da", "et “ord”"),
        ("fi", "yksi ”sana"),
        ("fr", "le mot“"),
        ("fr", "Prêt?"),
        ("en", 'a "word'),
        ("en", "and so on..."),
    ],
)
def test_an_eye_is_asked_for_the_rest(lang: str, said: str) -> None:
    assert faults(lang, said)
