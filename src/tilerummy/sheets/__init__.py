"""Score sheets of real tables: what may be entered, what a link shows, and their hosting."""
