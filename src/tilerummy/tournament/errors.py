"""A refused command: everything that is wrong with it, as codes with parameters. Nothing of it was carried out."""

from typing import Any

from tilerummy.rules.edition.faults import Fault


class Refusal(Exception):
    """The command is refused. The sentences are the messages `tournament.fault-CODE`."""

    def __init__(self, *faults: Fault) -> None:
        super().__init__("; ".join(fault.code for fault in faults))
        self.faults = faults


def refuse(code: str, **params: Any) -> Refusal:
    """A refusal for one reason."""
    return Refusal(Fault("", code, params))
