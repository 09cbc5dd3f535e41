"""A test that waits does so until what it waits for is there."""

import ast
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).parents[1]


def test_no_promise_is_taken_for_what_it_will_give() -> None:
    """Playwright's `wait_for_function` ends at once where the function is `async`: `eyes.until` asks again."""
    waits = [(path, *wait) for path in TESTS.rglob("*.py") for wait in scripts(ast.parse(path.read_text()))]
    assert len(waits) > 30
    assert not [f"{path.name}:{line}" for path, line, script in waits if script.startswith("async")]


def scripts(module: ast.Module) -> Iterator[tuple[int, str]]:
    """The line and the script of each call of `wait_for_function`; of what the module calls by a name, too."""
    named = {
        target.id: node.value.value
        for node in module.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(module):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr == "wait_for_function"
        ):
            asked = node.args[0]
            script = named.get(asked.id, "") if isinstance(asked, ast.Name) else getattr(asked, "value", "")
            yield node.lineno, str(script).strip()
