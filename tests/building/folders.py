"""ARCHITECTURE.md's table of folders as a contract of import-linter: what each row may import, and nothing else."""

import re
from itertools import chain
from pathlib import Path
from typing import Final, NamedTuple

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, output

TABLE: Final = Path("ARCHITECTURE.md")
PACKAGE: Final = "tilerummy"
EVERYTHING: Final = "all above"


class Row(NamedTuple):
    """A row of the table: the packages and modules it is about, those that they may import, and whether it lists
    these."""

    of: tuple[str, ...]
    may: frozenset[str]
    listed: bool


class Folders(Contract):
    """Every package has a row, which names all that it imports, and nothing that it does not or that stands further
    down."""

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        """What in the graph and in the table does not agree."""
        packages = {module.rsplit(".", 1)[-1] for module in graph.find_children(PACKAGE)} - {"__main__"}
        rows = table(packages)
        faults = list(chain(_order(rows, packages), *(_imports(graph, row) for row in rows)))
        return ContractCheck(kept=not faults, metadata={"faults": faults})

    def render_broken_contract(self, check: ContractCheck) -> None:
        """Print it."""
        for fault in check.metadata["faults"]:
            output.print_error(fault)


def table(packages: set[str]) -> list[Row]:
    """The rows about these packages, in order."""
    rows: list[Row] = []
    for line in TABLE.read_text(encoding="utf-8").splitlines():
        if line.startswith("| `"):
            _, first, *_, last, _ = line.split("|")
            of = tuple(name for name in re.findall(r"`(?:src/tilerummy/)?(\w+)(?:/|\.py)`", first) if name in packages)
            above = frozenset(name for row in rows for name in row.of)
            everything = last.strip() == EVERYTHING
            may = above if everything else frozenset(re.findall(r"`(\w+)`", last))
            rows += [Row(of, may, not everything)] if of else []
    return rows


def _order(rows: list[Row], packages: set[str]) -> list[str]:
    named = [name for row in rows for name in row.of]
    faults = [f"{name} has no row" for name in sorted(packages - set(named))]
    faults += [f"{name} has several rows" for name in sorted(packages) if named.count(name) > 1]
    above: set[str] = set()
    for row in rows:
        faults += [f"{row.of[0]} may import {name}, which stands in no row above" for name in sorted(row.may - above)]
        above |= set(row.of)
    return faults


def _imports(graph: ImportGraph, row: Row) -> list[str]:
    found = {name: where for own in row.of for name, where in _imported(graph, own).items()}
    wrong = [f"{where}: the table does not allow it" for name, where in found.items() if name not in row.may]
    unused = sorted(row.may - set(found)) if row.listed else []
    return wrong + [f"{row.of[0]} does not import {name}" for name in unused]


def _imported(graph: ImportGraph, own: str) -> dict[str, str]:
    """The other packages that one imports, each with an import of it."""
    importers = {f"{PACKAGE}.{own}", *graph.find_descendants(f"{PACKAGE}.{own}")}
    pairs = ((one, other) for one in sorted(importers) for other in graph.find_modules_directly_imported_by(one))
    ours = ((one, other.split(".")) for one, other in pairs if other.startswith(f"{PACKAGE}."))
    return {other[1]: f"{one} imports {'.'.join(other)}" for one, other in ours if other[1] != own}
