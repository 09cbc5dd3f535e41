"""A test that looks for a word in a text with random letters finds it there by chance, if the word is short."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).parents[1]
SHORT = re.compile(r"[a-z2-7]{1,4}")
"""Words that ids and keys can hold; of five letters, one in thirty million at each place."""
WHOLE = {"text", "content", "body"}


def test_no_short_word_is_looked_for_where_ids_and_keys_stand() -> None:
    found = [(path, *one) for path in sorted(TESTS.rglob("*.py")) for one in looked_for(ast.parse(path.read_text()))]
    assert len(found) >= 8
    short = [f"{path.relative_to(TESTS)}:{line} {word!r}" for path, line, word in found if SHORT.fullmatch(word)]
    assert not short, f"an id may hold them: {short}"


def looked_for(module: ast.Module) -> Iterator[tuple[int, str]]:
    """The line and the word of each check that a word is not in what an answer, a row or a thing says as a whole."""
    for node in ast.walk(module):
        if not (isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.NotIn)):
            continue
        word, whole = node.left, node.comparators[0]
        called = isinstance(whole, ast.Call) and isinstance(whole.func, ast.Name) and whole.func.id in {"str", "repr"}
        read = isinstance(whole, ast.Attribute) and whole.attr in WHOLE
        if isinstance(word, ast.Constant) and isinstance(word.value, str | bytes) and (called or read):
            yield node.lineno, word.value if isinstance(word.value, str) else word.value.decode()
