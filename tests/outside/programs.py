"""Programs for tests: written into a folder, and run by this Python."""

import shlex
import sys
from pathlib import Path

LEVEL = f"{shlex.quote(sys.executable)} -m tilerummy bot run"
"""The command that plays a level, without its name."""
LOOP = """
import os, sys, time
print("hello 1 Test", flush=True)
for line in sys.stdin:
    if line.startswith("go "):
        ANSWER
"""


def program(folder: Path, text: str) -> str:
    """The command of a program in Python."""
    path = folder / "program.py"
    path.write_text(text)
    return f"{shlex.quote(sys.executable)} {shlex.quote(str(path))}"


def answering(folder: Path, answer: str) -> str:
    """The command of a program that greets, and does this once it is asked for a move."""
    return program(folder, LOOP.replace("ANSWER", answer))
