"""The judge and the bookkeeper's book side by side on random cases: `python -m tests.oracle.sweep -n 200000 suomi`."""

import argparse
from collections import Counter
from collections.abc import Iterator
from random import Random

from tests.bookkeeper.books.law import Faults, wrong
from tests.bookkeeper.books.melds import readings as by_book
from tests.bookkeeper.books.melds import value
from tests.oracle.asked import book, text, told, told_play
from tests.oracle.cases import random_cases
from tests.oracle.houses import HOUSES
from tilerummy import editions
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.judge.jokers import CODES
from tilerummy.rules.judge.judge import Illegal, Legal, judge
from tilerummy.rules.melds.readings import readings
from tilerummy.rules.moves import Play
from tilerummy.rules.notation import format_meld, format_position
from tilerummy.rules.position import Position, layout_of

OPENING_CODES = frozenset(
    (
        "opening-too-low",
        "opening-not-stated",
        "opening-not-on-table",
        "opening-not-from-rack",
        "table-before-opening",
        "joker-before-opening",
    )
)


def edition_of(name: str) -> Edition:
    """An edition by name or by its file, or one of the house rules of this sweep."""
    return HOUSES[name]() if name in HOUSES else editions.load(name)


def difference(position: Position, play: Play, found: Legal | Illegal) -> str | None:
    """How the judge's answer and the book differ on a case; None when they agree."""
    for meld in (*play.table, *play.opening):
        said = {(r.kind, r.mirrored, r.value) for r in readings(meld, position.edition)}
        true = {(r.kind, r.mirrored, r.value) for r in by_book(text(meld), book(position.edition))}
        if said != true:
            return f"readings of {format_meld(meld)}: {sorted(said)} for {sorted(true)}"
    faults = wrong(told(position), told_play(play))
    if isinstance(found, Legal) == bool(faults):
        return f"{faults or 'legal'} is judged {found}"
    return _points_differ(position, play, found) if isinstance(found, Legal) else _codes_differ(found, faults)


def _points_differ(position: Position, play: Play, found: Legal) -> str | None:
    before = Counter(tile for meld in position.table for tile in meld.tiles)
    after = Counter(tile for meld in play.table for tile in meld.tiles)
    laid = after - before
    if Counter(found.played) != laid:
        return f"played {found.played} for {laid}"
    if not any(tile in "JDCM" for tile in before):
        whole = sum(value(text(meld), book(position.edition)) for meld in play.table)
        old = sum(int(tile[1:]) * count for tile, count in before.items())
        if found.points != whole - old:
            return f"points {found.points} for {whole - old}"
    return None


def _codes_differ(found: Illegal, truth: Faults) -> str | None:
    codes = {violation.code for violation in found.violations}
    melds = {
        violation.meld
        for violation in found.violations
        if violation.point.startswith(("meld.", "runs.", "jokers.", "tiles."))
        and violation.code not in CODES.values()
        and violation.code not in OPENING_CODES | {"joker-to-rack"}
        and (violation.params or {}).get("where") != "opening"
    }
    checks = (
        (
            "missing",
            {v.tile for v in found.violations if v.code in ("table-tile-missing", "joker-to-rack")},
            truth.gone,
        ),
        ("foreign", {v.tile for v in found.violations if v.code == "not-on-rack"}, truth.foreign),
        ("idle", "no-rack-tile" in codes, truth.idle),
        ("illegal melds", melds, truth.no_melds),
    )
    for name, said, true in checks:
        if said != true:
            return f"{name}: {said} for {true} in {found}"
    if truth.jokers and not codes <= set(CODES.values()):
        return f"only jokers are wrong, but {codes}"
    return None


def line_of(position: Position, play: Play) -> str:
    """The case as one line: position, opening, table, with `#` between them."""
    melds = [", ".join(map(format_meld, part)) for part in (play.opening, play.table)]
    return " # ".join((format_position(layout_of(position)), *melds))


def sweep(edition: Edition, count: int, seed: int) -> tuple[Counter[str], list[str]]:
    """Judge `count` random cases; the tally and the lines of the cases that differ."""
    random = Random(f"{edition.id} {seed}")
    tally: Counter[str] = Counter()
    failures: list[str] = []
    for case in _endless(edition, random):
        tally["cases"] += 1
        tally["melds"] += len({*case[1].table, *case[1].opening})
        found = judge(*case)
        tally["legal" if isinstance(found, Legal) else "illegal"] += 1
        if isinstance(found, Legal):
            tally["legal with a joker set changed"] += any(
                any(tile in "JDCM" for tile in meld.tiles) and meld not in case[1].table for meld in case[0].table
            )
        else:
            tally.update({violation.code for violation in found.violations})
        differs = difference(*case, found)
        if differs is not None:
            failures.append(f"{line_of(*case)}   {differs}")
        if tally["cases"] == count:
            break
    return tally, failures


def _endless(edition: Edition, random: Random) -> Iterator[tuple[Position, Play]]:
    """Some cases of each table, so that there are many tables."""
    while True:
        cases = list(random_cases(edition, random))
        yield from random.sample(cases, min(3, len(cases)))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-n", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most", type=int, default=10, help="failures to print")
    parser.add_argument("names", nargs="*", default=[*editions.names(), *HOUSES])
    args = parser.parse_args()
    failed = 0
    for name in args.names:
        tally, failures = sweep(edition_of(name), args.n, args.seed)
        failed += len(failures)
        print(name, dict(tally.most_common()), f"{len(failures)} differ", flush=True)
        for line in failures[: args.most]:
            print("   ", line, flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
