"""Time-outs: what an edition does when a turn's time is up (docs/rules.md 1D and 4.4).

| on the table at that moment | what happens |
|---|---|
| nothing begun, or all taken back | draw 1 tile (or the penalty, where the edition says so) |
| a finished, legal play | it stands (and costs a tile or the penalty, where the edition says so) |
| anything else, `restore` editions | everything back as it was, and the penalty |
| anything else, `keep-sets` editions | legal melds stay, loose tiles go to the rack, and the penalty |
| ... a joker from the table is loose | everything back as it was, and the penalty; or as any tile, by the edition |
| ... the mover has not reached their opening | everything back as it was, and the penalty |

Loose tiles that lay on the table go to the mover's rack too. A pool with fewer tiles gives what it has. A time-out
ends the turn.
"""

from collections import Counter

import msgspec

from tilerummy.rules.game.endings import Decided, concluded
from tilerummy.rules.game.events import Draft, Outcome, TimedOut, TimedOutSecret
from tilerummy.rules.game.evolve import evolve
from tilerummy.rules.game.state import GameState, position_of
from tilerummy.rules.judge.judge import Illegal, Legal, judge
from tilerummy.rules.judge.table_diff import changed_melds, tiles_on
from tilerummy.rules.melds.readings import Meld, readings, rising
from tilerummy.rules.moves import Play
from tilerummy.rules.notation import format_meld
from tilerummy.rules.position import Position
from tilerummy.rules.tiles import JOKERS, in_order
from tilerummy.rules.violations import Violation


class _Settled(msgspec.Struct, frozen=True, kw_only=True):
    """What a time-out comes to: the table it leaves, whether the mover has thereby opened, and the tiles to draw."""

    outcome: Outcome
    table: tuple[Meld, ...]
    opens: bool = False
    penalty: int = 0


def time_out(state: GameState, draft: Play | None) -> Decided:
    """What the mover's time being up brings about; nothing when the game is over.

    `draft` is the arrangement that lies open at that moment, or None. One that uses tiles which are neither on
    the table nor on the mover's rack counts as none.
    """
    seat = state.turn
    if seat is None:
        return Decided((), state)
    position = position_of(state, seat)
    if draft is not None and not _begun(position, draft):
        draft = None
    settled = _idle(position, state.table) if draft is None else _settled(position, draft)
    before, after = tiles_on(state.table), tiles_on(settled.table)
    played, returned = in_order((after - before).elements()), in_order((before - after).elements())
    drawn = state.pool[: settled.penalty]
    event = TimedOut(
        seat=seat,
        outcome=settled.outcome,
        table=tuple(format_meld(meld) for meld in settled.table),
        played=played,
        returned=returned,
        changed=changed_melds(state.table, settled.table),
        opened=settled.opens,
        drawn=len(drawn),
        pool=len(state.pool) - len(drawn),
        left=len(state.racks[seat]) - len(played) + len(returned) + len(drawn),
        secret=TimedOutSecret(drawn=drawn, draft=None if draft is None else _noted(draft)),
    )
    return concluded(state, event, evolve(state, event))


def _begun(position: Position, draft: Play) -> bool:
    """Whether the draft has other melds than the table (the same tiles in another order are the same meld) and is
    made of tiles that the mover could reach."""
    before, after = (Counter(in_order(meld.tiles) for meld in table) for table in (position.table, draft.table))
    if before == after:
        return False
    reach = tiles_on(position.table) + Counter(position.rack)
    return tiles_on(draft.table) <= reach and tiles_on(draft.opening) <= Counter(position.rack)


def _settled(position: Position, draft: Play) -> _Settled:
    verdict = judge(position, draft)
    if isinstance(verdict, Legal):
        late = 0 if len(verdict.played) == len(position.rack) else _cost(position, position.edition.clock.finished)
        opens = verdict.opened and not position.opened
        return _Settled(outcome="stood", table=verdict.table, opens=opens, penalty=late)
    opens = not position.opened and not any(map(_about_opening, verdict.violations))
    if position.edition.clock.unfinished == "keep-sets" and (position.opened or opens):
        return _sets_kept(position, draft, opens=opens)
    return _restored(position, _unfinished(position, draft))


def _sets_kept(position: Position, draft: Play, *, opens: bool) -> _Settled:
    """Legal melds stay and loose tiles go to the rack, unless a joker of the table is loose, a tile of the opening is
    among what is loose, or the edition's joker rules do not allow what would stay."""
    kept = tuple(rising(meld, position.edition) for meld in draft.table if readings(meld, position.edition))
    before, after = tiles_on(position.table), tiles_on(kept)
    clock = position.edition.clock
    if clock.loose_joker == "restore" and any(after[joker] < before[joker] for joker in JOKERS):
        return _restored(position, "joker-loose")
    loose = (before | tiles_on(draft.table)) - after
    if not loose and not after - before:
        return _idle(position, kept)
    verdict = judge(position, Play(opening=draft.opening, table=kept))
    against = verdict.violations if isinstance(verdict, Illegal) else ()
    if any(map(_about_opening, against)):
        return _restored(position, "below-opening")
    if any(map(_about_jokers, against)):
        return _restored(position, "unfinished")
    return _Settled(outcome="sets-kept", table=kept, opens=opens, penalty=clock.penalty)


def _about_jokers(violation: Violation) -> bool:
    """Whether the violation says that a joker lies where it must not; one that goes to the rack was seen to before."""
    return violation.point.startswith("jokers.") and violation.code != "joker-to-rack"


def _about_opening(violation: Violation) -> bool:
    """Whether the violation says that the opening itself is not reached."""
    return violation.point.startswith("opening.") or (violation.params or {}).get("where") == "opening"


def _unfinished(position: Position, draft: Play) -> Outcome:
    """The word for a draft that does not stand: its melds are legal and only the opening lacks, or something else."""
    legal = all(readings(meld, position.edition) for meld in draft.table)
    return "below-opening" if legal and not position.opened else "unfinished"


def _idle(position: Position, table: tuple[Meld, ...]) -> _Settled:
    return _Settled(outcome="idle", table=table, penalty=_cost(position, position.edition.clock.idle))


def _cost(position: Position, word: str) -> int:
    """How many tiles this word for a time-out costs."""
    return {"draw-1": 1, "penalty": position.edition.clock.penalty}.get(word, 0)


def _restored(position: Position, outcome: Outcome) -> _Settled:
    return _Settled(outcome=outcome, table=position.table, penalty=position.edition.clock.penalty)


def _noted(draft: Play) -> Draft:
    return Draft(opening=tuple(map(format_meld, draft.opening)), table=tuple(map(format_meld, draft.table)))
