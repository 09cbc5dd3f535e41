"""Subcommands that answer questions about the rules."""
