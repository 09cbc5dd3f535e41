"""Tournaments: formats as data, entrants, seating, results, standings. Pure: seeds come in as arguments."""
