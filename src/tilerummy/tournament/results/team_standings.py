"""Teams in order: what their members, or the best of them, have together."""

from fractions import Fraction
from typing import NamedTuple

from tilerummy.tournament.prepared.team import Team
from tilerummy.tournament.results.ranking import lines
from tilerummy.tournament.state import Tournament


class TeamLine(NamedTuple):
    """One team in a standing: its points, and the members who brought them, the best first."""

    place: int
    team: Team
    points: Fraction
    counted: tuple[int, ...]


def team_lines(state: Tournament) -> tuple[TeamLine, ...]:
    """The teams in order, by the last stage with a closed round that everybody plays, so that nobody loses by going on;
    of equals the one whose best member stands higher. Nothing before the first round is closed."""
    at = _common(state)
    if at is None or not state.teams:
        return ()
    found = lines(state, at)
    best = state.format.team_best
    ordered = []
    for team in state.teams:
        members = set(team.members)
        here = sorted((line for line in found if line.player in members), key=lambda line: -line.total.points)
        counted = here if best == "all" else here[:best]
        points = sum((line.total.points for line in counted), Fraction(0))
        first = next((place for place, line in enumerate(found) if line.player in members), len(found))
        ordered.append((-points, first, team.name, team, tuple(line.player for line in counted)))
    ordered.sort(key=lambda one: one[:3])
    return tuple(TeamLine(at, team, -points, of) for at, (points, _, _, team, of) in enumerate(ordered, start=1))


def _common(state: Tournament) -> int | None:
    """The last stage that everybody plays, and of which a round is closed."""
    found = None
    for at, play in enumerate(state.stages):
        stage = state.rule(play)
        if stage.places != "all" or stage.per_table or stage.repechage:
            break
        if any(round_.phase == "closed" for round_ in play.rounds):
            found = at
    return found
