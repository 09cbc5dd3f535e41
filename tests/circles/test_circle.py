"""Who may do what in a circle, and what the table of a season counts."""

import random
from collections import Counter
from typing import Any

import msgspec
import pytest

from tilerummy import editions
from tilerummy.circles.decide import (
    MOST_MEMBERS,
    ChooseTable,
    CircleCommand,
    CloseCircle,
    JoinCircle,
    LeaveCircle,
    RenameCircle,
    RenewLink,
    TakeName,
    TakeOut,
    decide,
    found,
)
from tilerummy.circles.hosting import usual_table
from tilerummy.circles.season import Quarter, Result, quarter_of, table
from tilerummy.circles.state import Called, Circle, Member, fold, new_keys, without
from tilerummy.circles.state import decode as decoded
from tilerummy.circles.state import encode as encoded
from tilerummy.rooms.events import Sitter
from tilerummy.rooms.options import USUAL
from tilerummy.rules.refusal import Refusal

Asked = CircleCommand | ChooseTable


def club(*players: str) -> Circle:
    """A circle whose keeper is the first of these guests."""
    circle = fold(None, found("Club", usual_table(), new_keys(), players[0], players[0]))
    for player in players[1:]:
        circle = after(circle, player, JoinCircle("j", player, circle.keys.members))
    return circle


def after(circle: Circle, player: str, asked: Asked) -> Circle:
    """The circle after what a guest asked."""
    return fold(circle, decide(circle, player, asked))


def refused(circle: Circle, player: str, asked: Asked) -> str:
    """The code with which it is refused."""
    with pytest.raises(Refusal) as refusal:
        decide(circle, player, asked)
    return refusal.value.code


def names(circle: Circle) -> list[str]:
    return [member.name for member in circle.members]


def test_the_members_link_brings_members_and_the_keepers_link_keepers() -> None:
    circle = club("ann", "bob")
    assert [circle.keeps(member) for member in circle.members] == [True, False]
    circle = after(circle, "cas", JoinCircle("j", "Cas", circle.keys.keepers))
    assert circle.keeps(circle.members[2])
    assert not decide(circle, "cas", JoinCircle("j", "Cas", circle.keys.members))
    circle = after(circle, "bob", JoinCircle("j", "bob", circle.keys.keepers))
    assert all(map(circle.keeps, circle.members))
    assert names(circle) == ["ann", "bob", "Cas"]


def test_who_is_taken_out_comes_back_by_no_link_that_they_know() -> None:
    circle = club("ann", "bob", "cas")
    known = circle.keys.members
    circle = after(circle, "ann", TakeOut("t", 2))
    assert names(circle) == ["ann", "cas"]
    assert refused(circle, "bob", JoinCircle("j", "bob", known)) == "unknown-circle"
    assert refused(circle, "bob", LeaveCircle("l")) == "unknown-circle"
    circle = after(circle, "cas", JoinCircle("j", "cas", circle.keys.keepers))
    both = circle.keys
    circle = after(circle, "ann", TakeOut("t", 3))
    for key in (both.members, both.keepers):
        assert refused(circle, "cas", JoinCircle("j", "cas", key)) == "unknown-circle"
    assert names(after(circle, "bob", JoinCircle("j", "bob", circle.keys.members))) == ["ann", "bob"]


@pytest.mark.parametrize(
    "asked",
    [
        TakeOut("a", 1),
        RenameCircle("a", "Other"),
        RenewLink("a", "members"),
        RenewLink("a", "keepers"),
        ChooseTable("a", usual_table()),
        CloseCircle("a"),
    ],
)
def test_only_a_keeper_keeps_and_a_stranger_learns_nothing(asked: Asked) -> None:
    circle = club("ann", "bob")
    assert refused(circle, "bob", asked) == "not-keeper"
    assert refused(circle, "eve", asked) == "unknown-circle"
    assert decide(circle, "ann", asked)
    assert refused(after(circle, "ann", CloseCircle("c")), "ann", asked) == "unknown-circle"


def test_where_the_keeper_left_the_one_who_was_there_longest_keeps() -> None:
    circle = after(club("ann", "bob", "cas"), "ann", LeaveCircle("l"))
    assert [circle.keeps(member) for member in circle.members] == [True, False]
    assert after(circle, "bob", RenameCircle("r", "Ours")).name == "Ours"
    alone = after(after(circle, "bob", LeaveCircle("l")), "cas", LeaveCircle("l"))
    assert alone.over


def test_a_circle_has_room_for_a_club_and_no_more() -> None:
    circle = club(*(f"guest {number}" for number in range(MOST_MEMBERS)))
    assert refused(circle, "one more", JoinCircle("j", "One more", circle.keys.members)) == "circle-full"
    assert refused(circle, "guest 1", RenameCircle("r", "Ours")) == "not-keeper"
    assert refused(circle, "guest 0", RenameCircle("r", "n" * 41)) == "name-too-long"
    assert refused(circle, "guest 0", RenameCircle("r", " ")) == "name-empty"
    assert refused(club("Ann"), "bob", JoinCircle("j", "bob", "")) == "unknown-circle"
    two = club("Ann")
    assert refused(two, "bob", JoinCircle("j", "Аnn", two.keys.members)) == "name-taken"


def test_a_member_takes_another_name_that_nobody_has() -> None:
    circle = after(club("ann", "bob"), "bob", TakeName("n", " Bert "))
    assert names(circle) == ["ann", "Bert"]
    assert not decide(circle, "bob", TakeName("n", "Bert"))
    assert refused(circle, "bob", TakeName("n", "ann")) == "name-taken"
    assert refused(circle, "bob", TakeName("n", "  ")) == "name-empty"
    assert refused(circle, "eve", TakeName("n", "Eve")) == "unknown-circle"
    row = encoded((Called("bob", "Bert"),))
    assert b"Bert" not in without(row, "bob", "nobody"), "who is forgotten has no name left"


def test_the_table_of_a_circle_is_for_its_members() -> None:
    usual = usual_table()
    for options in ({"open": True}, {"practice": True}):
        table_ = msgspec.structs.replace(usual, options=msgspec.structs.replace(USUAL, **options))
        assert refused(club("ann"), "ann", ChooseTable("c", table_)) == "circle-table-open"
    assert refused(club("ann"), "ann", ChooseTable("c", msgspec.structs.replace(usual, seats=7))) == "seats-do-not-fit"


def test_who_is_forgotten_is_in_no_row_and_no_member() -> None:
    events = found("Club", usual_table(), new_keys(), "ann-the-guest", "Anna")
    circle = fold(None, events)
    body = without(encoded(events), "ann-the-guest", "nobody")
    assert b"ann-the-guest" not in body
    assert b"Anna" not in body
    assert circle.members
    forgotten = fold(None, decoded(body))
    assert (forgotten.members, forgotten.came, forgotten.over) == ((), 1, True)


def test_a_season_is_a_quarter_of_the_year() -> None:
    for year, number in ((2026, 1), (2026, 4), (2027, 2)):
        season = Quarter(year, number)
        assert quarter_of(season.begins) == quarter_of(season.ends - 1) == season
        assert quarter_of(season.begins - 1) != season != quarter_of(season.ends)
    assert quarter_of(1_780_272_000_000) == Quarter(2026, 2)


def test_the_table_is_the_sum_of_the_games_that_count() -> None:
    chance, edition, people = random.Random(5), editions.load("original"), [f"p{number}" for number in range(5)]
    members = [Member(number, player, player.upper(), keeper=False) for number, player in enumerate(people[:4], 1)]
    season = Quarter(2026, 4)
    results = []
    for number in range(120):
        seats = chance.sample([*people, "", ""], chance.randint(2, 4))
        sitters = tuple(_sitter(player) for player in seats)
        scores = tuple(chance.randint(-90, 90) for _ in seats)
        winners = tuple(chance.sample(range(len(seats)), chance.randint(0, 1)))
        at = chance.choice((season.begins - 1, season.begins, season.ends - 1, season.ends))
        results.append(Result(f"room{number}", at, edition, sitters, scores, winners))
    points, games, won = Counter[str](), Counter[str](), Counter[str]()
    for one in results:
        played = [on.player for on in one.sitters if on.player]
        if len(played) < 2 or not season.begins <= one.at < season.ends:
            continue
        for seat, on in enumerate(one.sitters):
            if on.player:
                games[on.player] += 1
                points[on.player] += one.scores[seat]
                won[on.player] += seat in one.winners
    lines = table(results, season, members)
    counted = {line.member.player: (line.games, line.won, line.points) for line in lines}
    assert counted == {player: (games[player], won[player], points[player]) for player in people[:4]}
    assert [line.points for line in lines] == sorted((points[player] for player in people[:4]), reverse=True)
    assert lines[0].place == 1
    assert all(line.rating is not None for line in lines)
    assert table(reversed(results), season, members) == lines


def _sitter(player: str) -> Sitter:
    how: Any = ("person", player.upper(), player, None) if player else ("computer", "Mika", None, "steady")
    return Sitter(*how)
