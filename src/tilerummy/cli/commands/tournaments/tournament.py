"""`tilerummy tournament`: the formats there are, the faults of a format file, an event between computer players, web
pages of an event or a season."""

import argparse
import json
from collections.abc import Callable, Mapping
from typing import Final

from tilerummy import formats
from tilerummy.bots.levels import LEVELS
from tilerummy.cli.commands.tournaments.standings import number, place_text
from tilerummy.cli.errors import CliError
from tilerummy.cli.files import opened
from tilerummy.cli.verbs import add_verb, add_verbs
from tilerummy.formats.texts import fault_text, name, stage_name
from tilerummy.messages import language, text
from tilerummy.rules.refusal import Refusal
from tilerummy.tournament.events.rounds import RoundClosed, RoundStarted, StageBegun
from tilerummy.tournament.events.stored import encode
from tilerummy.tournament.format.format import MOST_ENTRANTS, Format
from tilerummy.tournament.format.reader import FormatError
from tilerummy.tournament.results.ranking import final_ranking, lines
from tilerummy.tournament.results.standings import Line
from tilerummy.tournament.state import Event, Tournament

EXAMPLES = ("tilerummy tournament simulate belgian-tournament --players 16",)


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    lang, verbs = language(), add_verbs(parser)
    adding = {action: add_verb(verbs, action, text(lang, f"cli.tournament-{action}")) for action in _DOING}
    for action in ("check", "simulate"):
        adding[action].add_argument("format", metavar="FORMAT|FILE", help=text(lang, "cli.tournament-format"))
    for action in ("formats", "check", "simulate"):
        kind = "tournament" if action == "simulate" else "editions"
        adding[action].add_argument("--json", action="store_true", help=text(lang, f"cli.{kind}-json"))
    for action in ("site", "season"):
        adding[action].add_argument("file", metavar="FILE")
        adding[action].add_argument("--out", required=True, metavar="FOLDER", help=text(lang, "cli.site-out"))
    simulated = adding["simulate"]
    simulated.add_argument("--players", type=int, default=16, metavar="N", help=text(lang, "cli.seat-players"))
    simulated.add_argument("--seed", type=int, default=1, metavar="N", help=text(lang, "cli.seat-seed"))
    simulated.add_argument("--level", choices=tuple(LEVELS), default="gentle", help=text(lang, "cli.tournament-level"))


def run(args: argparse.Namespace) -> int:
    """Do what is asked; 1 when `check` finds a fault, else 0."""
    return _DOING[args.action](args)


def _formats(args: argparse.Namespace) -> int:
    there = {known: name(formats.load(known), args.lang) for known in formats.names()}
    if args.json:
        print(json.dumps([{"id": known, "name": called} for known, called in there.items()]))
    else:
        for known, called in there.items():
            print(f"{known:22} {called}")
    return 0


def _publish(args: argparse.Namespace) -> int:
    from tilerummy.cli.publishing import publish

    return publish(args.file, args.out, args.lang, season=args.action == "season")


def _check(args: argparse.Namespace) -> int:
    try:
        format_ = formats.load(opened(args.format))
    except FormatError as error:
        if args.json:
            print(json.dumps({"faults": [{"at": f.key, "code": f.code, "params": f.params} for f in error.faults]}))
        else:
            for fault in error.faults:
                print(fault_text(fault, args.lang))
        return 1
    print(json.dumps({"faults": []}) if args.json else text(args.lang, "cli.tournament-sound", format=format_.id))
    return 0


def _simulate(args: argparse.Namespace) -> int:
    from tilerummy.cli.simulation import simulate

    try:
        format_ = formats.load(opened(args.format))
    except FormatError as error:
        detail = " ".join(fault_text(fault, args.lang) for fault in error.faults)
        raise CliError("format", format=args.format, detail=detail) from None
    if not 1 <= args.players <= MOST_ENTRANTS:
        raise CliError("seat-players", count=args.players, least=2, most=MOST_ENTRANTS)
    told = _as_json if args.json else _as_text(format_, args)
    try:
        state = simulate(format_, args.players, args.seed, args.level, told)
    except Refusal as refusal:
        raise CliError("refused", detail=" ".join(fault_text(fault, args.lang) for fault in refusal.faults)) from None
    if args.json:
        ranking = [
            {"place": line.place, "name": state.entrants[line.player].name, "number": line.player}
            for line in final_ranking(state)
        ]
        print(json.dumps({"ranking": ranking}))
    else:
        print(text(args.lang, "cli.tournament-ranking"))
        for line in final_ranking(state):
            print(f"{place_text(line):>4}. {state.entrants[line.player].name}")
    return 0


def _as_json(_: Tournament, happened: tuple[Event, ...]) -> None:
    """The events, a line each."""
    for event in happened:
        print(encode((event,)).decode()[1:-1])


def _as_text(format_: Format, args: argparse.Namespace) -> Callable[[Tournament, tuple[Event, ...]], None]:
    lang = args.lang
    print(text(lang, "cli.tournament-head", format=name(format_, lang), count=args.players, seed=args.seed))

    def told(state: Tournament, happened: tuple[Event, ...]) -> None:
        for event in happened:
            if isinstance(event, RoundStarted):
                _print_tables(state, event.round, lang)
            elif isinstance(event, RoundClosed):
                at = len(state.stages) - 1 - sum(isinstance(other, StageBegun) for other in happened)
                print("\n" + text(lang, "cli.tournament-standings", round=event.round + 1))
                for line in lines(state, at, event.round + 1):
                    print(_line(state, line))

    return told


def _print_tables(state: Tournament, number_: int, lang: str) -> None:
    play = state.stages[-1]
    stage = stage_name(state.rule(play).id, lang)
    print("\n" + text(lang, "cli.tournament-round", stage=stage, round=number_ + 1))
    seating = play.rounds[number_].seating
    for table, seats in enumerate(seating.tables, start=1):
        players = ", ".join(f"{player} {state.entrants[player].name}" for player in seats)
        print("  " + text(lang, "cli.seat-table", table=table, players=players))
    if seating.byes:
        print("  " + text(lang, "cli.seat-byes", players=" ".join(map(str, seating.byes))))


def _line(state: Tournament, line: Line) -> str:
    total = line.total
    return f"{place_text(line):>4}. {state.entrants[line.player].name:12} {number(total.points):+6}  {total.won:2}"


_DOING: Final[Mapping[str, Callable[[argparse.Namespace], int]]] = {
    "formats": _formats,
    "check": _check,
    "simulate": _simulate,
    "site": _publish,
    "season": _publish,
}
