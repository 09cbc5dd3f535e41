"""`tilerummy bot`: a program that plays, tried; one of our levels as such a program."""

import argparse
import json
import sys

import msgspec

from tilerummy.bots.levels import Player
from tilerummy.cli.additions import fault_text
from tilerummy.cli.errors import CliError
from tilerummy.cli.typed import in_range, typed_edition
from tilerummy.cli.verbs import add_verb, add_verbs
from tilerummy.messages import language, text
from tilerummy.outside import players
from tilerummy.outside.engine import Engine
from tilerummy.outside.program import BUDGET
from tilerummy.outside.trial import Trial, tried
from tilerummy.outside.words import Failed

EXAMPLES = ("tilerummy bot check 'tilerummy bot run steady' --games 2", "tilerummy bot run expert")
MOST_GAMES = 1_000
MOST_BUDGET = 60_000


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    lang, verbs = language(), add_verbs(parser)
    check = add_verb(verbs, "check", text(lang, "cli.bot-check"))
    check.add_argument("player", metavar="PROGRAM", help=text(lang, "cli.bot-program"))
    check.add_argument("--games", type=int, default=4, metavar="N", help=text(lang, "cli.bot-games"))
    check.add_argument("--against", default="steady", metavar="LEVEL", help=text(lang, "cli.bot-against"))
    check.add_argument("--edition", default="original", metavar="NAME|FILE", help=text(lang, "cli.editions-edition"))
    check.add_argument("--budget", type=int, default=BUDGET, metavar="MS", help=text(lang, "cli.bot-budget"))
    check.add_argument("--seed", type=int, default=1, metavar="N", help=text(lang, "cli.seat-seed"))
    check.add_argument("--json", action="store_true", help=text(lang, "cli.bot-json"))
    played = add_verb(verbs, "run", text(lang, "cli.bot-run"))
    played.add_argument("player", metavar="LEVEL", help=", ".join(players.levels()))


def run(args: argparse.Namespace) -> int:
    """Do what is asked; 1 when `check` finds a fault, else 0."""
    if args.action == "run":
        engine = Engine(args.player, _level(args.player))
        for line in engine.answers(sys.stdin):
            print(line, flush=True)
        return 0
    in_range("--games", args.games, MOST_GAMES)
    in_range("--budget", args.budget, MOST_BUDGET)
    edition, opponent = typed_edition(args.edition, args.lang), _level(args.against)
    try:
        trial = tried(args.player, edition, args.games, opponent, args.seed, args.budget)
    except Failed as failed:
        raise CliError("bot", program=args.player, fault=fault_text(failed.fault, args.lang)) from None
    _print(args, trial)
    return 1 if trial.faults else 0


def _level(name: str) -> Player:
    try:
        return players.level(name)
    except KeyError:
        raise CliError("bot-level", name=name, names=", ".join(players.levels())) from None


def _print(args: argparse.Namespace, trial: Trial) -> None:
    if args.json:
        print(json.dumps(msgspec.to_builtins(trial)))
        return
    plays, draws, passes = trial.moves["play"], trial.moves["draw"], trial.moves["pass"]
    name, games = trial.name or args.player, trial.games
    print(text(args.lang, "cli.bot-done", name=name, games=games, plays=plays, draws=draws, passes=passes))
    print(text(args.lang, "cli.bot-result", won=trial.won, games=trial.games, slowest=trial.slowest))
    for fault, count in trial.faults:
        print(text(args.lang, "cli.bot-fault", count=count, fault=fault_text(fault, args.lang)))
    if not trial.faults:
        print(text(args.lang, "cli.bot-well"))
