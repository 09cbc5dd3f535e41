"""Firefox and WebKit do all that the page offers: a whole game, drags, hints, replay, analysis, puzzles, lessons,
sheets, tournaments, paper, and a start without the server.

    python -m tests.browser.engines                                     # all of it, with mouse and finger
    python -m tests.browser.engines --engine webkit --scenario game

What fails leaves a picture in `test-artefacts/engines`; the others go on. Ends with 1 if any failed.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path

from selenium.webdriver.remote.webdriver import WebDriver

from tests.browser.engines.scenarios import SCENARIOS
from tests.browser.engines.starting import ENGINES, started
from tests.browser.engines.visits import WAYS, visit

PICTURES = Path(__file__).parents[3] / "test-artefacts" / "engines"


def main() -> int:
    """Do what the command line asks for, and print a line for each."""
    asked = _arguments()
    failed = 0
    for engine in asked.engine:
        wanted = [name for name in asked.scenario if engine in SCENARIOS[name].engines]
        with tempfile.TemporaryDirectory() as folder, started(engine, Path(folder)) as driver:
            failed += sum(not _done(driver, engine, way, name) for way in WAYS[engine] for name in wanted)
    return 1 if failed else 0


def _done(driver: WebDriver, engine: str, way: str, name: str) -> bool:
    label, begun = f"{engine}-{way}-{name}", time.monotonic()
    try:
        visit(driver, name, way, PICTURES / f"{label}.png")
    except Exception as problem:  # whatever went wrong in one, the next one shall be done
        print(f"failed {label}: {type(problem).__name__}: {problem}", flush=True)
        return False
    print(f"passed {label} ({time.monotonic() - begun:.1f} s)", flush=True)
    return True


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, known in (("engine", tuple(ENGINES)), ("scenario", tuple(SCENARIOS))):
        parser.add_argument(f"--{name}", nargs="+", choices=known, default=known)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
