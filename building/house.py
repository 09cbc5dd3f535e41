"""How large the house is: `python -m building.house` prints largest files, fullest folders, circles of imports."""

import ast
import subprocess
from collections import Counter
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

KINDS = (".py", ".c", ".h", ".ts", ".svelte")
SHOWN = 8


def main() -> None:
    """Print the three lists."""
    listed = subprocess.run(["git", "ls-files"], capture_output=True, text=True, check=True).stdout.split()
    files = [Path(name) for name in listed if name.endswith(KINDS) and "/gen/" not in name]
    print("Largest files (lines)")
    sizes = sorted(((len(file.read_bytes().splitlines()), file) for file in files), reverse=True)
    for size, file in sizes[:SHOWN]:
        print(f"  {size:5}  {file}")
    print("Fullest folders (files)")
    for folder, count in Counter(file.parent for file in files).most_common(SHOWN):
        print(f"  {count:5}  {folder}")
    try:
        order = list(TopologicalSorter(_imports(files)).static_order())
        print(f"Imports: {len(order)} modules, no circle")
    except CycleError as error:
        print("Imports: a circle:", " -> ".join(error.args[1]))


def _imports(files: list[Path]) -> dict[str, set[str]]:
    """Per module of the package those it imports when it is loaded, but for type checkers."""
    modules = {_name(file): file for file in files if file.suffix == ".py" and file.parts[:2] == ("src", "tilerummy")}
    return {name: _imported(ast.parse(file.read_bytes()), modules.keys() - {name}) for name, file in modules.items()}


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
    main()
