"""The events of a game, in order: what is stored, and what each viewer may see of it.

An event says what came out of a command, never the command itself, so showing an old game needs no rules. Every
event that holds something hidden keeps it in a `secret` part; `seen` makes the `SeenEvent` for one viewer, and
its types have no field that could hold another player's tiles, the order of the pool or the salt.

Melds are written in notation ("b4 J=b5 b6"), tiles as their codes; seats count from 0, clockwise.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from tilerummy.inputs import from_json
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.game.promise import Seals, Shuffle, Words
from tilerummy.rules.tiles import Tile

ENGINE = "1"
"""Version of the rules engine; raised whenever a judgement or a fold changes its outcome."""

Seat = Annotated[int, Meta(ge=0, le=7)]
"""A seat, from 0, clockwise."""
Reason = Literal["rack-empty", "pool-exhausted", "stuck", "resigned"]
"""`pool-exhausted`: all passed, or had their last turn; `stuck`: it is proved that nobody can lay."""
Outcome = Literal["idle", "unfinished", "joker-loose", "below-opening", "sets-kept", "stood"]


class _Event(msgspec.Struct, frozen=True, tag_field="t", kw_only=True, forbid_unknown_fields=True):
    """A struct tagged by its field `t`."""


class _Secret(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The hidden part of an event."""


class Lot(msgspec.Struct, frozen=True):
    """One tile drawn for the first turn, face up. In a later `round` only the tied seats draw; a joker is put aside."""

    round: int
    seat: Seat
    tile: Tile


class Unopened(msgspec.Struct, frozen=True, kw_only=True):
    """What a loser who had not opened `pays` in place of their rack. `proof`: whether they could have opened, in
    their last turn: with the melds of `opening`, in notation; by proof they could not; or nobody proved it."""

    seat: Seat
    pays: int
    proof: Literal["able", "unable", "unproved"]
    opening: tuple[str, ...]


class Result(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How a game ended, for which `reason`, with which `racks`. `winners` is empty when it was drawn; `values` are the
    rack values, `scores` sum to 0 but where the edition says otherwise. `unopened`: the losers who pay a fixed amount,
    where the edition has one."""

    reason: Reason
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    values: tuple[int, ...]
    racks: tuple[tuple[Tile, ...], ...]
    unopened: tuple[Unopened, ...] = ()


class StartedSecret(_Secret, frozen=True, omit_defaults=True):
    """The tiles in deal order, and the salt of the commitment; `shuffle` is what was promised before the words."""

    deck: tuple[Tile, ...]
    salt: str
    shuffle: Shuffle | None = None


class Started(_Event, frozen=True, tag="started", omit_defaults=True):
    """The game's first event: its edition (whole, so that a record explains itself), the commitment to the shuffle
    and the draw for the first turn. `words`: what the seats said after they knew the commitment; None in games of
    before there were words, whose commitment is to the deck as it was dealt. `seals`: the digests of the words, shown
    before any was said; a seat with a seal and no word withheld it. None in games of before there were seals."""

    edition: Edition
    edition_hash: str
    engine: str
    seats: Annotated[int, Meta(ge=2, le=8)]
    commitment: str
    lots: tuple[Lot, ...]
    starter: Seat
    secret: StartedSecret
    words: Words | None = None
    seals: Seals | None = None


class DealtSecret(_Secret, frozen=True):
    """Every rack, and the pool in the order in which it will be drawn."""

    racks: tuple[tuple[Tile, ...], ...]
    pool: tuple[Tile, ...]


class Dealt(_Event, frozen=True, tag="dealt"):
    """Racks are filled; `tiles` per seat and the number left in the `pool` are public."""

    tiles: tuple[int, ...]
    pool: int
    secret: DealtSecret


class Redealt(_Event, frozen=True, tag="redealt"):
    """Before the first turn a seat showed its `doubles`, one tile of each pair, and had racks dealt again; what is
    public is as for `Dealt`."""

    seat: Seat
    doubles: tuple[Tile, ...]
    tiles: tuple[int, ...]
    pool: int
    secret: DealtSecret


class Played(_Event, frozen=True, tag="played"):
    """Rack tiles were laid. `table` is the complete new table, `changed` the indices of its melds that were not
    there before, `opening` the melds that made the opening (only when this turn `opened`), `left` the tiles
    still on the rack."""

    seat: Seat
    opening: tuple[str, ...]
    table: tuple[str, ...]
    played: tuple[Tile, ...]
    changed: tuple[int, ...]
    points: int
    opened: bool
    left: int


class DrewSecret(_Secret, frozen=True):
    """The tile drawn."""

    tile: Tile


class Drew(_Event, frozen=True, tag="drew"):
    """A tile was drawn instead of playing; `pool` tiles are left."""

    seat: Seat
    pool: int
    secret: DrewSecret


class Passed(_Event, frozen=True, tag="passed", omit_defaults=True):
    """Nothing was played, and the pool was empty. `proof`: where the edition obliges players who can lay, whether the
    search proved that the mover is stuck, or ran out of budget."""

    seat: Seat
    proof: Literal["stuck", "unproved"] | None = None


class Draft(msgspec.Struct, frozen=True, kw_only=True):
    """An arrangement that was not confirmed, in notation."""

    opening: tuple[str, ...]
    table: tuple[str, ...]


class TimedOutSecret(_Secret, frozen=True):
    """The tiles drawn, and the arrangement that lay open when the time was up (None: nothing had been begun)."""

    drawn: tuple[Tile, ...]
    draft: Draft | None


class TimedOut(_Event, frozen=True, tag="timed-out"):
    """The time was up. `table` is what lies there now, `played` the rack tiles that stay on it, `returned` the
    tiles that lay on the table before and went to the rack, `drawn` how many tiles were taken from the pool, of
    which `pool` are left."""

    seat: Seat
    outcome: Outcome
    table: tuple[str, ...]
    played: tuple[Tile, ...]
    returned: tuple[Tile, ...]
    changed: tuple[int, ...]
    opened: bool
    drawn: int
    pool: int
    left: int
    secret: TimedOutSecret


class Resigned(_Event, frozen=True, tag="resigned"):
    """A seat gave up; its tiles stay out of the game."""

    seat: Seat


class Ended(_Event, frozen=True, tag="ended", omit_defaults=True):
    """The game is over: racks, deck and salt lie open, what was promised too, and anyone can check the commitment."""

    result: Result
    deck: tuple[Tile, ...]
    salt: str
    shuffle: Shuffle | None = None


Turn = Played | Drew | Passed | TimedOut
"""What ends a turn."""
Event = Started | Dealt | Redealt | Played | Drew | Passed | TimedOut | Resigned | Ended


class SeenStarted(_Event, frozen=True, tag="started"):
    """`Started` without its secret; the edition by name."""

    edition: str
    edition_name: str
    edition_hash: str
    engine: str
    seats: Annotated[int, Meta(ge=2, le=8)]
    commitment: str
    lots: tuple[Lot, ...]
    starter: Seat
    words: Words | None
    seals: Seals | None


class SeenDealt(_Event, frozen=True, tag="dealt"):
    """`Dealt` with the viewer's own rack only (empty for a spectator)."""

    tiles: tuple[int, ...]
    pool: int
    rack: tuple[Tile, ...]


class SeenRedealt(_Event, frozen=True, tag="redealt"):
    """`Redealt` with the viewer's own rack only (empty for a spectator)."""

    seat: Seat
    doubles: tuple[Tile, ...]
    tiles: tuple[int, ...]
    pool: int
    rack: tuple[Tile, ...]


class SeenDrew(_Event, frozen=True, tag="drew"):
    """`Drew`; the `tile` only for the seat that drew it."""

    seat: Seat
    pool: int
    tile: Tile | None


class SeenPassed(_Event, frozen=True, tag="passed"):
    """`Passed`, whole."""

    seat: Seat
    proof: Literal["stuck", "unproved"] | None


class SeenTimedOut(_Event, frozen=True, tag="timed-out"):
    """`TimedOut`; the `tiles` drawn only for the seat that drew them."""

    seat: Seat
    outcome: Outcome
    table: tuple[str, ...]
    played: tuple[Tile, ...]
    returned: tuple[Tile, ...]
    changed: tuple[int, ...]
    opened: bool
    drawn: int
    pool: int
    left: int
    tiles: tuple[Tile, ...]


class SeenResult(msgspec.Struct, frozen=True):
    """`Result`, whole."""

    reason: Reason
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    values: tuple[int, ...]
    racks: tuple[tuple[Tile, ...], ...]
    unopened: tuple[Unopened, ...]


class SeenEnded(_Event, frozen=True, tag="ended"):
    """`Ended`, whole."""

    result: SeenResult
    deck: tuple[Tile, ...]
    salt: str
    shuffle: Shuffle | None


SeenEvent = SeenStarted | SeenDealt | SeenRedealt | Played | SeenDrew | SeenPassed | SeenTimedOut | Resigned | SeenEnded


def seen(event: Event, viewer: int | None) -> SeenEvent:
    """What `viewer` (a seat, or None for a spectator) may know of `event`."""
    match event:
        case Started():
            return SeenStarted(
                edition=event.edition.id,
                edition_name=event.edition.name,
                edition_hash=event.edition_hash,
                engine=event.engine,
                seats=event.seats,
                commitment=event.commitment,
                lots=event.lots,
                starter=event.starter,
                words=event.words,
                seals=event.seals,
            )
        case Dealt():
            return SeenDealt(tiles=event.tiles, pool=event.pool, rack=_own(event.secret, viewer))
        case Redealt():
            return SeenRedealt(
                seat=event.seat,
                doubles=event.doubles,
                tiles=event.tiles,
                pool=event.pool,
                rack=_own(event.secret, viewer),
            )
        case Drew():
            return SeenDrew(seat=event.seat, pool=event.pool, tile=event.secret.tile if event.seat == viewer else None)
        case TimedOut():
            return SeenTimedOut(
                seat=event.seat,
                outcome=event.outcome,
                table=event.table,
                played=event.played,
                returned=event.returned,
                changed=event.changed,
                opened=event.opened,
                drawn=event.drawn,
                pool=event.pool,
                left=event.left,
                tiles=event.secret.drawn if event.seat == viewer else (),
            )
        case Ended():
            result = SeenResult(**msgspec.structs.asdict(event.result))
            return SeenEnded(result=result, deck=event.deck, salt=event.salt, shuffle=event.shuffle)
        case Passed():
            return SeenPassed(seat=event.seat, proof=event.proof)
        case Played() | Resigned():
            return event


def _own(dealt: DealtSecret, viewer: int | None) -> tuple[Tile, ...]:
    return () if viewer is None else dealt.racks[viewer]


_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)


def encode(event: Event) -> bytes:
    """The stored form: one line of JSON, secrets and all. Never for the wire."""
    return _encoder.encode(event)


def decode(data: bytes | str) -> Event:
    """The event in its stored form. Raises msgspec.ValidationError or msgspec.DecodeError when it is not one."""
    return from_json(data, _decoder)
