"""What a misspelt word comes near to."""

from collections.abc import Iterable
from difflib import get_close_matches

from tilerummy.messages import language, text


def near(said: str, word: str, known: Iterable[str]) -> str:
    """What is said of an unknown word, with the known one that comes nearest to it."""
    found = get_close_matches(word, sorted(known), 1)
    return text(language(), "cli.near", said=said, word=found[0]) if found else said
