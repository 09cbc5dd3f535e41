"""The game: tiles, editions, melds, the judge, records. Pure: no input or output, clock, chance or logging."""
