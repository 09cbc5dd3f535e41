"""What a command brings about in a tournament: events, or a refusal that names everything wrong and changes nothing."""

from collections.abc import Callable
from typing import ClassVar, Literal, NamedTuple

import msgspec

from tilerummy.rules.refusal import Refusal, refuse
from tilerummy.tournament.events.desk import Step
from tilerummy.tournament.events.results import Confirmed
from tilerummy.tournament.fields import Id
from tilerummy.tournament.online_tables import NewRoom, online_tables
from tilerummy.tournament.results.plausible import Box
from tilerummy.tournament.results.reports import Check, Reporter
from tilerummy.tournament.results.tied_racks import Tied
from tilerummy.tournament.state import Event, Tournament

Role = Literal["organiser", "desk", "referee", "table", "entrant", "public"]
_RANK: dict[Role, int] = {"public": 0, "entrant": 1, "table": 1, "referee": 1, "desk": 2, "organiser": 3}
"""Who may ask what others may: entrant, table and referee are beside each other, and none may ask what is another's."""


class Actor(NamedTuple):
    """Who asks: the role of their link; for the link of a table's card the table and the round (its stage and round,
    both from 0) it is for, for an entrant's own link their ticket. For what is said by a table's or the public link,
    the mark of the browser."""

    role: Role
    table: int | None = None
    round: tuple[int, int] | None = None
    browser: str | None = None
    ticket: int | None = None

    @property
    def signing_up(self) -> str:
        """The mark of the browser that signs up. Raises Refusal for every link but the public's."""
        if self.role != "public" or self.browser is None:
            raise not_allowed(self)
        return self.browser


def not_allowed(actor: Actor) -> Refusal:
    """The refusal of what a link may not do."""
    return refuse("not-allowed-role", role=actor.role)


NewSeed = Callable[[], int]
"""Makes the seed of a lot, which nobody can know before: 0 to 999999999."""


class Given(NamedTuple):
    """What a decision is given beside the state: who asks, the time in milliseconds since the epoch, what makes the ids
    of rooms for tables that are played here, what makes the seeds of lots, and the edition's box, against which results
    are held."""

    actor: Actor
    now: int
    new_room: NewRoom
    new_seed: NewSeed
    box: Box | None = None

    def check(self, *, sure: bool, tied: Tied | None = None) -> Check:
        """How points are checked, where it is said whether they are `sure`, and how equal lowest racks were `tied`."""
        return Check(self.box, sure, tied)

    def reporter(self, state: Tournament, table: int, seat: int | None) -> Reporter:
        """Whose word a report is. Raises Refusal for a table's link that is for another table or round."""
        actor = self.actor
        if actor.role != "table":
            return Reporter(actor.role)
        require_its_table(state, actor, table)
        if any(at.table == table for at in online_tables(state)):
            raise refuse("table-online", table=table)
        return Reporter(f"seat:{seat}", actor.browser)


class Command(msgspec.Struct, frozen=True, tag_field="t", forbid_unknown_fields=True):
    """What a client asks. What every command has is said here; a command says what is otherwise for it."""

    role: ClassVar[Role] = "organiser"
    """The least role that may ask it."""
    is_step: ClassVar[bool] = True
    """Whether it can be taken back; who signs up is removed, results are corrected, clocks set."""
    plans: ClassVar[bool] = True
    """Whether it may seat people again, which takes its time."""
    id: Id

    def needed(self, state: Tournament) -> Role:
        """The least role that may ask it now."""
        return self.role

    def decided(self, state: Tournament, given: Given) -> tuple[Event, ...]:
        """What it brings about; nothing where nothing changes. Raises Refusal."""
        raise NotImplementedError


def decide(
    state: Tournament,
    actor: Actor,
    command: Command,
    now: int,
    new_room: NewRoom,
    new_seed: NewSeed,
    box: Box | None = None,
) -> tuple[Event, ...]:
    """The events of the next row; none where nothing changes. For the arguments see `Given`. Raises Refusal."""
    needed = command.needed(state)
    if actor.role != needed and _RANK[actor.role] <= _RANK[needed]:
        raise not_allowed(actor)
    happened = command.decided(state, Given(actor, now, new_room, new_seed, box))
    if not happened or not command.is_step:
        return happened
    # results that it confirms stay when it is taken back: they come before it
    first = next((at for at, one in enumerate(happened) if not isinstance(one, Confirmed)), len(happened))
    return (*happened[:first], Step(str(command.__struct_config__.tag), actor.role), *happened[first:])


def require_its_table(state: Tournament, actor: Actor, table: int) -> None:
    """Raises Refusal for the link of a card that is for another table, or another round than the one that is not
    closed."""
    if actor.role == "table" and actor.table != table:
        raise refuse("another-table", table=table)
    require_its_round(state, actor)


def require_its_round(state: Tournament, actor: Actor) -> None:
    """Raises Refusal for the link of a card that is for another round than the one that is not closed."""
    if actor.role == "table" and state.now is not None and actor.round != state.now:
        stage, number = actor.round or (0, -1)
        raise refuse(
            "card-of-another-round",
            stage=_stage(state, stage),
            round=number + 1,
            stage_now=_stage(state, state.now[0]),
            round_now=state.now[1] + 1,
        )


def _stage(state: Tournament, at: int) -> str:
    """The id of a stage, empty for one that has not begun."""
    return state.rule(state.stages[at]).id if at < len(state.stages) else ""
