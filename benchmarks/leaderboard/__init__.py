"""Policies measured on the same deals: `python -m benchmarks.leaderboard`."""
