"""How much code there is: `python -m building.count` prints a table of packages with their files and lines.

A line is code, comment (so are docstrings), or blank. Generated code and data are left out.
"""

import ast
import io
import subprocess
import sys
import tokenize
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from building import ROOT

KINDS = {".ts": "//", ".mjs": "//", ".js": "//", ".c": "//", ".h": "//", ".css": "//", ".svelte": "//", ".sql": "--"}
"""Languages beside Python, and what begins a comment that ends with its line."""
BLOCKS = {"/*": "*/", "<!--": "-->"}
"""How longer comments begin and end."""
PARENTS = ("src/tilerummy", "webapp/src/pages", "webapp/src", "tests", "benchmarks")
"""Folders whose folders are packages; elsewhere the top folder is one."""
_LAYOUT = {tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}


class Count(NamedTuple):
    """Files and lines; of these code and comments, the others are blank."""

    files: int
    lines: int
    code: int
    comments: int


def main() -> int:
    """Print the table."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    files = [name for name in listed if Path(name).suffix in {".py", *KINDS} and "/gen/" not in name]
    packages = defaultdict[str, list[Count]](list)
    for name in files:
        packages[package(name)].append(count(name, (ROOT / name).read_text(encoding="utf-8")))
    rows = {name: _sum(counts) for name, counts in sorted(packages.items())}
    print(f"{'package':32} {'files':>6} {'lines':>8} {'code':>8} {'comment':>8}")
    for name, row in {**rows, "all": _sum(rows.values())}.items():
        print(f"{name:32} {row.files:6} {row.lines:8} {row.code:8} {row.comments:8}")
    return 0


def package(name: str) -> str:
    """The package of a file."""
    path = PurePosixPath(name)
    for parent in map(PurePosixPath, PARENTS):
        if parent in path.parents and path.parent != parent:
            return "/".join(path.parts[: len(parent.parts) + 1])
        if path.parent == parent:
            return str(parent)
    return path.parts[0] if path.parts[1:] else "."


def count(name: str, text: str) -> Count:
    """The lines of one file."""
    kind = PurePosixPath(name).suffix
    code, comments = _python(text) if kind == ".py" else _others(text, KINDS[kind])
    return Count(1, len(text.splitlines()), code, comments)


def _sum(counts: Iterable[Count]) -> Count:
    return Count(*map(sum, zip(*counts, strict=True)))


def _python(text: str) -> tuple[int, int]:
    docs = {line for node in ast.walk(ast.parse(text)) for line in _docstring(node)}
    code, comments = set[int](), set[int]()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            comments.add(token.start[0])
        elif token.type not in _LAYOUT:
            code.update(range(token.start[0], token.end[0] + 1))
    return len(code - docs), len(docs | (comments - code))


def _docstring(node: ast.AST) -> Iterable[int]:
    """The lines of a text that stands alone as a statement: of a module, a class or a function, or below a name."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
        return range(node.lineno, (node.end_lineno or node.lineno) + 1)
    return ()


def _others(text: str, begins: str) -> tuple[int, int]:
    code, comments, until = 0, 0, ""
    for line in filter(None, map(str.strip, text.splitlines())):
        opening = next((one for one in BLOCKS if line.startswith(one)), "")
        if not until and not opening and not line.startswith(begins):
            code += 1
            continue
        comments += 1
        until = until or BLOCKS.get(opening, "")
        if until in line.removeprefix(opening):
            until = ""
    return code, comments


if __name__ == "__main__":
    sys.exit(main())
