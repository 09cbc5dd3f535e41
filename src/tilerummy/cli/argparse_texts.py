"""What argparse itself says, in the reader's language."""

import argparse
from collections.abc import Mapping
from typing import Final

from tilerummy.messages import text

TEXTS: Final[Mapping[str, tuple[str, dict[str, str]]]] = {
    "usage: ": ("usage", {}),
    "positional arguments": ("arguments", {}),
    "options": ("options", {}),
    "show this help message and exit": ("help", {}),
    "%(prog)s: error: %(message)s\n": ("error", {"program": "%(prog)s", "reason": "%(message)s"}),
    "argument %(argument_name)s: %(message)s": (
        "of-argument",
        {"argument": "%(argument_name)s", "reason": "%(message)s"},
    ),
    "the following arguments are required: %s": ("missing", {"arguments": "%s"}),
    "unrecognized arguments: %s": ("unknown", {"arguments": "%s"}),
    "invalid choice: %(value)r (choose from %(choices)s)": (
        "not-a-choice",
        {"given": "%(value)r", "choices": "%(choices)s"},
    ),
    "invalid %(type)s value: %(value)r": ("not-a-value", {"given": "%(value)r"}),
    "expected one argument": ("one-wanted", {}),
    "not allowed with argument %s": ("not-with", {"other": "%s"}),
    "ignored explicit argument %r": ("none-wanted", {"given": "%r"}),
}
"""argparse's own words -> the message `cli.argparse-KEY`, and argparse's places in it."""


def translate(lang: str) -> None:
    """From now on argparse speaks `lang`.

    Its one door for that, gettext, wants files of its own; so what it calls for each text is replaced. What another
    version of Python words otherwise stays in English.
    """

    def translated(words: str) -> str:
        key, places = TEXTS.get(words, ("", {}))
        return text(lang, f"cli.argparse-{key}", **places) if key else words

    setattr(argparse, "_", translated)  # noqa: B010
