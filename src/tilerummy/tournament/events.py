"""The events of a tournament, in order. One stored row holds the events of one command.

Events say what came out: tables as they were planned, scores as they were entered. Reading an old tournament seats
nobody again. Players are the numbers they drew; stages and rounds count from 0, tables and games from 1.
"""

import msgspec

from tilerummy.inputs import from_json
from tilerummy.tournament.format.format import Format
from tilerummy.tournament.lists.entrants import Entrant
from tilerummy.tournament.online_rules import OnlineRules
from tilerummy.tournament.seating.history import Seating

Scores = tuple[int | None, ...]
"""Points by seat, summing to 0; None for a player who had left."""


class _Event(msgspec.Struct, frozen=True, tag_field="t", forbid_unknown_fields=True):
    """Base: tagged by `t`."""


class Opened(_Event, frozen=True, tag="opened"):
    """The first event: the format whole, so that a record explains itself, and the seed of all seating and lots.

    With `initials` the public sees no full names.
    """

    name: str
    format: Format
    seed: int
    initials: bool = False


class Entered(_Event, frozen=True, tag="entered"):
    """Players were entered, in this order. `browsers`: the marks of those by which they signed up themselves, in the
    same order; empty where the desk entered them, and in rows of older versions."""

    entrants: tuple[Entrant, ...]
    browsers: tuple[str, ...] = ()


class Asked(_Event, frozen=True, tag="asked"):
    """A player signed up by the public link. `browser`: the mark of theirs."""

    name: str
    category: str
    browser: str


class Declined(_Event, frozen=True, tag="declined"):
    """The desk did not enter those who asked from these browsers."""

    browsers: tuple[str, ...]


class Changed(_Event, frozen=True, tag="changed"):
    """An entrant's name or category was put right, or a `substitute` plays on under their number."""

    entrant: Entrant
    substitute: bool = False


class Removed(_Event, frozen=True, tag="removed"):
    """An entrant was taken off the list before the first round was planned."""

    number: int


class Drawn(_Event, frozen=True, tag="drawn"):
    """Numbers were drawn: the entrants in the order of their numbers so far get these."""

    numbers: tuple[int, ...]


class KeptApart(_Event, frozen=True, tag="apart"):
    """All pairs that are not to sit at one table."""

    pairs: tuple[tuple[int, int], ...]


class Fixed(_Event, frozen=True, tag="fixed"):
    """All players who sit at one table in every round, each with its number."""

    places: tuple[tuple[int, int], ...]


class Withdrew(_Event, frozen=True, tag="withdrew"):
    """A player plays no further games."""

    number: int


class Returned(_Event, frozen=True, tag="returned"):
    """A player who had withdrawn plays again."""

    number: int


class StageBegun(_Event, frozen=True, tag="stage"):
    """A stage begins with these players, in the order in which they come into it."""

    stage: int
    players: tuple[int, ...]


class Joined(_Event, frozen=True, tag="joined"):
    """Late entrants play in the stage under way."""

    numbers: tuple[int, ...]


class Move(msgspec.Struct, frozen=True):
    """A player whose table in a planned round is another now; None: they did not sit, or do not any more."""

    round: int
    number: int
    before: int | None
    after: int | None


class Recut(_Event, frozen=True, tag="recut"):
    """The stage under way is played by these now, in the order in which they come into it: a result before it was
    corrected."""

    players: tuple[int, ...]


class Kept(_Event, frozen=True, tag="kept"):
    """A stage stays with its players, or its round with its tables, though results that were corrected speak for
    `players`, the best first; and why. `round` -1: the stage."""

    stage: int
    round: int
    players: tuple[int, ...]
    reason: str


class Planned(_Event, frozen=True, tag="planned"):
    """Tables of the rounds from `first` on, and whose table changed where these rounds had been planned before.
    `order`: the standing they follow from, the best first; empty where they follow from none."""

    first: int
    rounds: tuple[Seating, ...]
    moved: tuple[Move, ...] = ()
    order: tuple[int, ...] = ()


class Published(_Event, frozen=True, tag="published"):
    """The tables of a round are known to everybody."""

    round: int


class RoundStarted(_Event, frozen=True, tag="started"):
    """A round is being played."""

    round: int


class Reported(_Event, frozen=True, tag="reported"):
    """A result was entered: by `seat:N` at the table, by the `desk`, or by the game itself in its `room:ID`. `browser`:
    the mark of the one it came from at the table; None in rows of older versions."""

    round: int
    table: int
    game: int
    scores: Scores
    by: str
    browser: str | None = None


class Confirmed(_Event, frozen=True, tag="confirmed"):
    """A second person entered the same result, or agreed to it."""

    round: int
    table: int
    game: int
    by: str
    browser: str | None = None


class Disputed(_Event, frozen=True, tag="disputed"):
    """A second person entered another result: the desk settles it."""

    round: int
    table: int
    game: int
    scores: Scores
    by: str
    browser: str | None = None


class Corrected(_Event, frozen=True, tag="corrected"):
    """The desk put a result right, and said why."""

    stage: int
    round: int
    table: int
    game: int
    scores: Scores
    reason: str
    by: str


class RoundClosed(_Event, frozen=True, tag="closed"):
    """All results of a round are in, and its standings are out."""

    round: int


class SignUp(_Event, frozen=True, tag="sign-up"):
    """Players may sign up by the public link from now on, or no longer. `accepting`: the desk accepts each of them;
    otherwise they are entered at once, as they all were in older versions."""

    open: bool
    accepting: bool = False


class Hidden(_Event, frozen=True, tag="hidden"):
    """The public sees no standings from now on, or again."""

    hidden: bool


class Revealed(_Event, frozen=True, tag="revealed"):
    """The public sees the last `places` of the final ranking."""

    places: int


class ClockSet(_Event, frozen=True, tag="clock"):
    """A clock was set, for one table or (0) for the hall. `left` milliseconds were on it at the instant `at`; since
    then it runs or stands."""

    table: int
    left: int
    at: int
    running: bool


class OnlineChosen(_Event, frozen=True, tag="online"):
    """Tables of rounds that start from now on are played here by these rules, or at real tables."""

    online: bool
    rules: OnlineRules


class TableChosen(_Event, frozen=True, tag="table-online"):
    """One table of a round is played here, or at a real table: also after its rooms were given."""

    round: int
    table: int
    online: bool


class RoomsGiven(_Event, frozen=True, tag="rooms"):
    """A table of a round that is played has these rooms, one for each of its games."""

    round: int
    table: int
    rooms: tuple[str, ...]


class Finished(_Event, frozen=True, tag="finished"):
    """The last stage is over."""


class Step(_Event, frozen=True, tag="step"):
    """What follows in this row was asked for by the command `what`. It can be taken back until a result comes."""

    what: str
    by: str


class Undone(_Event, frozen=True, tag="undone"):
    """The last step was taken back: everything is as it was before it, but the clocks, and who signed up since
    asks."""


TournamentEvent = (
    Opened
    | Entered
    | Asked
    | Declined
    | Changed
    | Removed
    | Drawn
    | KeptApart
    | Fixed
    | Withdrew
    | Returned
    | StageBegun
    | Joined
    | Recut
    | Kept
    | Planned
    | Published
    | RoundStarted
    | Reported
    | Confirmed
    | Disputed
    | Corrected
    | RoundClosed
    | SignUp
    | Hidden
    | Revealed
    | ClockSet
    | OnlineChosen
    | TableChosen
    | RoomsGiven
    | Finished
    | Step
    | Undone
)

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[tuple[TournamentEvent, ...]] = msgspec.json.Decoder(tuple[TournamentEvent, ...])


def encode(events: tuple[TournamentEvent, ...]) -> bytes:
    """The body of a row."""
    return _encoder.encode(events)


def decode(body: bytes) -> tuple[TournamentEvent, ...]:
    """The events of a row. Raises msgspec.ValidationError or msgspec.DecodeError when it is of another making."""
    return from_json(body, _decoder)
