"""Events run by random desks: after every command all pictures are made, and have to agree with each other and with
standings that are counted apart.

`python -m tests.tournaments.random_desks --commands 1000000 --seed 1` goes on for so many commands. Web pages, the
journal and the phones of all tables are looked at now and then, and people are seated in less time than at an event;
with `--whole` everything is looked at always. What fails is told with the commands that lead there, without those that
do not matter.
"""

import argparse
import random
import time
from collections import defaultdict
from collections.abc import Sequence
from typing import Final, NamedTuple
from unittest import mock

import msgspec

from tests.tournament.formats.recount import cut_otherwise, disagreements
from tests.tournaments import pictures
from tests.tournaments.asked import ROOMS, Asked, RoomOver
from tests.tournaments.desk_commands import asked_at_random, to_its_end
from tests.tournaments.pictures import Pictures
from tests.tournaments.reading import Readers
from tilerummy import editions, formats
from tilerummy.records.kind import Entry
from tilerummy.rules.refusal import Refusal
from tilerummy.store import Row
from tilerummy.tournament.admission import admit
from tilerummy.tournament.corrections import overtaken
from tilerummy.tournament.decide import Actor, decide
from tilerummy.tournament.events.desk import MOST_UNDOABLE, Step, Undone
from tilerummy.tournament.events.people import Opened
from tilerummy.tournament.events.results import Confirmed, Disputed, Reported
from tilerummy.tournament.online_tables import played
from tilerummy.tournament.results.plausible import box_of
from tilerummy.tournament.seating.local_search import Search
from tilerummy.tournaments import backup
from tilerummy.tournaments.hosted_tournament import KIND, Command, Held, TournamentEvent, renewal
from tilerummy.tournaments.keys import Keys, Renewal, new_keys

NOW = 1_800_000_000_000
LONGEST: Final = 160
"""Random commands in an event, before it is brought to its end."""
SELDOM: Final = 10
"""Rows between two looks at web pages, the journal and all phones in a sample."""
PHONES: Final = 3
"""Tables whose phones are looked at meanwhile."""
PATIENCE: Final = 60
"""Swaps tried in vain in a sample, where people are seated."""
RESTORED: Final = 40
"""Commands between two restored backups; events are admitted one by one meanwhile, as a backup's are."""
_decoder: msgspec.json.Decoder[Command] = msgspec.json.Decoder(Command)


class Begun(NamedTuple):
    """How an event begins: its format, seed, and whether the public sees initials."""

    format: str
    seed: int
    initials: bool


class Desk:
    """An event in memory, with its pictures as they are now."""

    def __init__(self, begun: Begun, sample: bool = False) -> None:
        self.sample = sample
        kind = formats.load(begun.format)
        self.box = box_of(editions.load(kind.edition))
        self.entries: list[Entry[TournamentEvent]] = []
        self.held: Held | None = None
        self.asked: list[Asked] = []
        self.dealt: dict[str, tuple[int, ...]] = {}
        """Who plays in a room that was opened."""
        self.pictures: Pictures
        self._before: list[Held] = []
        self._readers: defaultdict[Actor, Readers] = defaultdict(Readers)
        self._rooms = 0
        self._keep("organiser", (new_keys(), Opened("Event", kind, begun.seed, begun.initials)))

    @property
    def now(self) -> Held:
        """The event as it is."""
        assert self.held is not None
        return self.held

    def ask(self, asked: Asked) -> bool:
        """Ask something; whether anything changed. Raises Contradiction for pictures that contradict each other, and
        whatever else goes wrong."""
        self.asked.append(asked)
        try:
            happened = self._decided(asked)
        except Refusal as refusal:
            pictures.require(
                pictures.organisers(self.now, len(self.entries)) == self.pictures.organiser,
                "a refused command changed something",
            )
            pictures.require(not isinstance(asked.what, RoomOver), f"a room's result is refused: {refusal}")
            return False
        if happened:
            self._keep(asked.actor.role if asked.actor else ROOMS, happened)
        return bool(happened)

    def _decided(self, asked: Asked) -> tuple[TournamentEvent, ...]:
        held, what = self.now, asked.what
        if isinstance(what, RoomOver):
            return played(held.tournament, what.room, dict(what.points), what.stood_in)
        command = _decoder.decode(msgspec.json.encode(what))
        assert asked.actor is not None
        if isinstance(command, Renewal):
            return (renewal(held, asked.actor, command),)
        return decide(held.tournament, asked.actor, command, NOW, self._new_room, self._new_seed, self.box)

    def _new_room(self) -> str:
        self._rooms += 1
        return f"room{self._rooms}"

    def _new_seed(self) -> int:
        return len(self.asked)

    def _keep(self, actor: str, happened: tuple[TournamentEvent, ...]) -> None:
        """Take a row over, as the store and a backup would."""
        body = KIND.encode(happened)
        pictures.require(KIND.decode(body) == happened, "a row is read otherwise than it was written")
        self.entries.append(
            Entry(Row(len(self.entries) + 1, actor, f"c{len(self.entries)}", body, NOW), happened),
        )
        keys, tournament = (self.held.keys, self.held.tournament) if self.held else (None, None)
        for event in happened:
            if isinstance(event, Step):
                assert keys is not None
                assert tournament is not None
                self._before.append(Held(tournament, keys))
                del self._before[:-MOST_UNDOABLE]
            if isinstance(event, Reported | Confirmed | Disputed):
                self._before.clear()
            if isinstance(event, Keys):
                keys = event
            else:
                tournament = admit(tournament, event, formats.faults)
        assert keys is not None
        assert tournament is not None
        self.held = Held(tournament, keys)
        undone = isinstance(happened[-1], Undone)
        seldom = self.sample and not undone and len(self.entries) % SELDOM
        self.pictures = pictures.made(self.held, self.entries, PHONES if seldom else None)
        pictures.agree(self.held, self.pictures)
        if not seldom:
            pictures.require(not (wrong := disagreements(tournament)), f"standings are counted otherwise: {wrong}")
            if not overtaken(tournament):
                pictures.require(not (wrong := cut_otherwise(tournament)), f"others go on by a count apart: {wrong}")
        shown = self.pictures
        looks = (shown.organiser, shown.desk, shown.public, shown.referee, *shown.phones.values())
        # in a sample one after the other
        for one in (looks[len(self.entries) % len(looks)],) if self.sample else looks:
            self._readers[Actor(one.role, one.table, one.card)].look(one)
        if undone:
            pictures.taken_back(self.pictures, pictures.made(self._before.pop(), self.entries))
        if len(self.entries) % RESTORED == 0:
            self.restore()

    def restore(self) -> None:
        """Bring the event back from its backup: it looks the same."""
        link, keys, rows = backup.loads(backup.dumps(pictures.LINK, [entry.row for entry in self.entries]), NOW)
        held = None
        for row in rows:
            held = KIND.fold(held, KIND.decode(row.body))
        assert held is not None
        pictures.require((link, keys) == (pictures.LINK, self.now.keys), "a backup has other keys")
        self.pictures = pictures.made(self.now, self.entries)
        restored = pictures.made(held, [Entry(row, KIND.decode(row.body)) for row in rows])
        pictures.require(restored == self.pictures, "a restored event looks otherwise")


def sample(seed: int) -> Desk:
    """An event at which not everything is looked at always. Raises Failed."""
    improve = Search.improve

    def soon(search: Search, steps: int, enough: int = 0) -> int:
        return improve(search, min(steps, PATIENCE), enough)

    with mock.patch.object(Search, "improve", soon):
        return run(seed, sample=True)


def run(seed: int, most: int = LONGEST, *, sample: bool = False) -> Desk:
    """An event of that seed with its end. Raises Failed."""
    chance = random.Random(seed)
    names = formats.names()
    desk = Desk(Begun(names[seed % len(names)], seed, chance.random() < 0.2), sample)
    try:
        for asked in asked_at_random(desk, chance, most):
            desk.ask(asked)
        for asked in to_its_end(desk):
            desk.ask(asked)
        desk.restore()
    except Exception as error:
        raise Failed(seed, shortest(desk, error)) from error
    return desk


class Failed(AssertionError):
    """An event that went wrong, with the fewest commands that lead there."""

    def __init__(self, seed: int, commands: Sequence[Asked]) -> None:
        super().__init__(f"seed {seed}:\n" + "\n".join(f"  {asked}" for asked in commands))


def shortest(desk: Desk, error: Exception) -> list[Asked]:
    """Delta debugging: the commands of an event that went wrong, without those without which the same goes wrong."""
    begun = desk.entries[0].events[1]
    assert isinstance(begun, Opened)
    begins = Begun(begun.format.id, begun.seed, begun.initials)

    def fails(commands: Sequence[Asked]) -> bool:
        again = Desk(begins, desk.sample)
        try:
            for asked in commands:
                again.ask(asked)
            again.restore()
        except Exception as other:
            return type(other) is type(error) and str(other)[:40] == str(error)[:40]
        return False

    left, size = list(desk.asked), len(desk.asked)
    while size:
        at = 0
        while at < len(left):
            fewer = left[:at] + left[at + size :]
            if fails(fewer):
                left = fewer
            else:
                at += size
        size //= 2
    return left


def main() -> int:
    """Run events until so many commands were asked; 1 at the first that goes wrong, unless told to go on."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--commands", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--go-on", action="store_true", help="after an event that goes wrong")
    parser.add_argument("--whole", action="store_true", help="look at everything after every command")
    wanted = parser.parse_args()
    asked = carried_out = events = wrong = 0
    begun = time.monotonic()
    while asked < wanted.commands:
        try:
            desk = (run if wanted.whole else sample)(wanted.seed + events)
        except Failed as failed:
            wrong += 1
            print(failed, repr(failed.__cause__), flush=True)
            if not wanted.go_on:
                break
        else:
            asked += len(desk.asked)
            carried_out += len(desk.entries) - 1
        events += 1
        if events % 100 == 0:
            print(f"{events} events, {asked} commands, {time.monotonic() - begun:.0f} s", flush=True)
    print(f"{events} events, {asked} commands, {carried_out} carried out, {wrong} went wrong")
    return int(wrong > 0)


if __name__ == "__main__":
    raise SystemExit(main())
