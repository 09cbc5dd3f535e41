"""A whole server in one file, and back: the database as of one moment, and the key that signs the guests' cookies.

The file is the same whatever the server keeps its data in.
"""

import errno
import hashlib
import json
import os
import sqlite3
import struct
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from tilerummy.store.base import DataError
from tilerummy.store.folder import FILE, own_file
from tilerummy.store.moving import Told, move
from tilerummy.store.schema import HEAD, found, odd

KEY: Final = "session.key"
LARGEST: Final = 2**38
"""Bytes of a database that a copy brings back."""
SMALL: Final = 64 * 2**20
"""Bytes of a database however well it was packed: a new one is mostly zeros."""
RATIO: Final = 100
"""How many times as large as its packed form a larger one may be: games pack to a third."""
PIECE: Final = 2**20
"""Bytes that are unpacked at a time, and of the parts beside the database."""
_FORM: Final = 1
_MANIFEST: Final = "manifest.json"


def save(folder: Path, file: Path, *, force: bool) -> int:
    """Copy the data of a folder, also of a server that runs, into one file; its size in bytes.

    The file appears whole or not at all. Raises DataError (`no-data`, `copy-exists`, `copy-failed`).
    """
    if not (folder / FILE).is_file():
        raise DataError("no-data", path=str(folder))
    if file.exists() and not force:
        raise DataError("copy-exists", path=str(file))
    fresh, copy = _beside(file, "new"), _beside(file, "copy")
    try:
        _copy(folder / FILE, copy)
        _pack(fresh, copy, (folder / KEY).read_bytes())
        fresh.replace(file)
    except (OSError, sqlite3.Error) as error:
        raise DataError("copy-failed", path=str(file), detail=str(error)) from None
    finally:
        for leftover in (fresh, copy):
            leftover.unlink(missing_ok=True)
    return file.stat().st_size


def bring_back(file: Path, folder: Path) -> None:
    """Put such a file into a folder that holds no data yet; the database comes last, so that nothing is half done.

    Raises DataError (`data-there`, `no-copy`, `copy-damaged`, `copy-altered`, `copy-too-large`, `data-newer`,
    `copy-failed`).
    """
    if (folder / FILE).exists():
        raise DataError("data-there", path=str(folder))
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        database = folder / f"{FILE}.restoring"
        own_file(database)
        try:
            key = _unpack(file, database)
            _sound(database, file)
            _write(folder / f"{KEY}.restoring", key)
            (folder / f"{KEY}.restoring").replace(folder / KEY)
            database.replace(folder / FILE)
        finally:
            database.unlink(missing_ok=True)
    except OSError as error:
        raise DataError("copy-failed", path=str(folder), detail=str(error)) from None


async def save_shared(where: str, key: bytes, file: Path, told: Told, *, force: bool) -> int:
    """The same of a database that servers share, also while they use it, with the key that signs for them.

    Raises DataError: what `save` and `move` raise.
    """
    if file.exists() and not force:
        raise DataError("copy-exists", path=str(file))
    with _room_beside(file) as place:
        await move(where, str(place), told, busy=True)
        keep_key(place, key)
        return save(place, file, force=force)


async def bring_back_shared(file: Path, where: str, told: Told) -> None:
    """Put such a file into a database that is empty; its key goes to the environment of the servers, not there.

    Raises DataError: what `bring_back` and `move` raise.
    """
    with _room_beside(file) as place:
        bring_back(file, place)
        await move(str(place), where, told)


def keep_key(folder: Path, key: bytes) -> None:
    """Keep the key that signs cookies in a data folder, in the place of the one that is there. Raises OSError."""
    _write(folder / KEY, key)


@contextmanager
def _room_beside(file: Path) -> Iterator[Path]:
    """A folder for the moment, where there is room for the file too. Raises DataError."""
    try:
        with tempfile.TemporaryDirectory(prefix=f".{file.name}.", dir=file.parent) as place:
            yield Path(place)
    except OSError as error:
        raise DataError("copy-failed", path=str(file.parent), detail=str(error)) from None


def _copy(database: Path, copy: Path) -> None:
    copy.unlink(missing_ok=True)
    own_file(copy)
    source, target = sqlite3.connect(database, timeout=30), sqlite3.connect(copy)
    try:
        # all pages in one go are of one moment, and in WAL mode nobody who writes has to wait
        source.backup(target)
        target.execute("pragma journal_mode = delete")
    finally:
        source.close()
        target.close()


def _pack(fresh: Path, copy: Path, key: bytes) -> None:
    fresh.unlink(missing_ok=True)
    own_file(fresh)
    database = copy.read_bytes()
    sums = {FILE: hashlib.sha256(database).hexdigest(), KEY: hashlib.sha256(key).hexdigest()}
    manifest = json.dumps({"tilerummy-backup": _FORM, "database": HEAD, "sha256": sums})
    with fresh.open("r+b") as file:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
            packed.writestr(_MANIFEST, manifest)
            packed.writestr(FILE, database)
            packed.writestr(KEY, key)
        file.flush()
        os.fsync(file.fileno())


def _unpack(file: Path, database: Path) -> bytes:
    """Put the database of a copy into a file; the key. Raises DataError."""
    try:
        if file.is_file() and not zipfile.is_zipfile(file):
            raise DataError("no-copy", path=str(file))
        with zipfile.ZipFile(file) as packed:
            _check_sizes(packed, file)
            manifest: Any = json.loads(packed.read(_MANIFEST))
            known = manifest["tilerummy-backup"] == _FORM
            version, sums = int(str(manifest["database"]).removeprefix("v")), dict(manifest["sha256"])
            if not known or not 0 < version <= HEAD:
                raise DataError("data-newer", path=str(file), found=version, known=HEAD)
            key, counted = packed.read(KEY), hashlib.sha256()
            with packed.open(FILE) as source, database.open("wb") as target:
                while part := source.read(PIECE):
                    counted.update(part)
                    target.write(part)
                target.flush()
                os.fsync(target.fileno())
    except OSError as error:
        # a damaged directory sends the reader to places that no file has
        code = "copy-damaged" if error.errno == errno.EINVAL else "copy-failed"
        raise DataError(code, path=str(file), detail=error.strerror or str(error)) from None
    except (zipfile.BadZipFile, zlib.error, struct.error, EOFError, RuntimeError, OverflowError) as error:
        raise DataError("copy-damaged", path=str(file), detail=str(error)) from None
    except (ValueError, KeyError, TypeError):
        raise DataError("no-copy", path=str(file)) from None
    found_sums = {FILE: counted.hexdigest(), KEY: hashlib.sha256(key).hexdigest()}
    if any(found_sums[name] != sums.get(name) for name in found_sums):
        raise DataError("copy-damaged", path=str(file), detail="sha256")
    return key


def _check_sizes(packed: zipfile.ZipFile, file: Path) -> None:
    """Raises DataError for a copy that says it becomes larger than one does; more than it says is never unpacked."""
    for name in (_MANIFEST, KEY, FILE):
        part = packed.getinfo(name)
        most = min(LARGEST, max(SMALL, RATIO * part.compress_size)) if name == FILE else PIECE
        if part.file_size > most:
            raise DataError("copy-too-large", path=str(file), name=name, size=part.file_size, most=most)


def _sound(database: Path, file: Path) -> None:
    """Raises DataError for a database that does not hang together."""
    connection = sqlite3.connect(database)
    try:
        (said,) = connection.execute("pragma integrity_check(1)").fetchone()
        if said != "ok" or not 0 < found(connection) <= HEAD:
            raise DataError("copy-damaged", path=str(file), detail=str(said))
        if (beside := odd(connection)) is not None:
            raise DataError("copy-altered", path=str(file), what=beside)
    except sqlite3.Error as error:
        raise DataError("copy-damaged", path=str(file), detail=str(error)) from None
    finally:
        connection.close()


def _write(path: Path, content: bytes) -> None:
    path.unlink(missing_ok=True)
    own_file(path)
    with path.open("r+b") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _beside(file: Path, mark: str) -> Path:
    return file.with_name(f".{file.name}.{os.getpid()}.{mark}")
