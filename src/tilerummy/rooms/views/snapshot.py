"""The whole of what one viewer may know of a room, as one value.

Every field is public or the viewer's own: there is no place in these types for another seat's rack before
the game is over. Melds are notation strings, tiles are tile codes, times are milliseconds since the epoch.
"""

from typing import Any, Literal

import msgspec

from tilerummy.records.parts import Part
from tilerummy.rooms.consent.request import Pause, Request
from tilerummy.rooms.events import Fixture, Why
from tilerummy.rooms.options import Options
from tilerummy.rules.game.events import Unopened
from tilerummy.rules.game.promise import Seals, Shuffle, Words

Phase = Literal["lobby", "playing", "over", "left"]
"""`left`: nobody plays on here, and nothing of the game lies open. It goes on in another room, where a turn was taken
back; too few have stayed for the next game; or the tournament has dropped it."""
SeatKind = Literal["open", "person", "computer"]


class ChangeShown(msgspec.Struct, frozen=True):
    """One house rule: the edition's key and the value that replaces the book's."""

    key: str
    value: Any


class EditionShown(msgspec.Struct, frozen=True):
    """What the table needs to draw the edition: its name, house rules, palette and jokers, and whether sets with a
    joker are `frozen`, so that they can only grow until it is replaced."""

    id: str
    name: str
    revision: int
    changes: tuple[ChangeShown, ...]
    palette: tuple[str, ...]
    jokers: dict[str, int]
    frozen: bool


class EndShown(msgspec.Struct, frozen=True):
    """How a game of an edition ends and is counted. `last_turns`: each player has one more turn once the pool is empty;
    `exhausted`: what the losers of a game that nobody finished pay, `tie`: which of the lowest racks win; `unopened`:
    what a loser who has not opened pays, twice that where they could have (None: their rack); `loss_cap`: the most that
    a rack costs, `winner_bonus`: what nobody pays (None: there is none)."""

    last_turns: bool
    exhausted: Literal["difference", "full-rack", "winner-result"]
    tie: Literal["fewest-tiles-then-shared", "shared"]
    unopened: int | None
    loss_cap: int | None
    winner_bonus: int | None


class SeatShown(msgspec.Struct, frozen=True):
    """One seat: who sits there, how many tiles they hold, whether they opened, their running total.

    `bank` is what was left on the player's game clock before the turn (ms), None in rooms without such clocks. Both
    `total` and `bank` are None where they are `missing` (see `Snapshot`).
    `stand_in`: a computer player moves for the person until they are back, or for the turn whose time was over.
    `invited`: the name of the guest for whom an open seat is kept.
    Where turns take hours or days: the end of the player's `holiday` (ms; None without one), how many days of it are
    `holidays` left to them (None: short turns), how many turns in a row they `missed`.
    """

    name: str | None
    kind: SeatKind
    level: str | None
    tiles: int
    opened: bool
    resigned: bool
    total: int | None
    bank: int | None
    stand_in: bool
    holiday: int | None
    holidays: int | None
    missed: int
    invited: str | None


class OpeningShown(msgspec.Struct, frozen=True):
    """What the first play of a seat must reach: at least, or more than, `amount` points. `same_turn`: the table may
    be used in the turn of the opening already."""

    amount: int
    comparison: str
    same_turn: bool


class LastMove(msgspec.Struct, frozen=True):
    """The turn that led here: tiles laid from the rack, the indices of melds that changed or are new, the number of
    tiles drawn, and for a time-out what came of it."""

    seat: int
    kind: Literal["played", "drew", "passed", "timed-out", "resigned"]
    outcome: str | None
    played: tuple[str, ...]
    melds: tuple[int, ...]
    drawn: int


class OutcomeShown(msgspec.Struct, frozen=True):
    """How the game ended. `values` are the rack values, `scores` this game's points, `racks` what was left, `unopened`
    the losers who pay a fixed amount, since they had not opened."""

    reason: str
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    values: tuple[int, ...]
    racks: tuple[tuple[str, ...], ...]
    unopened: tuple[Unopened, ...]


class RevealedShown(msgspec.Struct, frozen=True):
    """What the commitment was made of, shown once the game is over: the tiles in deal order; where seats said words
    also the `shuffle` that was promised, and the `words` and their `seals` by seat."""

    deck: tuple[str, ...]
    salt: str
    shuffle: Shuffle | None
    words: Words | None
    seals: Seals | None


class RoundShown(msgspec.Struct, frozen=True):
    """Where the game stands in its round: game number `game` of `games`. `points` and `won` games per seat are of the
    games of the round that are over; `winners` is filled once it is complete."""

    game: int
    games: int
    points: tuple[int, ...]
    won: tuple[int, ...]
    winners: tuple[int, ...]


class MatchShown(msgspec.Struct, frozen=True):
    """Where the game stands in its match: number `game` of `games` (None: no end), in round number `round` of `rounds`
    (None: the edition has no rounds, or the match no end).

    `points`, `won` and `places` are of the games that are over, by seat; `played` says their points one by one, oldest
    first, while no game goes on; `winners` is filled once the match is over.
    """

    game: int
    games: int | None
    round: int | None
    rounds: int | None
    points: tuple[int, ...]
    won: tuple[int, ...]
    places: tuple[int, ...]
    played: tuple[tuple[int, ...], ...]
    winners: tuple[int, ...]


class Snapshot(msgspec.Struct, frozen=True):
    """A room as one viewer sees it after row `seq` of its log.

    `owner` says whether the viewer hosts the room, `host` on which seat the host sits (None: on none), `kept` which
    open seat is kept for the viewer (None: none). `limit` is the seconds per turn (None: no limit), `deadline` when the
    turn ends, `drawn` the tiles of the viewer's latest draw,
    `last_turn` whether every seat has one turn left at most, `next` the room of the rematch or, where a turn was taken
    back, the one in which the game goes on, `commitment` the published digest of the shuffle, `seals` the digests of
    the words for the deal by seat, before the game alone, `word` the viewer's own word, `called` whether the game
    begins once all have sealed and said theirs, `asked` whether words are said now, `asking` whether
    the first turn waits until the `deadline`, since a player may ask for a new deal (then `turn` is None), `may_redeal`
    whether the viewer may, `keep` the number of the deal of whose tiles the viewer is asked whether they keep them
    (None: they are not asked), `request` what a player asks the others, `pause` that the game stands (then
    `deadline` is None), `hints` whether the player to move
    may ask for one now, `options` what the host chose, `round` None where the edition knows no rounds, `fixture` the
    tournament's game that this is: then the tournament counts, and both `round` and `match` are None, `dropped` why it
    waits for the game no longer (None while it does), `missing` what could not be made because of a fault here, and is
    empty: never what a player needs to move.
    """

    phase: Phase
    edition: EditionShown
    limit: int | None
    hints: bool
    options: Options
    owner: bool
    host: int | None
    you: int | None
    kept: int | None
    seats: tuple[SeatShown, ...]
    rack: tuple[str, ...]
    drawn: tuple[str, ...]
    table: tuple[str, ...]
    pool: int
    turn: int | None
    turn_number: int
    last_turn: bool
    opened: bool
    deadline: int | None
    opening: OpeningShown
    last: LastMove | None
    result: OutcomeShown | None
    round: RoundShown | None
    match: MatchShown | None
    fixture: Fixture | None
    dropped: Why | None
    next: str | None
    commitment: str | None
    seals: Seals
    word: str | None
    called: bool
    asked: bool
    asking: bool
    may_redeal: bool
    keep: int | None
    request: Request | None
    pause: Pause | None
    revealed: RevealedShown | None
    seq: int
    missing: tuple[Part, ...]
