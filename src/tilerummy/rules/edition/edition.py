"""An edition: one rulebook as plain data, in a closed vocabulary.

Every value is an enumeration, a count or a number of points; a rule that no word here can say needs a new word, a
branch where it is judged, a test and a line of docs. `reader.py` makes an `Edition` from a mapping, or all its faults.
"""

import hashlib
from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta


class _Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Words that belong together. One that is not known here would silently mean nothing, so it is refused."""


class JokerCounts(_Section, frozen=True):
    """How many jokers of each kind lie in the box; `counts["J"]` reads one."""

    J: Annotated[int, Meta(ge=0, le=8)]
    D: Annotated[int, Meta(ge=0, le=4)] = 0
    C: Annotated[int, Meta(ge=0, le=4)] = 0
    M: Annotated[int, Meta(ge=0, le=4)] = 0

    def __getitem__(self, joker: str) -> int:
        return {"J": self.J, "D": self.D, "C": self.C, "M": self.M}[joker]

    @property
    def total(self) -> int:
        return self.J + self.D + self.C + self.M


class Tiles(_Section, frozen=True):
    """The box: copies of each of the 52 numbered kinds, the jokers, and the printed colours of `k r b y`."""

    copies: Annotated[int, Meta(ge=1, le=6)]
    jokers: JokerCounts
    palette: tuple[Literal["black"], Literal["red", "pink"], Literal["blue"], Literal["yellow", "orange"]]

    @property
    def total(self) -> int:
        """Tiles in the box."""
        return 52 * self.copies + self.jokers.total


class Players(_Section, frozen=True):
    """How many may play one game."""

    least: Annotated[int, Meta(ge=2, le=8)]
    most: Annotated[int, Meta(ge=2, le=8)]


class Deal(_Section, frozen=True, omit_defaults=True):
    """Tiles on each rack at the start; `joker_each`: one of them is a regular joker, the others are drawn. `redeal`:
    what a player whose rack holds three pairs may have dealt again before the first turn: all racks, their own, or
    None: nothing."""

    tiles: Annotated[int, Meta(ge=1, le=60)]
    joker_each: bool
    redeal: Literal["all", "own"] | None = None


class Runs(_Section, frozen=True, omit_defaults=True):
    """How far a run goes. `past_last`: nothing follows 13, or one 1 of its colour, which ends the run and counts 1."""

    past_last: Literal["one"] | None = None


UP_TO_13: Final = Runs()
"""What held before the section was: records leave out what is this very object."""


class Opening(_Section, frozen=True, omit_defaults=True):
    """The first play of a player.

    `table_use`: from when the tiles on the table may be used: in the turn of the opening itself, once it is laid, or
    in later turns only. `mirror_value`: what a mirror joker counts in the opening. `after_pool`: whether the amount
    is still asked once the pool is empty. `melds`: whether several melds together reach the amount, or one alone must.
    """

    amount: Annotated[int, Meta(ge=0, le=300)]
    comparison: Literal["at-least", "more-than"]
    table_use: Literal["same-turn", "later-turn"]
    mirror_value: Literal["middle", "zero"]
    after_pool: Literal["required", "waived"]
    melds: Literal["several", "one"] = "several"


class Jokers(_Section, frozen=True, omit_defaults=True):
    """What jokers may do.

    `retrieval`: where the tile that replaces a joker may come from. `sets`: `free` sets with a joker may be taken
    apart like any other, `frozen` ones may only be extended or have the joker replaced; those
    `frozen-until-replaced` may be taken apart in the same turn, once all their jokers are. `per_set`: most jokers in a
    meld. `freed`: where a freed joker goes: into any legal meld, into one that did not lie there before, or into one
    that is otherwise made of rack tiles. `group_needs`, `double_needs`: whether one tile, or both it may stand for,
    free the joker of a group of three and the double joker. The `mirror_*` words bound each side of a mirror joker, in
    represented tiles, or say whether its colours are those of the other side; `two_colour_neighbours`: whether adjacent
    two-colour jokers may have the same colour on both sides; `all_joker_melds`: whether a meld may hold no numbered
    tile. `penalty`: points for a joker left on a rack.
    """

    retrieval: Literal["rack-or-table", "rack"]
    sets: Literal["free", "frozen-until-replaced", "frozen"]
    per_set: Annotated[int, Meta(ge=1, le=16)] | None
    freed: Literal["any-set", "new-set", "rack-set"]
    group_needs: Literal["one", "both"]
    double_needs: Literal["one", "both"]
    mirror_min_per_side: Annotated[int, Meta(ge=1, le=3)]
    mirror_group_most_per_side: Annotated[int, Meta(ge=1, le=4)]
    mirror_group_colours: Literal["same", "free"]
    two_colour_neighbours: Literal["different", "free"]
    all_joker_melds: Literal["refused", "allowed"]
    penalty: Annotated[int, Meta(ge=0, le=500)]
    mirror_run_colours: Literal["same", "free"] = "same"

    @property
    def frozen(self) -> bool:
        """Whether a set with a joker may not be taken apart."""
        return self.sets != "free"


class Clock(_Section, frozen=True, omit_defaults=True):
    """Time for a turn, in seconds, and what happens when it is over.

    `limit_seconds` per turn, or None: no limit. `optional`: the rulebook leaves the limit to the players.
    `bank_seconds`: a game clock per player instead, from which each turn takes what it uses beyond
    `increment_seconds` (Bronstein); None where turns are limited one by one. `idle`: nothing was laid: draw one tile,
    or the penalty. `unfinished`: the table is not legal: restore everything, or keep the legal melds and take the
    loose tiles. `penalty`: tiles drawn then, as many as the pool still holds. `finished`: the play is complete: it
    stands, and costs nothing, one tile or the penalty. `loose_joker`: where melds are kept a joker of the table is
    loose: restore everything, or take it like any loose tile.
    """

    limit_seconds: Annotated[int, Meta(ge=5, le=3600)] | None
    optional: bool
    bank_seconds: Annotated[int, Meta(ge=30, le=36000)] | None
    increment_seconds: Annotated[int, Meta(ge=0, le=600)]
    idle: Literal["draw-1", "penalty"]
    unfinished: Literal["restore", "keep-sets"]
    penalty: Annotated[int, Meta(ge=0, le=20)]
    finished: Literal["stands", "draw-1", "penalty"] = "stands"
    loose_joker: Literal["restore", "rack"] = "restore"


class End(_Section, frozen=True, omit_defaults=True):
    """The end of a game.

    `pool_empty`: play on until a whole round passes, or one more turn each. `exhausted`: what the losers of a game
    that nobody finished lose: their rack less the winner's, or their whole rack, for which the winner gets the sum; or
    their rack less the winner's, while the winner gets the value of their own. `tie`: the lowest racks are equal.
    `pass_when_able`: whether a player who could lay a tile may pass. `unopened`: points that a loser who has not opened
    pays in place of their rack, twice as many where they could have opened; None: they pay like the others. `loss_cap`:
    the most that a loser pays for a rack, None for no limit. `winner_bonus`: points that nobody pays, for the winner
    of a game, or for those who share it together; None for none.
    """

    pool_empty: Literal["until-stuck", "one-turn-each"]
    exhausted: Literal["difference", "full-rack", "winner-result"]
    tie: Literal["fewest-tiles-then-shared", "shared"]
    pass_when_able: Literal["allowed", "refused"] = "allowed"
    unopened: Annotated[int, Meta(ge=10, le=500)] | None = None
    loss_cap: Annotated[int, Meta(ge=10, le=500)] | None = None
    winner_bonus: Annotated[int, Meta(ge=1, le=500)] | None = None


TieBreak = Literal["games-won", "best-game", "drawn-number"]


class Match(_Section, frozen=True):
    """Games added up.

    `winner`: most points, or most games won and then points. `games_per_round`: a number, as many as there are
    players, or None: as agreed. `tie_breaks`: what decides between equals after that, in order; then it is shared.
    """

    winner: Literal["points", "games-then-points"]
    games_per_round: Annotated[int, Meta(ge=1, le=100)] | Literal["players"] | None
    tie_breaks: tuple[TieBreak, ...]


class Tournament(_Section, frozen=True):
    """Stages of an edition that is a tournament: games at one table in each stage, how many players go on, whether
    points of earlier stages count, and what decides between equals at a cut."""

    qualifying_games: Annotated[int, Meta(ge=1, le=20)]
    semifinal_places: Annotated[int, Meta(ge=4, le=64)]
    semifinal_games: Annotated[int, Meta(ge=1, le=20)]
    final_places: Annotated[int, Meta(ge=2, le=8)]
    final_games: Annotated[int, Meta(ge=1, le=20)]
    points_carried: Literal["stage", "all"]
    cut_ties: tuple[TieBreak, ...]


class MeldExample(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A meld as laid: legal with its opening `value`, or refused with at least these `codes`."""

    meld: str
    value: int | None = None
    codes: tuple[str, ...] = ()
    ref: str = ""


class TurnExample(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A turn from `position` (one line of notation) to `table`: legal, or refused with at least these `codes`."""

    position: str
    table: str
    opening: str = ""
    codes: tuple[str, ...] = ()
    ref: str = ""


class Examples(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an edition file claims about itself; `testing.check_edition` judges it."""

    melds: tuple[MeldExample, ...] = ()
    turns: tuple[TurnExample, ...] = ()


class Change(msgspec.Struct, frozen=True):
    """One changed value, as plain data: `key` is `section.word`, `base` the `value` in the base edition."""

    key: str
    value: object
    base: object


class Edition(msgspec.Struct, frozen=True, eq=False, kw_only=True, omit_defaults=True, dict=True):
    """One rulebook as data: a `revision` under an `id`, with a `name`. Equal and hashed by `hash`, the sha256 of what
    its sections say (`content_hash`): `tiles`, `players`, `deal`, `opening`, `jokers`, `clock`, `end`, `match`, `runs`,
    `tournament`. `source`: `rulebook`, `after` (made after a text that was only partly read) or `house` (a `base` with
    `changes`). `references`: the section of each point of the rules card, such as `001 1C`. `readings`: the points on
    which the book is read in another sense, each with its literal value, `none` without one, `silent` without words.
    `examples`: melds and turns with what the edition says of them.
    """

    id: str
    revision: int
    name: str
    source: Literal["rulebook", "after", "house"]
    hash: str
    base: str | None
    changes: tuple[Change, ...]
    tiles: Tiles
    players: Players
    deal: Deal
    opening: Opening
    jokers: Jokers
    clock: Clock
    end: End
    match: Match
    tournament: Tournament | None
    references: dict[str, str]
    examples: Examples
    readings: dict[str, str] = {}
    runs: Runs = UP_TO_13

    def __hash__(self) -> int:
        return hash(self.hash)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Edition) and self.hash == other.hash)

    def __repr__(self) -> str:
        return f"<Edition {self.id}>"

    @cached_property
    def bare(self) -> "Edition":
        """The same without its examples, as records hold it: for all games one object, which is soon found equal."""
        return msgspec.structs.replace(self, examples=Examples())

    @property
    def book(self) -> str:
        """The id of the edition whose rulebook it is: with house rules that of their base."""
        return self.base if self.source == "house" and self.base is not None else self.id

    def ref(self, point: str) -> str:
        """The rulebook section of a point of the rules card, empty where the edition is older than the word;
        KeyError for what is no point."""
        return self.references.get(point, "") if point in LATER_POINTS else self.references[point]

    def value(self, key: str) -> object:
        """The value behind `section.word`; AttributeError for a key outside the vocabulary."""
        section, word = key.split(".")
        return getattr(getattr(self, section), word)


SECTIONS: Final[dict[str, type[msgspec.Struct]]] = {
    "tiles": Tiles,
    "players": Players,
    "deal": Deal,
    "runs": Runs,
    "opening": Opening,
    "jokers": Jokers,
    "clock": Clock,
    "end": End,
    "match": Match,
}
"""The sections every edition has; `tournament` comes on top where an edition has stages."""

VALUE_POINTS: Final[tuple[str, ...]] = tuple(
    f"{section}.{word}" for section, struct in SECTIONS.items() for word in struct.__struct_fields__
)
"""Every word of the vocabulary as `section.word`: the points of the rules card on which editions differ."""

LATER_POINTS: Final[frozenset[str]] = frozenset(
    f"{section}.{field.name}"
    for section, struct in SECTIONS.items()
    for field in msgspec.structs.fields(struct)
    if not field.required
)
"""Words that came after the first editions: where one is not said its default holds, which is what was meant before."""

READING_POINTS: Final[tuple[str, ...]] = (
    "tiles.jokers",
    "meld.group",
    "opening.melds",
    "opening.rack_only",
    "jokers.match",
    "jokers.sets",
    "jokers.freed",
    "jokers.double_needs",
    "jokers.two_colour",
    "jokers.mirror",
    "jokers.mirror_group_colours",
    "jokers.mirror_run_colours",
    "clock.finished",
    "clock.idle",
    "clock.loose_joker",
    "end.pool_empty",
    "end.exhausted",
    "end.unopened",
)
"""Points on which an edition may say that it reads its book in another sense than its words."""

FIXED_POINTS: Final[tuple[str, ...]] = (
    "deal.starter",
    "deal.next_game",
    "turn.direction",
    "turn.choice",
    "turn.drawn_tile",
    "turn.rack_tile",
    "turn.table_tiles",
    "turn.pass",
    "meld.length",
    "meld.run",
    "meld.group",
    "meld.edge",
    "opening.rack_only",
    "opening.jokers",
    "jokers.before_opening",
    "jokers.match",
    "clock.below_opening",
    "end.game",
    "end.score",
    "end.winner",
)
"""Points of the rules card that are the same in every edition, though each rulebook says them in its own place."""

TWIST_POINTS: Final[tuple[str, ...]] = ("jokers.double", "jokers.two_colour", "jokers.mirror")
"""Further points of editions that have these jokers."""

TOURNAMENT_POINTS: Final[tuple[str, ...]] = ("tournament.stages",)
"""Further points of an edition that is a tournament."""


def unknown_words(plain: Mapping[str, object]) -> tuple[str, ...]:
    """The words of an edition as plain data that are outside the vocabulary, as `section.word`: of a newer version."""
    found: list[str] = []
    sections: dict[str, type[msgspec.Struct]] = {**SECTIONS, "tournament": Tournament}
    for name, struct in sections.items():
        section = plain.get(name)
        words = section if isinstance(section, Mapping) else {}
        found += [f"{name}.{word}" for word in words if word not in struct.__struct_fields__]
    return tuple(found)


def content_hash(edition: Edition) -> str:
    """The sha256 of what an edition says: its id, revision and every value, in the order of the vocabulary; not of its
    name, references and examples.

    A word that is added later must have a default that means what held before it, and counts only where it says
    something else, as a section of such words does: stored games keep their editions and their hashes.
    """
    said = [_said(getattr(edition, section)) for section in (*SECTIONS, "tournament")]
    values = [section for section in said if section != {}]
    return hashlib.sha256(msgspec.json.encode([edition.id, edition.revision, *values], order="sorted")).hexdigest()


def _said(section: msgspec.Struct | None) -> dict[str, object] | None:
    if section is None:
        return None
    fields = msgspec.structs.fields(section)
    said = {field.name: value for field in fields if (value := getattr(section, field.name)) != field.default}
    return {name: msgspec.to_builtins(value) for name, value in said.items()}
