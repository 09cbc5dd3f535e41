"""What of the tree is the core's: what its library and its commands import, and the texts that they say."""

import ast
from pathlib import Path

from building import ROOT
from building.packages import parts

SOURCE = ROOT / "src"
MODULES = parts._imported(SOURCE)


def test_the_core_is_the_library_and_its_commands_and_no_server() -> None:
    assert {"tilerummy", "tilerummy.svg", "tilerummy.game", "tilerummy.cli.commands.ask.judge"} <= MODULES
    folders = {module.split(".")[1] for module in MODULES if "." in module}
    assert folders & {"web", "rooms", "store", "records", "site", "puzzles", "learning"} == set()


def test_a_file_that_is_no_module_goes_with_the_folder_it_lies_in() -> None:
    for name, ours in (
        ("py.typed", True),
        ("editions/original.toml", True),
        ("messages/nl/language.toml", True),
        ("web/static/pictures/drawings.json", True),
        ("web/static/index.html", False),
        ("puzzles/books/original.json.gz", False),
        ("web/__init__.py", False),
        ("rules/__init__.py", True),
    ):
        assert parts._in_core(SOURCE, Path(name), MODULES) == ours, name


def test_a_text_is_the_cores_where_a_module_names_its_key() -> None:
    said = dict(parts._texts(SOURCE, MODULES, ours=True))["en"]
    rest = dict(parts._texts(SOURCE, MODULES, ours=False))["en"]
    assert {"violation.too-short", "cli.serve-help", "cli.error-extra-missing"} <= said.keys()
    assert not [key for key in said if key.startswith(("lobby.", "sheet."))]
    assert not said.keys() & rest.keys()


def test_every_key_that_the_core_says_begins_with_words() -> None:
    """Else nobody reads from the sources which texts it needs."""
    for module in MODULES:
        file = parts._file(SOURCE, module)
        for node in ast.walk(parts._tree(file)):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "text" and len(node.args) > 1:
                key = node.args[1]
                assert not (isinstance(key, ast.JoinedStr) and isinstance(key.values[0], ast.FormattedValue)), file
                assert not isinstance(key, ast.BinOp), file
