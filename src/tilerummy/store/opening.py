"""Where a server keeps its data, as people write it: a folder, or the address of a database that servers share."""

from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit
from urllib.request import url2pathname

from tilerummy.store import folder
from tilerummy.store.base import DataError, Store

SHARED = ("postgresql", "postgres")
"""The schemes of addresses of databases that several servers may share."""


def open_store(where: str) -> Store:
    """Open (or make) the data for a server.

    Raises DataError: `store-unknown`, `extra-missing`, `database-unusable`, and what `folder.open_store` raises.
    """
    return _opened(where, folder.open_store, "open_store")


def open_beside(where: str) -> Store:
    """Open the data for a command, also while a server uses it.

    Raises DataError: `store-unknown`, `extra-missing`, `database-unusable`, and what `folder.open_beside` raises.
    """
    return _opened(where, folder.open_beside, "open_beside")


def is_shared(where: str) -> bool:
    """Whether several servers may use it at once."""
    return _scheme(where) in SHARED


def shown(address: str) -> str:
    """The address as it may be told: without a password."""
    if not is_shared(address):
        return str(folder_of(address))
    parts = urlsplit(address)
    user, at, place = parts.netloc.rpartition("@")
    return urlunsplit(parts._replace(netloc=f"{user.partition(':')[0]}{at}{place}", query="", fragment=""))


def folder_of(where: str) -> Path:
    """The data folder of `sqlite:///DIR`, or of a path. Raises DataError `store-unknown`."""
    scheme = _scheme(where)
    if scheme not in ("sqlite", ""):
        # what follows may hold a password, and is not told
        raise DataError("store-unknown", given=f"{scheme}://")
    return Path(url2pathname(urlsplit(where).path)) if scheme else Path(where)


def _opened(where: str, in_folder: Callable[[Path], Store], name: str) -> Store:
    if not is_shared(where):
        return in_folder(folder_of(where))
    try:
        from tilerummy.store.postgresql import opening
    except ImportError:
        raise DataError("extra-missing", package="asyncpg", extra="scale") from None
    opened: Callable[[str], Store] = getattr(opening, name)
    return opened(where)


def _scheme(where: str) -> str:
    scheme, mark, _ = where.partition("://")
    return scheme if mark else ""
