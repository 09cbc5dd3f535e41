"""`tilerummy seat`: tables for a number of players and rounds, so that nobody meets the same player twice."""

import argparse
import json
from collections.abc import Iterator, Sequence

from tilerummy.cli.errors import CliError
from tilerummy.messages import language, text
from tilerummy.tournament.format.format import MOST_ENTRANTS
from tilerummy.tournament.seating.apart import crowd, together
from tilerummy.tournament.seating.balance import balance
from tilerummy.tournament.seating.bounds import least_repeats
from tilerummy.tournament.seating.history import Seating, pair, repeats, small_visits
from tilerummy.tournament.seating.locks import Locks, always_together, crowds, elsewhere, fixed_to
from tilerummy.tournament.seating.social_rounds import meet_new
from tilerummy.tournament.seating.table_sizes import Sizes, table_sizes

EXAMPLES = (
    "tilerummy seat --players 46 --rounds 5 --seed 7",
    "tilerummy seat --players 21 --rounds 4 --apart 3-8 5-9 --fixed 7=1",
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    lang = language()
    parser.add_argument("--players", type=int, required=True, metavar="N", help=text(lang, "cli.seat-players"))
    parser.add_argument("--rounds", type=int, required=True, metavar="N", help=text(lang, "cli.seat-rounds"))
    parser.add_argument("--table-size", type=int, default=4, metavar="N", help=text(lang, "cli.seat-table-size"))
    parser.add_argument("--seed", type=int, default=1, metavar="N", help=text(lang, "cli.seat-seed"))
    parser.add_argument("--apart", nargs="*", default=[], metavar="A-B", help=text(lang, "cli.seat-apart"))
    parser.add_argument("--fixed", nargs="*", default=[], metavar="A=T", help=text(lang, "cli.seat-fixed"))
    parser.add_argument("--json", action="store_true", help=text(lang, "cli.seat-json"))


def run(args: argparse.Namespace) -> int:
    """Print the tables of every round; 0. With `--json` what is wrong is JSON as well, and the exit code 2."""
    try:
        plan = _plan(args)
    except CliError as error:
        if not args.json:
            raise
        print(json.dumps({"error": {"code": error.code, "params": error.params}}))
        return 2
    if args.json:
        print(json.dumps(_answer(plan, args)))
    else:
        _print(plan, args)
    return 0


def _plan(args: argparse.Namespace) -> tuple[Seating, ...]:
    """Raises CliError for what no event has, for pairs that cannot be kept apart, and for players who cannot be kept at
    their table."""
    _check(args)
    locks = _locks(args)
    _check_locks(locks, table_sizes(args.players, _sizes(args)) or ())
    plan = meet_new(range(1, args.players + 1), args.rounds, _sizes(args), args.seed, locks=locks)
    if met := together(plan, locks.apart):
        raise CliError("seat-apart-met", pairs=_joined(met))
    if away := elsewhere(plan, locks.fixed):
        raise CliError("seat-fixed-away", players=_listed(sorted({one.player for one in away})))
    return plan


def _check_locks(locks: Locks, sizes: Sequence[int]) -> None:
    """Raises CliError where tables of these sizes cannot keep what was asked."""
    tables = len(sizes)
    if tables and len(group := crowd(locks.apart)) > tables:
        raise CliError("seat-apart-tables", players=_listed(group), count=tables)
    if tables and (beyond := {at + 1 for at in locks.fixed.values() if at >= tables}):
        raise CliError("seat-fixed-table", table=min(beyond), count=tables)
    for at, here in crowds(locks.fixed, max(sizes, default=0)).items():
        raise CliError("seat-fixed-crowd", players=_listed(here), table=at + 1, count=max(sizes))
    if both := always_together(locks.fixed) & {pair(one, other) for one, other in locks.apart}:
        raise CliError("seat-fixed-apart", pairs=_joined(sorted(both)))


def _sizes(args: argparse.Namespace) -> Sizes:
    return Sizes(args.table_size, 2, args.table_size)


def _bound(args: argparse.Namespace) -> int:
    return least_repeats(args.players, args.rounds, _sizes(args), _locks(args))


def _joined(pairs: Sequence[tuple[int, int]]) -> str:
    return ", ".join(f"{one}-{other}" for one, other in pairs)


def _listed(players: Sequence[int]) -> str:
    return " ".join(map(str, players))


def _print(plan: tuple[Seating, ...], args: argparse.Namespace) -> None:
    lang = args.lang
    counted = {
        "players": text(lang, "cli.seat-head-players", count=args.players),
        "rounds": text(lang, "cli.seat-head-rounds", count=args.rounds),
    }
    print(text(lang, "cli.seat-head", **counted, seed=args.seed))
    for number, seating in enumerate(plan, start=1):
        print("\n" + text(lang, "cli.seat-round", round=number))
        for table, seats in enumerate(seating.tables, start=1):
            print("  " + text(lang, "cli.seat-table", table=table, players=_listed(seats)))
        if seating.byes:
            print("  " + text(lang, "cli.seat-byes", players=_listed(seating.byes)))
    print()
    for line in _report(plan, args):
        print(line)


def _report(plan: tuple[Seating, ...], args: argparse.Namespace) -> Iterator[str]:
    """How good the plan is, beside how good any can be."""
    lang, even, small = args.lang, balance(plan), small_visits(plan, args.table_size)
    yield text(lang, "cli.seat-repeats", count=repeats(plan), least=_bound(args))
    if always := always_together(_locks(args).fixed):
        yield text(lang, "cli.seat-always", pairs=_joined(sorted(always)))
    yield text(lang, "cli.seat-consecutive", count=even.consecutive)
    if any(small.values()):
        yield text(lang, "cli.seat-small", least=min(small.values()), most=max(small.values()))
    yield text(lang, "cli.seat-spread", seats=even.seat_spread, tables=even.table_spread)


def _answer(plan: tuple[Seating, ...], args: argparse.Namespace) -> dict[str, object]:
    """`three_player_tables` counts tables below the preferred size, which are tables of three among those of four."""
    small = small_visits(plan, args.table_size)
    return {
        "rounds": [[list(table) for table in seating.tables] for seating in plan],
        "repeats": repeats(plan),
        "bound": _bound(args),
        "balance": balance(plan)._asdict(),
        "three_player_tables": {
            "per_round": [sum(len(table) < args.table_size for table in seating.tables) for seating in plan],
            "visits": {str(player): small.get(player, 0) for player in range(1, args.players + 1)},
            "least": min(small.values()),
            "most": max(small.values()),
        },
        "byes": [list(seating.byes) for seating in plan],
        "seed": args.seed,
    }


def _check(args: argparse.Namespace) -> None:
    """Raises CliError for numbers that no event has."""
    if not 2 <= args.players <= MOST_ENTRANTS:
        raise CliError("seat-players", count=args.players, least=2, most=MOST_ENTRANTS)
    if not 1 <= args.rounds <= 60:
        raise CliError("seat-rounds", count=args.rounds, least=1, most=60)
    if not 2 <= args.table_size <= 6:
        raise CliError("seat-table-size", given=args.table_size, least=2, most=6)


def _locks(args: argparse.Namespace) -> Locks:
    """Raises CliError for what is no pair of two of the players, and for what is no player with a table."""
    players = range(1, args.players + 1)
    apart, places = [], {}
    for given in args.apart:
        two = _numbers(given, "-")
        if len(set(two)) != 2 or not set(two).issubset(players):
            raise CliError("seat-apart", given=given)
        apart.append((two[0], two[1]))
    for given in args.fixed:
        two = _numbers(given, "=")
        if len(two) != 2 or two[0] not in players or not two[1]:
            raise CliError("seat-fixed", given=given)
        if two[0] in places:
            raise CliError("seat-fixed-twice", player=two[0])
        places[two[0]] = two[1]
    return Locks(apart, fixed_to(places.items()))


def _numbers(given: str, sign: str) -> list[int]:
    """The two numbers around a sign, fewer where it is something else."""
    one, found, other = given.partition(sign)
    return [int(word) for word in (one, other) if found and word.isdecimal() and len(word) < 10]
