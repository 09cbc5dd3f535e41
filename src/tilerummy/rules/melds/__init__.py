"""Melds: what a row of tiles can stand for, and what is wrong with it."""
