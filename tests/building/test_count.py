"""Lines of code are counted as a reader would."""

import shutil
import subprocess
from pathlib import Path

import pytest

import building.count as counting
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


@pytest.mark.skipif(shutil.which("git") is None, reason="no git")
def test_the_table_adds_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Of files that git knows, without generated ones."""
    files = {
        "a/one.py": PYTHON,
        "a/two.ts": TYPESCRIPT,
        "b/gen/types.ts": TYPESCRIPT,
        "b/c.svelte": SVELTE,
        "d.txt": "",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    subprocess.run(["git", "init", "--quiet"], cwd=tmp_path, check=True)
    subprocess.run(["git", "add", "."], cwd=tmp_path, check=True)
    (tmp_path / "a" / "unknown.py").write_text(PYTHON)
    monkeypatch.setattr(counting, "ROOT", tmp_path)
    assert main() == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines()[1:]]
    assert rows == [["a", "2", "22", "8", "10"], ["b", "1", "8", "4", "3"], ["all", "3", "30", "12", "13"]]
