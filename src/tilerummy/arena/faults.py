"""What stops an arena."""


class ArenaError(Exception):
    """`code`, and what helps to put it right; the command prints the text `cli.error-arena-CODE`."""

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code)
        self.code = code
        self.params = params
