"""Rulings on the web pages of an event."""

from tests.tournament.running import Event
from tilerummy.messages import text
from tilerummy.site.rulings import given
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
