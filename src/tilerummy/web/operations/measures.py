"""What is measured beside everything: how long collections of garbage take, what there is now."""

import gc
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from time import perf_counter

from prometheus_client import CollectorRegistry, GCCollector, Metric, PlatformCollector, ProcessCollector
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from tilerummy import metrics
from tilerummy.rooms.hosting import Rooms
from tilerummy.web.edge.places import Places
from tilerummy.web.sockets.watch_socket import Watchers


class Now(Collector):
    """What one server holds at the moment of the question."""

    def __init__(self, rooms: Rooms, places: Places, watchers: Watchers) -> None:
        self._rooms = rooms
        self._places = places
        self._watchers = watchers

    def collect(self) -> Iterable[Metric]:
        """The gauges."""
        sockets = GaugeMetricFamily("tilerummy_sockets", "Open sockets, by kind", labels=["kind"])
        for kind, count in (*self._places.count().items(), ("watcher", self._watchers.count())):
            sockets.add_metric([kind], count)
        load = self._rooms.load()
        jobs = GaugeMetricFamily("tilerummy_jobs", "Pieces of work not answered yet, by class", labels=["class"])
        for work, pieces in load.jobs.items():
            jobs.add_metric([work.value], pieces)
        return [
            sockets,
            GaugeMetricFamily("tilerummy_rooms_loaded", "Rooms in memory", load.rooms),
            GaugeMetricFamily("tilerummy_viewers", "Sockets that have joined a room", load.viewers),
            GaugeMetricFamily("tilerummy_computer_turns", "Turns of computer players under way", load.computer_turns),
            jobs,
        ]


def registry_of(now: Now) -> CollectorRegistry:
    """All that `/metrics` shows of one server."""
    registry = CollectorRegistry()
    for collector in (*metrics.ALL, now):
        registry.register(collector)
    for standard in (ProcessCollector, PlatformCollector, GCCollector):
        standard(registry=registry)
    return registry


@contextmanager
def measuring() -> Iterator[None]:
    """Measure the collector's pauses for the length of a block."""
    pauses = _Pauses()
    gc.callbacks.append(pauses)
    try:
        yield
    finally:
        gc.callbacks.remove(pauses)


class _Pauses:
    """Hears of each garbage collection when it begins and when it ends."""

    def __init__(self) -> None:
        self._begun = perf_counter()

    def __call__(self, phase: str, info: dict[str, int]) -> None:
        if phase == "start":
            self._begun = perf_counter()
        else:
            metrics.GC_PAUSE.observe(perf_counter() - self._begun, str(info["generation"]))
