"""Asks both solvers in bulk, and prints what differs. `--write` writes the editions that the page's solver knows into
`webapp/src/solver/editions.json`, and what the server lists, with the cards, into `webapp/src/pages/rules/known/`.
"""

import argparse
import time

from building import ROOT
from building.wasm import MODULE
from tests.oracle.wasm.cases import cases, differing
from tests.oracle.wasm.page import CARDS, EDITIONS, LISTED, known_cards, listed_editions, page_editions, served


def main() -> int:
    """Compare and print what differs; 0 when nothing does."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("editions", nargs="*", metavar="EDITION", help="all, if none is named")
    parser.add_argument("-n", type=int, default=10_000, help="positions of each edition")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true", help="write the editions that the page knows")
    args = parser.parse_args()
    if args.write:
        EDITIONS.write_text(page_editions(), encoding="utf-8")
        LISTED.write_text(listed_editions(), encoding="utf-8")
        CARDS.write_text(known_cards(), encoding="utf-8")
        return 0
    if unknown := set(args.editions) - set(served()):
        parser.error(f"the page solves {', '.join(served())}, not {', '.join(sorted(unknown))}")
    if not MODULE.is_file():
        parser.error(f"{MODULE.relative_to(ROOT)} is not there: python3 dev.py test makes it")
    wrong = 0
    for name in args.editions or served():
        begun = time.monotonic()
        found = differing(cases(name, args.seed, args.n))
        seconds = time.monotonic() - begun
        print("\n".join([*found[:10], f"{name}: {args.n} positions, {len(found)} differ, {seconds:.0f} s"]), flush=True)
        wrong += len(found)
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
