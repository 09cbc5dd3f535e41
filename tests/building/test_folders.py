"""The table of folders in ARCHITECTURE.md is the contract of all imports: whatever one row does not name is refused."""

from copy import deepcopy

import grimp
import pytest
from grimp import ImportGraph

from tests.building.folders import PACKAGE, Folders, Row, table

GRAPH = grimp.build_graph(PACKAGE, exclude_type_checking_imports=True)
PACKAGES = {name.rsplit(".", 1)[-1] for name in GRAPH.find_children(PACKAGE)} - {"__main__"}
ROWS = table(PACKAGES)


@pytest.fixture
def graph() -> ImportGraph:
    """The imports as they are, to be changed."""
    return deepcopy(GRAPH)


def faults(graph: ImportGraph) -> list[str]:
    """What the contract says of these imports."""
    found: list[str] = Folders("folders", {}, {}).check(graph, verbose=False).metadata["faults"]
    return found


@pytest.mark.parametrize("row", [row for row in ROWS if row.listed], ids=lambda row: row.of[0])
def test_an_import_that_a_row_does_not_name_is_refused(graph: ImportGraph, row: Row) -> None:
    assert faults(graph) == []
    own = f"{PACKAGE}.{row.of[0]}"
    others = [f"{PACKAGE}.{name}" for name in sorted(PACKAGES - row.may - set(row.of))]
    for other in others:
        graph.add_import(importer=own, imported=other)
    assert sorted(faults(graph)) == [f"{own} imports {other}: the table does not allow it" for other in others]


def test_a_row_that_names_what_it_does_not_import_is_refused(graph: ImportGraph) -> None:
    for imported in graph.find_modules_directly_imported_by("tilerummy.library"):
        graph.remove_import(importer="tilerummy.library", imported=imported)
    names = ("editions", "formats", "inputs", "messages", "rules", "tournament")
    assert faults(graph) == [f"library does not import {name}" for name in names]


def test_a_package_without_a_row_is_refused(graph: ImportGraph) -> None:
    graph.add_module("tilerummy.novelty")
    assert faults(graph) == ["novelty has no row"]
