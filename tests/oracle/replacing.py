"""What may replace a regular joker: the tile it stands for, or, as one book has it, one of the same number or colour
(docs/rules.md 4.1). `python -m tests.oracle.replacing -n 10000` looks for a case that tells the two apart."""

import argparse
from dataclasses import replace
from random import Random

from tests.bookkeeper.books.law import wrong
from tests.oracle.asked import told, told_play
from tests.oracle.cases import random_cases
from tests.oracle.sweep import edition_of, line_of
from tilerummy import editions
from tilerummy.rules.edition.edition import Edition


def compared(edition: Edition, wanted: int, seed: int) -> tuple[int, list[str]]:
    """How many of `wanted` cases with a joker on the table are legal; those on which the two readings differ."""
    random, seen, legal, found = Random(seed), 0, 0, []
    while seen < wanted:
        for case in random_cases(edition, random):
            if not any("J" in meld.tiles for meld in case[0].table):
                continue
            seen += 1
            asked, made = told(case[0]), told_play(case[1])
            said = not wrong(asked, made)
            legal += said
            if said == bool(wrong(replace(asked, book=replace(asked.book, either=True)), made)):
                found.append(line_of(*case))
    return legal, found


def main() -> None:
    """Compare both in every edition."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-n", type=int, default=1000, help="cases for each edition")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("names", nargs="*", default=editions.names(), help="editions or house rules")
    args = parser.parse_args()
    for name in args.names:
        legal, found = compared(edition_of(name), args.n, args.seed)
        print(f"{name}: {args.n} cases, {legal} legal, {len(found)} differ", *found[:3], sep="\n  ")


if __name__ == "__main__":
    main()
