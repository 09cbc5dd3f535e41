"""Entering players, and what becomes of them: late, substituted, withdrawn, back again."""

from collections.abc import Sequence

from tilerummy.rules.edition.faults import Fault
from tilerummy.rules.names import alike, one_line, unseen
from tilerummy.rules.refusal import Refusal, refuse
from tilerummy.tournament.checkin.places import filled, placed, require_not_waiting
from tilerummy.tournament.events.people import Changed, Drawn, Fixed, KeptApart, Removed, Returned, Withdrew
from tilerummy.tournament.lists.entrants import MOST, Entrant, read_names
from tilerummy.tournament.prepared import teams
from tilerummy.tournament.prepared.seeds import rated
from tilerummy.tournament.rng import Chance
from tilerummy.tournament.seating.history import pair
from tilerummy.tournament.seating.locks import always_together, crowds, fixed_to
from tilerummy.tournament.seating.plan import planned_from
from tilerummy.tournament.state import Event, Tournament, fold


def enter(state: Tournament, text: str, *, beyond: bool) -> tuple[Event, ...]:
    """Enter the players of a pasted list, all or none; late ones play from the next round that is not published. Where
    the hall is full they wait, unless they enter `beyond` its cap."""
    require_joinable(state)
    return replanned(state, newcomers(state, text, beyond=beyond))


def newcomers(state: Tournament, text: str, *, beyond: bool) -> tuple[Event, ...]:
    """The players of a pasted list, with the ratings it has, and late ones in the stage under way. Raises Refusal."""
    found, wrong = read_names(text, tuple(state.entrants.values()))
    if wrong:
        raise Refusal(*wrong)
    if not beyond:
        require_not_waiting(state, found)
    happened = placed(state, found, beyond=beyond)
    came = [one for number, one in fold(state, happened).entrants.items() if number not in state.entrants]
    return happened if state.stages else (*happened, *rated(text, came))


def change(state: Tournament, number: int, name: str, category: str) -> tuple[Event, ...]:
    """Put a name or a category right."""
    entrant = known(state, number)
    return (Changed(Entrant(number, free_name(state, name, number), one_line(category)[:MOST], entrant.ranked)),)


def substitute(state: Tournament, number: int, name: str, *, ranked: bool) -> tuple[Event, ...]:
    """A substitute plays on under a number; a withdrawn player's seat is taken up again."""
    entrant = known(state, number)
    changed = Changed(Entrant(number, free_name(state, name, number), entrant.category, ranked), substitute=True)
    return replanned(state, (changed, Returned(number))) if number in state.withdrawn else (changed,)


def remove(state: Tournament, numbers: Sequence[int]) -> tuple[Event, ...]:
    """Take entrants off the list, all or none. Raises Refusal."""
    gone = dict.fromkeys(numbers)
    for number in gone:
        known(state, number)
    if state.stages:
        raise refuse("begun")
    pairs = tuple(two for two in state.apart if gone.keys().isdisjoint(two))
    kept = () if pairs == state.apart else (KeptApart(pairs),)
    places = tuple(place for place in state.fixed if place[0] not in gone)
    freed = () if places == state.fixed else (Fixed(places),)
    happened = (*kept, *freed, *teams.without(state, tuple(gone)), *map(Removed, gone))
    return filled(state, happened)


def draw(state: Tournament, numbers: tuple[int, ...] | None) -> tuple[Event, ...]:
    """Numbers for all entrants: from the seed 1 to their count, or as drawn by hand."""
    if state.stages:
        raise refuse("begun")
    count = len(state.entrants)
    if not count:
        raise refuse("no-names")
    if numbers is None:
        return (Drawn(tuple(Chance("draw", state.seed, count).shuffled(range(1, count + 1)))),)
    wrong = [
        Fault("numbers", "number-twice", {"number": n}) for n in sorted({n for n in numbers if numbers.count(n) > 1})
    ]
    if len(numbers) != count:
        wrong.insert(0, Fault("numbers", "wrong-count", {"given": len(numbers), "wanted": count}))
    if wrong:
        raise Refusal(*wrong)
    return (Drawn(numbers),)


def keep_apart(state: Tournament, pairs: tuple[tuple[int, int], ...]) -> tuple[Event, ...]:
    """Pairs who should not meet; rounds that are planned and not published are planned again."""
    wrong = _strangers(state, "pairs", [number for two in pairs for number in two])
    wrong += [Fault("pairs", "pair-of-one", {"number": one}) for one, other in pairs if one == other]
    wrong += _contradictions(state, "pairs", pairs, state.fixed)
    if wrong:
        raise Refusal(*wrong)
    return replanned(state, (KeptApart(tuple(sorted({pair(one, other) for one, other in pairs}))),))


def fix(state: Tournament, places: tuple[tuple[int, int], ...]) -> tuple[Event, ...]:
    """Players who sit at one table throughout; rounds that are planned and not published are planned again. Raises
    Refusal with all that can never be kept."""
    if wrong := fixing_faults(state, places):
        raise Refusal(*wrong)
    return replanned(state, (Fixed(tuple(sorted(places))),))


def fixing_faults(state: Tournament, places: Sequence[tuple[int, int]]) -> list[Fault]:
    """Why players cannot be fixed to these tables: who is not there or twice, more than sit at a table, pairs that are
    kept apart."""
    numbers = [number for number, _ in places]
    most = max(stage.tables.most for stage in state.format.stages)
    wrong = _strangers(state, "places", numbers)
    wrong += [Fault("places", "fixed-twice", {"number": one}) for one in sorted(set(numbers)) if numbers.count(one) > 1]
    wrong += [
        Fault("places", "table-crowded", {"table": table + 1, "count": len(crowd), "most": most})
        for table, crowd in crowds(fixed_to(places), most).items()
    ]
    return wrong + _contradictions(state, "places", sorted(state.locks.apart), places)


def _strangers(state: Tournament, key: str, numbers: Sequence[int]) -> list[Fault]:
    return [Fault(key, "no-such-player", {"number": one}) for one in sorted(set(numbers) - set(state.entrants))]


def _contradictions(
    state: Tournament, key: str, apart: Sequence[tuple[int, int]], places: Sequence[tuple[int, int]]
) -> list[Fault]:
    """Pairs that are to be kept apart and are fixed to one table."""
    shunned = {pair(one, other) for one, other in apart}
    return [
        Fault(key, "apart-and-fixed", {"one": state.entrants[one].name, "other": state.entrants[other].name})
        for one, other in sorted(shunned & always_together(fixed_to(places)))
        if one in state.entrants and other in state.entrants
    ]


def withdraw(state: Tournament, number: int) -> tuple[Event, ...]:
    """No further games for a player. Their seat in a published round stays empty, later rounds are planned again."""
    known(state, number)
    if number in state.withdrawn:
        raise refuse("withdrawn-already", number=number)
    return replanned(state, filled(state, (Withdrew(number),)))


def come_back(state: Tournament, number: int) -> tuple[Event, ...]:
    """A withdrawn player plays again, in the stage they left."""
    known(state, number)
    if number not in state.withdrawn:
        raise refuse("not-withdrawn", number=number)
    return replanned(state, (Returned(number),))


def may_join(state: Tournament) -> bool:
    """Whether rounds are left in the first stage that nobody has seen yet."""
    play = state.play
    if state.format.late == "never" or play is None or len(state.stages) > 1:
        return False
    seen = sum(round_.phase != "planned" for round_ in play.rounds)
    return seen < state.rule(play).rounds


def require_joinable(state: Tournament) -> None:
    """Raises Refusal where it is too late to enter."""
    if state.stages and not may_join(state):
        raise refuse("too-late-to-enter")


def may_sign_up(state: Tournament, browser: str, *, accepting: bool) -> bool:
    """Whether players may sign up from a browser, and the desk accepts them (`accepting`) or they enter at once."""
    signing = state.sign_ups
    return signing.open and signing.accepting == accepting and signing.answer(browser) == "none"


def replanned(state: Tournament, happened: tuple[Event, ...]) -> tuple[Event, ...]:
    """The events, and after them the planned rounds that nobody has seen yet for who is there then."""
    if state.play is None:
        return happened
    rounds = state.play.rounds
    first = next((at for at, round_ in enumerate(rounds) if round_.phase == "planned"), len(rounds))
    return (*happened, *planned_from(fold(state, happened), first))


def known(state: Tournament, number: int) -> Entrant:
    """The entrant with a number. Raises Refusal."""
    if number not in state.entrants:
        raise refuse("no-such-player", number=number)
    return state.entrants[number]


def free_name(state: Tournament, name: str, number: int) -> str:
    """The name as it is shown, which nobody but `number` has. Raises Refusal."""
    found = one_line(name)
    others = [entrant.name for entrant in state.entrants.values() if entrant.number != number] + state.hall.names
    if not found:
        raise refuse("name-empty", line=1)
    if len(found) > MOST:
        raise refuse("name-too-long", line=1, most=MOST)
    if sign := unseen(found):
        raise refuse("name-unseen", line=1, sign=sign)
    if alike(found, others):
        raise refuse("name-entered", line=1, name=found)
    return found
