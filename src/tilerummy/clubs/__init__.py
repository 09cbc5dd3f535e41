"""Clubs: a register of people, the events they played, and seasons counted out of them. No account: two links."""
