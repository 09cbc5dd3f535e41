"""Environments to learn the game in, over the real rules: PettingZoo for one game, arrays for many at once.

Needs the extra `tilerummy[rl]`; docs/learning.md shows it at work.
"""
