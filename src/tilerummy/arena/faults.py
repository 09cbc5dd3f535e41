"""What stops an arena."""

from tilerummy.coded import Coded


class ArenaError(Coded):
    """The command prints the text `cli.error-arena-CODE`."""
