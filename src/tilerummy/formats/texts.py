"""Formats and tournaments in words: names of formats, stages and ranking keys, and what is wrong with something."""

from tilerummy.formats import NAMES
from tilerummy.messages import text, texts
from tilerummy.rules.edition.faults import Fault
from tilerummy.tournament.format.format import Format
from tilerummy.tournament.results.standings import Decided


def name(format_: Format, lang: str) -> str:
    """The format's name, in that language for the formats of the package."""
    return text(lang, f"tournament.format-{format_.id}") if format_.id in NAMES else format_.name


def stage_name(stage: str, lang: str) -> str:
    """A stage's name in that language where it is one of the package's, else as the file has it."""
    known = f"tournament.stage-{stage}"
    return text(lang, known) if known in texts("en") else stage


def rule_text(rule: str, lang: str) -> str:
    """The rule that a ruling names: an offence of a catalogue in that language, or as it was typed."""
    known = f"referee.offence-{rule}"
    return text(lang, known) if known in texts("en") else rule


def key_text(key: Decided | None, lang: str) -> str:
    """What decided between two players, in a word or two."""
    return text(lang, f"tournament.key-{key}") if key else ""


def fault_text(fault: Fault, lang: str) -> str:
    """What is wrong, in one sentence. Faults of any vocabulary are the editions' sentences."""
    params = {key: _listed(value) for key, value in fault.params.items()}
    code = "unknown-key-near" if fault.code == "unknown-key" and "suggestion" in fault.params else fault.code
    key = f"tournament.fault-{code}"
    ours = key in texts("en") or f"{key}_other" in texts("en")
    said = text(lang, key if ours else f"edition.fault-{code}", **{"where": fault.key, "value": fault.key, **params})
    line = fault.params.get("at_line")
    return said if line is None else text(lang, "tournament.at-line", line=line, fault=said)


def _listed(value: object) -> object:
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else value
