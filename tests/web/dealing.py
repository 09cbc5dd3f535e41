"""What a client sends for a fair deal: the seal of its word, then the word, as the page does (docs/protocol.md)."""

from hashlib import sha256
from typing import Any

Message = dict[str, Any]


def next_step(state: Message, word: str, fresh: bool = False) -> Message | None:
    """What is asked in this state of who has this word: a `seal`, the `word`, or nothing. `fresh`: a client
    that has just come seals a word of its own, since it does not know the word of the seal that is there."""
    if state["phase"] != "lobby" or state["you"] is None or state["commitment"] is None:
        return None
    shown, own = state["seals"][state["you"]], sha256(word.encode()).hexdigest()
    if not state["asked"]:
        return {"t": "seal", "seal": own} if shown is None or (fresh and shown != own) else None
    return {"t": "word", "word": word} if shown == own and state["word"] is None else None
