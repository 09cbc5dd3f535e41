"""The page's solver, run under Node with the kernel that the page loads, and the editions that it knows."""

import json
import subprocess
from collections.abc import Iterable
from typing import Any

import msgspec

from building import ROOT
from tilerummy import editions
from tilerummy.rules.card import card
from tilerummy.rules.edition.edition import Edition
from tilerummy.solver.frozen import search as frozen
from tilerummy.solver.special import backend as special
from tilerummy.solver.special.switches import meld_rules
from tilerummy.web.api.rooms import listed

EDITIONS = ROOT / "webapp/src/solver/editions.json"
LISTED = ROOT / "webapp/src/pages/rules/known/editions.json"
CARDS = ROOT / "webapp/src/pages/rules/known/cards.json"
PROGRAM = ROOT / "webapp/scripts/solver.mjs"


def served() -> list[str]:
    """The editions that the page solves itself."""
    return [name for name in editions.NAMES if _served(editions.load(name))]


def _served(edition: Edition) -> bool:
    known = edition.runs.past_last is None and edition.jokers.mirror_run_colours == "same"
    return known and not frozen.handles(edition) and edition.opening.melds == "several"


def page_rules(edition: Edition) -> dict[str, Any]:
    """What the page needs to know of an edition: `Rules` in `webapp/src/solver/rules.ts`."""
    opening, jokers = edition.opening, edition.tiles.jokers
    return {
        "amount": max(1, opening.amount + (opening.comparison == "more-than")),
        "copies": edition.tiles.copies,
        "jokers": [jokers[kind] for kind in "JDCM"],
        "penalty": edition.jokers.penalty,
        "same_turn": opening.table_use == "same-turn",
        "switches": [int(switch) for switch in meld_rules(edition)] if special.handles(edition) else None,
        "waived": opening.after_pool == "waived",
    }


def page_editions() -> str:
    """The file of all editions that the page solves itself."""
    lines = [f"  {json.dumps(name)}: {json.dumps(page_rules(editions.load(name)))}" for name in sorted(served())]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def listed_editions() -> str:
    """The file of all editions as the server lists them, for a page without a connection that never asked."""
    lines = [f"  {msgspec.json.encode(listed(editions.load(name))).decode()}" for name in editions.NAMES]
    return "[\n" + ",\n".join(lines) + "\n]\n"


def known_cards() -> str:
    """The file of all cards: of each point its key, message and parameters, parts, section of the book and, where the
    edition reads that in another sense, the strict value. Their words are in the message files."""
    lines = []
    for name in editions.NAMES:
        points = [
            [point.key, point.message, point.params, point.parts, point.ref, point.strict]
            for point in card(editions.load(name))
        ]
        said = ",\n".join(f"    {json.dumps(point)}" for point in points)
        lines.append(f"  {json.dumps(name)}: [\n{said}\n  ]")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def page_answers(asked: Iterable[str]) -> list[tuple[int, str]]:
    """The page's answers, each with the microseconds it took."""
    text = "".join(f"{line}\n" for line in asked)
    done = subprocess.run(["node", PROGRAM], input=text, stdout=subprocess.PIPE, text=True, check=True)
    return [(int(us), said) for us, said in (line.split("\t", 1) for line in done.stdout.splitlines())]
