"""The catalogues of penalties that regulations give, to choose from; their words are `referee.offence-ID`."""

from functools import cache
from importlib.resources import files

import msgspec


class Offence(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a player may not do, with the points it is given (0: a warning) and the section of the rules that has it."""

    id: str
    points: int
    section: str


class _Catalogue(msgspec.Struct, forbid_unknown_fields=True):
    offences: tuple[Offence, ...]


@cache
def offences() -> tuple[Offence, ...]:
    """All offences, each catalogue's together."""
    text = files("tilerummy.formats").joinpath("penalties.toml").read_text(encoding="utf-8")
    return msgspec.toml.decode(text, type=_Catalogue).offences
