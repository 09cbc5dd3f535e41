"""Errors whose text is a message."""

from typing import Any


class Coded(Exception):
    """`code` names the message, `params` fill it."""

    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(f"{code} {params or ''}".rstrip())
        self.code = code
        self.params = params


class SettingError(Coded, ValueError):
    """A setting that cannot be used; told once at start. Of one in the environment `name` says which."""
