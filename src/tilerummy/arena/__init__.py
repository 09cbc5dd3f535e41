"""The arena: computer players against each other over mirrored deals, through the real rules and the one judge."""
