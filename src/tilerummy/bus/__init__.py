"""Hints between servers that share a store: "this game has moved to this seq". They may be lost, doubled or late."""

from tilerummy.bus.base import Bus, Listener
from tilerummy.bus.local import LocalBus

__all__ = ["Bus", "Listener", "LocalBus"]
