"""Being told: where guests want to hear of their games, and what goes out to them."""
