"""The tutorial as a notebook: made of its page, each cell run, with what it shows. `python -m tests.library.tutorial`
writes the notebook, and the pictures of the page."""

import ast
import contextlib
import io
import json
import re
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parents[2]
PAGE: Final = ROOT / "docs" / "tutorial.md"
NOTEBOOK: Final = ROOT / "examples" / "tutorial.ipynb"
_CELL = re.compile(r"```python\n(.*?)```\n", re.DOTALL)
_PICTURE = re.compile(r"!\[.*?\]\(tutorial-\d+\.svg\)\n")
_LINK = re.compile(r"\[([^]]*)\]\([\w.-]+\.md\)")


def made() -> dict[Path, str]:
    """The files of the tutorial, and what they hold."""
    names: dict[str, Any] = {}
    cells: list[dict[str, Any]] = []
    files: dict[Path, str] = {}
    for at, part in enumerate(_CELL.split(PAGE.read_text(encoding="utf-8"))):
        ident = f"cell-{at}"
        if at % 2 == 0:
            words = _LINK.sub(r"\1", _PICTURE.sub("", part)).strip()
            words = re.sub(r" The same as a notebook: `.*?`\.", "", words)
            if words:
                cells.append({"cell_type": "markdown", "id": ident, "metadata": {}, "source": _lines(words)})
            continue
        outputs = _run(part, names)
        for output in outputs:
            if picture := output.get("data", {}).get("image/svg+xml"):
                files[PAGE.with_name(f"tutorial-{len(files) + 1}.svg")] = f"{picture}\n"
        cells.append(
            {
                "cell_type": "code",
                "execution_count": None,
                "id": ident,
                "metadata": {},
                "outputs": outputs,
                "source": _lines(part.strip()),
            }
        )
    notebook = {
        "cells": cells,
        "metadata": {"language_info": {"name": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    files[NOTEBOOK] = json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"
    return files


def _run(cell: str, names: dict[str, Any]) -> list[dict[str, Any]]:
    """Run a cell as notebooks do: what it prints, and the value of its last line where that is one."""
    program = ast.parse(cell)
    *before, end = program.body
    last = end if isinstance(end, ast.Expr) else None
    program.body = program.body if last is None else before
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(program, "tutorial", "exec"), names)
        value = eval(compile(ast.Expression(last.value), "tutorial", "eval"), names) if last is not None else None
    outputs: list[dict[str, Any]] = []
    if printed.getvalue():
        outputs.append({"name": "stdout", "output_type": "stream", "text": _lines(printed.getvalue())})
    if value is not None:
        data: dict[str, Any] = {"text/plain": _lines(repr(value))}
        if hasattr(value, "_repr_svg_"):
            data = {"image/svg+xml": value._repr_svg_()}
        outputs.append({"data": data, "execution_count": None, "metadata": {}, "output_type": "execute_result"})
    return outputs


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


if __name__ == "__main__":
    for file, text in made().items():
        file.write_text(text, encoding="utf-8")
        print(file.relative_to(ROOT))
