"""What happens in a tournament: each event with how it changes the state, and what the journal says of it."""
