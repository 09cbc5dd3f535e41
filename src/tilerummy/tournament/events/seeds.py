"""What is known of players before they play: ratings, teams, days."""

from typing import ClassVar

from msgspec.structs import replace

from tilerummy.tournament.events.telling import Parameters, listed
from tilerummy.tournament.prepared.team import Team
from tilerummy.tournament.state import Event, RoundDates, Tournament


class Rated(Event, frozen=True, tag="rated"):
    """Ratings of players by number; those of others stay as they are."""

    tells: ClassVar[bool] = True
    ratings: tuple[tuple[int, float], ...]

    def follows(self, state: Tournament) -> Tournament:
        return replace(state, ratings={**state.ratings, **dict(self.ratings)})

    def parameters(self, state: Tournament) -> Parameters:
        return {"count": len(self.ratings)}


class TeamsMade(Event, frozen=True, tag="teams"):
    """All teams of the event."""

    tells: ClassVar[bool] = True
    teams: tuple[Team, ...]

    def follows(self, state: Tournament) -> Tournament:
        return replace(state, teams=self.teams)

    def parameters(self, state: Tournament) -> Parameters:
        return listed([team.name for team in self.teams])


class Dated(Event, frozen=True, tag="dated"):
    """The days on which rounds may be played, all of them."""

    tells: ClassVar[bool] = True
    dates: tuple[RoundDates, ...]

    def follows(self, state: Tournament) -> Tournament:
        return replace(state, dates=self.dates)

    def parameters(self, state: Tournament) -> Parameters:
        return {"count": len(self.dates)}
