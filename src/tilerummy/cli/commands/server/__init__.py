"""Subcommands around a server: starting it, its guests, its data."""
