"""What a notice says, in the reader's language: no tile, and no name but where the reader wants names."""

import msgspec

from tilerummy.messages import languages, text
from tilerummy.rooms.state import RoomState
from tilerummy.store.notices import AskedKind
from tilerummy.web.notices.protocol import Wishes


class Message(msgspec.Struct, frozen=True):
    """A notice as it is shown: what it says, and the `path` of the page behind it. A later notice of the same path
    takes its place."""

    title: str
    text: str
    path: str


def message(kind: AskedKind, game: str, state: RoomState | None, player: str, wishes: Wishes) -> Message:
    """The notice for a guest about a game, about their devices, or about being told at all."""
    lang = wishes.lang if wishes.lang in languages() else "en"
    names = ", ".join(_others(state, player)) if state is not None and wishes.names else ""
    # who has no seat yet is called to a table of their circle
    seated = state is None or state.seat_of(player) is not None
    what = "circle" if kind == "invitation" and not seated else kind
    said = text(lang, f"notice.{what}-with", names=names) if names else text(lang, f"notice.{what}-text")
    return Message(text(lang, f"notice.{what}-title"), said, f"/t/{game}" if game else "/games")


def _others(state: RoomState, player: str) -> list[str]:
    return [sitter.name for sitter in state.sitters if sitter is not None and sitter.player != player]
