"""The leaderboard of learners: `python -m benchmarks.leaderboard add POLICY LEVEL`, `check`, or alone to show it.

POLICY is a file of weights in `baselines/`, or `module:function`. Deals are the first of the split `test`, each played
from every seat. `check` plays the first of each row again, which must end as the row says: nobody can add a wish.
"""

import argparse
import json
from typing import Any

import msgspec

from benchmarks.leaderboard.policies import HERE, fingerprint, policy
from tilerummy.learning import VERSION
from tilerummy.learning.evaluation import evaluate
from tilerummy.learning.splits import SUITE

TABLE = HERE / "table.json"
AGAIN = 2
"""Deals of a row that `check` plays again."""


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """How a policy did against a level; `first` are the points of the first deals."""

    policy: str
    level: str
    edition: str
    seats: int
    plays: int
    deals: int
    wins: float
    wins_ci95: float
    points: float
    points_ci95: float
    first: tuple[float, ...]
    weights: str
    environment: int
    suite: int


def rows() -> list[Row]:
    """Those of the file."""
    return msgspec.json.decode(TABLE.read_bytes(), type=list[Row]) if TABLE.exists() else []


def measured(name: str, level: str, edition: str, seats: int, plays: int, deals: int) -> Row:
    """A policy measured now."""
    found = evaluate(policy(name), level, edition, deals, seats, plays)
    return Row(
        policy=name,
        level=level,
        edition=edition,
        seats=seats,
        plays=plays,
        deals=deals,
        wins=round(found.wins.mean, 4),
        wins_ci95=round(found.wins.ci95, 4),
        points=round(found.points.mean, 2),
        points_ci95=round(found.points.ci95, 2),
        first=tuple(round(one, 2) for one in found.by_deal[:AGAIN]),
        weights=fingerprint(name),
        environment=VERSION,
        suite=SUITE,
    )


def faults(row: Row) -> list[str]:
    """What of a row does not hold today."""
    said = []
    if (row.environment, row.suite) != (VERSION, SUITE):
        said.append("it was measured in another environment")
    if row.weights != fingerprint(row.policy):
        said.append("its weights are others")
    again = measured(row.policy, row.level, row.edition, row.seats, row.plays, min(AGAIN, row.deals))
    if again.first != row.first:
        said.append(f"the first deals give {again.first}, not {row.first}")
    return [f"{row.policy} against {row.level}: {one}" for one in said]


def write(found: list[Row]) -> None:
    """The file, the best of each level first."""
    ordered = sorted(found, key=lambda row: (row.edition, row.seats, row.level, -row.wins, row.policy))
    lines = ",\n".join(json.dumps(msgspec.to_builtins(row)) for row in ordered)
    TABLE.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


def shown(row: Row) -> str:
    """A row of a table in Markdown."""
    game = f"{row.edition} {row.seats}"
    wins, points = f"{row.wins:.1%} ± {row.wins_ci95:.1%}", f"{row.points:+.1f} ± {row.points_ci95:.1f}"
    return f"| {row.policy} | {row.level} | {game} | {row.deals} | {wins} | {points} |"


def add(args: argparse.Namespace) -> int:
    """Measure a policy, and put its row in place of an older one."""
    new = measured(args.policy, args.level, args.edition, args.seats, args.plays, args.deals)
    game: Any = (new.policy, new.level, new.edition, new.seats)
    write([row for row in rows() if (row.policy, row.level, row.edition, row.seats) != game] + [new])
    print(shown(new))
    return 0


def check() -> int:
    """Say what does not hold."""
    wrong = [fault for row in rows() for fault in faults(row)]
    print("\n".join(wrong) or "all rows hold")
    return bool(wrong)


def main() -> int:
    """Add, check or show."""
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(dest="command")
    adding = commands.add_parser("add", help="measure a policy")
    adding.add_argument("policy")
    adding.add_argument("level")
    adding.add_argument("--edition", default="original")
    adding.add_argument("--seats", type=int, default=2)
    adding.add_argument("--plays", type=int, default=8)
    adding.add_argument("--deals", type=int, default=100)
    commands.add_parser("check", help="play the first deals of each row again")
    args = parser.parse_args()
    if args.command == "add":
        return add(args)
    if args.command == "check":
        return check()
    print("| policy | against | game | deals | wins | points a game |\n|---|---|---|---|---|---|")
    print("\n".join(map(shown, rows())))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
