"""What ends a command with one line for the person who typed it."""

from tilerummy.coded import Coded


class CliError(Coded):
    """A mistake in what was asked of the command; `main` prints the text `cli.error-CODE` and exits with 2."""
