"""The page of the protocol leaves nothing out: every address, every message, every field of the state."""

from pathlib import Path
from typing import get_args

import msgspec
import pytest

from tilerummy.rooms.views import snapshot
from tilerummy.rooms.views.snapshot import Phase, SeatKind, Snapshot
from tilerummy.rules.game.events import Outcome
from tilerummy.web.protocol import ClientMessage, ServerMessage

PAGE = (Path(__file__).parents[3] / "docs" / "protocol.md").read_text(encoding="utf-8")
SHOWN = [kind for name, kind in vars(snapshot).items() if name.endswith("Shown") and isinstance(kind, type)]


@pytest.mark.parametrize("kind", [Snapshot, snapshot.LastMove, *SHOWN], ids=lambda kind: kind.__name__)
def test_every_field_of_the_state_is_described(kind: type[msgspec.Struct]) -> None:
    assert [name for name in kind.__struct_fields__ if f"`{name}`" not in PAGE] == []


@pytest.mark.parametrize("union", [ClientMessage, ServerMessage], ids=["client", "server"])
def test_every_message_is_described(union: object) -> None:
    tags = {str(kind.__struct_config__.tag) for kind in get_args(union)} - {"join", "welcome"}
    assert [tag for tag in sorted(tags) if f"`{tag}`" not in PAGE] == []


@pytest.mark.parametrize("words", [Phase, SeatKind, Outcome], ids=["phase", "kind", "outcome"])
def test_every_word_of_a_closed_list_is_named(words: object) -> None:
    assert [word for word in get_args(words) if f"`{word}`" not in PAGE] == []
