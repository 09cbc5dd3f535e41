"""A club by itself: random keepers against a register kept by plain loops, and rows that are to lack a name."""

from random import Random
from typing import Any, NamedTuple

import pytest

from tilerummy.clubs.book import book
from tilerummy.clubs.commands import (
    MOST_MEMBERS,
    ChangeMember,
    CloseClub,
    EnterMember,
    ErasePerson,
    ImportRegister,
    MergeMembers,
    PartMembers,
    RemoveEvent,
    RemoveMember,
)
from tilerummy.clubs.decide import decide, found
from tilerummy.clubs.forgetting import remains, scrubbed
from tilerummy.clubs.state import Club, ClubChange, EventAdded, EventCounted, decode, encode, fold, new_keys
from tilerummy.rules.refusal import Refusal
from tilerummy.seasons.outcomes import Finisher, Outcome
from tilerummy.store import Row

CLUBS = 120
NAMES = tuple(f"{first} {last}" for first in ("Ann", "Bob", "Cas", "Dee") for last in ("Maes", "Peeters", "Claes"))


class Kept(NamedTuple):
    """A club with all that happened in it, as rows."""

    club: Club
    rows: list[tuple[ClubChange, ...]]

    def after(self, events: tuple[ClubChange, ...]) -> "Kept":
        return Kept(fold(self.club, events), [*self.rows, events]) if events else self


class Person(NamedTuple):
    """Somebody of the register, as the tests have it: the lists' names that are theirs."""

    number: int
    name: str
    category: str
    own: frozenset[tuple[str, str]]


def begun() -> Kept:
    events = found("Club", new_keys())
    return Kept(fold(None, events), [events])


def outcome(chance: Random, listed: list[tuple[str, str]]) -> Outcome:
    places = list(range(1, len(listed) + 1))
    chance.shuffle(places)
    people = (Finisher(at, *who, places[at - 1]) for at, who in enumerate(listed, start=1))
    return Outcome("Evening", finished=True, entrants=tuple(people), games=())


def attempt(kept: Kept, asked: Any) -> tuple[Kept, str | None]:
    """The club after what was asked, and why it was refused."""
    try:
        return kept.after(decide(kept.club, asked)), None
    except Refusal as refusal:
        return kept, refusal.code


def test_random_registers_find_the_people_that_a_plain_list_finds() -> None:
    done = dict.fromkeys(("enter", "remove", "merge", "part", "erase"), 0)
    for seed in range(CLUBS):
        chance, kept = Random(seed), begun()
        people: dict[int, Person] = {}
        joined: dict[int, tuple[Person, Person]] = {}
        gone: set[tuple[int, int]] = set()
        events: list[list[tuple[str, str]]] = []
        for at in range(1, 5):
            listed = [(name, chance.choice(("", "A", "B"))) for name in chance.sample(NAMES, 6)]
            events.append(listed)
            kept = kept.after(
                (
                    EventAdded(at, f"t{at}", "Evening", f"2026-01-0{at}"),
                    EventCounted(at, "Evening", f"2026-01-0{at}", outcome(chance, listed), 1),
                )
            )
        for step in range(30):
            what = chance.choice(("enter", "enter", "enter", "remove", "merge", "part", "erase"))
            asked, numbers = f"a{step}", sorted(people)
            if what == "enter":
                name, category = chance.choice(NAMES), chance.choice(("", "A", "B"))
                before = kept.club.came
                kept, wrong = attempt(kept, EnterMember(asked, name, category=category))
                same = any(((name, category) in one.own) or (name, "?") in one.own for one in people.values())
                assert (wrong is not None) == same, (seed, step)
                if wrong is None:
                    own = frozenset({(name, category)})
                    people[before + 1] = Person(before + 1, name, category, own)
            elif what == "remove" and numbers:
                number = chance.choice(numbers)
                kept, wrong = attempt(kept, RemoveMember(asked, number))
                assert wrong is None
                del people[number]
                joined = {key: pair for key, pair in joined.items() if pair[0].number != number}
            elif what == "merge" and len(numbers) > 1:
                one, other = chance.sample(numbers, 2)
                theirs = [where(people, events, gone, number) for number in (one, other)]
                together = {event for event, _ in theirs[0]} & {event for event, _ in theirs[1]}
                kept, wrong = attempt(kept, MergeMembers(asked, one, other))
                if together:
                    assert wrong == "played-together", (seed, step)
                if wrong is None:
                    joined[other] = people[one], people.pop(other)
                    own = people[one].own | joined[other][1].own
                    shared = any(person.name == joined[other][1].name for person in people.values())
                    alone = frozenset() if shared else frozenset({(joined[other][1].name, "?")})
                    people[one] = people[one]._replace(own=own | alone)
            elif what == "part" and joined:
                number = chance.choice(sorted(joined))
                into, back = joined[number]
                kept, wrong = attempt(kept, PartMembers(asked, number))
                if wrong is None:
                    people[number] = back
                    left = people[into.number].own - back.own - {(back.name, "?")}
                    people[into.number] = people[into.number]._replace(own=left | {(into.name, into.category)})
                    del joined[number]
            elif what == "erase" and numbers:
                number = chance.choice(numbers)
                theirs = [where(people, events, gone, number)]
                kept, wrong = attempt(kept, ErasePerson(asked, f"m{number}"))
                assert wrong is None
                gone |= theirs[0]
                del people[number]
                joined = {key: pair for key, pair in joined.items() if pair[0].number != number}
            else:
                continue
            done[what] += wrong is None
        for at, event in enumerate(book(kept.club, keeper=True).events, start=1):
            for number in people:
                wanted = {player for where_, player in where(people, events, gone, number) if where_ == at}
                assert bool(wanted) == (f"m{number}" in event.counted.places), (seed, at, number)
        assert set(kept.club.members) == set(people)
    assert min(done.values()) > CLUBS / 4, done


def where(
    people: dict[int, Person], events: list[list[tuple[str, str]]], gone: set[tuple[int, int]], number: int
) -> set[tuple[int, int]]:
    """The events in which somebody of the register played, with their number in it: found by name with the class, or
    else by the name where it is one person's."""
    found = set()
    for at, listed in enumerate(events, start=1):
        for player, (name, category) in enumerate(listed, start=1):
            exact = [one.number for one in people.values() if (name, category) in one.own]
            loose = [one.number for one in people.values() if (name, "?") in one.own]
            namesakes = [one.number for one in people.values() if one.name == name]
            who = exact or loose or (namesakes if len(namesakes) == 1 else [])
            if who == [number] and (at, player) not in gone:
                found.add((at, player))
    return found


def test_rows_lack_the_names_of_people_who_are_not_to_be_there() -> None:
    kept = begun()
    kept, _ = attempt(kept, ImportRegister("a", "name;note\nAnn Maes;secret\nBob Claes;other\nCas Peeters;third"))
    kept, _ = attempt(kept, EnterMember("b", "Annie Maes"))
    kept, _ = attempt(kept, MergeMembers("c", 1, 4))
    kept, _ = attempt(kept, PartMembers("d", 4))
    kept, _ = attempt(kept, MergeMembers("e", 1, 4))
    kept, _ = attempt(kept, RemoveMember("f", 2))
    listed = outcome(Random(1), [("Ann Maes", ""), ("Cas Peeters", ""), ("Eva Else", "")])
    kept = kept.after(
        (EventAdded(1, "t1", "Evening", "2026-01-01"), EventCounted(1, "Evening", "2026-01-01", listed, 3))
    )
    events = [event for row in kept.rows for event in row]
    assert remains(events), "somebody was removed, and nothing is rewritten yet"
    for step, person in enumerate(("m1", "e1-3")):
        kept, wrong = attempt(kept, ErasePerson(f"g{step}", person))
        assert wrong is None
    before = [Row(at, "keeper", None, encode(events), 0) for at, events in enumerate(kept.rows, start=1)]
    after = scrubbed("club:x", before)
    said = b"".join(row.body for row in after)
    assert not [name for name in (b"Ann", b"secret", b"Bob", b"Eva") if name in said]
    assert b"Cas Peeters" in said
    rows = [decode(row.body) for row in after]
    assert not remains([event for row in rows for event in row])
    assert scrubbed("club:x", after) == after
    again = fold(None, [event for row in rows for event in row])
    assert (again.members, again.erased, again.came) == (kept.club.members, kept.club.erased, kept.club.came)
    assert book(again, keeper=True) == book(kept.club, keeper=True)
    kept = kept.after(decide(kept.club, CloseClub("h")))
    rows_ = [Row(at, "keeper", None, encode(events), 0) for at, events in enumerate(kept.rows, start=1)]
    assert b"Peeters" not in b"".join(row.body for row in scrubbed("club:x", rows_))


@pytest.mark.parametrize("forget", [ErasePerson("z", "m2"), RemoveMember("z", 2)])
def test_an_entry_that_was_parted_is_forgotten_where_both_were_told_as_one(forget: ErasePerson | RemoveMember) -> None:
    kept = begun()
    kept, _ = attempt(kept, ImportRegister("a", "name\nAnn Maes\nBob Claes\nCas Smet"))
    for merged in (MergeMembers("b", 1, 2), MergeMembers("c", 3, 1)):
        kept, wrong = attempt(kept, merged)
        assert wrong is None, merged
    together = kept.club.members[3]
    kept, _ = attempt(kept, ChangeMember("d", 3, "Cas De Smet", together.also))
    for asked in (PartMembers("e", 1), PartMembers("f", 2), forget):
        kept, wrong = attempt(kept, asked)
        assert wrong is None, asked
    rows = [Row(at, "keeper", None, encode(events), 0) for at, events in enumerate(kept.rows, start=1)]
    after = scrubbed("club:x", rows)
    assert b"Bob" not in b"".join(row.body for row in after)
    again = fold(None, [event for row in after for event in decode(row.body)])
    assert (again.members, again.merges) == (kept.club.members, kept.club.merges)
    assert {one.name for one in again.members.values()} == {"Ann Maes", "Cas De Smet"}


def test_of_an_event_the_last_outcome_is_kept_and_of_a_removed_one_none() -> None:
    kept = begun().after((EventAdded(1, "t1", "Evening", "2026-01-01"),))
    for name in ("Ann Maes", "Bob Maes", "Cas Maes"):
        come = EventCounted(1, "Evening", "2026-01-01", outcome(Random(1), [(name, "")]), 3)
        kept = kept.after((come,))
    rows = [Row(at, "club", None, encode(events), 0) for at, events in enumerate(kept.rows, start=1)]
    after = scrubbed("club:x", rows)
    said = b"".join(row.body for row in after)
    assert (b"Ann" in said, b"Bob" in said, b"Cas" in said) == (False, False, True)
    assert fold(None, [event for row in after for event in decode(row.body)]) == kept.club
    kept, _ = attempt(kept, RemoveEvent("a", 1))
    rows = [Row(at, "club", None, encode(events), 0) for at, events in enumerate(kept.rows, start=1)]
    assert b"Maes" not in b"".join(row.body for row in scrubbed("club:x", rows))


def test_an_erased_person_does_not_come_back_with_what_comes_of_an_event_later() -> None:
    kept = begun()
    listed = outcome(Random(1), [("Ann Maes", ""), ("Cas Peeters", "")])
    come = EventCounted(1, "Evening", "2026-01-01", listed, 3)
    kept = kept.after((EventAdded(1, "t1", "Evening", "2026-01-01"), come))
    kept, _ = attempt(kept, ErasePerson("a", "e1-1"))
    kept = kept.after((come,))
    assert [one.name for one in book(kept.club, keeper=True).people.values()] == ["Cas Peeters"]
    assert attempt(kept, ErasePerson("b", "gone1"))[1] == "unknown-person"


def test_a_register_of_five_thousand_with_namesakes_is_taken_whole() -> None:
    kept = begun()
    text = "Name;Class\n" + "\n".join(f"Player {at // 2};{'AB'[at % 2]}" for at in range(MOST_MEMBERS))
    kept, wrong = attempt(kept, ImportRegister("a", text))
    assert wrong is None
    assert len(kept.club.members) == MOST_MEMBERS
    assert len(encode(kept.rows[-1])) < 600_000
    assert attempt(kept, ImportRegister("b", text))[0] is kept
    assert attempt(kept, EnterMember("c", "One more"))[1] == "register-full"
    assert attempt(kept, ImportRegister("d", "One more"))[1] == "register-full"
    assert attempt(kept, ChangeMember("e", 1, "Player 0", category="B"))[1] == "member-there"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("\ufeffNom;Club;Aussi;Nommé;Remarque\nAnn;A;Anna | An;oui;x", ("A", ("Anna", "An"), True, "x")),
        ('sep=,\nVorname,Nachname,Verein,Genannt\n"Ann","Maes","A","ja"', ("A", (), True, "")),
        ("Navn\tKlub\tNævnt\nAnn\tA\tnej", ("A", (), False, "")),
        ("Nimi;Seura;Nimetty;Myös\nAnn;A;kyllä;Anna", ("A", ("Anna",), True, "")),
        ("שם;מועדון;בשם;הערה\nAnn;A;כן;x", ("A", (), True, "x")),
        ("Nome;Circolo;Nominato;Anche\nAnn;A;sì;Anna", ("A", ("Anna",), True, "")),
        ("1. Ann\tA", ("A", (), False, "")),
        ("Licence;Name;Club;Birth\n77;Ann;A;1970", ("A", (), False, "")),
    ],
)
def test_lists_of_other_programs_are_understood_by_their_headings(text: str, expected: tuple[Any, ...]) -> None:
    kept, wrong = attempt(begun(), ImportRegister("a", text))
    assert wrong is None
    (one,) = kept.club.members.values()
    assert one.name in ("Ann", "Ann Maes")
    assert (one.category, one.also, one.named, one.note) == expected


def test_a_list_changes_only_what_it_says() -> None:
    kept, _ = attempt(begun(), EnterMember("a", "Ann", ("Anna",), "", named=True, note="keeps the key"))
    kept, wrong = attempt(kept, ImportRegister("b", "name;class\nann;A\nBob;"))
    assert wrong is None
    ann, bob = kept.club.members.values()
    assert (ann.name, ann.also, ann.category, ann.named, ann.note) == ("ann", ("Anna",), "A", True, "keeps the key")
    assert bob.number == 2
    kept, wrong = attempt(kept, ImportRegister("c", "name;class\nAnn;A\nAnn;B\nAnn;"))
    assert wrong is None
    assert sorted(one.category for one in kept.club.members.values() if one.name.casefold() == "ann") == ["", "A", "B"]
