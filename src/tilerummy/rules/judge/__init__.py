"""The judge and its parts: openings, jokers of the table, points."""
