"""Rulings on the web pages of an event."""

from tests.tournament.running import Event
from tilerummy.messages import text
from tilerummy.site.rulings import given
from tilerummy.site.standing import standing
from tilerummy.tournament import commands
from tilerummy.tournament.referee.commands import Rule


def test_a_reason_that_is_the_rule_stands_once_in_its_language() -> None:
    event = Event("belgian-tournament", ["Ann", "Bob", "Cas", "Dee"])
    event.do(commands.Begin)
    words = text("fr", "referee.offence-belgian-time")
    assert "\u00a0" in words or "\u202f" in words
    for reason in (words, "Again"):
        event.do(Rule, number=1, stage=0, points=-10, reason=reason, rule="belgian-time")
    _, listed = given(event.state, {1: "Ann"}, "fr")
    first, second = ("".join(one.itertext()) for one in listed)
    assert first.count("Minute") == 1
    assert first.endswith(words)
    assert second.endswith(f"Again ({words})")


def test_who_was_given_nothing_has_no_figure() -> None:
    event = Event("belgian-tournament", ["Ann", "Bob", "Cas", "Dee"])
    event.do(commands.Begin)
    event.do(Rule, number=3, stage=0, points=-10, reason="Played on")
    event.play_round()
    (table,) = standing(event.state, 0, {number: str(number) for number in range(1, 5)}, "en")
    heads, *rows = [["".join(cell.itertext()) for cell in row] for row in table.iter("tr")]
    ruled = {row[1]: row[heads.index(text("en", "site.ruled"))] for row in rows}
    assert ruled == {"1": "", "2": "", "3": "−10", "4": ""}
