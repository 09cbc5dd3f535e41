"""Runs with two-colour jokers: how they begin with one, and where they go after one.

A run whose last tile is a two-colour joker belongs to no colour: it ends there, goes on in another colour at the next
number, or takes another two-colour joker first.
"""

from collections.abc import Sequence
from typing import NamedTuple

from tilerummy.solver.special.runs import (
    COLOUR,
    COLOUR_AT,
    ENTERED,
    FALLING,
    JOKERS,
    JOKERS_AT,
    LED,
    LENGTH,
    MIRROR,
    NO_COLOUR,
    REAL,
    Terms,
    end_points,
    is_complete,
    must_end,
)

Runs = tuple[int, ...]
AllRuns = tuple[Runs, Runs, Runs, Runs]


class Turns(NamedTuple):
    """What becomes of every run at a border: per run the colour it goes on in, "E" end or "C" another two-colour joker;
    the runs that enter each colour, those still at a border, the further jokers used and the opening value."""

    turns: tuple[int | str, ...]
    entered: AllRuns
    still: Runs
    jokers: int
    points: int


def beginnings(terms: Terms, number: int, borders: int, mirrors: int) -> list[Runs]:
    """The runs that may begin with a two-colour joker at `number`, mirror runs with one on each side, where so many
    two-colour and mirror jokers are left."""
    if number == 13 or not borders:
        return [()]
    rules = terms.rules
    found = [(begun(terms, 0),) * plain for plain in range(borders + 1)]
    blanks = (MIRROR, MIRROR | FALLING) if rules.mirror_counts and number > 1 else (MIRROR,)
    if mirrors and not 0 < rules.per_set < 3:
        for blank in blanks:
            for runs in found:  # which grows
                mirrored = sum(1 for run in runs if run & MIRROR)
                if mirrored < mirrors and len(runs) + mirrored + 2 <= borders:
                    found.append((*runs, begun(terms, blank)))
    return found


def turns(runs: Runs, number: int, borders: int, terms: Terms, enterable: Sequence[bool]) -> list[Turns]:
    """What may become of `runs`, whose two-colour joker lies at `number`, with so many more of them."""
    ways = [Turns((), ((), (), (), ()), (), 0, 0)]
    for run in runs:
        sides = 2 if run & MIRROR else 1
        plain = run & ~COLOUR
        longer: list[Turns] = []
        for way in ways:
            if is_complete(plain, number, terms.rules):
                points = way.points + end_points(plain, number, terms.rules)
                longer.append(way._replace(turns=(*way.turns, "E"), points=points))
            if number == 13 or must_end(plain):
                continue
            if way.jokers + sides <= borders and (longer_run := again(run, terms)) is not None:
                longer.append(
                    Turns(
                        (*way.turns, "C"),
                        way.entered,
                        tuple(sorted((*way.still, longer_run))),
                        way.jokers + sides,
                        way.points + sides * (number + 1),
                    )
                )
            for colour in range(4):
                if colour != (run & COLOUR) >> COLOUR_AT and enterable[colour]:
                    k, r, b, y = (
                        (*new, plain | ENTERED) if at == colour else new for at, new in enumerate(way.entered)
                    )
                    longer.append(way._replace(turns=(*way.turns, colour), entered=(k, r, b, y)))
        ways = longer
    return ways


def begun(terms: Terms, blank: int) -> int:
    """A run that begins with a two-colour joker (a mirror run with one on each side), from the empty run `blank`."""
    run = blank + 1 | NO_COLOUR << COLOUR_AT
    if terms.rules.all_jokers:
        run |= REAL
    if "C" in terms.free and not blank & MIRROR:
        run |= LED
    if terms.rules.per_set:
        run |= (3 if blank & MIRROR else 1) << JOKERS_AT
    return run


def again(run: int, terms: Terms) -> int | None:
    """The run with one more two-colour joker (on each side), None where it would hold too many jokers."""
    rules = terms.rules
    complete_again = "C" in terms.free and run & LENGTH == LENGTH and not run & MIRROR
    run = run - complete_again if run & LENGTH == LENGTH else run + 1
    if rules.border_any_colours:
        run = run & ~COLOUR | NO_COLOUR << COLOUR_AT
    if rules.per_set:
        jokers = ((run & JOKERS) >> JOKERS_AT) + (2 if run & MIRROR else 1)
        if jokers > rules.per_set:
            return None
        run = run & ~JOKERS | jokers << JOKERS_AT
    return run
