"""The file of chunk results: one JSON line for each, written when it is there, so that a killed arena goes on."""

import os
from pathlib import Path

import msgspec

from tilerummy.arena.faults import ArenaError
from tilerummy.arena.match import Chunk, Match
from tilerummy.inputs import from_json

_decoder = msgspec.json.Decoder(Chunk)


class ResultsFile:
    """Chunk results by match and number, kept in a file where one is named."""

    def __init__(self, path: str | None) -> None:
        """Read what is there; a last line without an end was cut by a kill and is dropped. Raises ArenaError
        `not-results` for another kind of file, which is left as it is, and OSError."""
        self._path = None if path is None else Path(path)
        self._chunks: dict[tuple[str, int], Chunk] = {}
        if self._path is not None and self._path.is_file():
            self._read(self._path)

    def known(self, match: Match, number: int, deals: int) -> Chunk | None:
        """The result of a chunk with so many deals, None where it is not there."""
        found = self._chunks.get((match.key, number))
        if found is None or len(found.deals) < deals:
            return None
        return msgspec.structs.replace(found, deals=found.deals[:deals])

    def add(self, chunk: Chunk) -> None:
        """Keep a result; on disk when this returns."""
        self._chunks[chunk.match, chunk.number] = chunk
        if self._path is not None:
            with self._path.open("ab") as file:
                file.write(msgspec.json.encode(chunk) + b"\n")
                file.flush()
                os.fsync(file.fileno())

    def _read(self, path: Path) -> None:
        data = path.read_bytes()
        whole = data[: data.rfind(b"\n") + 1]
        for number, line in enumerate(whole.splitlines(), start=1):
            try:
                chunk = from_json(line, _decoder)
            except msgspec.MsgspecError:
                raise ArenaError("not-results", path=str(path), line=number) from None
            self._chunks[chunk.match, chunk.number] = chunk
        if data and not whole:
            raise ArenaError("not-results", path=str(path), line=1)
        if len(whole) < len(data):
            os.truncate(path, len(whole))
