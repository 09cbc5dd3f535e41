"""Whole games by the core and by the loop, side by side."""
