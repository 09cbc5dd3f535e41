"""A picture in members that change one by one, so that people who have seen it are sent only what has changed."""

from collections.abc import Iterable

import msgspec

_encode = msgspec.json.Encoder().encode


class Changing:
    """A picture's members as JSON, each with the record's number since which it is as it is.

    A member's name is a field, `field.KEY` for what a list in that field has at a key, `field.KEY.field` for a field of
    that, and so on. Keys have leading zeros: in the order of their names, members make the picture again (`made` in
    `webapp/src/pages/tournament/parts.ts`). A member of a list that is there no longer is null.
    """

    def __init__(self) -> None:
        self.seq = 0
        self._first = 0
        self._members: dict[str, tuple[int, bytes]] = {}
        self._said: tuple[int, bytes] | None = None
        """What was said last, after which number: most people have seen the same."""

    def take(self, seq: int, members: Iterable[tuple[str, object]]) -> None:
        """The picture as it is at number `seq`."""
        now = {name: _encode(member) for name, member in members}
        self._first = self._first or seq
        self.seq, self._said = seq, None
        for name in self._members.keys() - now.keys():
            now[name] = b"null"
        for name, body in now.items():
            if self._members.get(name, (0, b""))[1] != body:
                self._members[name] = seq, body

    def since(self, seq: int) -> bytes:
        """The members that changed after number `seq`, as those of a JSON object; all, as a `whole` picture, where that
        was before the first one made here."""
        if self._said is None or self._said[0] != seq:
            self._said = seq, self._changed(seq)
        return self._said[1]

    def _changed(self, seq: int) -> bytes:
        whole = seq < self._first
        members = (f'"{name}":{body.decode()}' for name, (at, body) in self._members.items() if whole or at > seq)
        return f'"whole":{"true" if whole else "false"},"parts":{{{",".join(members)}}}'.encode()
