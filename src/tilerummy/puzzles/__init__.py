"""Puzzles: positions of real games in which one play lays the most, and is not seen at once."""
