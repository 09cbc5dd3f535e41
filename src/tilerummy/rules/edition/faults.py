"""What is wrong with an edition, as codes with parameters; the sentences are messages `edition.fault-CODE`."""

import msgspec


class Fault(msgspec.Struct, frozen=True):
    """One fault: its `key` (`section.word`, or the place in an example), its `code`, and what the message also names.

    `params` may hold `suggestion` (a known key), `allowed` (words), `least` and `most` (bounds), `value` (what was
    given) and, for combinations, the numbers that clash.
    """

    key: str
    code: str
    params: dict[str, object] = {}

    def __str__(self) -> str:
        """The fault in one line of words for programmers: `orignal: unknown-edition (allowed: original, twist)`."""
        said = "; ".join(f"{name}: {_listed(value)}" for name, value in self.params.items())
        return f"{self.key}: {self.code}".removeprefix(": ") + (f" ({said})" if said else "")


def _listed(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


class EditionError(ValueError):
    """An edition that cannot be used, with all its faults."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        super().__init__("; ".join(map(str, faults)))
        self.faults = faults

    def __reduce__(self) -> "tuple[type[EditionError], tuple[tuple[Fault, ...]]]":
        return EditionError, (self.faults,)
