"""Computer players: a View in, a Move out. They see what a person in their seat sees and pass through the same
judge."""
