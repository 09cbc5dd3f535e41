"""Pages of their own: a replay, the analysis board, its solver."""
