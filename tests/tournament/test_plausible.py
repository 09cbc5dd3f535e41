"""Results that cannot be are refused, rare ones are asked again, and nothing is confirmed that nobody has seen."""

from typing import Any

import pytest

from tests.tournament.running import Event
from tilerummy import editions
from tilerummy.rules.game.deal import all_tiles
from tilerummy.rules.game.scoring import pool_exhausted, rack_empty, resignation
from tilerummy.rules.refusal import Refusal
from tilerummy.tournament import commands
from tilerummy.tournament.decide import Actor
from tilerummy.tournament.events.results import Confirmed
from tilerummy.tournament.results.plausible import box_of, impossible
from tilerummy.tournament.rounds import Listed, unconfirmed

DESK = Actor("desk")
PHONE = Actor("table", 1, (0, 0), "a" * 12)


@pytest.fixture
def event() -> Event:
    found = Event("belgian-tournament", 8)
    found.do(commands.Begin)
    found.open_round()
    return found


def entered(event: Event, scores: tuple[int | None, ...], **fields: Any) -> list[str]:
    """Enter a game at the desk; the codes with which it is refused."""
    asked: dict[str, Any] = {"table": 1, "game": 1, "scores": scores, **fields}
    try:
        event.do(commands.Report, DESK, **asked)
    except Refusal as refusal:
        return [fault.code for fault in refusal.faults]
    return []


@pytest.mark.parametrize(
    ("scores", "codes"),
    [
        ((24, -5, -16, -3), []),
        ((1500, -500, -500, -500), ["more-than-there-is"]),
        ((100000, -50000, -50000, 0), ["more-than-there-is"]),
        ((10, 20, -30, 0), ["two-winners"]),
        ((20, 11, -30, -1), ["two-winners"]),
        # a shared win, its odd rest to one of them
        ((15, 16, -30, -1), ["unlikely-tied"]),
        ((10, 10, 12, -32), ["unlikely-tied"]),
        ((10, 11, 11, -32), ["unlikely-tied"]),
        ((10, 10, 13, -33), ["two-winners"]),
        # equal lowest racks with the fewer tiles, or a lower rack of a player who gave up
        ((30, 0, -30, 0), []),
        ((0, 0, 0, 0), ["unlikely-nobody"]),
        ((165, -155, -5, -5), []),
        ((166, -156, -5, -5), ["unlikely-rack"]),
        ((778, -300, -300, -178), ["unlikely-rack"] * 3),
    ],
)
def test_what_a_box_can_give(event: Event, scores: tuple[int, ...], codes: list[str]) -> None:
    assert entered(event, scores) == codes
    still = [code for code in codes if not code.startswith("unlikely")]
    assert entered(event, scores, sure=True) == still
    assert len(unconfirmed(event.state)) == (not still)


def test_a_correction_and_a_list_are_held_against_the_box_too(event: Event) -> None:
    entered(event, (24, -5, -16, -3))
    place = {"stage": 0, "round": 0, "table": 1, "game": 1, "reason": "counted again"}
    assert event.refused(commands.Correct, DESK, **place, scores=(900, -900, 0, 0)) == ["more-than-there-is"]
    assert event.refused(commands.Correct, DESK, **place, scores=(200, -200, 0, 0)) == ["unlikely-rack"]
    event.do(commands.Correct, DESK, **place, scores=(200, -200, 0, 0), sure=True)
    text = "2;1;5;0\n2;1;6;200\n2;1;7;-200\n2;1;8;0\n2;2;5;9\n2;2;6;-3\n2;2;7;-3\n2;2;8;-3"
    with pytest.raises(Refusal) as refused:
        event.do(commands.ReportList, DESK, text=text)
    assert [(fault.key, fault.code) for fault in refused.value.faults] == [("1", "unlikely-rack")]
    assert len(event.do(commands.ReportList, DESK, text=text, sure=True)) == 2


def test_who_confirms_is_not_asked_again(event: Event) -> None:
    entered(event, (200, -200, 0, 0), sure=True)
    confirmed = event.do(commands.Report, PHONE, table=1, game=1, scores=(200, -200, 0, 0), seat=2)
    assert [type(happened) for happened in confirmed] == [Confirmed]


def test_a_fixed_price_of_who_has_not_opened_is_no_rack() -> None:
    box = box_of(editions.load("duel"))
    assert box.unopened == {100, 200}
    assert impossible(box, 1, 1, (200, -200)) == []
    assert [fault.code for fault in impossible(box, 1, 1, (2000, -2000))] == ["more-than-there-is"]


@pytest.mark.parametrize("edition", editions.names())
def test_whatever_the_rules_score_is_possible(edition: str) -> None:
    """Every tile of the box on the racks of the losers, shared out in all ways that have a name."""
    rules = editions.load(edition)
    box, most = box_of(rules), rules.players.most
    tiles = list(all_tiles(rules))
    for size in range(rules.players.least, min(most, 6) + 1):
        racks = [tiles[seat::size] for seat in range(size)]
        scorings = [
            rack_empty(rules, [[], *racks[1:]]),
            resignation(rules, racks, 0),
            pool_exhausted(rules, [racks[0], racks[0], *racks[2:]]),
            pool_exhausted(rules, racks, resigned=[True] + [False] * (size - 1)),
        ]
        for scoring in scorings:
            if not sum(scoring.points):
                assert impossible(box, 1, 1, scoring.points) == []


def test_a_round_closes_with_what_was_listed_and_nothing_else(event: Event) -> None:
    def report(table: int, game: int, scores: tuple[int, ...] = (9, -3, -3, -3)) -> None:
        event.do(commands.Report, DESK, table=table, game=game, scores=scores)

    for game in (1, 2, 3):
        for table in (1, 2):
            report(table, game)
    listed = unconfirmed(event.state)
    assert event.refused(commands.CloseRound) == ["result-unconfirmed"] * 6
    assert event.refused(commands.CloseRound, listed=listed[:5]) == ["result-unconfirmed"]
    # what is entered again meanwhile is not confirmed unseen
    report(2, 3, (-3, 9, -3, -3))
    assert event.refused(commands.CloseRound, listed=listed) == ["result-changed"]
    event.do(commands.Report, PHONE, table=1, game=1, scores=(-3, 9, -3, -3), seat=2)
    assert event.refused(commands.Confirm, DESK, results=listed[:1]) == ["result-changed"]
    place = {"stage": 0, "round": 0, "table": 1, "game": 1}
    event.do(commands.Correct, DESK, **place, scores=(9, -3, -3, -3), reason="asked")
    # listed and confirmed meanwhile with the same points: nothing more to do
    assert event.do(commands.Confirm, DESK, results=listed[:2]) == (Confirmed(0, 1, 2, "desk"),)
    event.do(commands.CloseRound, listed=unconfirmed(event.state))
    assert event.state.stages[0].rounds[0].phase == "closed"


def test_the_desk_confirms_and_a_phone_does_not(event: Event) -> None:
    event.do(commands.Report, PHONE, table=1, game=1, scores=(9, -3, -3, -3), seat=1)
    results = (Listed(1, 1, (9, -3, -3, -3)),)
    assert event.refused(commands.Confirm, PHONE, results=results) == ["not-allowed-role"]
    assert event.refused(commands.Confirm, DESK, results=(Listed(1, 2, (0, 0, 0, 0)),)) == ["result-changed"]
    assert len(event.do(commands.Confirm, DESK, results=results)) == 1
