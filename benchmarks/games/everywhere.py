"""Games of every edition, number of seats and level that the core plays, by the core and by the loop that plays them
move by move: `python -m benchmarks.games.everywhere FILE -n 1000000`.

Chance picks each game, by the seed and its number. FILE keeps what was compared, a line for each so many games; a
second run goes on where the first ended. Of every game the results are compared, and of every hundredth the events.
"""

import argparse
import json
from collections import Counter
from functools import cache
from pathlib import Path
from random import Random
from typing import Final

from benchmarks.games.comparing import compare
from tilerummy import editions
from tilerummy.bots.core.games import LEVELS, can_play

CHUNK: Final = 500
EVENTS: Final = 100
"""Of so many games one is compared event by event."""


def main() -> int:
    """Go on with what was compared, and print the sum; 1 where any game differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("results", type=Path, help="a file that keeps what was compared")
    parser.add_argument("-n", type=int, default=1_000_000, help="games, those before included")
    parser.add_argument("--seed", type=int, default=9301)
    args = parser.parse_args()
    args.results.touch()
    kept = [json.loads(line) for line in args.results.read_text(encoding="utf-8").splitlines()]
    with args.results.open("a", encoding="utf-8") as file:
        while CHUNK * len(kept) < args.n:
            kept.append(_chunk(args.seed, len(kept)))
            print(json.dumps(kept[-1]), file=file, flush=True)
    differ = [number for chunk in kept for number in chunk["differ"]]
    print(
        f"{CHUNK * len(kept):,} games, {sum(chunk['told'] for chunk in kept):,} event by event, "
        f"{sum(chunk['left'] for chunk in kept):,} left to the loop, {len(differ)} differ {differ[:20]}"
    )
    print(
        ", ".join(f"{name} {games:,}" for name, games in sum((Counter(c["editions"]) for c in kept), Counter()).items())
    )
    return 1 if differ else 0


def _chunk(seed: int, at: int) -> dict[str, object]:
    """What came of the games of one chunk."""
    played, left, told, differ = Counter[str](), 0, 0, list[int]()
    for number in range(at * CHUNK, (at + 1) * CHUNK):
        chance = Random(f"{seed} {number}")
        edition = editions.load(chance.choice(_playable()))
        levels = chance.choices(list(LEVELS), k=chance.randint(edition.players.least, edition.players.most))
        events = number % EVENTS == 0
        found = compare(edition, levels, chance, events=events)
        played[edition.id] += 1
        left += found.left
        told += events and not found.left
        if found.differs:
            differ.append(number)
    return {"seed": seed, "told": told, "left": left, "differ": differ, "editions": played}


@cache
def _playable() -> tuple[str, ...]:
    """The editions that the core plays."""
    return tuple(name for name in editions.names() if can_play(editions.load(name), ["expert", "expert"]))


if __name__ == "__main__":
    raise SystemExit(main())
