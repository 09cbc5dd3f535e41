"""`tilerummy meld`: what a meld can stand for and what it is worth: one for a person, or JSON lines for a program."""

import argparse
import json

from tilerummy.cli.errors import CliError
from tilerummy.cli.jsonl import Answer, Case, answer_lines, violation_fields
from tilerummy.cli.typed import typed_edition, typed_meld
from tilerummy.editions.texts import reference
from tilerummy.messages import language, text
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.melds.readings import Meld, meld_violations, readings, relaid
from tilerummy.rules.notation import format_meld

EXAMPLES = ('tilerummy meld --edition twist "D b11 b12"',)


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    lang = language()
    parser.add_argument("--edition", default="original", metavar="NAME|FILE", help=text(lang, "cli.meld-edition"))
    parser.add_argument("--jsonl", action="store_true", help=text(lang, "cli.meld-jsonl"))
    parser.add_argument("--json", action="store_true", help=text(lang, "cli.json"))
    parser.add_argument("meld", nargs="?", help=text(lang, "cli.meld-meld"))


def run(args: argparse.Namespace) -> int:
    """Read a meld; 0 for a legal one, 1 for an illegal one. With --jsonl 0 when every
    line was answered."""
    if args.jsonl == bool(args.meld and args.meld.strip()):
        raise CliError("meld-arguments")
    if args.jsonl:
        return answer_lines(lambda case: answered(case, args.edition), ("edition", "meld"))
    meld, edition = typed_meld(args.meld), typed_edition(args.edition, args.lang)
    if args.json:
        said = _fields(meld, edition)
        print(json.dumps(said))
        return 0 if said["legal"] else 1
    return _print(meld, edition, args.lang)


def answered(case: Case, default: str) -> Answer:
    """The answer to one JSON case: its `meld` under its `edition`."""
    edition = case.edition(default)
    if "meld" not in case.fields:
        case.refuse("missing-field", "meld", missing="meld")
    return _fields(case.meld(case.fields["meld"], "meld"), edition)


def _fields(meld: Meld, edition: Edition) -> Answer:
    found = readings(meld, edition)
    other = relaid(meld, edition)
    order = None if other is None else format_meld(other)
    if not found:
        violations = [violation_fields(violation) for violation in meld_violations(meld, edition)]
        return {"legal": False, "violations": violations, "relaid": order}
    said = [{"kind": reading.kind, "stands": reading.texts(), "value": reading.value} for reading in found]
    return {"legal": True, "readings": said, "relaid": order}


def _print(meld: Meld, edition: Edition, lang: str) -> int:
    found = readings(meld, edition)
    for reading in found:
        print(text(lang, f"cli.meld-{reading.kind}", stands=" ".join(reading.texts()), value=reading.value))
    for violation in meld_violations(meld, edition):
        params = {**(violation.params or {}), "tile": violation.tile or ""}
        print(f"{text(lang, f'violation.{violation.code}', **params)} ({reference(violation.ref, lang)})")
    other = relaid(meld, edition)
    if other is not None:
        print(text(lang, "cli.meld-relaid", meld=format_meld(other)))
    return 0 if found else 1
