"""The largest event: what a result costs each who watches it."""

from tests.tournament.running import Event
from tests.tournaments.reading import Reader
from tilerummy.records.changing import Changing
from tilerummy.tournament import commands
from tilerummy.tournament.decide import Actor
from tilerummy.tournament.format.format import MOST_ENTRANTS
from tilerummy.tournaments.changes import members
from tilerummy.tournaments.keys import new_keys
from tilerummy.tournaments.views import view

MOST = 2_000
"""Bytes that a result may cost a watcher."""
WATCHERS = (Actor("organiser"), Actor("desk"), Actor("referee"), Actor("public"), Actor("table", 7, (0, 0)))


def test_a_result_among_a_thousand_costs_each_watcher_little() -> None:
    event = Event("blocks-of-two", MOST_ENTRANTS)
    event.do(commands.Begin)
    event.open_round()
    keys, watching = new_keys(), [(actor, Changing(), Reader()) for actor in WATCHERS]

    def sent() -> list[int]:
        """Bytes to each, all of whom have seen what was before."""
        state, seq, sizes = event.state, len(event.rows), []
        for actor, changing, reader in watching:
            changing.take(seq, members(view(state, keys, actor, "hall", seq)))
            said = changing.since(reader.seq)
            reader.read(said)
            sizes.append(len(said))
        return sizes

    assert max(sent()) > 50 * MOST
    for table, game in ((7, 1), (7, 2), (250, 1)):
        seats = event.state.stages[0].rounds[0].seating.tables[table - 1]
        scores = (5 * (len(seats) - 1), *[-5] * (len(seats) - 1))
        event.do(commands.Report, table=table, game=game, scores=scores)
        assert max(sent()) < MOST
    event.do(commands.Correct, stage=0, round=0, table=7, game=1, scores=scores[::-1], reason="Read wrongly")
    assert max(sent()) < MOST
