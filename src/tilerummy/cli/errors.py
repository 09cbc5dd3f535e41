"""What ends a command with one line for the person who typed it."""


class CliError(Exception):
    """A mistake in what was asked of the command; `main` prints the text `cli.error-CODE` and exits with 2."""

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code)
        self.code = code
        self.params = params
