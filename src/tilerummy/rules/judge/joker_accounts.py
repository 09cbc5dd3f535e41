"""Accounts: what may have happened to one old set with a joker, as claims on the places of the new table.

A claim says which physical tile lies in a place: a tile of an old meld, or one from the rack. An account is a set of
claims under which the set was treated as the edition demands, the places it uses for its tiles or for what replaces its
jokers, and needs that one further account each must fill. They hold together when no place and no old tile is claimed
for two, no place is used for two, and no more rack tiles are claimed than were played; the unclaimed tiles can then
always fill the unclaimed places.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from tilerummy.rules.edition.edition import Jokers
from tilerummy.rules.judge.joker_images import images, lacked_laid, pieces, replacements
from tilerummy.rules.judge.tallies import GUARDS, tally
from tilerummy.rules.melds.readings import Reading, readings
from tilerummy.rules.moves import Play
from tilerummy.rules.position import Position
from tilerummy.rules.tiles import Tile, is_joker


class Place(NamedTuple):
    """The tile at `at` in the meld of index `meld`, on the old or on the new table."""

    meld: int
    at: int


Claim = tuple[Place, Place | None]
"""A place on the new table, and the old place its tile comes from; None: from the rack."""
Use = tuple[Place, Place]
"""A place on the new table, and the old place it stands for: the same tile's, or that of the joker it replaced."""


class Account(NamedTuple):
    """One way things may have happened: all claims and uses hold, and of each need one account."""

    claims: tuple[Claim, ...] = ()
    uses: tuple[Use, ...] = ()
    needs: tuple["Need", ...] = ()


Need = Sequence[Account]
"""Accounts of which one must hold."""


class Turn:
    """One play seen from its tiles: where each kind lies on the new table, and how many of each came from the rack."""

    def __init__(self, position: Position, play: Play, played: Counter[Tile]) -> None:
        self.position = position
        self.play = play
        self.played = played
        self.readings = [readings(meld, position.edition) for meld in play.table]
        self.places: dict[Tile, list[Place]] = defaultdict(list)
        for index, meld in enumerate(play.table):
            for at, tile in enumerate(meld.tiles):
                self.places[tile].append(Place(index, at))

    def holding(self, tiles: Sequence[Tile]) -> list[int]:
        """The new melds that may hold a set with these tiles: those with its first numbered one, all where none is."""
        first = next((tile for tile in tiles if not is_joker(tile)), None)
        if first is None:
            return list(range(len(self.play.table)))
        return sorted({place.meld for place in self.places[first]})

    def loose(self, kind: Tile) -> list[Place]:
        """Where tiles of a kind lay in melds without a joker."""
        plain = [old for old, meld in enumerate(self.position.table) if not any(map(is_joker, meld.tiles))]
        return [
            Place(old, at) for old in plain for at, tile in enumerate(self.position.table[old].tiles) if tile == kind
        ]

    def uncertain(self, old: int) -> bool:
        """Whether tiles that may be the old meld's lie in an illegal meld, so that its account is open."""
        kinds = self.position.table[old].tiles
        return any(not self.readings[place.meld] for kind in kinds for place in self.places[kind])

    def together(self, one: Place, other: Place) -> bool:
        """Whether both are in one meld."""
        return one.meld == other.meld

    def tile(self, place: Place) -> Tile:
        """The tile in a place of the new table."""
        return self.play.table[place.meld].tiles[place.at]


class Ledger:
    """What is claimed so far."""

    def __init__(self, turn: Turn) -> None:
        self.turn = turn
        self.owners: dict[Place, Place | None] = {}
        self.went: dict[Place, Place] = {}
        self.uses: dict[Place, Place] = {}
        self.from_rack: dict[Tile, int] = {}

    def with_account(self, account: Account) -> "Ledger | None":
        """The ledger with this account's claims and uses entered; None when they contradict what it says."""
        if self._contradicts(account):
            return None
        ledger = Ledger(self.turn)
        ledger.owners, ledger.went, ledger.uses = self.owners.copy(), self.went.copy(), self.uses.copy()
        ledger.from_rack = self.from_rack.copy()
        sound = all(ledger._claim(*claim) for claim in account.claims) and all(
            ledger.uses.setdefault(place, old) == old for place, old in account.uses
        )
        return ledger if sound else None

    def _contradicts(self, account: Account) -> bool:
        """Whether one claim or use alone does, which spares the copies."""
        owners, went, uses = self.owners, self.went, self.uses
        return (
            any(owners.get(place, source) != source for place, source in account.claims)
            or any(went.get(source, place) != place for place, source in account.claims if source is not None)
            or any(uses.get(place, old) != old for place, old in account.uses)
        )

    def _claim(self, place: Place, source: Place | None) -> bool:
        if place in self.owners:
            return self.owners[place] == source
        self.owners[place] = source
        if source is not None:
            return self.went.setdefault(source, place) == place
        tile = self.turn.tile(place)
        self.from_rack[tile] = self.from_rack.get(tile, 0) + 1
        return self.from_rack[tile] <= self.turn.played[tile]


def hold_together(turn: Turn, needs: Sequence[Need]) -> bool:
    """Whether one account of each need can be chosen so that all of them hold at once."""
    return _choose(tuple(needs), Ledger(turn))


def _choose(needs: tuple[Need, ...], ledger: Ledger) -> bool:
    """Backtracking, the need with the fewest accounts that still hold first."""
    fewest: tuple[int, list[tuple[Account, Ledger]]] | None = None
    for at, need in enumerate(needs):
        holding = [(account, entered) for account in need if (entered := ledger.with_account(account)) is not None]
        if fewest is None or len(holding) < len(fewest[1]):
            fewest = at, holding
        if len(fewest[1]) < 2:
            break
    if fewest is None:
        return True
    at, holding = fewest
    others = needs[:at] + needs[at + 1 :]
    return any(_choose(account.needs + others, entered) for account, entered in holding)


def accounts(turn: Turn, old: int, rules: Jokers) -> Iterator[Account]:
    """Every account of the old meld under the joker rules, whichever of its best readings it is given."""
    found = readings(turn.position.table[old], turn.position.edition)
    for reading in found:
        if reading.value == found[0].value:
            if not rules.frozen:
                yield from _free(turn, old, reading, rules)
                continue
            yield from _whole(turn, old, reading, rules)
            if rules.sets == "frozen-until-replaced":
                yield from _replaced(turn, old, reading, rules)


def _whole(turn: Turn, old: int, reading: Reading, rules: Jokers) -> Iterator[Account]:
    """The set lies whole in a new meld of its kind, each joker in its place or replaced there by what it stood for; not
    all of them where it would no longer be bound."""
    meld, from_rack = turn.position.table[old], rules.retrieval == "rack"
    for new in turn.holding(meld.tiles):
        for image in images(meld, reading, turn.play.table[new], turn.readings[new]):
            bound = rules.sets == "frozen" or any(is_joker(meld.tiles[at]) for at, _ in image.kept)
            if not bound or (rules.group_needs == "both" and image.freed_by_one):
                continue
            kept = [(Place(new, to), Place(old, at)) for at, to in image.kept]
            paid = [
                _paying(turn, Place(old, at), [Place(new, to)], from_rack=from_rack)
                for at, tos in image.replaced
                for to in tos
            ]
            freed = [_freed(turn, Place(old, at), rules) for at, _ in image.replaced]
            yield Account(tuple(kept), tuple(kept), (*paid, *freed))


def _replaced(turn: Turn, old: int, reading: Reading, rules: Jokers) -> Iterator[Account]:
    """All its jokers were replaced in it, and its tiles and theirs may lie anywhere."""
    meld, from_rack = turn.position.table[old], rules.retrieval == "rack"
    freed = [_freed(turn, Place(old, at), rules) for at, tile in enumerate(meld.tiles) if is_joker(tile)]
    for way in replacements(meld, reading, turn.position.edition):
        paid = [_paying(turn, Place(old, at), turn.places[tile], from_rack=from_rack) for at, tile in way.replacing]
        paid += [_paying(turn, Place(old, at), turn.places[tile], from_rack=False) for at, tile in way.besides]
        yield Account(needs=(*paid, *freed))


def _paying(turn: Turn, joker: Place, places: Sequence[Place], *, from_rack: bool) -> Need:
    """A tile in one of the places helped to free the joker: it comes from the rack, or unless it has to from a meld
    without a joker; from another one's meld never, which could wait for this one."""
    sources = (None,) if from_rack or not places else (None, *turn.loose(turn.tile(places[0])))
    return [Account(((place, source),), ((place, joker),)) for place in places for source in sources]


def _free(turn: Turn, old: int, reading: Reading, rules: Jokers) -> Iterator[Account]:
    """The set may be taken apart. A joker that no longer lies with a numbered tile of its set is freed."""
    tiles = turn.position.table[old].tiles
    jokers = [at for at, tile in enumerate(tiles) if is_joker(tile)]
    needs: list[Need] = []
    if rules.retrieval == "rack" or rules.freed != "any-set":
        for at in jokers:
            freed = [_freed(turn, Place(old, at), rules)]
            if rules.retrieval == "rack":
                freed.append(_paid(turn, Place(old, at), reading.stands[at]))
            needs.append([*_with_its_set(turn, old, at), Account(needs=tuple(freed))])
    if reading.kind == "group" and not reading.mirrored and len(tiles) == 3:
        strict = {"J": rules.group_needs == "both" and len(jokers) == 1, "D": rules.double_needs == "both"}
        needs += [_not_by_one(turn, old, at) for at in jokers if strict[tiles[at]]]
    yield Account(needs=tuple(needs))


def _with_its_set(turn: Turn, old: int, joker: int) -> Need:
    """The joker lies in a new meld with a numbered tile of its old set."""
    tiles = turn.position.table[old].tiles
    return [
        Account(((place, Place(old, joker)), (beside, Place(old, at))))
        for place in turn.places[tiles[joker]]
        for at, tile in enumerate(tiles)
        if not is_joker(tile)
        for beside in turn.places[tile]
        if turn.together(place, beside)
    ]


def _paid(turn: Turn, joker: Place, stands: Sequence[str]) -> Need:
    """The tiles that the joker stood for are laid from the rack; none can for a mirror joker."""
    return [
        Account(tuple((place, None) for place in places), tuple((place, joker) for place in places))
        for tiles in pieces(turn.position.table[joker.meld].tiles[joker.at], stands)
        for places in product(*(turn.places[tile] for tile in tiles))
    ]


def _freed(turn: Turn, joker: Place, rules: Jokers) -> Need:
    """The freed joker lies where the edition lets it go."""
    if rules.freed == "any-set":
        return [Account()]
    found: list[Account] = []
    for place in turn.places[turn.position.table[joker.meld].tiles[joker.at]]:
        if rules.freed == "rack-set":
            length = len(turn.play.table[place.meld].tiles)
            beside = tuple((Place(place.meld, at), None) for at in range(length) if at != place.at)
            found.append(Account(((place, joker), *beside)))
        else:
            found.append(Account(((place, joker),), needs=_new_set(turn, place.meld, rules)))
    return found


def _new_set(turn: Turn, new: int, rules: Jokers) -> tuple[Need, ...]:
    """The new meld is no old one, extended: of every old meld whose tiles it has, one lies elsewhere.

    Of a frozen set only the numbered tiles count, since its joker may have been replaced.
    """
    laid = GUARDS + tally(turn.play.table[new].tiles)
    needs: list[Need] = []
    for old, meld in enumerate(turn.position.table):
        counted = list(range(len(meld.tiles)))
        if rules.frozen:
            counted = [at for at in counted if not is_joker(meld.tiles[at])]
        if (laid - tally(tuple([meld.tiles[at] for at in counted]))) & GUARDS == GUARDS:
            places = [(place, Place(old, at)) for at in counted for place in turn.places[meld.tiles[at]]]
            needs.append([Account((claim,)) for claim in places if claim[0].meld != new])
    return tuple(needs)


def _not_by_one(turn: Turn, old: int, joker: int) -> Need:
    """The joker of a group of three was not freed by one tile: the other two lie apart, or still with it, or with two
    numbered tiles of the colours that the group lacked."""
    tiles = turn.position.table[old].tiles
    first, second = (at for at in range(3) if at != joker)
    found: list[Account] = []
    for one, other in product(turn.places[tiles[first]], turn.places[tiles[second]]):
        claims = ((one, Place(old, first)), (other, Place(old, second)))
        if one.meld != other.meld or lacked_laid(turn.position.table[old], turn.play.table[one.meld]) >= 2:
            found.append(Account(claims))
        else:
            beside = [place for place in turn.places[tiles[joker]] if place.meld == one.meld]
            found += [Account((*claims, (place, Place(old, joker)))) for place in beside]
    return found
