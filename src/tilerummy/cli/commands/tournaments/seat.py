"""`tilerummy seat`: tables for a number of players and rounds, so that nobody meets the same player twice."""

import argparse
import json
from collections.abc import Mapping

from tilerummy.cli.errors import CliError
from tilerummy.messages import language, text
from tilerummy.tournament.format.format import MOST_ENTRANTS
from tilerummy.tournament.seating.history import Seating, repeats, small_visits
from tilerummy.tournament.seating.social_rounds import meet_new
from tilerummy.tournament.seating.table_sizes import Sizes

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
    """Print the tables of every round; 0."""
    _check(args)
    size = args.table_size
    players = range(1, args.players + 1)
    plan = meet_new(players, args.rounds, Sizes(size, 2, size), args.seed, apart=_pairs(args))
    small = small_visits(plan, size)
    if args.json:
        print(json.dumps(_answer(plan, small, args)))
        return 0
    counted = {
        "players": text(args.lang, "cli.seat-head-players", count=args.players),
        "rounds": text(args.lang, "cli.seat-head-rounds", count=args.rounds),
    }
    print(text(args.lang, "cli.seat-head", **counted, seed=args.seed))
    for number, seating in enumerate(plan, start=1):
        print("\n" + text(args.lang, "cli.seat-round", round=number))
        for table, seats in enumerate(seating.tables, start=1):
            print("  " + text(args.lang, "cli.seat-table", table=table, players=" ".join(map(str, seats))))
        if seating.byes:
            print("  " + text(args.lang, "cli.seat-byes", players=" ".join(map(str, seating.byes))))
    print("\n" + text(args.lang, "cli.seat-repeats", count=repeats(plan)))
    if any(small.values()):
        print(text(args.lang, "cli.seat-small", least=min(small.values()), most=max(small.values())))
    return 0


def _answer(plan: tuple[Seating, ...], small: Mapping[int, int], args: argparse.Namespace) -> dict[str, object]:
    """`three_player_tables` counts tables below the preferred size, which are tables of three among those of four."""
    return {
        "rounds": [[list(table) for table in seating.tables] for seating in plan],
        "repeats": repeats(plan),
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
