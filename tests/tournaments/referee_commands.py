"""What a referee and the tables that call one ask for, at random."""

import random

from tests.tournaments.asked import Asked
from tilerummy.tournament.decide import Actor
from tilerummy.tournament.referee import commands as referee
from tilerummy.tournament.referee.decisions import open_calls
from tilerummy.tournament.state import Tournament

REFEREES = (Actor("referee"), Actor("desk"), Actor("organiser"))


def ruling_at_random(state: Tournament, chance: random.Random, ident: str) -> Asked:
    """A penalty, a bonus or a warning, also of somebody who has left or in a stage that is over; or one revoked; seldom
    what cannot be."""
    by = chance.choice(REFEREES)
    if state.rulings and chance.random() < 0.3:
        ruling = chance.randrange(len(state.rulings) + 1)
        return Asked(by, referee.RevokeRuling(id=ident, ruling=ruling, reason=chance.choice(("seen again", " "))))
    stage = chance.randrange(len(state.stages) + (chance.random() < 0.05) or 1)
    there = state.stages[stage].players if stage < len(state.stages) else ()
    number = chance.choice(there) if there and chance.random() < 0.95 else chance.randint(1, 70)
    points = chance.choice((0, -1, -5, -10, -25, -100, 10, 50, 5_000))
    rule = chance.choice(("", "german-drawn", "house rule"))
    return Asked(by, referee.Rule(id=ident, number=number, stage=stage, points=points, reason="played on", rule=rule))


def call_at_random(state: Tournament, chance: random.Random, ident: str) -> Asked:
    """A table calls the referee or needs none any more, or a call is answered; seldom at a table that is not there."""
    waiting = [one.table for one in open_calls(state)]
    if waiting and chance.random() < 0.5:
        return Asked(chance.choice(REFEREES), referee.AnswerCall(id=ident, table=chance.choice(waiting)))
    table = chance.randint(1, 5)
    card = Actor("table", table, state.now, f"{table:012x}")
    kind = referee.TakeCallBack if table in waiting and chance.random() < 0.5 else referee.CallReferee
    return Asked(card, kind(id=ident, table=table))
