"""The tournament formats that come with the package, one TOML file each, and the loading of format files."""

from collections.abc import Callable
from functools import cache, partial
from importlib.resources import files

from tilerummy import editions
from tilerummy.editions import toml
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.edition.faults import Fault
from tilerummy.tournament.format.format import Format
from tilerummy.tournament.format.reader import FormatError, faults_of, parse

NAMES = (
    "belgian-tournament",
    "blocks-of-two",
    "leaders-at-table-one",
    "wins-then-points",
    "table-points",
    "two-player-swiss",
    "open-league",
    "brackets-of-four",
    "home-tables",
    "world-championship",
    "polish-championship",
    "german-championship",
)


def names() -> tuple[str, ...]:
    """The ids of the formats in the package."""
    return NAMES


def load(name_or_path: toml.Source) -> Format:
    """The format of that name, or the one in the TOML file at that path, or in one that is open for bytes; gzip may
    have packed it.

    Raises FormatError with every fault: an unknown name, a file that cannot be read, is no TOML or says what no format
    can.
    """
    if not isinstance(name_or_path, str):
        return _read(name_or_path)
    if name_or_path in NAMES:
        return _packaged(name_or_path)
    if not name_or_path.endswith(toml.ENDINGS):
        raise FormatError((Fault(name_or_path, "unknown-format", {"allowed": list(NAMES)}),))
    return _read(name_or_path)


def loads(text: str) -> Format:
    """The format in a TOML text, such as one sent by a page. Raises FormatError with every fault."""
    try:
        document = toml.read(text)
    except toml.TomlError as error:
        raise FormatError((Fault("", error.code, error.params),)) from None
    return parse(document, _editions())


def faults(format_: Format) -> tuple[Fault, ...]:
    """What cannot work in a format that was not read from a file, such as one in a backup."""
    return faults_of(format_, _editions())


def _editions() -> dict[str, Callable[[], Edition]]:
    return {name: partial(editions.load, name) for name in editions.names()}


@cache
def _packaged(name: str) -> Format:
    return loads(files(__name__).joinpath(f"{name}.toml").read_text(encoding="utf-8"))


def _read(source: toml.Source) -> Format:
    try:
        text = toml.load(source)
    except toml.TomlError as error:
        raise FormatError((Fault(toml.name(source), error.code, error.params),)) from None
    return loads(text)
