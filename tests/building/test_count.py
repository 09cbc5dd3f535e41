"""Lines of code are counted as a reader would."""

import shutil

import pytest

from building import ROOT
from building.count import Count, count, main, package

PYTHON = '''"""What it does.

In two lines."""

# why
LIMIT = 3  # so many
"""What that is."""
TEXT = """
no comment
"""


def double(number: int) -> int:
    """Twice."""
    return number * 2
'''
TYPESCRIPT = """/* all of
   it */
// why
const url = 'https://x' // where

/** What. */
export const two = 2
"""
SVELTE = """<!-- a
 b -->
<script>
    // why
    const a = 1
</script>

<p>a</p>
"""


def test_code_comments_and_blank_lines_are_told_apart() -> None:
    assert count("a.py", PYTHON) == Count(1, 15, 6, 6)
    assert count("a.ts", TYPESCRIPT) == Count(1, 7, 2, 4)
    assert count("a.svelte", SVELTE) == Count(1, 8, 4, 3)
    assert count("a.sql", "-- why\nselect 1;\n\n") == Count(1, 3, 1, 1)
    assert package("src/tilerummy/solver/regular/search.py") == "src/tilerummy/solver"
    assert package("src/tilerummy/rates.py") == "src/tilerummy"
    assert package("webapp/src/pages/table/views/Felt.svelte") == "webapp/src/pages/table"
    assert package("webapp/src/board/hit.ts") == "webapp/src/board"
    assert (package("kernel/regular/search.c"), package("dev.py")) == ("kernel", ".")


@pytest.mark.slow
@pytest.mark.skipif(not (ROOT / ".git").exists() or shutil.which("git") is None, reason="not a checkout")
def test_the_table_adds_up(capsys: pytest.CaptureFixture[str]) -> None:
    assert main() == 0
    _, *rows, whole = [line.split()[1:] for line in capsys.readouterr().out.splitlines()]
    assert [sum(map(int, column)) for column in zip(*rows, strict=True)] == [int(number) for number in whole]
