"""What may be asked of a tournament. Decoding checks the shapes; whether it is allowed is decided in `deciding`.

Every command carries an id chosen by the client, so that a resend is answered and not repeated. In which role it is
asked is never in the message: it comes from the link.
"""

from typing import Annotated, Final

import msgspec
from msgspec import Meta

from tilerummy.tournament.format.format import MOST_ENTRANTS
from tilerummy.tournament.lists.entrants import Number
from tilerummy.tournament.online_rules import USUAL, OnlineRules

Id = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_.:-]+$")]
Table = Annotated[int, Meta(ge=1, le=1000)]
Game = Annotated[int, Meta(ge=1, le=20)]
At = Annotated[int, Meta(ge=0, le=60)]
"""A stage or a round, from 0."""
Name = Annotated[str, Meta(max_length=400)]
Score = Annotated[int, Meta(ge=-100_000, le=100_000)]
LONGEST_LIST: Final = 60_000
"""Characters in a list of players or of results."""
ListText = Annotated[str, Meta(max_length=LONGEST_LIST)]
MOST_PAIRS: Final = 2_000
"""Pairs that are kept apart: two for each player of the largest event."""
MOST_FIXED: Final = 200
"""Players who are fixed to a table."""
MOST_LISTED: Final = 500
"""Results that are confirmed at once."""
MOST_TABLES: Final = 6
"""Tables that are changed at once."""
EnteredScores = Annotated[tuple[Score | None, ...], Meta(min_length=2, max_length=6)]


Browsers = Annotated[
    tuple[Annotated[str, Meta(pattern="^[0-9a-f]{12}$")], ...], Meta(min_length=1, max_length=MOST_ENTRANTS)
]
"""The marks of browsers that asked to enter a player."""
Numbers = Annotated[tuple[Number, ...], Meta(max_length=1000)]


class _Command(msgspec.Struct, frozen=True, tag_field="t", forbid_unknown_fields=True):
    """Base of what a client sends."""


class Enter(_Command, frozen=True, tag="enter"):
    """Enter players: a pasted list or CSV, or one name typed at the door."""

    id: Id
    text: ListText


class Ask(_Command, frozen=True, tag="ask"):
    """Sign up by the public link: one name from each browser, which waits for the desk or is entered at once."""

    id: Id
    text: Name


class Accept(_Command, frozen=True, tag="accept"):
    """Enter those who asked from these browsers, all or none."""

    id: Id
    browsers: Browsers


class Decline(_Command, frozen=True, tag="decline"):
    """Do not enter those who asked from these browsers."""

    id: Id
    browsers: Browsers


class Change(_Command, frozen=True, tag="change"):
    """Put a name or a category right."""

    id: Id
    number: Number
    name: Name
    category: Name = ""


class Substitute(_Command, frozen=True, tag="substitute"):
    """A substitute plays on under a number. Unless `ranked` they only fill the seat and go on to no further stage."""

    id: Id
    number: Number
    name: Name
    ranked: bool = False


class Remove(_Command, frozen=True, tag="remove"):
    """Take entrants off the list, all or none, before the first round is planned."""

    id: Id
    numbers: Annotated[tuple[Number, ...], Meta(min_length=1, max_length=1000)]


class Draw(_Command, frozen=True, tag="draw"):
    """Draw the numbers from the tournament's seed, or take those drawn by hand: new ones in the order of the old."""

    id: Id
    numbers: Annotated[tuple[Number, ...], Meta(max_length=1000)] | None = None


class KeepApart(_Command, frozen=True, tag="apart"):
    """All pairs that should not sit at one table."""

    id: Id
    pairs: Annotated[tuple[tuple[Number, Number], ...], Meta(max_length=MOST_PAIRS)]


class Fix(_Command, frozen=True, tag="fix"):
    """All players who are to sit at one table in every round, each with its number."""

    id: Id
    places: Annotated[tuple[tuple[Number, Table], ...], Meta(max_length=MOST_FIXED)]


class Seat(_Command, frozen=True, tag="seat"):
    """Give a free chair at a table of the round that is shown or played to a new player, by `name`, or to a player of
    the stage who does not sit in it, by `number`."""

    id: Id
    table: Table
    name: Name = ""
    number: Number | None = None

    def __post_init__(self) -> None:
        if (self.number is None) == (not self.name):
            raise ValueError("either a name or a number")


class TableChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table (0: those who sit out) with its numbers in seat order, as it was seen and as it is to be; a table after
    the last is a new one."""

    table: Annotated[int, Meta(ge=0, le=1000)]
    before: Numbers
    after: Numbers


class ChangeTables(_Command, frozen=True, tag="tables"):
    """Seat the players of these tables of the round that is not closed otherwise: who is at one of them stays at one,
    but for those who have left. `sure`: though a player leaves the table they are fixed to, or meets a player they are
    kept apart from."""

    id: Id
    tables: Annotated[tuple[TableChange, ...], Meta(min_length=1, max_length=MOST_TABLES)]
    sure: bool = False


class Withdraw(_Command, frozen=True, tag="withdraw"):
    """A player plays no further games."""

    id: Id
    number: Number


class Return(_Command, frozen=True, tag="return"):
    """A player who had withdrawn plays again, from the next round that is not published."""

    id: Id
    number: Number


class OpenSignUp(_Command, frozen=True, tag="sign-up"):
    """Let players sign up by the public link, or no longer. `accepting`: the desk accepts each of them; otherwise they
    are entered at once."""

    id: Id
    open: bool
    accepting: bool = True


class Begin(_Command, frozen=True, tag="begin"):
    """Close the list and plan the first stage."""

    id: Id


class Publish(_Command, frozen=True, tag="publish"):
    """Show the tables of the next round to everybody; from now on they change only by `reseat`."""

    id: Id


class Reseat(_Command, frozen=True, tag="reseat"):
    """Plan a published round again that has not started; everybody is told who moved."""

    id: Id


class StartRound(_Command, frozen=True, tag="start"):
    """Play the published round."""

    id: Id


class Listed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A result of the round under way as the person who confirms it read it."""

    table: Table
    game: Game
    scores: EnteredScores


ListedResults = Annotated[tuple[Listed, ...], Meta(max_length=MOST_LISTED)]


class Confirm(_Command, frozen=True, tag="confirm"):
    """The desk confirms results that one person entered, as they are listed; all or none."""

    id: Id
    results: ListedResults


class CloseRound(_Command, frozen=True, tag="close"):
    """Close the round under way and plan what comes next; the desk confirms what it has `listed`, and nothing else."""

    id: Id
    listed: ListedResults = ()


class Report(_Command, frozen=True, tag="report"):
    """Enter or confirm a game's points, in seat order; None for a player who had left. `seat` (from 1): who enters them
    at the table; `sure`: they were asked again because this is unlikely."""

    id: Id
    table: Table
    game: Game
    scores: EnteredScores
    seat: Annotated[int, Meta(ge=1, le=6)] | None = None
    sure: bool = False


class ReportList(_Command, frozen=True, tag="reports"):
    """Enter the results of a pasted list or CSV, all or none; `sure`: also those that are unlikely."""

    id: Id
    text: ListText
    sure: bool = False


class Correct(_Command, frozen=True, tag="correct"):
    """Settle a disputed result, or put one right that was confirmed, with the reason; `sure`: though it is unlikely."""

    id: Id
    stage: At
    round: At
    table: Table
    game: Game
    scores: EnteredScores
    reason: Name
    sure: bool = False


class Keep(_Command, frozen=True, tag="keep"):
    """Leave a stage (`round` -1) or a round as it is, though it follows from the corrected results no longer, and say
    why."""

    id: Id
    stage: At
    round: Annotated[int, Meta(ge=-1, le=60)]
    reason: Name


class Undo(_Command, frozen=True, tag="undo"):
    """Take the last step back; `step`: its number, so that nobody takes back another's that came after it."""

    id: Id
    step: Annotated[int, Meta(ge=1, le=1_000_000)]


class Hide(_Command, frozen=True, tag="hide"):
    """Hide the standings from the public, or show them again."""

    id: Id
    hidden: bool


class Reveal(_Command, frozen=True, tag="reveal"):
    """Show the public the last `places` of the final ranking, one more at a time."""

    id: Id
    places: Annotated[int, Meta(ge=0, le=1000)]


class SetClock(_Command, frozen=True, tag="clock"):
    """Set a clock: `table` 0 is the hall's. It shows `seconds`, and runs or stands."""

    id: Id
    table: Annotated[int, Meta(ge=0, le=1000)]
    seconds: Annotated[int, Meta(ge=0, le=36_000)]
    running: bool


class PlayOnline(_Command, frozen=True, tag="online"):
    """Play the tables of rounds that have not started here, by these rules, or at real tables."""

    id: Id
    online: bool
    rules: OnlineRules = USUAL


class PlayTable(_Command, frozen=True, tag="table-online"):
    """Play one table of the round that is not closed here, or at a real table: its results are entered by hand then."""

    id: Id
    table: Table
    online: bool


Deed = (
    Enter
    | Ask
    | Accept
    | Decline
    | Change
    | Substitute
    | Seat
    | ChangeTables
    | Remove
    | Draw
    | KeepApart
    | Fix
    | Withdraw
    | Return
    | OpenSignUp
    | Begin
    | Publish
    | Reseat
    | StartRound
    | Confirm
    | CloseRound
    | Report
    | ReportList
    | Correct
    | Keep
    | Hide
    | Reveal
    | SetClock
    | PlayOnline
    | PlayTable
)
"""All but taking back."""
Command = Deed | Undo
