"""What people at a table decide together: one asks, all others answer, and the record has both."""
