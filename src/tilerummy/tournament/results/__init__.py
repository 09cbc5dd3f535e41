"""Results entered, counted and ranked."""
