"""Melds: the types, and the three questions about a meld under an edition (readings, a legal order, what is wrong)."""

from .meld_types import Kind, Meld, Reading

__all__ = ["Kind", "Meld", "Reading"]
