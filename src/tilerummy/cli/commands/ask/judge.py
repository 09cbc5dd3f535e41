"""`tilerummy judge`: is this turn legal, and if not, why? One turn for a person, or a case a line for a program."""

import argparse
import json
from typing import Any

from tilerummy.cli.errors import CliError
from tilerummy.cli.jsonl import Answer, Case, answer_lines, violation_fields
from tilerummy.cli.typed import typed_edition, typed_melds, typed_position
from tilerummy.editions.texts import violation_text
from tilerummy.messages import language, text
from tilerummy.rules.judge.ability import UNKNOWN, must_lay
from tilerummy.rules.judge.judge import Illegal, Legal, judge
from tilerummy.rules.moves import Draw, Move, Pass, Play
from tilerummy.rules.notation import format_tiles
from tilerummy.rules.position import Position, position, tiles_left
from tilerummy.solver.ability import ability

EXAMPLES = ('tilerummy judge "b4 b5 b6, y8 r8 k8 | b3 b8 k1" "b3 b4 b5 b6, y8 r8 k8 b8"',)

FIELDS = ("edition", "table", "rack", "opened", "pool", "last_turn", "play")
"""The fields of a case."""
WITHOUT_TILES: dict[str, Move] = {"draw": Draw(), "pass": Pass()}


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    lang = language()
    parser.add_argument("--edition", default="original", metavar="NAME|FILE", help=text(lang, "cli.judge-edition"))
    parser.add_argument("--jsonl", action="store_true", help=text(lang, "cli.judge-jsonl"))
    parser.add_argument("--json", action="store_true", help=text(lang, "cli.json"))
    parser.add_argument("--opening", default="", metavar="MELDS", help=text(lang, "cli.judge-opening"))
    parser.add_argument("position", nargs="?", help=text(lang, "cli.judge-position"))
    parser.add_argument("table", nargs="?", help=text(lang, "cli.judge-table"))


def run(args: argparse.Namespace) -> int:
    """Judge; 0 for a legal turn, 1 for an illegal one. With --jsonl 0 when every line was answered."""
    if args.jsonl == (args.position is not None) or args.jsonl == (args.table is not None):
        raise CliError("judge-arguments")
    if args.jsonl:
        return answer_lines(lambda case: judged(case, args.edition), FIELDS)
    verdict = _judge_lines(args)
    if args.json:
        print(json.dumps(_fields(verdict)))
        return 0 if verdict else 1
    if isinstance(verdict, Legal):
        print(text(args.lang, "cli.judge-legal", tiles=format_tiles(verdict.played), points=verdict.points))
        return 0
    print(text(args.lang, "cli.judge-illegal"))
    for violation in verdict.violations:
        print(f"  - {violation_text(violation, args.lang)}")
    return 1


def judged(case: Case, default: str) -> Answer:
    """The answer to one JSON case: position fields, and `play` with `opening` and `table`, or `"draw"`, or `"pass"`."""
    edition = case.edition(default)
    table = case.melds(case.fields.get("table", []), "table")
    rack = case.tiles("rack")
    opened, last_turn = case.flag("opened", default=True), case.flag("last_turn", default=False)
    pool = case.count("pool")
    if pool is None:
        pool = tiles_left(edition, table, rack)
    move = _move(case, case.fields.get("play"))
    if isinstance(move, Play) and "rack" not in case.fields:
        case.refuse("missing-field", "rack", missing="rack")
    judged_position = position(edition=edition, table=table, rack=rack, opened=opened, pool=pool, last_turn=last_turn)
    return _fields(_verdict(judged_position, move))


def _fields(verdict: Legal | Illegal) -> Answer:
    if isinstance(verdict, Legal):
        return {"legal": True, "violations": [], "played": list(verdict.played), "points": verdict.points}
    return {"legal": False, "violations": [violation_fields(violation) for violation in verdict.violations]}


def _move(case: Case, said: Any) -> Move:
    if isinstance(said, dict) and isinstance(said.get("t"), str) and said["t"] in WITHOUT_TILES:
        said = said["t"]
    if isinstance(said, str) and said in WITHOUT_TILES:
        return WITHOUT_TILES[said]
    if not isinstance(said, dict):
        case.refuse("not-a-move", "play", allowed=["draw", "pass", {"opening": [], "table": []}])
    if "table" not in said:
        case.refuse("missing-field", "play", missing="table")
    return Play(case.melds(said.get("opening") or [], "play.opening"), case.melds(said["table"], "play.table"))


def _judge_lines(args: argparse.Namespace) -> Legal | Illegal:
    """Judge the position line and the table typed by a person."""
    before = typed_position(args.position, typed_edition(args.edition, args.lang), args.lang)
    if args.table in WITHOUT_TILES:
        return _verdict(before, WITHOUT_TILES[args.table])
    return judge(before, Play(typed_melds(args.opening), typed_melds(args.table)))


def _verdict(before: Position, move: Move) -> Legal | Illegal:
    """The judge's word; of a pass that must be proved, with what the solver finds."""
    asked = isinstance(move, Pass) and must_lay(before.edition, before.pool)
    return judge(before, move, ability(before) if asked else UNKNOWN)
