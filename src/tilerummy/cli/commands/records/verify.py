"""`tilerummy verify RECORD`: was this game dealt and played honestly?"""

import argparse
import json
import re

from tilerummy.cli.errors import CliError
from tilerummy.cli.records import read_record
from tilerummy.messages import language, text
from tilerummy.rules.game.events import Started
from tilerummy.rules.game.promise import withheld
from tilerummy.rules.game.proof import checks
from tilerummy.rules.game.record import Record
from tilerummy.solver.ability import ability

EXAMPLES = ("tilerummy verify game.jsonl",)


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("record", metavar="FILE", help=text(language(), "cli.record-file"))
    parser.add_argument("--commitment", metavar="HEX", help=text(language(), "cli.verify-commitment-seen"))
    parser.add_argument("--json", action="store_true", help=text(language(), "cli.verify-json"))


def run(args: argparse.Namespace) -> int:
    """Print one line per check, and who withheld the word they had sealed; 0 when all hold, 1 when one does not."""
    if args.commitment is not None and not re.fullmatch("[0-9a-f]{64}", args.commitment):
        raise CliError("no-commitment", given=args.commitment)
    record = read_record(args.record, args.lang)
    found, without = checks(record, args.commitment, ability), _without(record)
    holds = all(check.holds for check in found)
    if args.json:
        print(
            json.dumps(
                {"verified": holds, "checks": {check.point: check.holds for check in found}, "withheld": without}
            )
        )
    else:
        for check in found:
            print(f"{'+' if check.holds else '-'} {text(args.lang, f'cli.verify-{check.point}')}")
        for seat in without:
            name = record.players[seat] if record.players else str(seat)
            print(f"! {text(args.lang, 'cli.verify-withheld', name=name)}")
        print(text(args.lang, "cli.verify-good" if holds else "cli.verify-bad", path=args.record))
    return 0 if holds else 1


def _without(record: Record) -> list[int]:
    """The seats without whose sealed word the deal was made."""
    started = record.events[0]
    return list(withheld(started.seals, started.words)) if isinstance(started, Started) else []
