"""What `import tilerummy` costs: next to nothing, since each name is loaded when it is first asked for."""

import subprocess
import sys

PROGRAM = """
import sys
before = set(sys.modules)
import tilerummy
loaded = {name.partition(".")[0] for name in set(sys.modules) - before}
print(*sorted(loaded - {"__future__", "importlib", "warnings"}))
"""


def test_importing_the_library_loads_nothing_else() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    assert done.stdout == "tilerummy\n"
