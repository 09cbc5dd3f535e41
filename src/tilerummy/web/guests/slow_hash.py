"""argon2id (RFC 9106) beside the event loop: one hash at a time, so that its memory is taken once."""

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from argon2.low_level import Type, hash_secret_raw

from tilerummy.rules.refusal import refuse
from tilerummy.web import limits

MEMORY: Final = 64 * limits.KIB
"""KiB of memory that one hash takes, and with PASSES what a try costs who guesses: RFC 9106's for little memory."""
PASSES: Final = 3
"""Times that a hash goes through its memory."""
_LANES: Final = 1
_BYTES: Final = 32
_SALT: Final = b"tilerummy.recovery"
"""One for all, so that the hash finds its row: words drawn by chance need none, nobody has a table of 77 bits."""


class SlowHash:
    """Hashes words in a thread of its own."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "slow-hash")
        self._waiting = 0

    async def of(self, words: Sequence[str]) -> bytes:
        """The hash of words. Raises Refusal where too many wait."""
        if self._waiting >= limits.HASHES:
            raise refuse("busy")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, _hashed, " ".join(words).encode())
        finally:
            self._waiting -= 1


def _hashed(words: bytes) -> bytes:
    return hash_secret_raw(words, _SALT, PASSES, MEMORY, _LANES, _BYTES, Type.ID)
