"""What was done in a tournament, by whom and when: for the desk, from the rows themselves. The sentences are the
messages `tournament.did-CODE`."""

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from tilerummy.records import kind
from tilerummy.tournament.events.telling import listed
from tilerummy.tournament.state import Did
from tilerummy.tournaments.checkin_views import own
from tilerummy.tournaments.hosted_tournament import KIND, Held, TournamentEvent
from tilerummy.tournaments.keys import Keys

MOST: Final = 500
"""Entries shown, the newest."""


class Entry(msgspec.Struct, frozen=True):
    """One thing that was done at the instant `at` (milliseconds) `by` a role: organiser, desk, referee, table:N or
    public; by the rooms of tables that are played online."""

    at: int
    by: str
    code: str
    params: dict[str, str | int]


def journal(entries: Sequence[kind.Entry[TournamentEvent]]) -> tuple[Entry, ...]:
    """What changed, the newest first: everything but who asks to be entered, results entered and confirmed as usual,
    and clocks."""
    found: list[Entry] = []
    held: Held | None = None
    for row, happened in entries:
        told: list[Did] = []
        for event in happened:
            if held is not None:
                told += _renewed(held, event) if isinstance(event, Keys) else event.told(held.tournament)
            held = KIND.fold(held, (event,)) if held is not None else held
        by = "public" if row.actor.startswith("public:") else row.actor
        new = [Entry(row.at, by, *did) for did in _together(told)]
        if found and new and (found[-1].by, found[-1].code) == (by, "revealed") == (new[0].by, new[0].code):
            # place by place: how far it came
            found.pop()
        found += new
        if held is None:
            held = KIND.fold(None, happened)
    return tuple(reversed(found[-MOST:]))


def _together(told: list[Did]) -> list[Did]:
    """What a row did, with all who were taken off the list at once told in one."""
    removed = [str(params["name"]) for code, params in told if code == "removed"]
    if len(removed) < 2:
        return told
    rest = [did for did in told if did[0] != "removed"]
    return [*rest, ("removed-many", listed(removed))]


def _renewed(before: Held, after: Keys) -> Iterator[Did]:
    """Which keys are others now; none of them is told."""
    for which in ("organiser", "desk", "referee", "tables"):
        if getattr(before.keys, which) != getattr(after, which):
            yield f"renewed-{which}", {}
    for ticket, _ in set(after.own) - set(before.keys.own):
        yield "renewed-own", {"name": own(before.tournament, ticket).name}
