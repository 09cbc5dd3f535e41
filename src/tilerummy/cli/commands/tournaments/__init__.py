"""Subcommands for tournaments."""
