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
from tilerummy.tournament.seating.history import Seating, repeats, small_visits
from tilerummy.tournament.seating.social_rounds import meet_new
from tilerummy.tournament.seating.table_sizes import Sizes, table_sizes

EXAMPLES = ("tilerummy seat --players 46 --rounds 5 --seed 7",)


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    lang = language()
    parser.add_argument("--players", type=int, required=True, metavar="N", help=text(lang, "cli.seat-players"))
    parser.add_argument("--rounds", type=int, required=True, metavar="N", help=text(lang, "cli.seat-rounds"))
    parser.add_argument("--table-size", type=int, default=4, metavar="N", help=text(lang, "cli.seat-table-size"))
    parser.add_argument("--seed", type=int, default=1, metavar="N", help=text(lang, "cli.seat-seed"))
    parser.add_argument("--apart", nargs="*", default=[], metavar="A-B", help=text(lang, "cli.seat-apart"))
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
    """Raises CliError for what no event has, and for pairs that cannot be kept apart."""
    _check(args)
    apart = _pairs(args)
    players = range(1, args.players + 1)
    sizes = _sizes(args)
    tables = len(table_sizes(args.players, sizes) or ())
    if tables and len(group := crowd(apart)) > tables:
        raise CliError("seat-apart-tables", players=_listed(group), count=tables)
    plan = meet_new(players, args.rounds, sizes, args.seed, apart=apart)
    if met := together(plan, apart):
        raise CliError("seat-apart-met", pairs=", ".join(f"{one}-{other}" for one, other in met))
    return plan


def _sizes(args: argparse.Namespace) -> Sizes:
    return Sizes(args.table_size, 2, args.table_size)


def _bound(args: argparse.Namespace) -> int:
    return least_repeats(args.players, args.rounds, _sizes(args), _pairs(args))


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


def _pairs(args: argparse.Namespace) -> list[tuple[int, int]]:
    """Raises CliError for what is no pair of two of the players."""
    found, players = [], set(range(1, args.players + 1))
    for given in args.apart:
        one, dash, other = given.partition("-")
        numbers = [int(word) for word in (one, other) if word.isdecimal() and len(word) < 10]
        if not (dash and len(numbers) == 2 and numbers[0] != numbers[1] and set(numbers) <= players):
            raise CliError("seat-apart", given=given)
        found.append((numbers[0], numbers[1]))
    return found
