"""The conformance kit for editions: does an edition file hold together, and is it judged as it says?"""

from collections.abc import Iterator, Sequence

import msgspec

from tilerummy.editions import load, toml
from tilerummy.editions.texts import card_lines, sentence, title
from tilerummy.messages import languages
from tilerummy.rules.card import card
from tilerummy.rules.edition.edition import FIXED_POINTS, Edition, content_hash
from tilerummy.rules.edition.faults import EditionError, Fault
from tilerummy.rules.judge.judge import Illegal, judge
from tilerummy.rules.melds.readings import meld_violations, readings
from tilerummy.rules.moves import Play
from tilerummy.rules.notation import NotationError, parse_meld, parse_position
from tilerummy.rules.position import PositionError, from_layout


def check_edition(edition: Edition | toml.Source) -> list[Fault]:
    """Every fault of an edition: one, or what `load_edition` takes.

    What cannot be loaded has the faults of loading. What can be loaded is sound when each of its examples is judged as
    it claims, legal and refused melds and turns are among them (for rulebooks), its hash is that of its content and
    survives being written and read, and its rules card has a sentence for every point in every language.
    """
    try:
        loaded = edition if isinstance(edition, Edition) else load(edition)
    except EditionError as error:
        return list(error.faults)
    return [*_examples(loaded), *_hash(loaded), *_card(loaded)]


def _hash(edition: Edition) -> Iterator[Fault]:
    copy = msgspec.json.decode(msgspec.json.encode(edition), type=Edition)
    if content_hash(edition) != edition.hash or content_hash(copy) != edition.hash:
        yield Fault("hash", "hash-unstable")


def _card(edition: Edition) -> Iterator[Fault]:
    points = card(edition)
    shown = {point.key for point in points}
    for key in FIXED_POINTS:
        if key not in shown:
            yield Fault(key, "no-sentence", {"language": "en"})
    for lang in languages():
        for point in points:
            try:
                sentence(point, lang)
            except KeyError:
                yield Fault(point.key, "no-sentence", {"language": lang})
                return
        title(edition, lang)
        card_lines(edition, lang)


def _examples(edition: Edition) -> Iterator[Fault]:
    melds, turns = edition.examples.melds, edition.examples.turns
    for at, meld_example in enumerate(melds):
        yield from _meld(edition, f"examples.melds[{at}]", meld_example.meld, meld_example.value, meld_example.codes)
    for at, turn in enumerate(turns):
        yield from _turn(edition, f"examples.turns[{at}]", turn.position, turn.opening, turn.table, turn.codes)
    if edition.source != "house":
        for kind, codes in (("melds", [each.codes for each in melds]), ("turns", [each.codes for each in turns])):
            if all(codes):
                yield Fault("examples", "no-examples", {"kind": f"{kind}, legal"})
            if not any(codes):
                yield Fault("examples", "no-examples", {"kind": f"{kind}, refused"})


def _meld(edition: Edition, key: str, text: str, value: int | None, codes: Sequence[str]) -> Iterator[Fault]:
    try:
        meld = parse_meld(text)
    except NotationError as error:
        yield Fault(key, "example-notation", {"text": error.text, "column": error.column})
        return
    key = f"{key} {text}"
    yield from _verdict(key, codes, [violation.code for violation in meld_violations(meld, edition)])
    found = readings(meld, edition)
    if found and value is not None and found[0].value != value:
        yield Fault(key, "example-value", {"value": found[0].value, "claimed": value})


def _turn(edition: Edition, key: str, position: str, opening: str, table: str, codes: Sequence[str]) -> Iterator[Fault]:
    try:
        before = from_layout(parse_position(position), edition)
        play = Play(parse_position(opening).table, parse_position(table).table)
    except NotationError as error:
        yield Fault(key, "example-notation", {"text": error.text, "column": error.column})
        return
    except PositionError as error:
        yield Fault(key, "example-position", {"codes": [fault.code for fault in error.faults]})
        return
    verdict = judge(before, play)
    found = [violation.code for violation in verdict.violations] if isinstance(verdict, Illegal) else []
    yield from _verdict(f"{key} {position} -> {table}", codes, found)


def _verdict(key: str, claimed: Sequence[str], found: Sequence[str]) -> Iterator[Fault]:
    if claimed and not found:
        yield Fault(key, "example-legal")
    elif found and not claimed:
        yield Fault(key, "example-refused", {"codes": list(found)})
    elif not set(claimed) <= set(found):
        yield Fault(key, "example-codes", {"codes": list(found), "claimed": list(claimed)})
