"""What the organiser of an event prepares before its rounds: ratings, teams, days."""
