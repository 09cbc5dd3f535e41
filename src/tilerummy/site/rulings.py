"""What the referee gave and took in an event, as far as it counts, each with its reason."""

from collections.abc import Iterator, Mapping
from xml.etree.ElementTree import Element

from tilerummy.formats.texts import rule_text, stage_name
from tilerummy.messages import text
from tilerummy.site.elements import element
from tilerummy.tournament.referee.rulings import Ruling
from tilerummy.tournament.state import Tournament


def given(state: Tournament, names: Mapping[int, str], lang: str) -> Iterator[Element]:
    """Who got points, in which stage, and why; nothing where nobody did."""
    if counting := [one for one in state.rulings if one.points and one.revoked is None]:
        yield element("h2", text(lang, "site.given"))
        yield element("ul", *(element("li", _said(state, one, names, lang)) for one in counting))


def _said(state: Tournament, one: Ruling, names: Mapping[int, str], lang: str) -> str:
    stage = stage_name(state.rule(state.stages[one.stage]).id, lang)
    points = f"{one.points:+d}".replace("-", "−")
    rule = rule_text(one.rule, lang)
    # a reason is kept without the no-break spaces of a rule's words
    same = " ".join(rule.split()) in ("", one.reason)
    why = (rule or one.reason) if same else f"{one.reason} ({rule})"
    return f"{names[one.number]} {points} ({stage}) · {why}"
