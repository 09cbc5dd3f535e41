"""Drawn photographs of tiles: own drawings, as many makes, tables and lights as one likes."""
