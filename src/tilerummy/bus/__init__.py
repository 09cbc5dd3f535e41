"""Hints between servers that share a store: "this game has moved to this seq". They may be lost, doubled or late."""

from tilerummy.bus.base import Bus, Hearer, Listener
from tilerummy.bus.local import LocalBus

__all__ = ["Bus", "Hearer", "Listener", "LocalBus"]
