"""The end of a game, when a player knows nearly all: what can still be laid, who goes out, and the best last turn."""
