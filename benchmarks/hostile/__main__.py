"""What honest players feel while others attack: `python -m benchmarks.hostile [--seconds 75] [--each] [ATTACK ...]`.

Ten people play at five tables, each at an address of its own: they try melds, ask for hints, pass with an empty pool
and a short clock, play against computers; others open pages and ask the analysis board. All of that is timed while
nobody attacks, while all attacks come at once from five addresses, and again 20 s after these have ended; printed side
by side with the bars. The exit status is 1 where a bar does not hold. `--each`: every attack by itself, on a server of
its own. `--allowed 3`: three times the limits, within which one address cannot give 300 rooms up in that time. The
attackers have a process of their own, which shares the machine.
"""

import argparse
import asyncio
import resource
import sys
import tempfile
from pathlib import Path
from typing import Final

from benchmarks.hostile.attacks import ATTACKS, Attackers
from benchmarks.hostile.figures import Figures, report
from benchmarks.hostile.people import everybody
from tests.web.harness import Server
from tilerummy.cancellation import cancel

WARM_UP: Final = 10.0
"""Seconds after which people begin to be timed: tables have been made and workers started by then."""
REST: Final = 20.0
"""Seconds between the end of the attacks and the time that is to be as quiet."""
SETTINGS: Final = {"TILERUMMY_LOG": "error", "TILERUMMY_COMPUTER_PAUSE": "0.9"}
"""Of the server: computers take the least moment that they usually do, so that what is waited for shows."""


async def measured(port: int, names: list[str], quiet: float, seconds: float) -> tuple[Figures, dict[str, object]]:
    """What people waited for before, during and after these attacks, and what came of the attacks."""
    figures = Figures()
    people = await everybody(port, figures)
    await asyncio.sleep(WARM_UP)
    figures.phase = "quiet"
    await asyncio.sleep(quiet)
    attackers = Attackers(names, port)
    attackers.start()
    figures.phase = "attacked"
    await asyncio.sleep(seconds)
    counts = await asyncio.to_thread(attackers.stop)
    figures.phase = None
    await asyncio.sleep(REST)
    figures.phase = "after"
    await asyncio.sleep(quiet)
    figures.close()
    await cancel(people)
    return figures, dict(counts)


def run(names: list[str], quiet: float, seconds: float, allowed: float) -> bool:
    """Attack a server that allows an address so many times the usual, and print; whether every bar holds."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), environment=SETTINGS | {"TILERUMMY_PER_ADDRESS": str(allowed)}).start()
        try:
            figures, counts = asyncio.run(measured(server.port, names, quiet, seconds))
        finally:
            server.stop()
    good = report(figures)
    for name, came in counts.items():
        print(f"{name}: {came}")
    print(flush=True)
    return good


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=75, help="of the attack")
    parser.add_argument("--quiet", type=float, default=40, help="seconds before it, and after it")
    parser.add_argument("--allowed", type=float, default=1, help="times what an address may usually do")
    parser.add_argument("--each", action="store_true", help="every attack by itself")
    parser.add_argument("attacks", nargs="*", metavar="ATTACK", help=", ".join(ATTACKS))
    asked = parser.parse_args()
    if unknown := set(asked.attacks) - set(ATTACKS):
        parser.error(f"no such attack: {', '.join(sorted(unknown))}")
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    names = asked.attacks or list(ATTACKS)
    good = True
    for chosen in [[name] for name in names] if asked.each else [names]:
        print(f"--- {', '.join(chosen)}", flush=True)
        good = run(chosen, asked.quiet, asked.seconds, asked.allowed) and good
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
