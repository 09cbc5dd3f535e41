"""Penalties and bonuses in a document of results: those a referee gave, by name and stage."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from tilerummy.rules.edition.faults import Fault
from tilerummy.rules.edition.vocabulary import unknown
from tilerummy.rules.names import one_line
from tilerummy.tournament.format.format import Format
from tilerummy.tournament.referee.rulings import MOST_POINTS, MOST_RULINGS

_RULING: Final = ("name", "stage", "points", "reason")
Given = tuple[int, int]
"""A player's number and what they were given."""


def read_rulings(
    listed: Any, format_: Format, names: Mapping[str, int], faults: list[Fault]
) -> dict[str, tuple[Given, ...]]:
    """What the players of each stage were given, by the stage's id; whatever is wrong goes into `faults`.

    A ruling is `{"name", "stage", "points", "reason"}`; the reason is for who reads the file.
    """
    if not isinstance(listed, list):
        faults.append(Fault("rulings", "wrong-type", {"expected": "array"}))
        return {}
    if len(listed) > MOST_RULINGS:
        faults.append(Fault("rulings", "too-many-rulings", {"most": MOST_RULINGS}))
        return {}
    stages = [stage.id for stage in format_.stages]
    found: dict[str, list[Given]] = {}
    for at, given in enumerate(listed):
        wrong = list(_faults(f"rulings[{at}]", given, stages, names))
        faults += wrong
        if not wrong:
            found.setdefault(given["stage"], []).append((names[one_line(given["name"])], given["points"]))
    return {stage: tuple(of) for stage, of in found.items()}


def _faults(key: str, given: Any, stages: list[str], names: Mapping[str, int]) -> Iterator[Fault]:
    if not isinstance(given, Mapping):
        yield Fault(key, "wrong-type", {"expected": "object"})
        return
    for word in given:
        if word not in _RULING:
            yield unknown(f"{key}.{word}", str(word), _RULING)
    name, stage, points = given.get("name"), given.get("stage"), given.get("points")
    if not isinstance(name, str) or one_line(name) not in names:
        yield Fault(f"{key}.name", "unknown-name", {"name": str(name)})
    if stage not in stages:
        yield Fault(f"{key}.stage", "no-such-stage", {"stage": str(stage), "allowed": stages})
    if type(points) is not int:
        yield Fault(f"{key}.points", "wrong-type", {"expected": "number"})
    elif abs(points) > MOST_POINTS:
        yield Fault(f"{key}.points", "ruling-points", {"most": MOST_POINTS})
    if not isinstance(given.get("reason", ""), str):
        yield Fault(f"{key}.reason", "wrong-type", {"expected": "name"})
