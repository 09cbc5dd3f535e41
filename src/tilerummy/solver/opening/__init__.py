"""First plays: melds that reach the amount of the edition."""
