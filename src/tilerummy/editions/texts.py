"""Editions in words: their names, what house rules change, what is wrong with one, and the rules card."""

from typing import NamedTuple

from tilerummy.editions import NAMES
from tilerummy.messages import text, texts
from tilerummy.rules.card import Point, card, point_of
from tilerummy.rules.edition.edition import Change, Edition
from tilerummy.rules.edition.faults import Fault
from tilerummy.rules.edition.vocabulary import NONE, SILENT
from tilerummy.rules.violations import Violation


class CardLine(NamedTuple):
    """One point of the rules card in words. `changed`: a house rule; `ref`: the rulebook's section.

    `reading`: where the edition reads its book in another sense, what the book says, what holds here and why; `strict`:
    the value that takes the book literally, if there is one.
    """

    key: str
    section: str
    heading: str
    text: str
    ref: str
    changed: bool
    reading: str = ""
    strict: str | None = None


def name(edition: Edition, lang: str) -> str:
    """The edition's name without its changes, in that language for the editions of the package."""
    return text(lang, f"edition.name-{edition.book}") if edition.book in NAMES else edition.name


def title(edition: Edition, lang: str) -> str:
    """The edition's name with its changes: `Original, with: opening 50; no time limit`."""
    if edition.source != "house" or not edition.changes:
        return name(edition, lang)
    changes = "; ".join(change_text(change, lang) for change in edition.changes)
    return text(lang, "edition.title-with", name=name(edition, lang), changes=changes)


def about(edition: Edition, lang: str) -> str:
    """After which text an edition was made, of which year, and what of it could not be read; empty where its rulebook
    was read whole, and for editions from elsewhere."""
    return texts(lang).get(f"edition.text-{edition.book}", "")


def counting(edition: Edition, lang: str) -> str:
    """Why the points of a game do not sum to zero, or not to what is left on the racks: a club's count in a sentence;
    empty where there is none."""
    said = {f"end.{word}": getattr(edition.end, word) for word in ("loss_cap", "winner_bonus")}
    changes = [change_text(Change(key, value, None), lang) for key, value in said.items() if value is not None]
    return text(lang, "page.counting", changes="; ".join(changes)) if changes else ""


def change_text(change: Change, lang: str) -> str:
    """A changed value in a few words."""
    stem = f"change-{change.key.replace('.', '-').replace('_', '-')}"
    word = _word(change.value)
    if word and f"edition.{stem}-{word}" in texts("en"):
        return text(lang, f"edition.{stem}-{word}")
    if isinstance(change.value, dict):
        return text(lang, f"edition.{stem}", **change.value)
    return text(lang, f"edition.{stem}", value=change.value)


def _word(value: object) -> str | None:
    """The word of the vocabulary for a value that is no number."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "true" if value else "false"
    return value if isinstance(value, str) else None


def fault_text(fault: Fault, lang: str) -> str:
    """What is wrong with an edition, in one sentence."""
    params = {key: _listed(value) for key, value in fault.params.items()}
    code = "unknown-key-near" if fault.code == "unknown-key" and fault.params else fault.code
    return text(lang, f"edition.fault-{code}", **{"where": fault.key, "value": fault.key, **params})


def _listed(value: object) -> object:
    return ", ".join(str(each) for each in value) if isinstance(value, list | tuple) else value


def card_lines(edition: Edition, lang: str) -> tuple[CardLine, ...]:
    """The rules card of an edition in that language."""
    changed = {point_of(change.key) for change in edition.changes}
    return tuple(
        CardLine(
            point.key,
            point.section,
            text(lang, f"rule.section-{point.section}"),
            sentence(point, lang),
            reference(point.ref, lang),
            point.key in changed,
            _reading(point, lang),
            None if point.strict in (NONE, SILENT) else point.strict,
        )
        for point in card(edition)
    )


def _reading(point: Point, lang: str) -> str:
    """Why a point says something else than the book, or what the book does not say; and the house rule that follows the
    book."""
    if point.strict is None:
        return ""
    key = f"rule.reading-{point.key.replace('.', '-').replace('_', '-')}"
    # an edition from elsewhere may read its book where none of ours does: we do not know why
    said = texts(lang).get(f"{key}-silent" if point.strict == SILENT else key, "")
    if point.strict in (NONE, SILENT):
        return said
    change = change_text(Change(point.key, point.strict, None), lang)
    return f"{said} {text(lang, 'rule.reading-strict', change=change)}".lstrip()


def sentence(point: Point, lang: str) -> str:
    """A point of the card in that language."""
    parts = ", ".join(text(lang, f"rule.{part}") for part in point.parts)
    return text(lang, f"rule.{point.message}", **point.params, parts=parts)


def reference(ref: str, lang: str) -> str:
    """A section reference as it is shown: the players' own rules have none but themselves."""
    return text(lang, "edition.house-reference") if ref == "house" else ref


def violation_text(violation: Violation, lang: str = "en") -> str:
    """A violation in words: which meld, what is wrong with it, where the rulebook says so, and the legal order where
    there is one."""
    params = {**(violation.params or {}), "tile": violation.tile or ""}
    parts = [text(lang, f"violation.{violation.code}", **params)]
    if violation.ref:
        parts.append(f"({reference(violation.ref, lang)})")
    if violation.meld is not None:
        which = "judge-opening-meld" if params.get("where") == "opening" else "judge-meld"
        parts.insert(0, text(lang, f"cli.{which}", meld=violation.meld + 1))
    if "relaid" in params:
        parts.append(text(lang, "cli.meld-relaid", meld=params["relaid"]))
    return " ".join(parts)
