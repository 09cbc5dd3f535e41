"""Tiles off photographs: where they lie, what they are, and what the rules say of all of them together."""
