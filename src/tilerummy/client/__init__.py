"""Asynchronous clients: of a server's tables, and of programs that speak the line protocol.

from tilerummy.client import Engine, Guest, Table
"""

from tilerummy.client.engine import Engine, EngineError
from tilerummy.client.guest import Guest
from tilerummy.client.table import ClosedError, RefusedError, Table

__all__ = ["ClosedError", "Engine", "EngineError", "Guest", "RefusedError", "Table"]
