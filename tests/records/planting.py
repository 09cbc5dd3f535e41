"""Faults planted in pictures: one part fails at a time, wherever it is made."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
import pytest

from tilerummy.records.parts import Part, Parts

_made = Parts.made


def plant(monkeypatch: pytest.MonkeyPatch, part: Part | None) -> set[str]:
    """From now on this part, and no other, cannot be made; the parts that are asked for from now on."""
    asked: set[str] = set()

    def made(self: Parts, name: Part, make: Callable[[], Any], empty: Any) -> Any:
        asked.add(name)
        return _made(self, name, _fails if name == part else make, empty)

    monkeypatch.setattr(Parts, "made", made)
    return asked


def each_costs_itself(
    monkeypatch: pytest.MonkeyPatch, seen: Callable[[], Any], parts: set[Part], fields: Mapping[str, set[str]]
) -> None:
    """The picture that `seen` makes has these parts, each of which costs `fields` (without any: that of its name), and
    nothing else, where it cannot be made."""
    asked = plant(monkeypatch, None)
    whole = seen()
    assert asked == parts
    assert whole.missing == ()
    for part in parts:
        plant(monkeypatch, part)
        shown = seen()
        assert shown.missing == (part,)
        assert differing(whole, shown) <= {"missing", *fields.get(part, {str(part)})}, part
    monkeypatch.undo()
    assert seen() == whole


def _fails() -> None:
    raise LookupError("planted")


def differing(one: msgspec.Struct, other: msgspec.Struct) -> set[str]:
    """The fields in which two pictures of a kind differ."""
    return {name for name in one.__struct_fields__ if getattr(one, name) != getattr(other, name)}
