"""`tilerummy replay FILE`: the record of a game as readable text, all racks open. No rules run, unless `--rejudge`
asks."""

import argparse
import json
from collections.abc import Callable

import msgspec

from tilerummy.cli.records import read_record
from tilerummy.cli.sentences import sentences
from tilerummy.messages import language, text
from tilerummy.rules.game.events import Dealt, Ended, Event, Played, Redealt, TimedOut
from tilerummy.rules.game.record import Difference, Record, Step, rejudge, steps
from tilerummy.rules.notation import format_meld, format_tiles
from tilerummy.solver.ability import ability
from tilerummy.transcripts.text import dumps

EXAMPLES = ("tilerummy replay game.jsonl", "tilerummy replay game.jsonl --transcript > game.txt")

Name = Callable[[int], str]


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    lang = language()
    parser.add_argument("record", metavar="FILE", help=text(lang, "cli.record-file"))
    parser.add_argument("--rejudge", action="store_true", help=text(lang, "cli.replay-rejudge"))
    parser.add_argument("--json", action="store_true", help=text(lang, "cli.replay-json"))
    parser.add_argument("--transcript", action="store_true", help=text(lang, "transcript.option"))


def run(args: argparse.Namespace) -> int:
    """Print the game; with `--rejudge` 1 when a turn comes out differently today, else 0."""
    record = read_record(args.record, args.lang)
    if args.transcript:
        print(dumps(record), end="")
    for step in () if args.transcript else steps(record):
        if args.json:
            print(json.dumps(_frame(step)))
        else:
            _print_step(step, _names(record, args.lang), args.lang)
    if not args.rejudge:
        return 0
    differences = rejudge(record, ability)
    if args.json:
        print(json.dumps({"differences": msgspec.to_builtins(differences)}))
    else:
        _print_differences(record, differences, args.lang)
    return 1 if differences else 0


def _names(record: Record, lang: str) -> Name:
    def name(seat: int) -> str:
        return record.players[seat] if record.players else text(lang, "event.player", number=seat + 1)

    return name


def _print_step(step: Step, name: Name, lang: str) -> None:
    turn = f"{step.before.turn_number}. " if step.before and not isinstance(step.event, Dealt | Redealt | Ended) else ""
    first, *others = sentences(step.event, step.after, name, lang)
    print(turn + first)
    for line in others:
        print("   " + line)
    if isinstance(step.event, Dealt | Redealt):
        for seat, rack in enumerate(step.after.racks):
            print("   " + text(lang, "cli.replay-racks", name=name(seat), tiles=format_tiles(rack)))
    if isinstance(step.event, Played | TimedOut) and step.event.changed:
        melds = ", ".join(map(format_meld, step.after.table))
        print("   " + text(lang, "cli.replay-table", melds=melds))


def _print_differences(record: Record, differences: tuple[Difference, ...], lang: str) -> None:
    if not differences:
        print(text(lang, "cli.replay-agrees"))
        return
    print(text(lang, "cli.replay-differs", count=len(differences)))
    turns = [step.before.turn_number if step.before else 0 for step in steps(record)]
    for found in differences:
        codes = ", ".join(violation.code for violation in found.violations)
        judged = text(lang, "cli.replay-refused", codes=codes) if codes else _facts(found.judged)
        recorded = _facts(found.recorded)
        line = text(lang, "cli.replay-difference", turn=turns[found.index], recorded=recorded, judged=judged)
        print(f"   {line}")


def _facts(events: tuple[Event, ...]) -> str:
    return " ".join(msgspec.json.encode(event).decode() for event in events)


def _frame(step: Step) -> dict[str, object]:
    """One event and the whole game after it, for programs: what was hidden is shown."""
    after = step.after
    return {
        "event": msgspec.to_builtins(step.event),
        "turn": after.turn_number,
        "next": after.turn,
        "table": [format_meld(meld) for meld in after.table],
        "racks": [list(rack) for rack in after.racks],
        "pool": len(after.pool),
    }
