"""Uniform-cost search over the numbers, with regular jokers. Each module has its C file in `kernel/regular/`."""
