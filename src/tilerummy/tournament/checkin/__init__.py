"""Before the first tables: who is there, who has paid, and who waits for a place in a hall that is full."""
