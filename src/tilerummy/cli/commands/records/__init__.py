"""Subcommands about the records of games."""
