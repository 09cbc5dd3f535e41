"""What counting costs a move: `python -m benchmarks.metrics`.

Prints microseconds of CPU of each thing that is counted for a move, and of all together: the answer and its latency,
the append, its batch (here of one alone), the hint to other servers.
"""

import timeit
from time import perf_counter, process_time

from tilerummy import metrics
from tilerummy.rooms.commands import DrawMove, Move
from tilerummy.rooms.views.messages_out import Accepted

NUMBER = 100_000
_MOVE, _ANSWER = Move("m1", 7, DrawMove()), Accepted("m1", 8)


def answer() -> None:
    """The answer to the command, with its latency."""
    begun = perf_counter()
    metrics.answered("person", _MOVE, _ANSWER, begun)


def append() -> None:
    """The time of the append."""
    begun = perf_counter()
    metrics.APPENDED.observe(perf_counter() - begun)


def batch() -> None:
    """The size of its batch, here one of its own."""
    metrics.BATCHES.observe(1)


def hint() -> None:
    """The hint to other servers."""
    metrics.BUS.inc("hint", "sent")


def main() -> None:
    """Measure each, the best of seven."""
    parts = (answer, append, batch, hint)
    costs = [min(timeit.repeat(part, timer=process_time, number=NUMBER, repeat=7)) / NUMBER * 1e6 for part in parts]
    for part, cost in zip(parts, costs, strict=True):
        print(f"{part.__name__:8} {cost:5.2f} us")
    print(f"{'a move':8} {sum(costs):5.2f} us")


if __name__ == "__main__":
    main()
