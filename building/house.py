"""How large the house is: `python -m building.house` prints largest files, fullest folders and circles of imports, and
ends with 1 where one is too large."""

import ast
import subprocess
import sys
from collections import Counter
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from building import ROOT

KINDS = (".py", ".c", ".h", ".ts", ".svelte")
SHOWN = 8
LINES = 400
"""Lines of a file, at most: a longer one is looking for a missing noun."""
FILES = 20
"""Files of a folder, at most, besides those in its folders."""


def main() -> int:
    """Print the three lists; 1 where a limit is passed or there is a circle."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    files = [Path(name) for name in listed if name.endswith(KINDS) and "/gen/" not in name]
    sizes = sorted(((len((ROOT / file).read_bytes().splitlines()), file) for file in files), reverse=True)
    folders = Counter(file.parent for file in files).most_common(SHOWN)
    print("Largest files (lines)", *(f"  {size:5}  {file}" for size, file in sizes[:SHOWN]), sep="\n")
    print("Fullest folders (files)", *(f"  {count:5}  {folder}" for folder, count in folders), sep="\n")
    try:
        order = list(TopologicalSorter(_imports(files)).static_order())
        print(f"Imports: {len(order)} modules, no circle")
    except CycleError as error:
        print("Imports: a circle:", " -> ".join(error.args[1]))
        return 1
    return int(sizes[0][0] > LINES or folders[0][1] > FILES)


def _imports(files: list[Path]) -> dict[str, set[str]]:
    """Per module of the package those it imports when it is loaded, but for type checkers."""
    modules = {_name(file): file for file in files if file.suffix == ".py" and file.parts[:2] == ("src", "tilerummy")}
    return {
        name: _imported(ast.parse((ROOT / file).read_bytes()), modules.keys() - {name})
        for name, file in modules.items()
    }


def _name(file: Path) -> str:
    return ".".join(file.with_suffix("").parts[1:]).removesuffix(".__init__")


def _imported(tree: ast.Module, known: set[str]) -> set[str]:
    found = set()
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{one.name}" for one in node.names)} & known
        elif isinstance(node, ast.Import):
            found |= {one.name for one in node.names} & known
    return found


if __name__ == "__main__":
    sys.exit(main())
