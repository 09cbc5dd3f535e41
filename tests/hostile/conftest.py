"""The servers that are attacked."""

from collections.abc import Iterator

import pytest

from tests.web.conftest import ann, bob, server
from tests.web.harness import Guest, Table

__all__ = ["ann", "bob", "server"]


@pytest.fixture
def hosted(ann: Guest) -> Iterator[Table]:
    """Ann, who hosts it, plays with a computer player."""
    with ann.join(ann.make(name="Ann", computers=["gentle"], start=True)) as table:
        table.until(lambda state: state["turn"] == state["you"])
        yield table
