"""The solver of the page on the 252 public positions, under Node: `python -m benchmarks.pages.wasm`.

Every position is asked once, in one process, from a line of notation to the answer as an object: so the module's code
is still to be made quick, as in a page that was just opened.
"""

import gzip
import json

from benchmarks.solver import PUBLIC, load, row
from building.wasm import MODULE
from tests.oracle.wasm.cases import Case
from tests.oracle.wasm.page import page_answers


def main() -> None:
    """Ask, and print the table."""
    known = load("original", PUBLIC)
    asked = [Case("original", position, "tiles").asked() for _, position in known]
    answers = page_answers(asked)
    plays = [json.loads(said)[0] for _, said in answers]
    optimal = sum(play["tiles"] == case["opt_tiles"] for (case, _), play in zip(known, plays, strict=True))
    first, *_ = times = [us / 1000 for us, _ in answers]
    found = row("page", times, optimal)
    packed = len(gzip.compress(MODULE.read_bytes(), 9)) / 1000
    print(f"{found.positions} positions, {optimal} at their proved optimum; the module {packed:.1f} kB packed")
    print(f"ms: first {first:.1f}, median {found.median}, p95 {found.p95}, p99 {found.p99}, most {found.most}")


if __name__ == "__main__":
    main()
