"""Faults planted in pictures: one part fails at a time, wherever it is made."""

from collections.abc import Callable
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


def _fails() -> None:
    raise LookupError("planted")


def differing(one: msgspec.Struct, other: msgspec.Struct) -> set[str]:
    """The fields in which two pictures of a kind differ."""
    return {name for name in one.__struct_fields__ if getattr(one, name) != getattr(other, name)}
