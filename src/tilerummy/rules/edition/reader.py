"""From a mapping (a TOML or JSON document) to an `Edition`, or to every fault it has.

A whole edition says every value of the vocabulary. With a base edition it says what differs: that is how an edition
file builds on another, and how house rules are made.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from tilerummy.rules.edition.conflicts import conflicts
from tilerummy.rules.edition.edition import (
    FIXED_POINTS,
    LATER_POINTS,
    READING_POINTS,
    SECTIONS,
    TOURNAMENT_POINTS,
    TWIST_POINTS,
    UP_TO_13,
    VALUE_POINTS,
    Change,
    Edition,
    Examples,
    Tournament,
    content_hash,
)
from tilerummy.rules.edition.faults import EditionError, Fault
from tilerummy.rules.edition.vocabulary import NONE, SILENT, expected, explain, fits, unknown
from tilerummy.rules.names import one_line, unseen

_PLACE = re.compile(r"at `\$(.*)`$")
"""Where something does not fit, as msgspec ends its words."""
HEADERS = ("id", "revision", "name", "source", "base")


def parse(document: Mapping[str, object], base: Edition | None = None) -> Edition:
    """The edition a document describes, on top of `base` where it names one (the caller has loaded it).

    Raises EditionError with all faults: unknown and missing keys, values outside the vocabulary, sections without a
    reference, combinations that cannot work.
    """
    faults: list[Fault] = []
    known = (*HEADERS, *SECTIONS, "tournament", "references", "readings", "examples")
    faults += [unknown(key, key, known) for key in document if key not in known]
    house = base is not None and document.get("source", "house") == "house"
    header = {
        "id": _header(document, "id", str, base.id + "-house" if base else None, faults),
        "revision": _header(document, "revision", int, 1, faults),
        "name": _header(document, "name", str, base.name if base else None, faults),
        "source": _header(document, "source", str, "house" if base else "rulebook", faults),
    }
    if header["source"] not in ("rulebook", "after", "house"):
        faults.append(Fault("source", "not-allowed", {"allowed": ["rulebook", "after", "house"]}))
    sections: dict[str, Any] = {
        name: _section(document, name, struct, base, faults) for name, struct in SECTIONS.items()
    }
    if "tournament" in document or (base is not None and base.tournament is not None):
        sections["tournament"] = _section(document, "tournament", Tournament, base, faults)
    else:
        sections["tournament"] = None
    references = _references(document, base, house=house, faults=faults)
    examples = _examples(document, base, house=house, faults=faults)
    readings = _readings(document, base, faults)
    if not faults:
        faults += [Fault(key, code, params) for key, code, params in conflicts(sections)]
    if faults:
        raise EditionError(tuple(faults))
    edition = Edition(
        **header,
        hash="",
        base=base.id if base else None,
        changes=(),
        **sections,
        references=references,
        examples=examples,
        readings=readings,
    )
    if house and base is not None:
        edition = _as_house(edition, base)
    return msgspec.structs.replace(edition, hash=content_hash(edition))


def change(base: Edition, values: Mapping[str, object]) -> Edition:
    """House rules: `base` with values changed, keys as `section.word`. Raises EditionError with all faults."""
    document: dict[str, object] = {}
    faults = []
    for key, value in values.items():
        section, dot, word = key.partition(".")
        if not dot or section not in SECTIONS:
            faults.append(unknown(key, key, VALUE_POINTS))
            continue
        inner = document.setdefault(section, {})
        assert isinstance(inner, dict)
        inner[word] = value
    try:
        edition = parse(document, base)
    except EditionError as error:
        raise EditionError((*faults, *error.faults)) from None
    if faults:
        raise EditionError(tuple(faults))
    return edition


def differences(edition: Edition, base: Edition) -> tuple[Change, ...]:
    """Where two editions say different things, in the order of the vocabulary."""
    return tuple(
        Change(key, msgspec.to_builtins(edition.value(key)), msgspec.to_builtins(base.value(key)))
        for key in VALUE_POINTS
        if edition.value(key) != base.value(key)
    )


def _as_house(edition: Edition, base: Edition) -> Edition:
    changes = differences(edition, base)
    keys = {change.key for change in changes}
    references = {**edition.references, **dict.fromkeys(keys, HOUSE_REFERENCE)}
    readings = {key: strict for key, strict in edition.readings.items() if key not in keys}
    return msgspec.structs.replace(edition, changes=changes, references=references, readings=readings)


HOUSE_REFERENCE = "house"
"""The reference of a value the players changed themselves."""
CIRCULATING = "5.2"
"""The reference of a later word of which an edition's book says nothing: house rules that circulate (docs/rules.md)."""


def _header(document: Mapping[str, object], key: str, kind: type, default: object, faults: list[Fault]) -> Any:
    value = document.get(key, default)
    if value is None:
        faults.append(Fault(key, "missing", {}))
    elif not isinstance(value, kind) or isinstance(value, bool) or (value == "") or value == 0:
        faults.append(Fault(key, "wrong-type", {"expected": kind.__name__}))
    elif isinstance(value, str) and len(value) > 80:
        faults.append(Fault(key, "too-long", {"most": 80}))
    elif isinstance(value, str) and (one_line(value) != value or unseen(value)):
        faults.append(Fault(key, "text-unseen", {"sign": unseen(value) or "U+0020"}))
    return value


def _section(
    document: Mapping[str, object], name: str, struct: type[msgspec.Struct], base: Edition | None, faults: list[Fault]
) -> Any:
    given = document.get(name, {})
    if not isinstance(given, Mapping):
        faults.append(Fault(name, "wrong-type", {"expected": "table"}))
        return None
    fields = msgspec.structs.fields(struct)
    words = [field.name for field in fields]
    faults += [unknown(f"{name}.{word}", word, words) for word in given if word not in words]
    inherited = getattr(base, name, None)
    values: dict[str, Any] = {}
    for field in fields:
        key = f"{name}.{field.name}"
        if field.name in given:
            value = given[field.name]
            value = None if value == NONE else value
            try:
                values[field.name] = msgspec.convert(value, field.type)
            except msgspec.ValidationError:
                faults += explain(key, value, field.type)
        elif inherited is not None:
            values[field.name] = getattr(inherited, field.name)
        elif not field.required:
            values[field.name] = field.default
        else:
            faults.append(Fault(key, "missing", expected(field.type)))
    if len(values) < len(fields):
        return None
    made = struct(**values)
    return UP_TO_13 if made == UP_TO_13 else made


def _references(
    document: Mapping[str, object], base: Edition | None, faults: list[Fault], *, house: bool
) -> dict[str, str]:
    """One section for every point; house rules keep those of the base."""
    given = document.get("references", {})
    if not isinstance(given, Mapping):
        faults.append(Fault("references", "wrong-type", {"expected": "table"}))
        return {}
    flat: dict[str, object] = {}
    for section, inner in given.items():
        if isinstance(inner, Mapping):
            flat |= {f"{section}.{word}": reference for word, reference in inner.items()}
        else:
            flat[str(section)] = inner
    points = (*VALUE_POINTS, *FIXED_POINTS, *TWIST_POINTS)
    if "tournament" in document or (base is not None and base.tournament is not None):
        points += TOURNAMENT_POINTS
    faults += [unknown(f"references.{key}", key, points) for key in flat if key not in points]
    for key, reference in flat.items():
        if not isinstance(reference, str) or not reference:
            faults.append(Fault(f"references.{key}", "wrong-type", {"expected": "str"}))
        elif len(reference) > 80 or one_line(reference) != reference or (unseen(reference)):
            faults.append(Fault(f"references.{key}", "text-unseen", {"sign": unseen(reference) or "U+0020"}))
    said = {key: str(reference) for key, reference in flat.items()}
    merged = {**dict.fromkeys(LATER_POINTS, CIRCULATING), **(base.references if base else {}), **said}
    if not house:
        needed = [point for point in points if point not in LATER_POINTS]
        faults += [Fault(f"references.{point}", "missing", {}) for point in needed if point not in merged]
    return {point: merged[point] for point in points if point in merged}


def _readings(document: Mapping[str, object], base: Edition | None, faults: list[Fault]) -> dict[str, str]:
    """Where the book's words are read in another sense, in the order of the card; what a base says holds where a
    document says nothing of it."""
    if "readings" not in document:
        return base.readings if base else {}
    given = document["readings"]
    if not isinstance(given, Mapping):
        faults.append(Fault("readings", "wrong-type", {"expected": "table"}))
        return {}
    faults += [unknown(f"readings.{key}", key, READING_POINTS) for key in given if key not in READING_POINTS]
    wrong = [key for key, strict in given.items() if not isinstance(strict, str)]
    faults += [Fault(f"readings.{key}", "wrong-type", {"expected": "str"}) for key in wrong]
    for key, strict in given.items():
        if key in READING_POINTS and key not in wrong and strict not in (NONE, SILENT):
            faults += _no_word(key, strict)
    return {point: str(given[point]) for point in READING_POINTS if point in given}


def _no_word(point: str, strict: str) -> Iterator[Fault]:
    """What is wrong with the value that takes a book literally."""
    section, word = point.split(".")
    if point not in VALUE_POINTS:
        return iter((Fault(f"readings.{point}", "not-allowed", {"value": strict, "allowed": [NONE, SILENT]}),))
    (kind,) = (field.type for field in msgspec.structs.fields(SECTIONS[section]) if field.name == word)
    return iter(()) if fits(strict, kind) else explain(f"readings.{point}", strict, kind)


def _examples(document: Mapping[str, object], base: Edition | None, faults: list[Fault], *, house: bool) -> Examples:
    """An edition's own examples; house rules may contradict those of their base, so they have only what they say."""
    if "examples" not in document:
        return base.examples if base is not None and not house else Examples()
    try:
        return msgspec.convert(document["examples"], Examples)
    except msgspec.ValidationError as error:
        place = _PLACE.search(str(error))
        faults.append(Fault(f"examples{place[1] if place else ''}", "wrong-examples", {}))
        return Examples()
