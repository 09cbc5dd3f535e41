"""A hosted tournament: its events with the keys of its links, and what each role sees of it, encoded once."""

import asyncio
import secrets
from collections.abc import Sequence
from functools import cache, partial
from typing import Final, Literal

import msgspec

from tilerummy import editions
from tilerummy.inputs import from_json
from tilerummy.records.changing import Changing
from tilerummy.records.decision import Decision
from tilerummy.records.hosted import Hosted
from tilerummy.records.kind import Kind
from tilerummy.records.record import FOR_STAFF, LARGEST, Host, Record
from tilerummy.rooms.shuffle import new_room_id
from tilerummy.rules.refusal import refuse
from tilerummy.store import Row
from tilerummy.store.base import Status
from tilerummy.tournament import received
from tilerummy.tournament.decide import Actor, decide
from tilerummy.tournament.events.stored import StoredEvent
from tilerummy.tournament.lists.understood import Understood, entrants_understood, results_understood
from tilerummy.tournament.results.plausible import Box, box_of
from tilerummy.tournament.state import Event, Tournament, evolve
from tilerummy.tournaments.changes import members
from tilerummy.tournaments.checkin_views import OwnLink, own, own_links
from tilerummy.tournaments.keys import Keys, Renewal, RenewOwn, actor_of, browser_mark, renewed
from tilerummy.tournaments.sign_up_views import SignUpShown, sign_up
from tilerummy.tournaments.views import view

TournamentEvent = Event | Keys
Command = received.Command | Renewal
_decoder: msgspec.json.Decoder[tuple[TournamentEvent, ...]] = msgspec.json.Decoder(tuple[StoredEvent | Keys, ...])
_encoder = msgspec.json.Encoder()

PREFIX = "tournament:"
"""In the store tournaments stand beside games; no room's id has a colon."""
VIEWS: Final = 2_000
"""Pictures of a tournament that are kept: one for each table of a large event and round, and the other roles."""


class Held(msgspec.Struct, frozen=True):
    """A tournament and its keys."""

    tournament: Tournament
    keys: Keys


def _fold(state: Held | None, events: Sequence[TournamentEvent]) -> Held:
    keys = state.keys if state else None
    tournament = state.tournament if state else None
    for event in events:
        if isinstance(event, Keys):
            keys = event
        else:
            tournament = evolve(tournament, event)
    if keys is None or tournament is None:
        raise ValueError("a tournament begins with its keys and by being opened")
    return Held(tournament, keys)


def _status(state: Held) -> Status:
    return "over" if state.tournament.finished else "playing" if state.tournament.stages else "lobby"


KIND: Final = Kind(partial(from_json, decoder=_decoder), _encoder.encode, _fold, _status, keeps_bodies=True)
"""The first row of a tournament holds the keys, then the opening."""


class HostedTournament(Hosted[Held, TournamentEvent]):
    """A tournament loaded from the store."""

    def __init__(self, host: Host, ident: str, rows: Sequence[Row]) -> None:
        super().__init__(Record(host, ident, KIND, rows))
        self._views: dict[Actor, tuple[int, bytes]] = {}
        self._changing: dict[Actor, Changing] = {}

    @property
    def link(self) -> str:
        """The id in addresses."""
        return self.id.removeprefix(PREFIX)

    def actor(self, key: str) -> Actor | None:
        """Whose key this is, None where it is nobody's."""
        return actor_of(self.state.keys, key)

    def at_browser(self, actor: Actor, player: str) -> Actor:
        """The actor with the mark of the browser of a guest."""
        return actor._replace(browser=browser_mark(self.state.keys, player))

    async def do(self, actor: Actor, command: Command, now: int, key: str | None = None) -> int:
        """Carry a command out; see `Record.carry_out`. With `key`, only while that is still the actor's: it may have
        been renewed since it was looked at."""

        def events(held: Held) -> Decision[Held, TournamentEvent] | None:
            return self.record.decision(held, _decided(held, actor, command, now))

        async def decided(held: Held) -> Decision[Held, TournamentEvent] | None:
            slow = not isinstance(command, Renewal) and command.plans
            return await asyncio.to_thread(events, held) if slow else events(held)

        return await self.record.carry_out(
            _name(actor),
            command.id,
            decided,
            lambda: now,
            most=LARGEST if actor.role in ("desk", "organiser") else LARGEST - FOR_STAFF,
            allow=None if key is None else lambda held: _require(held.keys, key, actor),
        )

    def seen(self, actor: Actor) -> bytes:
        """The tournament as this role sees it now, as JSON; made once for all who see the same."""
        actor = actor._replace(ticket=None)
        known = self._views.get(actor)
        if known is None or known[0] != self.seq:
            if len(self._views) >= VIEWS:
                self._views.clear()
            shown = view(self.state.tournament, self.state.keys, actor, self.link, self.seq)
            known = self._views[actor] = self.seq, _encoder.encode(shown)
        return known[1]

    def changed_since(self, actor: Actor, seq: int) -> bytes:
        """The members of what this role sees that changed after number `seq`: see `Changing.since`. Beside them
        stands what an entrant's own link says: nobody has to ask again."""
        ticket, actor = actor.ticket, actor._replace(ticket=None)
        if actor not in self._changing and len(self._changing) >= VIEWS:
            self._changing.clear()
        changing = self._changing.setdefault(actor, Changing())
        if changing.seq != self.seq:
            shown = view(self.state.tournament, self.state.keys, actor, self.link, self.seq)
            changing.take(self.seq, members(shown))
        changed = changing.since(seq)
        if ticket is None:
            return changed
        return b'%s,"own":%s' % (changed, _encoder.encode(own(self.state.tournament, ticket)))

    def sign_up(self, player: str) -> SignUpShown:
        """What a guest's browser is shown of its own sign-up."""
        return sign_up(self.state.tournament, browser_mark(self.state.keys, player), self.state.keys)

    def own_links(self) -> tuple[OwnLink, ...]:
        """The links of all entrants."""
        return own_links(self.state.tournament, self.state.keys)

    def understood(self, what: Literal["entrants", "results"], text: str, by: str) -> Understood:
        """What a list of players or results says to this role, of which nothing is taken."""
        state = self.state.tournament
        if what == "entrants":
            return entrants_understood(text, tuple(state.entrants.values()))
        return results_understood(state, text, by, _box(state.format.edition))


def _name(actor: Actor) -> str:
    """Whose command it is in the record. The public's link is everybody's: each browser counts its own commands."""
    match actor.role:
        case "table":
            return f"table:{actor.table}"
        case "entrant":
            return f"entrant:{actor.ticket}"
        case "public":
            return f"public:{actor.browser}"
        case role:
            return role


def _require(keys: Keys, key: str, actor: Actor) -> None:
    """Raises Refusal for a key that is not the actor's any more."""
    if actor_of(keys, key) != actor._replace(browser=None):
        raise refuse("not-allowed-role", role=actor.role)


def _decided(held: Held, actor: Actor, command: Command, now: int) -> tuple[TournamentEvent, ...]:
    """The events of a command. Raises Refusal."""
    if isinstance(command, Renewal):
        return (renewal(held, actor, command),)
    return decide(held.tournament, actor, command, now, new_room_id, new_seed, _box(held.tournament.format.edition))


def renewal(held: Held, actor: Actor, command: Renewal) -> Keys:
    """The keys with one of them new; the desk renews entrants' own links alone. Raises Refusal."""
    staff = ("organiser", "desk") if isinstance(command, RenewOwn) else ("organiser",)
    if actor.role not in staff:
        raise refuse("not-allowed-role", role=actor.role)
    if isinstance(command, RenewOwn) and own(held.tournament, command.ticket).standing == "gone":
        raise refuse("ticket-gone")
    return renewed(held.keys, command)


def new_seed() -> int:
    """The seed of an event, or of a lot."""
    return secrets.randbelow(1_000_000_000)


@cache
def _box(edition: str) -> Box | None:
    """The box of an edition by its id, None for one that is not ours any more."""
    return box_of(editions.load(edition)) if edition in editions.names() else None
