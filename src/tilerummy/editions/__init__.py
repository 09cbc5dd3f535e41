"""The editions that come with the package, one TOML file each, those that other packages add, and the loading of
edition files."""

from functools import cache
from importlib.resources import files
from typing import Final

from tilerummy.editions import toml
from tilerummy.installed import Found, Unusable, added
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.edition.faults import EditionError, Fault
from tilerummy.rules.edition.reader import parse

NAMES = (
    "original",
    "twist",
    "twist-international",
    "suomi",
    "sabra",
    "xp-160",
    "xp-108",
    "xp-106",
    "belgian-tournament",
    "original-classic",
    "duel",
    "championship",
    "deutschland",
    "polska",
    "sabra-1978",
)

GROUP: Final = "tilerummy.editions"
"""The entry points by which packages add editions."""


def names() -> tuple[str, ...]:
    """The ids of the editions in the package, the default first, then of those that installed packages add."""
    return (*NAMES, *installed().values)


@cache
def installed() -> Found:
    """The editions that installed packages add by their entry points, each a TOML text with the entry's name as its id;
    and what is wrong with the others."""
    return added(GROUP, NAMES, _added)


def load(name_or_path: toml.Source) -> Edition:
    """The edition of that name, or the one in the TOML file at that path, or in one that is open for bytes; gzip may
    have packed it.

    Raises EditionError with every fault: an unknown name, a file that cannot be read, is no TOML or says what no
    edition can.
    """
    if not isinstance(name_or_path, str):
        return _read(name_or_path)
    if name_or_path in NAMES:
        return _packaged(name_or_path)
    if name_or_path in installed().values:
        edition: Edition = installed().values[name_or_path]
        return edition
    if not name_or_path.endswith(toml.ENDINGS):
        raise EditionError((Fault(name_or_path, "unknown-edition", {"allowed": list(names())}),))
    return _read(name_or_path)


def loads(text: str) -> Edition:
    """The edition in a TOML text, such as one sent by a page. Raises EditionError with every fault."""
    try:
        document = toml.read(text)
    except toml.TomlError as error:
        raise EditionError((Fault("", error.code, error.params),)) from None
    base = document.get("base")
    if base is None:
        return parse(document)
    if base not in NAMES:
        fault = Fault("base", "unknown-edition", {"value": str(base), "allowed": list(NAMES)})
        raise EditionError((fault,))
    return parse(document, _packaged(base))


def _added(name: str, loaded: object) -> Edition:
    """Raises Unusable for what is no edition of that name."""
    try:
        edition = loads(loaded) if isinstance(loaded, str) else None
    except EditionError as error:
        detail = "; ".join(f"{fault.key} {fault.code}".strip() for fault in error.faults)
        raise Unusable("no-edition", detail=detail) from None
    if edition is None:
        raise Unusable("no-edition", detail=type(loaded).__name__)
    if edition.id != name:
        raise Unusable("other-id", id=edition.id)
    return edition


@cache
def _packaged(name: str) -> Edition:
    return loads(files(__name__).joinpath(f"{name}.toml").read_text(encoding="utf-8"))


def _read(source: toml.Source) -> Edition:
    try:
        text = toml.load(source)
    except toml.TomlError as error:
        raise EditionError((Fault(toml.name(source), error.code, error.params),)) from None
    return loads(text)
