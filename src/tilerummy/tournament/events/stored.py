"""The events of a tournament, in order. One stored row holds the events of one command.

Events say what came out: tables as they were planned, scores as they were entered. Reading an old tournament seats
nobody again. Players are the numbers they drew; stages and rounds count from 0, tables and games from 1.
"""

import msgspec

from tilerummy.inputs import from_json
from tilerummy.tournament.events import checkin, closing, desk, people, referee, results, rounds, seeds, stand_ins
from tilerummy.tournament.state import Event

StoredEvent = (
    people.Opened
    | people.Entered
    | people.Asked
    | people.Declined
    | people.Changed
    | people.Removed
    | people.Drawn
    | people.KeptApart
    | people.Fixed
    | seeds.Rated
    | seeds.TeamsMade
    | seeds.Dated
    | people.Withdrew
    | people.Returned
    | rounds.StageBegun
    | rounds.Joined
    | rounds.Recut
    | rounds.Kept
    | closing.Settled
    | closing.MovedUp
    | rounds.Planned
    | rounds.Published
    | rounds.RoundStarted
    | results.Reported
    | results.Confirmed
    | results.Disputed
    | results.Corrected
    | stand_ins.Weighed
    | rounds.RoundClosed
    | people.SignUp
    | desk.Hidden
    | desk.Revealed
    | desk.ClockSet
    | rounds.OnlineChosen
    | rounds.TableChosen
    | rounds.RoomsGiven
    | rounds.Finished
    | referee.Ruled
    | referee.RulingRevoked
    | referee.RefereeCalled
    | referee.CallEnded
    | checkin.CheckInOpened
    | checkin.CheckInClosed
    | checkin.CheckedIn
    | checkin.Paid
    | checkin.Capped
    | checkin.Queued
    | checkin.LeftQueue
    | desk.Step
    | desk.Undone
)

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[tuple[StoredEvent, ...]] = msgspec.json.Decoder(tuple[StoredEvent, ...])


def encode(events: tuple[Event, ...]) -> bytes:
    """The body of a row."""
    return _encoder.encode(events)


def decode(body: bytes) -> tuple[Event, ...]:
    """The events of a row. Raises msgspec.ValidationError or msgspec.DecodeError when it is of another making."""
    return from_json(body, _decoder)
