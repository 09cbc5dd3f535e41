"""A refused command: everything that is wrong with it, as codes with parameters. Nothing of it was carried out."""

from typing import Any

from tilerummy.rules.edition.faults import Fault
from tilerummy.rules.violations import Violation


class Refusal(Exception):
    """The command is refused for these faults, at least one; for a play, `violations` is what the judge found."""

    def __init__(self, *faults: Fault, violations: tuple[Violation, ...] = ()) -> None:
        super().__init__("; ".join(f"{fault.key}: {fault.code}".removeprefix(": ") for fault in faults))
        self.faults = faults
        self.violations = violations

    @property
    def code(self) -> str:
        """The code of the first fault."""
        return self.faults[0].code

    @property
    def params(self) -> dict[str, Any]:
        """The parameters of the first fault."""
        return self.faults[0].params


def refuse(code: str, **params: Any) -> Refusal:
    """A refusal for one reason."""
    return Refusal(Fault("", code, params))
