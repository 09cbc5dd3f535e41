"""The players of a tournament: entered, signed up, changed, gone and back."""

from collections.abc import Iterable
from typing import ClassVar

from msgspec.structs import replace

from tilerummy.tournament.events.telling import Parameters, listed
from tilerummy.tournament.format.format import Format
from tilerummy.tournament.lists.entrants import Entrant
from tilerummy.tournament.prepared.team import Team
from tilerummy.tournament.seating.history import pair
from tilerummy.tournament.sign_ups import Asking
from tilerummy.tournament.state import Did, Event, Tournament


class Opened(Event, frozen=True, tag="opened"):
    """The first event: the format whole, so that a record explains itself, and the seed of all seating and lots.

    With `initials` the public sees no full names.
    """

    name: str
    format: Format
    seed: int
    initials: bool = False

    def opens(self) -> Tournament:
        return Tournament(name=self.name, format=self.format, seed=self.seed, initials=self.initials)

    def follows(self, state: Tournament) -> Tournament:
        return self.opens()


class Entered(Event, frozen=True, tag="entered"):
    """Players were entered, in this order. `browsers`: the marks of those by which they signed up themselves, in the
    same order; empty where the desk entered them, and in rows of older versions. Who waited waits no longer."""

    entrants: tuple[Entrant, ...]
    browsers: tuple[str, ...] = ()

    def follows(self, state: Tournament) -> Tournament:
        entrants = {**state.entrants, **{one.number: one for one in self.entrants}}
        # the desk's own players come without marks
        marks = {one.number: mark for one, mark in zip(self.entrants, self.browsers, strict=False)}
        waited = {one.number: found for one in self.entrants if (found := state.hall.named(one.name)) is not None}
        marks |= {number: one.browser for number, one in waited.items() if one.browser}
        kept = {number: one.ticket for number, one in waited.items()}
        return replace(
            state,
            entrants=entrants,
            sign_ups=state.sign_ups.accepted(marks),
            tickets=state.tickets.kept(kept).given(one.number for one in self.entrants if one.number not in kept),
            hall=state.hall.without(kept.values()) if kept else state.hall,
        )

    def told(self, state: Tournament) -> Iterable[Did]:
        waited = [one.name for one in self.entrants if state.hall.named(one.name)]
        others = [one.name for one in self.entrants if one.name not in waited]
        if waited:
            yield "moved-in", listed(waited)
        if others:
            yield "entered", listed(others)


class Asked(Event, frozen=True, tag="asked"):
    """A player signed up by the public link. `browser`: the mark of theirs."""

    name: str
    category: str
    browser: str

    def follows(self, state: Tournament) -> Tournament:
        return replace(state, sign_ups=state.sign_ups.asked(Asking(self.name, self.category, self.browser)))


class Declined(Event, frozen=True, tag="declined"):
    """The desk did not enter those who asked from these browsers."""

    tells: ClassVar[bool] = True
    browsers: tuple[str, ...]

    def follows(self, state: Tournament) -> Tournament:
        return replace(state, sign_ups=state.sign_ups.refused(self.browsers))

    def parameters(self, state: Tournament) -> Parameters:
        return listed([state.sign_ups.asking[one].name for one in self.browsers])


class SignUp(Event, frozen=True, tag="sign-up"):
    """Players may sign up by the public link from now on, or no longer. `accepting`: the desk accepts each of them;
    otherwise they are entered at once, as they all were in older versions."""

    open: bool
    accepting: bool = False

    def follows(self, state: Tournament) -> Tournament:
        return replace(state, sign_ups=replace(state.sign_ups, open=self.open, accepting=self.accepting))

    def told(self, state: Tournament) -> Iterable[Did]:
        opened = "sign-up-open" if self.accepting else "sign-up-direct"
        yield opened if self.open else "sign-up-closed", {}


class Changed(Event, frozen=True, tag="changed"):
    """An entrant's name or category was put right, or a `substitute` plays on under their number."""

    entrant: Entrant
    substitute: bool = False

    def follows(self, state: Tournament) -> Tournament:
        number = self.entrant.number
        # a substitute is another person
        tickets = state.tickets.given((number,)) if self.substitute else state.tickets
        return replace(state, entrants={**state.entrants, number: self.entrant}, tickets=tickets)

    def told(self, state: Tournament) -> Iterable[Did]:
        number = self.entrant.number
        name = self.entrant.name if self.substitute else _named(self.entrant)
        code = "substituted" if self.substitute else "changed"
        yield code, {"number": number, "before": _named(state.entrants[number]), "name": name}


def _named(entrant: Entrant) -> str:
    return f"{entrant.name} ({entrant.category})" if entrant.category else entrant.name


class _OfPlayer(Event, frozen=True):
    """Something that happened to the player of a number."""

    tells: ClassVar[bool] = True
    number: int

    def parameters(self, state: Tournament) -> Parameters:
        return {"number": self.number, "name": state.entrants[self.number].name}


class Removed(_OfPlayer, frozen=True, tag="removed"):
    """An entrant was taken off the list before the first round was planned."""

    def follows(self, state: Tournament) -> Tournament:
        left = {number: one for number, one in state.entrants.items() if number != self.number}
        signed = state.sign_ups.removed(self.number)
        ratings = {number: rating for number, rating in state.ratings.items() if number != self.number}
        withdrawn = state.withdrawn - {self.number}
        tickets = state.tickets.removed(self.number)
        return replace(state, entrants=left, withdrawn=withdrawn, ratings=ratings, sign_ups=signed, tickets=tickets)


class Withdrew(_OfPlayer, frozen=True, tag="withdrew"):
    """A player plays no further games."""

    def follows(self, state: Tournament) -> Tournament:
        return replace(state, withdrawn=state.withdrawn | {self.number})


class Returned(_OfPlayer, frozen=True, tag="returned"):
    """A player who had withdrawn plays again."""

    def follows(self, state: Tournament) -> Tournament:
        return replace(state, withdrawn=state.withdrawn - {self.number})


class Drawn(Event, frozen=True, tag="drawn"):
    """Numbers were drawn: the entrants in the order of their numbers so far get these."""

    tells: ClassVar[bool] = True
    numbers: tuple[int, ...]

    def follows(self, state: Tournament) -> Tournament:
        new = dict(zip(sorted(state.entrants), self.numbers, strict=True))
        entrants = {new[old]: replace(state.entrants[old], number=new[old]) for old in state.entrants}
        return replace(
            state,
            entrants={number: entrants[number] for number in sorted(entrants)},
            withdrawn=frozenset(new[old] for old in state.withdrawn),
            ratings={new[old]: rating for old, rating in state.ratings.items()},
            teams=tuple(Team(team.name, tuple(new[old] for old in team.members)) for team in state.teams),
            apart=tuple(sorted(pair(new[one], new[other]) for one, other in state.apart)),
            fixed=tuple(sorted((new[number], table) for number, table in state.fixed)),
            drawn=True,
            sign_ups=state.sign_ups.drawn(new),
            tickets=state.tickets.drawn(new),
        )

    def parameters(self, state: Tournament) -> Parameters:
        return {"count": len(self.numbers)}


class KeptApart(Event, frozen=True, tag="apart"):
    """All pairs that are not to sit at one table."""

    tells: ClassVar[bool] = True
    pairs: tuple[tuple[int, int], ...]

    def follows(self, state: Tournament) -> Tournament:
        return replace(state, apart=self.pairs)

    def parameters(self, state: Tournament) -> Parameters:
        return {"count": len(self.pairs)}


class Fixed(Event, frozen=True, tag="fixed"):
    """All players who sit at one table in every round, each with its number."""

    tells: ClassVar[bool] = True
    places: tuple[tuple[int, int], ...]

    def follows(self, state: Tournament) -> Tournament:
        return replace(state, fixed=self.places)

    def parameters(self, state: Tournament) -> Parameters:
        return {"count": len(self.places)}
