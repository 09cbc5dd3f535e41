"""What may be asked of a tournament: each command with who may ask it, and what decides it. Decoding checks the shapes.

Every command carries an id chosen by the client, so that a resend is answered and not repeated. In which role it is
asked is never in the message: it comes from the link.
"""

from typing import Annotated, ClassVar

from msgspec import Meta

from tilerummy.tournament import asking, decide, door, online_tables, players, rounds
from tilerummy.tournament.corrections import follow, keep
from tilerummy.tournament.decide import Given, Role
from tilerummy.tournament.events.desk import ClockSet, Hidden, Revealed
from tilerummy.tournament.fields import (
    At,
    Browsers,
    EnteredScores,
    Game,
    ListText,
    Name,
    Numbers,
    Pairs,
    Places,
    SomeNumbers,
    Table,
)
from tilerummy.tournament.lists.entrants import Number
from tilerummy.tournament.lists.result_lists import read_results
from tilerummy.tournament.online_rules import USUAL, OnlineRules
from tilerummy.tournament.prepared import dates
from tilerummy.tournament.results import reports
from tilerummy.tournament.results.ranking import final_ranking
from tilerummy.tournament.results.tied_racks import Tied
from tilerummy.tournament.rounds import ListedResults
from tilerummy.tournament.state import Event, Tournament, fold
from tilerummy.tournament.table_changes import TableChanges, change_tables
from tilerummy.tournament.undo import undo

Events = tuple[Event, ...]


class _OfDesk(decide.Command, frozen=True):
    """What the desk may ask, as may the organiser."""

    role: ClassVar[Role] = "desk"


class Enter(_OfDesk, frozen=True, tag="enter"):
    """Enter players: a pasted list or CSV, or one name typed at the door. `beyond`: though the hall is full."""

    text: ListText
    beyond: bool = False

    def decided(self, state: Tournament, given: Given) -> Events:
        return players.enter(state, self.text, beyond=self.beyond)


class Ask(decide.Command, frozen=True, tag="ask"):
    """Sign up by the public link: one name from each browser, which waits for the desk or is entered at once."""

    role: ClassVar[Role] = "public"
    is_step: ClassVar[bool] = False
    text: Name

    def decided(self, state: Tournament, given: Given) -> Events:
        return asking.ask(state, self.text, given.actor.signing_up)


class Accept(_OfDesk, frozen=True, tag="accept"):
    """Enter those who asked from these browsers, all or none. `beyond`: though the hall is full."""

    browsers: Browsers
    beyond: bool = False

    def decided(self, state: Tournament, given: Given) -> Events:
        return asking.accept(state, self.browsers, beyond=self.beyond)


class Decline(_OfDesk, frozen=True, tag="decline"):
    """Do not enter those who asked from these browsers."""

    plans: ClassVar[bool] = False
    browsers: Browsers

    def decided(self, state: Tournament, given: Given) -> Events:
        return asking.decline(state, self.browsers)


class Change(_OfDesk, frozen=True, tag="change"):
    """Put a name or a category right."""

    number: Number
    name: Name
    category: Name = ""

    def decided(self, state: Tournament, given: Given) -> Events:
        return players.change(state, self.number, self.name, self.category)


class Substitute(_OfDesk, frozen=True, tag="substitute"):
    """A substitute plays on under a number. Unless `ranked` they only fill the seat and go on to no further stage."""

    number: Number
    name: Name
    ranked: bool = False

    def decided(self, state: Tournament, given: Given) -> Events:
        return players.substitute(state, self.number, self.name, ranked=self.ranked)


class Remove(decide.Command, frozen=True, tag="remove"):
    """Take entrants off the list, all or none, before the first round is planned."""

    numbers: SomeNumbers

    def decided(self, state: Tournament, given: Given) -> Events:
        return players.remove(state, self.numbers)


class Draw(decide.Command, frozen=True, tag="draw"):
    """Draw the numbers from the tournament's seed, or take those drawn by hand: new ones in the order of the old."""

    numbers: Numbers | None = None

    def decided(self, state: Tournament, given: Given) -> Events:
        return players.draw(state, self.numbers)


class KeepApart(decide.Command, frozen=True, tag="apart"):
    """All pairs that should not sit at one table."""

    pairs: Pairs

    def decided(self, state: Tournament, given: Given) -> Events:
        return players.keep_apart(state, self.pairs)


class Fix(decide.Command, frozen=True, tag="fix"):
    """All players who are to sit at one table in every round, each with its number."""

    places: Places

    def decided(self, state: Tournament, given: Given) -> Events:
        return players.fix(state, self.places)


class Seat(_OfDesk, frozen=True, tag="seat"):
    """Give a free chair at a table of the round that is shown or played to a new player, by `name`, or to a player of
    the stage who does not sit in it, by `number`; at a new table those who move there come with them."""

    table: Table
    name: Name = ""
    number: Number | None = None

    def __post_init__(self) -> None:
        if (self.number is None) == (not self.name):
            raise ValueError("either a name or a number")

    def decided(self, state: Tournament, given: Given) -> Events:
        return door.sit_down(state, self.table, self.name, self.number)


class ChangeTables(_OfDesk, frozen=True, tag="tables"):
    """Seat the players of these tables of the round that is not closed otherwise: who is at one of them stays at one,
    but for those who have left. `sure`: though a player leaves the table they are fixed to, or meets a player they are
    kept apart from."""

    tables: TableChanges
    sure: bool = False

    def decided(self, state: Tournament, given: Given) -> Events:
        return change_tables(state, self.tables, sure=self.sure)


class Withdraw(_OfDesk, frozen=True, tag="withdraw"):
    """A player plays no further games."""

    number: Number

    def decided(self, state: Tournament, given: Given) -> Events:
        return players.withdraw(state, self.number)


class Return(_OfDesk, frozen=True, tag="return"):
    """A player who had withdrawn plays again, from the next round that is not published."""

    number: Number

    def decided(self, state: Tournament, given: Given) -> Events:
        return players.come_back(state, self.number)


class OpenSignUp(decide.Command, frozen=True, tag="sign-up"):
    """Let players sign up by the public link, or no longer. `accepting`: the desk accepts each of them; otherwise they
    are entered at once."""

    open: bool
    accepting: bool = True

    def decided(self, state: Tournament, given: Given) -> Events:
        return asking.open_sign_up(state, open_=self.open, accepting=self.accepting)


class Begin(decide.Command, frozen=True, tag="begin"):
    """Close the list and plan the first stage."""

    def decided(self, state: Tournament, given: Given) -> Events:
        return rounds.begin(state)


class Publish(decide.Command, frozen=True, tag="publish"):
    """Show the tables of the next round to everybody; from now on they change only by `reseat`. `sure`: before its day
    too."""

    plans: ClassVar[bool] = False
    sure: bool = False

    def decided(self, state: Tournament, given: Given) -> Events:
        return dates.on_its_day(state, rounds.publish(state), given.now, sure=self.sure)


class Reseat(decide.Command, frozen=True, tag="reseat"):
    """Plan a published round again that has not started; everybody is told who moved."""

    def decided(self, state: Tournament, given: Given) -> Events:
        return rounds.reseat(state)


class StartRound(decide.Command, frozen=True, tag="start"):
    """Play the published round; `sure`: before its day too."""

    plans: ClassVar[bool] = False
    sure: bool = False

    def decided(self, state: Tournament, given: Given) -> Events:
        started = dates.on_its_day(state, rounds.start_round(state), given.now, sure=self.sure)
        return (*started, *online_tables.rooms_given(state, given.new_room))


class Confirm(_OfDesk, frozen=True, tag="confirm"):
    """The desk confirms results that one person entered, as they are listed; all or none."""

    is_step: ClassVar[bool] = False
    plans: ClassVar[bool] = False
    results: ListedResults

    def decided(self, state: Tournament, given: Given) -> Events:
        return rounds.confirm(state, self.results, given.actor.role)


class CloseRound(decide.Command, frozen=True, tag="close"):
    """Close the round under way and plan what comes next; the desk confirms what it has `listed`, and nothing else."""

    listed: ListedResults = ()

    def decided(self, state: Tournament, given: Given) -> Events:
        return rounds.close_round(state, self.listed, given.actor.role)


class Report(decide.Command, frozen=True, tag="report"):
    """Enter or confirm a game's points, in seat order; None for a player who had left. `seat` (from 1): who enters them
    at the table; `sure`: they were asked again because this is unlikely; `tied`: what equal lowest racks held, by which
    the edition shares out what these have together."""

    role: ClassVar[Role] = "table"
    is_step: ClassVar[bool] = False
    plans: ClassVar[bool] = False
    table: Table
    game: Game
    scores: EnteredScores
    seat: Annotated[int, Meta(ge=1, le=6)] | None = None
    sure: bool = False
    tied: Tied | None = None

    def decided(self, state: Tournament, given: Given) -> Events:
        reporter = given.reporter(state, self.table, self.seat)
        check = given.check(sure=self.sure, tied=self.tied)
        return reports.report(state, self.table, self.game, self.scores, reporter, check)


class ReportList(_OfDesk, frozen=True, tag="reports"):
    """Enter the results of a pasted list or CSV, all or none; `sure`: also those that are unlikely."""

    is_step: ClassVar[bool] = False
    text: ListText
    sure: bool = False

    def decided(self, state: Tournament, given: Given) -> Events:
        return read_results(state, self.text, given.actor.role, given.check(sure=self.sure))


class Correct(_OfDesk, frozen=True, tag="correct"):
    """Settle a disputed result, or put one right that was confirmed, with the reason; `sure`: though it is unlikely;
    `tied`: as in `report`."""

    stage: At
    round: At
    table: Table
    game: Game
    scores: EnteredScores
    reason: Name
    sure: bool = False
    tied: Tied | None = None

    def decided(self, state: Tournament, given: Given) -> Events:
        place, by = (self.round, self.table, self.game), given.actor.role
        check = given.check(sure=self.sure, tied=self.tied)
        happened = reports.correct(state, self.stage, place, self.scores, self.reason, by, check)
        return (*happened, *follow(fold(state, happened)))


class Keep(decide.Command, frozen=True, tag="keep"):
    """Leave a stage (`round` -1) or a round as it is, though it follows from the corrected results no longer, and say
    why."""

    plans: ClassVar[bool] = False
    stage: At
    round: Annotated[int, Meta(ge=-1, le=60)]
    reason: Name

    def decided(self, state: Tournament, given: Given) -> Events:
        return keep(state, self.stage, self.round, self.reason)


class Undo(decide.Command, frozen=True, tag="undo"):
    """Take the last step back; `step`: its number, so that nobody takes back another's that came after it."""

    is_step: ClassVar[bool] = False
    plans: ClassVar[bool] = False
    step: Annotated[int, Meta(ge=1, le=1_000_000)]

    def needed(self, state: Tournament) -> Role:
        return "organiser" if state.undoable and state.undoable[-1].by == "organiser" else "desk"

    def decided(self, state: Tournament, given: Given) -> Events:
        return undo(state, self.step)


class Hide(decide.Command, frozen=True, tag="hide"):
    """Hide the standings from the public, or show them again."""

    plans: ClassVar[bool] = False
    hidden: bool

    def decided(self, state: Tournament, given: Given) -> Events:
        return (Hidden(self.hidden),)


class Reveal(decide.Command, frozen=True, tag="reveal"):
    """Show the public the last `places` of the final ranking, one more at a time."""

    places: Annotated[int, Meta(ge=0, le=1000)]

    def decided(self, state: Tournament, given: Given) -> Events:
        whole = state.finished and self.places >= len(final_ranking(state))
        return (Revealed(self.places), Hidden(hidden=False)) if whole and state.hidden else (Revealed(self.places),)


class SetClock(_OfDesk, frozen=True, tag="clock"):
    """Set a clock: `table` 0 is the hall's. It shows `seconds`, and runs or stands."""

    is_step: ClassVar[bool] = False
    plans: ClassVar[bool] = False
    table: Annotated[int, Meta(ge=0, le=1000)]
    seconds: Annotated[int, Meta(ge=0, le=36_000)]
    running: bool

    def decided(self, state: Tournament, given: Given) -> Events:
        return (ClockSet(self.table, self.seconds * 1000, given.now, self.running),)


class PlayOnline(decide.Command, frozen=True, tag="online"):
    """Play the tables of rounds that have not started here, by these rules, or at real tables."""

    plans: ClassVar[bool] = False
    online: bool
    rules: OnlineRules = USUAL

    def decided(self, state: Tournament, given: Given) -> Events:
        return online_tables.choose(state, self.rules, online=self.online)


class PlayTable(_OfDesk, frozen=True, tag="table-online"):
    """Play one table of the round that is not closed here, or at a real table: its results are entered by hand then."""

    plans: ClassVar[bool] = False
    table: Table
    online: bool

    def decided(self, state: Tournament, given: Given) -> Events:
        return online_tables.choose_table(state, self.table, given.new_room, online=self.online)
