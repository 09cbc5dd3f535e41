"""What is wrong with a transcript: one sentence, with its line."""

from tilerummy.messages import text


class TranscriptError(ValueError):
    """A text that is no transcript of a game.

    `line` counts from 1; `code` is what is wrong there, `detail` what was found or the reason, `allowed` what could
    stand there.
    """

    def __init__(self, line: int, code: str, detail: str = "", allowed: tuple[str, ...] = ()) -> None:
        super().__init__(line, code, detail, allowed)
        self.line = line
        self.code = code
        self.detail = detail
        self.allowed = allowed

    def __str__(self) -> str:
        return f"line {self.line}: {self.sentence('en')}"

    def sentence(self, lang: str) -> str:
        """What is wrong in that language, without the line."""
        return text(lang, f"transcript.{self.code}", detail=self.detail, allowed=", ".join(self.allowed))
