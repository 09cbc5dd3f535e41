"""Exhaustive search over the runs that go on to a 1 after 13; the rest of the tiles is an ordinary task."""
