"""What installed packages add to Tilerummy by their entry points. One that cannot be used is told, and keeps nobody
else from their work."""

import re
from collections.abc import Callable, Collection, Mapping
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Final, NamedTuple, TypeVar

from tilerummy.coded import Coded

T = TypeVar("T")

NAME: Final = re.compile(r"[a-z][a-z0-9-]{0,38}[a-z0-9]")
"""How what is added may be called."""


class Broken(NamedTuple):
    """An entry point that cannot be used: its text is `cli.installed-CODE`."""

    group: str
    name: str
    package: str
    code: str
    params: Mapping[str, Any]


class Unusable(Coded):
    """What an entry point leads to is not what its group is for."""


class Found(NamedTuple):
    """What was added, by name, and what was not."""

    values: Mapping[str, Any]
    broken: tuple[Broken, ...]


def added(group: str, taken: Collection[str], made: Callable[[str, Any], Any]) -> Found:
    """The entry points of a group: `made` turns the name and what it leads to into what is used, and raises Unusable.

    Of two with the same name neither is used, and none with a name that is `taken`.
    """
    entries = sorted(entry_points(group=group), key=lambda entry: entry.name)
    counts = [entry.name for entry in entries]
    values, broken = {}, []
    for entry in entries:
        try:
            if entry.name in taken or counts.count(entry.name) > 1:
                raise Unusable("name-taken")
            if not NAME.fullmatch(entry.name):
                raise Unusable("name")
            values[entry.name] = made(entry.name, _loaded(entry))
        except Unusable as unusable:
            package = entry.dist.name if entry.dist else ""
            broken.append(Broken(group, entry.name, package, unusable.code, unusable.params))
    return Found(values, tuple(broken))


def _loaded(entry: EntryPoint) -> Any:
    """Raises Unusable, whatever is wrong with an installed module."""
    try:
        return entry.load()
    except Exception as error:
        raise Unusable("not-loaded", reason=f"{type(error).__name__}: {error}") from None
