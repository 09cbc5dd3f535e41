"""Subcommands about the installation itself."""
