"""What others have published about the game, beside what comes out here."""
