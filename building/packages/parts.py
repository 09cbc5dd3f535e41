"""The two packages that wheels are made of, out of one tree: `tilerummy`, the core, which is what its library and its
commands import, with the texts that these say; and `tilerummy-server`, all the rest, which every extra asks for.

What belongs where is read from the sources, so nothing lists it. Both go into the same folder of an installation, where
a checkout, an editable install and the source distribution have all.
"""

import ast
import json
import re
import shutil
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Final

PACKAGE: Final = "tilerummy"
SERVER: Final = "tilerummy-server"
CORE: Final = (
    *("judge", "meld", "score", "solve", "arrange", "editions", "seat", "standings", "tournament"),
    *("bot", "verify", "replay", "doctor", "completion", "man"),
)
"""The commands of the core."""
_ROOTS: Final = ("__main__", "cli.main", "svg", "testing")
"""What else is there for its own sake; the names of the library are in `__init__.py`."""
_BEYOND: Final = ("cli.publishing", "cli.simulation")
"""What a command of the core imports only for what is the server's."""
_DRAWINGS: Final = "web/static/pictures/drawings.json"
"""Of the page, what `svg.py` draws with."""
_LEARNED: Final = "camera/camera.*"
"""Of the camera, what the extra that reads photographs needs."""
_COUNTED: Final = re.compile(r"_(zero|one|two|few|many|other)$")
_PROJECT: Final = """\
[build-system]
requires = ["hatchling>=1.27"]
build-backend = "hatchling.build"

[project]
name = "{name}"
version = "{version}"
description = "What Tilerummy's extras need: a server, its page, puzzles, players that learn"
readme = "README.md"
license = "MIT"
license-files = ["LICENSE", "THIRD_PARTY.txt"]
requires-python = ">=3.11"
dependencies = ["tilerummy=={version}"]

[tool.hatch.build.hooks.custom]
path = "building/packages/beside.py"

[tool.hatch.build]
artifacts = ["src/tilerummy/web/static/**", "src/tilerummy/camera/camera.wasm"]

[tool.hatch.build.targets.wheel]
packages = ["src/tilerummy"]
sbom-files = ["third-party.cdx.json"]
"""


def split(sources: Path, core: Path, server: Path) -> None:
    """Copy the sources with their built page to two folders, each of which builds the wheel of one package."""
    source = sources / "src"
    modules = _imported(source)
    for folder, area in ((core, "cli"), (server, "server")):
        shutil.copytree(sources, folder)
        package, ours = folder / "src" / PACKAGE, folder == core
        for file in [file for file in package.rglob("*") if file.is_file()]:
            if file.match("messages/*/*.json") or _in_core(source, file.relative_to(package), modules) != ours:
                file.unlink()
        # `languages()` looks for the core's
        _write(dict(_texts(source, modules, ours=ours)), package / "messages", f"{area}.json")
    version = re.search(r'^__version__ = "(.+)"$', (source / PACKAGE / "__init__.py").read_text("utf-8"), re.MULTILINE)
    assert version
    (server / "PKG-INFO").unlink(missing_ok=True)
    (server / "pyproject.toml").write_text(_PROJECT.format(name=SERVER, version=version[1]), encoding="utf-8")


def is_core(sources: Path) -> bool:
    """Whether these are the sources of a core alone."""
    return not (sources / "src" / PACKAGE / "web" / "__init__.py").is_file()


def _in_core(source: Path, file: Path, modules: Iterable[str]) -> bool:
    """Whether a file of the package is the core's: a module of it, or what lies in the folder of one."""
    if file.match(_LEARNED):
        return False
    path = Path(PACKAGE, file)
    if path.suffix != ".py":
        path = next(folder for folder in path.parents if (source / folder / "__init__.py").is_file())
    elif path.name == "__init__.py":
        path = path.parent
    return file.as_posix() == _DRAWINGS or ".".join(path.with_suffix("").parts) in modules


def _texts(source: Path, modules: Iterable[str], *, ours: bool) -> Iterator[tuple[str, dict[str, str]]]:
    """Of every language the texts that these modules say, or all the others."""
    said = re.compile("|".join({key for module in modules for key in _keys(_tree(_file(source, module)))}))
    for folder in sorted((source / PACKAGE / "messages").glob("*/language.toml")):
        known = [json.loads(file.read_bytes()) for file in sorted(folder.parent.glob("*.json"))]
        texts = {key: text for area in known for key, text in area.items()}
        yield folder.parent.name, {k: v for k, v in texts.items() if bool(said.fullmatch(_COUNTED.sub("", k))) == ours}


def _write(texts: dict[str, dict[str, str]], folder: Path, name: str) -> None:
    """Write a file of keys, and of each language one of texts in their order, a form of each by its ending."""
    keys = list(dict.fromkeys(_COUNTED.sub("", key) for lang in texts for key in texts[lang]))
    for lang, known in texts.items():
        forms: dict[str, dict[str, str]] = {key: {} for key in keys}
        for key, text in known.items():
            base = _COUNTED.sub("", key)
            forms[base][key.removeprefix(base)] = text
        _dump(list(forms.values()), folder / lang / name)
    _dump(keys, folder / name)


def _dump(value: object, file: Path) -> None:
    file.write_text(json.dumps(value, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")


def _keys(tree: ast.Module) -> Iterator[str]:
    """The keys of texts that a module names, as patterns: what is filled in may be anything."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            pattern = re.escape(node.value)
        elif isinstance(node, ast.JoinedStr):
            pattern = "".join(re.escape(str(v.value)) if isinstance(v, ast.Constant) else ".+" for v in node.values)
        else:
            continue
        if re.match(r"[a-z]+\\\.[\w\\.+-]+$", pattern):
            yield pattern


def _imported(source: Path) -> frozenset[str]:
    """The modules of the core: its roots, and all that they import, but for type checkers."""
    commands = (source / PACKAGE / "cli" / "commands").rglob("*.py")
    roots = [f"{PACKAGE}.{name}" for name in _ROOTS]
    roots += [".".join(file.relative_to(source).with_suffix("").parts) for file in commands if file.stem in CORE]
    beyond = {f"{PACKAGE}.{name}" for name in _BEYOND}
    found: set[str] = set()
    while roots:
        module = roots.pop()
        if module not in found | beyond and (file := _file(source, module)):
            found.add(module)
            roots += [module.rpartition(".")[0], *_imports(_tree(file))]
            if module == PACKAGE:
                roots += [f"{PACKAGE}.{name.partition(':')[0]}" for name in _words(_tree(file))]
    return frozenset(found)


def _imports(tree: ast.Module) -> Iterator[str]:
    """What a module imports anywhere, by a statement or by its name; names within a module are no harm."""
    left: list[ast.AST] = [tree]
    while left:
        node = left.pop()
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            left += node.orelse
            continue
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (node.module, *(f"{node.module}.{one.name}" for one in node.names))
        left += ast.iter_child_nodes(node)
    yield from (word for word in _words(tree) if word.startswith(f"{PACKAGE}."))


def _words(tree: ast.Module) -> Iterator[str]:
    return (n.value for n in ast.walk(tree) if isinstance(n, ast.Constant) and isinstance(n.value, str))


def _file(source: Path, module: str) -> Path | None:
    place = source.joinpath(*module.split("."))
    return next((file for file in (place.with_suffix(".py"), place / "__init__.py") if module and file.is_file()), None)


@cache
def _tree(file: Path | None) -> ast.Module:
    return ast.parse(file.read_bytes()) if file else ast.Module([], [])
