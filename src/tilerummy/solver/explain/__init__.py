"""A play as the steps that a person would make."""
