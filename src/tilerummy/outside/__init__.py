"""Other people's players: programs that speak a line protocol, and what installed packages add."""
