"""How long giving memory back holds others up who want some: `python -m benchmarks.server.give_back`."""

import os
import random
import threading
import time
from pathlib import Path

from tilerummy.records.memory import give_back

MEGABYTES = (10, 30, 100, 300)


def resident() -> int:
    """Megabytes of this process in memory (Linux)."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE") // 1_000_000


def held_up(megabytes: int) -> tuple[float, int]:
    """The longest wait, in milliseconds, of a person who always asks for memory, and the megabytes that went back,
    where so many are free between a few that are in use."""
    blocks = [bytes(random.randrange(600, 800)) for _ in range(megabytes * 1_000_000 // 700)]
    used = blocks[::50]
    del blocks
    before, longest = resident(), 0.0
    giving = threading.Thread(target=give_back)
    giving.start()
    last = time.perf_counter()
    while giving.is_alive():
        _ = [0] * 2000
        now = time.perf_counter()
        longest, last = max(longest, now - last), now
    del used
    return 1000 * longest, before - resident()


def main() -> None:
    """Measure and print."""
    for megabytes in MEGABYTES:
        waits, gone = zip(*(held_up(megabytes) for _ in range(5)), strict=True)
        print(f"{megabytes} MB: {sorted(waits)[2]:.1f} ms, {sorted(gone)[2]} MB went back")


if __name__ == "__main__":
    main()
