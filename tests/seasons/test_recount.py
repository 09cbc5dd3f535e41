"""Random clubs counted once more by plain loops: tables, ratings, records and everybody's own agree."""

from itertools import groupby
from random import Random
from typing import Any, NamedTuple

from openskill.models import PlackettLuce

from tilerummy.seasons.counting import Counted, counted, table
from tilerummy.seasons.history import history, now
from tilerummy.seasons.outcomes import Finisher, Outcome
from tilerummy.seasons.people import attended
from tilerummy.seasons.records import records
from tilerummy.seasons.register import Directory

CLUBS = 400


class Entry(NamedTuple):
    """An entry of a register, as the tests have it."""

    name: str
    also: tuple[str, ...]
    club: str


class Club(NamedTuple):
    """A random club: its register, who of it is left out, and what came of its events."""

    register: list[Entry]
    out: set[int]
    events: list[Outcome]


def club(chance: Random) -> Club:
    """People of whom some have two names in lists, as after two entries were merged, some the name of another, and
    some stand in no register; events with ties, people without a place, and some that are not over."""
    register = []
    for at in range(chance.randint(3, 12)):
        name = f"Player {at - 1 if at and chance.random() < 0.15 else at}"
        register.append(Entry(name, (f"P. {at}",) if chance.random() < 0.4 else (), f"club {at}"))
    out = {at for at in range(len(register)) if chance.random() < 0.1}
    return Club(register, out, [event(chance, register) for _ in range(chance.randint(1, 7))])


def event(chance: Random, register: list[Entry]) -> Outcome:
    come = [at for at in range(len(register)) if chance.random() < 0.8] or [0]
    listed = []
    for at in come:
        entry = register[at]
        listed.append((chance.choice([entry.name.upper(), *entry.also]), entry.club))
    listed += [(f"Guest {chance.randint(1, 3)}", "")] if chance.random() < 0.4 else []
    finished = chance.random() < 0.85
    games = []
    for _ in range(chance.randint(0, 6)):
        seats = chance.sample(range(1, len(listed) + 1), min(len(listed), chance.randint(2, 4)))
        points = [chance.randint(-30, 20) for _ in seats]
        points[0] -= sum(points)
        if len(seats) > 1:
            games.append(tuple(zip(seats, points, strict=True)))
    # equals share the place of the first of them
    order = chance.sample(range(1, len(listed) + 1), len(listed))
    placed = order[: chance.randint(1, len(order))] if finished else []
    places: dict[int, int] = {}
    for at, number in enumerate(placed, start=1):
        places[number] = places[placed[at - 2]] if at > 1 and chance.random() < 0.2 else at
    people = (Finisher(n, name, of, places.get(n)) for n, (name, of) in enumerate(listed, start=1))
    return Outcome("Event", finished, tuple(people), tuple(games))


def keyed(of: Club) -> tuple[list[Counted], dict[str, str]]:
    """The events by person, as the product does it, and the people to be shown."""
    directory, names, found = Directory(of.register), dict[str, str](), []
    for one in of.events:
        who = {}
        for entrant in one.entrants:
            at = directory.find(entrant.name, entrant.category)
            who[entrant.number] = entrant.name if at is None else f"m{at}"
            if at not in of.out:
                names[who[entrant.number]] = entrant.name if at is None else f"{of.register[at].name} {at}"
        found.append(counted(one, who))
    return found, names


def known_by_hand(of: Club, name: str, category: str) -> str:
    """Who that is: by name and club, or by a name that nobody else has."""
    for at, entry in enumerate(of.register):
        if entry.name.lower() == name.lower() and entry.club == category:
            return f"m{at}"
    same = [
        at for at, entry in enumerate(of.register) if name.lower() in {one.lower() for one in (entry.name, *entry.also)}
    ]
    return f"m{same[0]}" if len(same) == 1 else name


def test_random_clubs_equal_an_independent_count() -> None:
    shared = merged = unfinished = 0
    for seed in range(CLUBS):
        chance = Random(seed)
        of = club(chance)
        best, scale = chance.choice([0, 1, 2, 3]), chance.choice([(), (10, 6, 3), (25,)])
        events, names = keyed(of)
        people = [
            {one.number: known_by_hand(of, one.name, one.category) for one in event.entrants} for event in of.events
        ]
        lines = table(events, names, best, scale)

        # the season's table
        expected: dict[str, list[int | None]] = {}
        for at, (one, who) in enumerate(zip(of.events, people, strict=True)):
            count = sum(entrant.place is not None for entrant in one.entrants)
            for entrant in one.entrants:
                person = who[entrant.number]
                if entrant.place is None or person in {f"m{gone}" for gone in of.out}:
                    continue
                gives = count + 1 - entrant.place if not scale else (list(scale) + [0] * 99)[entrant.place - 1]
                expected.setdefault(person, [None] * len(of.events))[at] = gives
        totals = {}
        for person, own in expected.items():
            have = sorted(one for one in own if one is not None)
            totals[person] = sum(have[-best:] if best else have)
        assert {line.person: (line.total, list(line.events)) for line in lines} == {
            person: (totals[person], own) for person, own in expected.items()
        }
        for line in lines:
            assert line.place == len([1 for total in totals.values() if total > line.total]) + 1
        assert [line.person for line in lines] == sorted(totals, key=lambda who: (-totals[who], names[who]))

        # ratings, game by game
        model = PlackettLuce(mu=50.0, sigma=50.0 / 6)
        strength: dict[str, Any] = {}
        for one, who, after in zip(of.events, people, history(events), strict=True):
            played = set()
            for game in one.games:
                teams = [strength.setdefault(who[number], model.rating()) for number, _ in game]
                for (number, _), (rating,) in zip(
                    game,
                    model.rate([[team] for team in teams], scores=[float(points) for _, points in game]),
                    strict=True,
                ):
                    strength[who[number]] = rating
                    played.add(who[number])
            assert {person: tuple(rating) for person, rating in after.items()} == {
                person: (strength[person].mu, 1.96 * strength[person].sigma) for person in played
            }
        assert now(events).keys() == strength.keys()

        # records
        assert {one.kind: (one.value, {held.person for held in one.held}) for one in records(events, names)} == (
            best_by_hand(of, people, set(names))
        )

        # everybody's own
        for person in names:
            went = attended(events, history(events), person)
            assert [one.place for one in went if one.place is not None] == places_by_hand(of, people, person)
            games = [
                (at, points, max(score for _, score in game) == points and points > 0)
                for at, (one, who) in enumerate(zip(of.events, people, strict=True))
                for game in one.games
                for number, points in game
                if who[number] == person
            ]
            assert sum(one.points for one in went) == sum(points for _, points, _ in games)
            assert {one.event: one.games for one in went if one.games} == {
                at: len(list(group)) for at, group in groupby(games, key=lambda game: game[0])
            }
            assert max((one.best for one in went if one.best is not None), default=None) == max(
                (points for _, points, _ in games), default=None
            )
        shared += any(one.place == other.place for one in lines for other in lines if one.person < other.person)
        merged += any(entry.also for entry in of.register)
        unfinished += any(not one.finished for one in of.events)
    # the random clubs hold what is hard
    assert min(shared, merged, unfinished) > CLUBS // 4


def places_by_hand(of: Club, people: list[dict[int, str]], person: str) -> list[int]:
    return [
        one.place
        for event, who in zip(of.events, people, strict=True)
        for one in event.entrants
        if who[one.number] == person and one.place is not None
    ]


def best_by_hand(of: Club, people: list[dict[int, str]], shown: set[str]) -> dict[str, tuple[int, set[str]]]:
    """Each record: the value, and who holds it."""
    of_kind: dict[str, dict[str, list[int]]] = {}

    def told(kind: str, person: str, value: int) -> None:
        of_kind.setdefault(kind, {}).setdefault(person, []).append(value)

    over = [(one, who) for one, who in zip(of.events, people, strict=True) if one.finished]
    for person in shown:
        places = [{who[entrant.number]: entrant.place for entrant in one.entrants}.get(person) for one, who in over]
        been = [place for place in places if place is not None]
        told("events", person, len(been))
        told("firsts", person, been.count(1))
        for first in range(len(been)):
            for last in range(first, len(been)):
                if all(place <= 3 for place in been[first : last + 1]):
                    told("row", person, last + 1 - first)
        games = [[({who[n]: points for n, points in game}) for game in one.games] for one, who in over]
        own = [[game for game in of_event if person in game] for of_event in games]
        told("games", person, sum(map(len, own)))
        told("won", person, sum(game[person] > 0 for of_event in own for game in of_event))
        for of_event in own:
            told("event", person, sum(game[person] for game in of_event))
            for game in of_event:
                told("game", person, game[person])
                others = sorted((points for who, points in game.items() if who != person), reverse=True)
                if game[person] > others[0]:
                    told("margin", person, game[person] - others[0])
    found = {}
    for kind, values in of_kind.items():
        most = max(max(own) for own in values.values())
        if most > 0:
            found[kind] = (most, {person for person, own in values.items() if most in own})
    return found
