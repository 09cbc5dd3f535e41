"""Circles: the same people any day, their tables, and what they won of each other this season."""
