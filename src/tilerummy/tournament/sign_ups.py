"""Who signed up by the public link: one person a browser, whose mark stands for them for the whole event."""

from collections.abc import Collection, Iterable, Mapping
from typing import Final, Literal, NamedTuple

import msgspec

MOST_ASKING: Final = 300
"""People who wait for the desk's answer: beyond them nobody else can ask."""
Answer = Literal["none", "asked", "waiting", "accepted", "declined"]
"""How it stands with who signed up from a browser. `waiting`: for a place in a hall that is full. Who was accepted and
taken off the list later is declined."""


class Asking(NamedTuple):
    """Who asks to be entered, or for a place, from a browser with this mark; empty for a person of the desk's."""

    name: str
    category: str
    browser: str


class SignUps(msgspec.Struct, frozen=True):
    """Whether players may sign up, and whether the desk accepts them; who is `asking` by the marks of their browsers,
    in the order in which they asked; who is `waiting` for a place; the mark by which a player `entered`, by number;
    whom the desk `declined`."""

    open: bool = False
    accepting: bool = False
    asking: Mapping[str, Asking] = {}
    waiting: frozenset[str] = frozenset()
    entered: Mapping[int, str] = {}
    declined: frozenset[str] = frozenset()

    def number_of(self, browser: str) -> int | None:
        """The number of the player who signed up from a browser, None for nobody on the list."""
        return next((number for number, mark in self.entered.items() if mark == browser), None)

    def answer(self, browser: str) -> Answer:
        """How it stands with who signed up from a browser."""
        if browser in self.asking:
            return "asked"
        if browser in self.waiting:
            return "waiting"
        if browser in self.declined:
            return "declined"
        return "none" if self.number_of(browser) is None else "accepted"

    def asked(self, one: Asking) -> "SignUps":
        """With one more who asks."""
        return msgspec.structs.replace(self, asking={**self.asking, one.browser: one})

    def refused(self, browsers: Collection[str]) -> "SignUps":
        """With those who asked from these browsers declined."""
        return msgspec.structs.replace(self._answered(browsers), declined=self.declined | {*browsers})

    def queued(self, browsers: Collection[str]) -> "SignUps":
        """With those from these browsers waiting for a place."""
        return msgspec.structs.replace(self._answered(browsers), waiting=self.waiting | {*browsers})

    def accepted(self, marks: Mapping[int, str]) -> "SignUps":
        """With players entered, by their numbers, who signed up from the browsers of these marks."""
        return msgspec.structs.replace(self._answered(marks.values()), entered={**self.entered, **marks})

    def removed(self, number: int) -> "SignUps":
        """Without the player of this number."""
        left = {other: mark for other, mark in self.entered.items() if other != number}
        gone = frozenset(self.entered[one] for one in (number,) if one in self.entered)
        return msgspec.structs.replace(self, entered=left, declined=self.declined | gone)

    def drawn(self, new: Mapping[int, int]) -> "SignUps":
        """With the numbers that were drawn, by the old ones."""
        return msgspec.structs.replace(self, entered={new[old]: mark for old, mark in self.entered.items()})

    def taken_back(self, before: "SignUps", people: Iterable[Asking]) -> "SignUps":
        """As they were `before` a step that is taken back. Who signed up since has not gone: they ask. `people`: those
        of whom that was answered, on the list or waiting now."""
        since = {one.browser: one for one in people if before.answer(one.browser) == "none"}
        return msgspec.structs.replace(before, asking={**before.asking, **self.asking, **since})

    def _answered(self, browsers: Collection[str]) -> "SignUps":
        """Without who asks or waits from these browsers."""
        if not browsers:
            return self
        asking = {mark: one for mark, one in self.asking.items() if mark not in browsers}
        return msgspec.structs.replace(self, asking=asking, waiting=self.waiting.difference(browsers))
