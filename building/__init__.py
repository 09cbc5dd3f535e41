"""Sets up, builds and checks the project: the inside of `dev.py` and of the wheel's build hook.

Only the standard library: these modules run before anything is installed.
"""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
