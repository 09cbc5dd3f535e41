"""Tile rummy, whole: editions as data, one judge, an exact solver, a durable server and a browser table."""

__version__ = "0.1.0"
