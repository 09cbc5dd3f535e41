"""What a server counts and times, for Prometheus, whose library shows it. Nothing in it is about a person.

Counting costs a tenth of what it costs in the library: one thread alone writes to each, and no lock is needed.
"""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from itertools import accumulate
from time import perf_counter
from typing import Final, Literal

import msgspec
from prometheus_client import Metric
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector

LATENCY: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
"""Upper bounds of buckets, in seconds: from a move that nobody feels to one that nobody waits for."""
SIZES: Final = (1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0)


class Counter(Collector):
    """How often something happened; of each part by itself, where `labels` tell them apart. `parts` are those that are
    shown before anything happened."""

    def __init__(
        self, name: str, about: str, labels: Sequence[str] = (), parts: Iterable[tuple[str, ...]] = ()
    ) -> None:
        self._name = name
        self._about = about
        self._labels = labels
        self._counts = dict.fromkeys(parts if labels else [()], 0)

    def inc(self, *part: str) -> None:
        """Count once more."""
        self._counts[part] = self._counts.get(part, 0) + 1

    def collect(self) -> Iterable[Metric]:
        """All of it, as the library shows it."""
        shown = CounterMetricFamily(self._name, self._about, labels=self._labels)
        for part, count in list(self._counts.items()):
            shown.add_metric(part, count)
        return [shown]


class Histogram(Collector):
    """How often a value fell into each bucket; of each part by itself, where a `label` tells them apart."""

    def __init__(
        self,
        name: str,
        about: str,
        bounds: Sequence[float] = LATENCY,
        label: str | None = None,
        parts: Iterable[str] = ("",),
    ) -> None:
        self._name = name
        self._about = about
        self._bounds = bounds
        self._label = label
        self._parts = {part: ([0] * (len(bounds) + 1), [0.0]) for part in parts}

    def observe(self, value: float, part: str = "") -> None:
        """Count one more value, in the unit of the name."""
        counts, total = self._parts[part]
        counts[bisect_left(self._bounds, value)] += 1
        total[0] += value

    def collect(self) -> Iterable[Metric]:
        """All of it, as the library shows it."""
        shown = HistogramMetricFamily(self._name, self._about, labels=[self._label] if self._label else [])
        bounds = [*map(str, self._bounds), "+Inf"]
        for part, (counts, total) in self._parts.items():
            buckets = list(zip(bounds, accumulate(counts), strict=True))
            shown.add_metric([part] if self._label else [], buckets, total[0])
        return [shown]


COMMANDS = Counter(
    "tilerummy_commands_total",
    "Commands to rooms answered; the outcome is accepted, or the code of the refusal",
    ("by", "command", "outcome"),
)
ACKNOWLEDGED = Histogram(
    "tilerummy_acknowledgement_seconds", "From a person's command to its answer once it is on disk, accepted ones alone"
)
APPENDED = Histogram("tilerummy_store_append_seconds", "How long an append took until it was durable")
BATCHES = Histogram("tilerummy_store_batch_size", "Writes that share a commit", SIZES)
CONFLICTS = Counter("tilerummy_store_conflicts_total", "Appends that another server was quicker than")
BUS = Counter(
    "tilerummy_bus_total",
    "Hints and messages of the bus",
    ("kind", "direction"),
    [*((kind, way) for kind in ("hint", "message") for way in ("sent", "received")), ("message", "refused")],
)
BUS_FAILURES = Counter("tilerummy_bus_failures_total", "Errors that nobody expected, after which the bus tried again")
REPAIRS = Counter("tilerummy_poll_repairs_total", "Rooms in which the poll found a row before its hint came")
LATENESS = Histogram("tilerummy_timeout_lateness_seconds", "From the end of a turn's time to its time-out on disk")
LOOP_LAG = Histogram("tilerummy_loop_lag_seconds", "How late the event loop came back from a short sleep")
GC_PAUSE = Histogram(
    "tilerummy_gc_pause_seconds", "How long a collection of garbage stopped all", label="generation", parts="012"
)
WAITED = Histogram(
    "tilerummy_job_wait_seconds",
    "How long a piece of work waited for a worker process",
    label="class",
    parts=("proof", "opponent", "hint", "advice", "unattended", "reading", "restoring"),
)
MISSING = Counter("tilerummy_parts_missing_total", "Parts of pictures and pages that could not be made", ("part",))
NOTICES = Counter(
    "tilerummy_notices_total",
    "Notices to guests who are not there; the outcome is told, dropped (no longer true, or they look), failed (tried"
    " again later), given-up, or gone (nobody is there any more)",
    ("way", "outcome"),
    [("push", outcome) for outcome in ("told", "dropped", "failed", "given-up", "gone")],
)
REQUESTS = Counter("tilerummy_requests_total", "HTTP requests answered", ("route", "status"))

ALL: Final[tuple[Collector, ...]] = (
    COMMANDS,
    ACKNOWLEDGED,
    APPENDED,
    BATCHES,
    CONFLICTS,
    BUS,
    BUS_FAILURES,
    REPAIRS,
    LATENESS,
    LOOP_LAG,
    GC_PAUSE,
    WAITED,
    MISSING,
    NOTICES,
    REQUESTS,
)


def answered(by: Literal["person", "computer"], command: msgspec.Struct, answer: object, begun: float) -> None:
    """A command was answered; `begun` is when it came, by `perf_counter`. A refusal has a code."""
    outcome: str = getattr(answer, "code", "accepted")
    COMMANDS.inc(by, str(command.__struct_config__.tag), outcome)
    if outcome == "accepted" and by == "person":
        ACKNOWLEDGED.observe(perf_counter() - begun)
