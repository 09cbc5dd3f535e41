"""`tilerummy editions`: the editions there are, the rules card of one, the faults of a file, the difference of two."""

import argparse
import json
from collections.abc import Sequence
from typing import Any

import msgspec

from tilerummy.cli.files import opened
from tilerummy.cli.typed import typed_edition
from tilerummy.cli.verbs import add_verb, add_verbs
from tilerummy.editions import load, names
from tilerummy.editions.texts import about, card_lines, fault_text, reference, sentence, title
from tilerummy.messages import language, text
from tilerummy.rules.card import difference
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.edition.faults import Fault
from tilerummy.testing import check_edition

EXAMPLES = ("tilerummy editions show sabra",)


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    lang, verbs = language(), add_verbs(parser, usual="list")
    parser.add_argument("--json", action="store_true", help=text(lang, "cli.editions-json"))
    for name, editions in (("list", 0), ("show", 1), ("check", 1), ("diff", 2)):
        verb = add_verb(verbs, name, text(lang, f"cli.editions-{name}"))
        verb.add_argument(
            "--json", action="store_true", default=argparse.SUPPRESS, help=text(lang, "cli.editions-json")
        )
        if editions:
            about = text(lang, "cli.editions-edition")
            verb.add_argument("editions", nargs=editions, metavar="NAME|FILE", help=about)


def run(args: argparse.Namespace) -> int:
    """Do what is asked; 1 when `check` finds a fault or `diff` a difference, else 0."""
    if args.action == "list":
        return _list(args.lang, as_json=args.json)
    if args.action == "check":
        return _check(args.editions[0], args.lang, as_json=args.json)
    editions = [typed_edition(name, args.lang) for name in args.editions]
    if args.action == "show":
        return _show(editions[0], args.lang, as_json=args.json)
    return _diff(editions[0], editions[1], args.lang, as_json=args.json)


def _list(lang: str, *, as_json: bool) -> int:
    editions = [load(name) for name in names()]
    if as_json:
        _print_json([_header(edition, lang) for edition in editions])
        return 0
    width = max(len(edition.id) for edition in editions)
    for edition in editions:
        least, most = edition.players.least, edition.players.most
        players = f"{least}" if least == most else f"{least}-{most}"
        note = f" ({text(lang, 'edition.source-after')})" if edition.source == "after" else ""
        said = text(lang, "cli.editions-line", name=title(edition, lang), players=players, tiles=edition.tiles.total)
        print(f"{edition.id:{width}}  {said}{note}")
    return 0


def _show(edition: Edition, lang: str, *, as_json: bool) -> int:
    lines = card_lines(edition, lang)
    if as_json:
        values = {section: msgspec.to_builtins(getattr(edition, section)) for section in _SECTIONS}
        _print_json({**_header(edition, lang), **values, "card": [line._asdict() for line in lines]})
        return 0
    print(title(edition, lang))
    print(text(lang, "cli.editions-revision", revision=edition.revision, hash=edition.hash))
    if told := about(edition, lang):
        print(told)
    section = ""
    for line in lines:
        if line.section != section:
            section = line.section
            print(f"\n{line.heading}")
        print(f"  {line.text} ({line.ref})")
        if line.reading:
            print(f"    {line.reading}")
    return 0


_SECTIONS = (
    "tiles",
    "players",
    "deal",
    "runs",
    "opening",
    "jokers",
    "clock",
    "end",
    "match",
    "tournament",
    "references",
    "changes",
)


def _header(edition: Edition, lang: str) -> dict[str, Any]:
    return {
        "id": edition.id,
        "revision": edition.revision,
        "name": edition.name,
        "title": title(edition, lang),
        "source": edition.source,
        "about": about(edition, lang),
        "base": edition.base,
        "hash": edition.hash,
    }


def _check(name: str, lang: str, *, as_json: bool) -> int:
    faults = check_edition(opened(name))
    if as_json:
        _print_json({"edition": name, "faults": [_fault_fields(fault, lang) for fault in faults]})
    else:
        _print_faults(faults, name, lang)
    return 1 if faults else 0


def _print_faults(faults: Sequence[Fault], name: str, lang: str) -> None:
    for fault in faults:
        print(f"- {fault_text(fault, lang)}")
    if not faults:
        print(text(lang, "cli.editions-sound", edition=name))


def _fault_fields(fault: Fault, lang: str) -> dict[str, Any]:
    return {"key": fault.key, "code": fault.code, "params": fault.params, "text": fault_text(fault, lang)}


def _diff(first: Edition, second: Edition, lang: str, *, as_json: bool) -> int:
    found = difference(first, second)
    if as_json:
        said = [
            {
                "key": each.key,
                "first": each.first and {"text": sentence(each.first, lang), "ref": each.first.ref},
                "second": each.second and {"text": sentence(each.second, lang), "ref": each.second.ref},
            }
            for each in found
        ]
        _print_json({"first": first.id, "second": second.id, "differences": said})
        return 1 if found else 0
    for each in found:
        print(each.key)
        for sign, point in (("-", each.first), ("+", each.second)):
            if point is not None:
                print(f"  {sign} {sentence(point, lang)} ({reference(point.ref, lang)})")
    if not found:
        print(text(lang, "cli.editions-same", first=first.id, second=second.id))
    return 1 if found else 0


def _print_json(said: object) -> None:
    print(json.dumps(said, ensure_ascii=False, indent=2))
