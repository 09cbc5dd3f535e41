"""What a referee decides: penalties and bonuses of single players, and calls to a table."""
