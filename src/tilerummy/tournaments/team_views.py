"""What was prepared for a tournament as it is shown: its stages, its teams."""

from fractions import Fraction

import msgspec

from tilerummy.tournament.decide import Actor
from tilerummy.tournament.prepared.teams import Meetings, meetings
from tilerummy.tournament.results.team_standings import team_lines
from tilerummy.tournament.state import Tournament


class CalendarShown(msgspec.Struct, frozen=True):
    """A stage of the format, whether it has begun or not, and how many rounds it has."""

    id: str
    rounds: int


class TeamShown(msgspec.Struct, frozen=True):
    """A team: its members by number."""

    name: str
    members: tuple[int, ...]


class TeamLineShown(msgspec.Struct, frozen=True):
    """A line of the standing of teams: the points of the members who are `counted`, the best first."""

    place: int
    name: str
    points: float
    counted: tuple[int, ...]


class TeamsShown(msgspec.Struct, frozen=True):
    """The teams, and their standing where the viewer may see one; `best`: how many of each count, 0 for all. For desk
    and organiser, of the round that is not closed: the pairs of one team who sit `together`, and how few that could
    be at so many tables (`least`)."""

    teams: tuple[TeamShown, ...]
    standing: tuple[TeamLineShown, ...]
    best: int
    together: int
    least: int


NO_TEAMS = TeamsShown((), (), 0, 0, 0)


def teams(state: Tournament, actor: Actor) -> TeamsShown:
    """The teams as `actor` may see them; a table's phones see none."""
    if actor.role == "table" or not state.teams:
        return NO_TEAMS
    staff = actor.role in ("desk", "organiser")
    met = meetings(state) if staff else Meetings(0, 0)
    standing = team_lines(state) if staff or not state.hidden else ()
    return TeamsShown(
        tuple(TeamShown(team.name, team.members) for team in state.teams),
        tuple(TeamLineShown(line.place, line.team.name, _number(line.points), line.counted) for line in standing),
        0 if state.format.team_best == "all" else state.format.team_best,
        met.pairs,
        met.least,
    )


def _number(value: Fraction) -> float:
    """Whole wherever it is."""
    return int(value) if value == int(value) else round(float(value), 2)
