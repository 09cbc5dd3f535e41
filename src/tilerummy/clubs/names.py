"""The entries of a register: what they may say, and that no two of them are found by one name."""

from collections.abc import Iterable, Iterator
from typing import Protocol

from tilerummy.clubs.commands import LONGEST_NOTE, MOST_ALSO
from tilerummy.clubs.state import Member
from tilerummy.rules.edition.faults import Fault
from tilerummy.rules.names import one_line, unseen
from tilerummy.rules.refusal import Refusal
from tilerummy.seasons.register import plain
from tilerummy.tournament.lists.entrants import MOST, is_name


class Said(Protocol):
    """What is said of somebody, as it is sent."""

    @property
    def name(self) -> str: ...
    @property
    def also(self) -> tuple[str, ...]: ...
    @property
    def category(self) -> str: ...
    @property
    def named(self) -> bool: ...
    @property
    def note(self) -> str: ...


def entry(number: int, said: Said) -> Member:
    """What is said as an entry of the register. Raises Refusal with every fault."""
    name, category, note = one_line(said.name), one_line(said.category), one_line(said.note)
    also = tuple(dict.fromkeys(filter(None, map(one_line, said.also))))
    if faults := tuple(_faults(name, also, category, note)):
        raise Refusal(*faults)
    return Member(number, name, also, category, said.named, note)


def _faults(name: str, also: tuple[str, ...], category: str, note: str) -> Iterator[Fault]:
    if not is_name(name):
        yield Fault("", "name-empty", {})
    # another name may have the club after it
    for text, most in ((name, MOST), (category, MOST), (note, LONGEST_NOTE), *((one, 2 * MOST + 2) for one in also)):
        if len(text) > most:
            yield Fault("", "text-too-long", {"text": f"{text[:MOST]}…", "most": most})
        elif sign := unseen(text):
            yield Fault("", "text-unseen", {"text": text[:MOST], "sign": sign})
    if len(also) > MOST_ALSO:
        yield Fault("", "too-many-names", {"most": MOST_ALSO})


def whole(name: str, category: str) -> str:
    """A name with what tells namesakes apart, as it is compared."""
    return plain(f"{name}; {category}")


class Taken:
    """The names of a register: namesakes are told apart by their class or club, and no other name is anybody else's."""

    def __init__(self, members: Iterable[Member]) -> None:
        self._whole: dict[str, int] = {}
        self._names: dict[str, dict[int, None]] = {}
        self._also: dict[str, int] = {}
        for one in members:
            self.add(one)

    def add(self, one: Member) -> None:
        """Somebody more."""
        self._whole[whole(one.name, one.category)] = one.number
        self._names.setdefault(plain(one.name), {})[one.number] = None
        self._also |= dict.fromkeys(map(plain, one.also), one.number)

    def drop(self, one: Member) -> None:
        """Somebody less."""
        self._whole.pop(whole(one.name, one.category), None)
        self._names.get(plain(one.name), {}).pop(one.number, None)
        for name in one.also:
            self._also.pop(plain(name), None)

    def namesakes(self, name: str) -> list[int]:
        """Who has this name."""
        return list(self._names.get(plain(name), ()))

    def same(self, name: str, category: str) -> int | None:
        """Who has this name and this class or club."""
        return self._whole.get(whole(name, category))

    def clash(self, one: Member) -> int | None:
        """Who else would be found by a name of this one."""
        own = (whole(one.name, one.category), plain(one.name))
        found = [self._whole.get(own[0]), *map(self._also.get, own)]
        for name in map(plain, one.also):
            found += [self._whole.get(name), self._also.get(name), *self._names.get(name, ())]
        return next((number for number in found if number not in (None, one.number)), None)
