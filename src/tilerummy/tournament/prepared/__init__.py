"""What the organiser of an event prepares before its rounds: ratings for the first one."""
