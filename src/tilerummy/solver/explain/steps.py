"""A play as the steps a person would make: swap a joker, add, split, take, join, lay.

First the melds that make an opening, where the table may be used in the same turn. Then jokers are replaced and tiles
of the rack added while the melds are still whole; then melds are split and tiles taken; then tiles are added to what
stayed, and last new melds are laid. Only melds that the play changes are touched, each part that stays lies still.
What stays is first as much as can be; as long as one meld laid again, or one joker replaced by a tile of the table,
makes the steps fewer, that is done.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.melds.readings import Meld
from tilerummy.rules.moves import Play
from tilerummy.rules.position import Position
from tilerummy.rules.tiles import Tile, is_joker
from tilerummy.solver.explain.table_diff import (
    New,
    Old,
    Part,
    Piece,
    Plan,
    changes,
    find_bases,
    lies_in,
    put_in,
    settle_frozen,
)


@dataclass(frozen=True, slots=True)
class Step:
    """One step: a `code` (swap, add, split, take, take-all, join, lay) with its `params`, tiles as notation; the text
    is `step.CODE`.

    `pieces`: all that lies after it, unfinished melds too; `hand`: tiles taken from the table and not yet laid.
    """

    code: str
    params: dict[str, str]
    pieces: tuple[Piece, ...]
    hand: tuple[Tile, ...]


@dataclass(slots=True)
class Work:
    """Work in progress by a plan: the pieces that lie, the tiles in hand, the rack tiles still to be laid, and the
    steps. `others`: the plans that differ from this one in one point; `stuck`: it cannot be carried out."""

    plan: Plan
    pieces: list[Piece]
    rack: Counter[Tile]
    others: tuple[Plan, ...] = ()
    stuck: bool = False
    hand: Counter[Tile] = field(default_factory=Counter)
    steps: list[Step] = field(default_factory=list)

    def step(self, code: str, old: tuple[Piece, ...], new: tuple[Piece, ...], **params: Piece) -> None:
        """Note a step in which the pieces `old` become the pieces `new`."""
        at = self.pieces.index(old[0]) if old else len(self.pieces)
        for piece in old:
            self.pieces.remove(piece)
        self.pieces[at:at] = new
        said = {key: " ".join(tiles) for key, tiles in params.items()}
        hand = tuple(sorted((+self.hand).elements()))
        self.steps.append(Step(code, said, tuple(self.pieces), hand))

    def can_begin(self, old: Old) -> bool:
        """Whether the tiles that are to replace its jokers are at hand."""
        return Counter(tile for _, tile in old.swapped) <= self.hand + self.rack

    def use(self, tiles: Counter[Tile]) -> None:
        """Take tiles from the hand, or else from the rack."""
        from_hand = tiles & self.hand
        self.hand -= from_hand
        self.rack -= tiles - from_hand


def explain(position: Position, play: Play) -> tuple[Step, ...]:
    """The steps from the table of the position to that of a legal play, as few as are found."""
    work = _carried_out(position, play, Plan())
    while True:
        tries = [one for plan in work.others if not (one := _carried_out(position, play, plan)).stuck]
        shorter = min(tries, key=lambda one: len(one.steps), default=work)
        if len(shorter.steps) >= len(work.steps):
            return tuple(work.steps)
        work = shorter


def _carried_out(position: Position, play: Play, plan: Plan) -> Work:
    before = position.table
    laid = Counter(tile for meld in play.table for tile in meld.tiles)
    laid -= Counter(tile for meld in before for tile in meld.tiles)
    work = Work(plan, [meld.tiles for meld in before], laid)
    if not position.opened and position.edition.opening.table_use == "same-turn":
        for meld in play.opening:
            work.use(Counter(meld.tiles))
            work.step("lay", (), (meld.tiles,), tiles=meld.tiles)
        before += play.opening
    _rearrange(work, before, play.table, position.edition)
    return work


def _rearrange(work: Work, before: tuple[Meld, ...], after: tuple[Meld, ...], edition: Edition) -> None:
    olds, news = changes(before, after, edition)
    frozen = edition.jokers.frozen
    spare = Counter(tile for tile in work.rack.elements() if not (frozen and is_joker(tile)))
    settle_frozen(olds, news, spare, edition)
    find_bases(olds, news, spare, work.plan)
    joined = _joined(olds, news)
    work.others = tuple(_others(work.plan, olds, edition))
    growing: dict[int, Piece] = {}
    waiting = [old for old in olds if old not in joined.values()]
    while waiting:
        old = next(filter(work.can_begin, waiting), None)
        if old is None:
            work.stuck = True
            return
        waiting.remove(old)
        whole = _add_to_whole(work, old, _swap(work, old), news, spare)
        _divide(work, old, whole, growing)
    for index, piece in growing.items():
        _grow(work, piece, news[index], joined.get(index))
    for index, new in enumerate(news):
        if index not in growing:
            work.use(Counter(new.tiles))
            work.step("lay", (), (new.tiles,), tiles=new.tiles)


def _others(plan: Plan, olds: list[Old], edition: Edition) -> Iterator[Plan]:
    """The plans that let a new meld grow on another old one, or on none, or lend a tile for one more joker."""
    free = [at for at, old in enumerate(olds) if not old.frozen]
    based = [(at, part.target) for at in free for part in olds[at].parts if part.target is not None]
    for at, new in based:
        yield plan._replace(apart=plan.apart | {(at, new)})
        yield plan._replace(apart=plan.apart | {(every, new) for every in free})
    if edition.jokers.retrieval == "rack-or-table":
        for at, old in enumerate(olds):
            if not old.swapped and at not in plan.lent and any(map(is_joker, old.tiles)):
                yield plan._replace(lent=plan.lent | {at})


def _joined(olds: list[Old], news: list[New]) -> dict[int, Old]:
    """New runs that grow on one old run and take in another one whole: that one."""
    joined: dict[int, Old] = {}
    for index, new in enumerate(news):
        base = next((part.tiles for old in olds for part in old.parts if part.target == index), None)
        for old in olds:
            if base is None or old.group or new.group or old in joined.values():
                continue
            beside = (_before(base, new.tiles), _after(base, new.tiles))
            whole = all(part.target is None for part in old.parts)
            if whole and any(lies_in(old.tiles, stretch) for stretch in beside):
                joined.setdefault(index, old)
    return joined


def _swap(work: Work, old: Old) -> Piece:
    """Replace the jokers that the play does; the meld as it lies then."""
    whole = old.tiles
    for place, tile in old.swapped:
        joker, after = whole[place], put_in(whole, place, tile)
        work.use(Counter([tile]))
        work.hand[joker] += 1
        work.step("swap", (whole,), (after,), tile=(tile,), joker=(joker,), meld=whole)
        whole = after
    return whole


def _add_to_whole(work: Work, old: Old, whole: Piece, news: list[New], spare: Counter[Tile]) -> Piece:
    """Add the tiles of the rack that belong to it while the meld is whole, where they are all that a new meld lacks;
    the meld as it lies then. `spare`: the tiles of the rack that no joker waits for, and none that would freeze it."""
    first, last = old.parts[0], old.parts[-1]
    front: Piece = ()
    back: Piece = ()
    if old.group and first.target is not None:
        missing = tuple((Counter(news[first.target].tiles) - Counter(first.tiles)).elements())
        back = missing if len(whole) + len(missing) <= 4 and not Counter(whole) & Counter(missing) else ()
        last = first
    elif not old.group:
        front, back = _at_both_ends(first, last, news)
    spare &= work.rack
    if first is last and not Counter(front + back) <= spare:
        return whole
    if not Counter(front) <= spare:
        front = ()
    if not Counter(front + back) <= spare:
        back = ()
    if not front and not back:
        return whole
    result = (*front, *whole, *back)
    work.use(Counter(front + back))
    spare -= Counter(front + back)
    work.step("add", (whole,), (result,), tiles=front + back, meld=whole, result=result)
    first.tiles = front + first.tiles
    last.tiles = last.tiles + back
    return result


def _at_both_ends(first: Part, last: Part, news: list[New]) -> tuple[Piece, Piece]:
    """What a run lacks before its first part and after its last one, where the new melds there lack nothing else."""
    front: Piece = ()
    back: Piece = ()
    if first.target is not None:
        front = _before(first.tiles, news[first.target].tiles)
    if last.target is not None:
        back = _after(last.tiles, news[last.target].tiles)
    if first is last:
        return front, back
    if first.target is not None and _after(first.tiles, news[first.target].tiles):
        front = ()
    if last.target is not None and _before(last.tiles, news[last.target].tiles):
        back = ()
    return front, back


def _divide(work: Work, old: Old, whole: Piece, growing: dict[int, Piece]) -> None:
    """Split the meld into its bases, which lie on in `growing`, and take the rest."""
    bases = [(part.target, part) for part in old.parts if part.target is not None]
    if not bases:
        _take(work, whole, whole, ())
        return
    rest, parts = whole, list(old.parts)
    while len(bases) > 1:
        target, base = bases.pop(0)
        after_base = next(at for at, part in enumerate(parts) if part is base) + 1
        left_parts = parts[:after_base]
        if parts[after_base].target is None and not _with_the_right(parts, after_base):
            left_parts.append(parts[after_base])
        parts = parts[len(left_parts) :]
        left = tuple(tile for part in left_parts for tile in part.tiles)
        right = tuple(tile for part in parts for tile in part.tiles)
        work.step("split", (rest,), (left, right), meld=rest, left=left, right=right)
        _leave(work, left, left_parts, base.tiles)
        growing[target] = base.tiles
        rest = right
    target, base = bases[0]
    _leave(work, rest, parts, base.tiles)
    growing[target] = base.tiles


def _with_the_right(parts: list[Part], at: int) -> bool:
    """Whether what lies loose between two bases is taken from the right one: where tiles are taken from that one
    anyway, and none from the left one."""
    return parts[0].target is not None and at + 2 < len(parts) and parts[at + 2].target is None


def _leave(work: Work, piece: Piece, parts: list[Part], base: Piece) -> None:
    """Take all but the base away."""
    loose = tuple(tile for part in parts if part.target is None for tile in part.tiles)
    if loose:
        _take(work, piece, loose, base)


def _take(work: Work, piece: Piece, tiles: Piece, rest: Piece) -> None:
    work.hand += Counter(tiles)
    if rest:
        work.step("take", (piece,), (rest,), tiles=tiles, meld=piece, rest=rest)
    else:
        work.step("take-all", (piece,), (), meld=piece)


def _grow(work: Work, piece: Piece, new: New, joined: Old | None) -> None:
    """Add what the new meld still lacks, and join the old run that it takes in."""
    if new.group:
        missing = tuple((Counter(new.tiles) - Counter(piece)).elements())
        if missing:
            _add(work, piece, missing, new.tiles)
        return
    if joined is not None:
        low, high = sorted((piece, joined.tiles), key=lambda stretch: _place(stretch, new.tiles))
        between = new.tiles[_place(low, new.tiles) + len(low) : _place(high, new.tiles)]
        if between:
            grown = low + between
            _add(work, low, between, grown)
            low = grown
        work.step("join", (low, high), (low + high,), left=low, right=high, result=low + high)
        piece = low + high
    missing = _before(piece, new.tiles) + _after(piece, new.tiles)
    if missing:
        _add(work, piece, missing, new.tiles)


def _add(work: Work, piece: Piece, tiles: Piece, result: Piece) -> None:
    work.use(Counter(tiles))
    work.step("add", (piece,), (result,), tiles=tiles, meld=piece, result=result)


def _before(base: Piece, tiles: Piece) -> Piece:
    return tiles[: _place(base, tiles)]


def _after(base: Piece, tiles: Piece) -> Piece:
    return tiles[_place(base, tiles) + len(base) :]


def _place(base: Piece, tiles: Piece) -> int:
    return next(at for at in range(len(tiles)) if tiles[at : at + len(base)] == base)
