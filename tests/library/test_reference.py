"""The reference says what all that is public is: a sentence for each class, method and attribute, where it stands."""

import ast
import inspect
from collections.abc import Iterator
from pathlib import Path

import tilerummy
from tilerummy import client


def classes() -> Iterator[type]:
    """Every class that is public, of the library and of its clients."""
    named = [getattr(tilerummy, name) for name in tilerummy.__all__] + [
        getattr(client, name) for name in client.__all__
    ]
    for found in named:
        if inspect.isclass(found) and found.__module__.startswith("tilerummy."):
            yield found


def unsaid(found: type) -> Iterator[str]:
    """What of a class is said neither below its name nor, by that name, above."""
    source = Path(inspect.getsourcefile(found) or "")
    tree = ast.parse(source.read_bytes())
    (body,) = (n.body for n in ast.walk(tree) if isinstance(n, ast.ClassDef) and n.name == found.__name__)
    above = inspect.getdoc(found) or ""
    for node, after in zip(body, [*body[1:], None], strict=True):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            name = node.target.id
            said = isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            name, said = node.name, bool(ast.get_docstring(node))
        else:
            continue
        if not (name.startswith("_") or said or f"`{name}`" in above):
            yield f"{found.__name__}.{name}"


def test_every_attribute_of_the_library_has_a_sentence() -> None:
    known = list(classes())
    assert len(known) > 30
    assert [one.__name__ for one in known if not inspect.getdoc(one)] == []
    assert [name for one in known for name in unsaid(one)] == []
