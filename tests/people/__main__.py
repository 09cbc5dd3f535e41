"""Random people at tables, matches, practice, events, score sheets and circles, with every law checked after every
command: `python -m tests.people --commands 1000000`.

Ends with exit code 1 at the first law that does not hold, and says which, where, and with which seed it is seen again.
"""

import argparse
import sys
import time
from collections import Counter

from tests.people.people import live
from tests.people.town import Broken

AT_ONCE = 20_000
"""Commands of one town: so many lead to what went wrong, at most."""


def main() -> int:
    """Let people do what they do; 0 where all laws held."""
    parser = argparse.ArgumentParser(prog="python -m tests.people", description=__doc__)
    parser.add_argument("--commands", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1, help="of the first town; the next one has the next seed")
    parser.add_argument("--servers", type=int, default=1, help="over one store, which hear little of each other")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="begin no town after so many seconds")
    args = parser.parse_args()
    began, counted = time.monotonic(), Counter[str]()
    done, seed = 0, args.seed
    while done < args.commands and time.monotonic() - began < args.seconds:
        most = min(AT_ONCE, args.commands - done)
        try:
            lived = live(seed, most, servers=args.servers)
        except Broken as broken:
            print(f"seed {seed}, {most} commands, {args.servers} servers: {broken}")
            return 1
        counted.update(lived)
        done += sum(number for what, number in lived.items() if "!" not in what)
        print(f"seed {seed}: {done} commands in {time.monotonic() - began:.0f} s, all laws hold", flush=True)
        seed += 1
    print(*(f"{number:>9,}  {what}" for what, number in sorted(counted.items())), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
