"""What the organiser of an event prepares: commands beside those of `commands`."""

from typing import Annotated, ClassVar

from msgspec import Meta

from tilerummy.tournament import decide
from tilerummy.tournament.decide import Given
from tilerummy.tournament.fields import ListText
from tilerummy.tournament.format.format import MOST_ENTRANTS
from tilerummy.tournament.players import replanned
from tilerummy.tournament.prepared import dates, seeds, teams
from tilerummy.tournament.prepared.dates import Dates
from tilerummy.tournament.prepared.team import Team
from tilerummy.tournament.state import Event, Tournament

Teams = Annotated[tuple[Team, ...], Meta(max_length=MOST_ENTRANTS // 2)]


class Rate(decide.Command, frozen=True, tag="rate"):
    """Take ratings from a list with a heading, such as a season's CSV, for those on the list whom it names."""

    text: ListText

    def decided(self, state: Tournament, given: Given) -> tuple[Event, ...]:
        return seeds.rate(state, self.text)


class MakeTeams(decide.Command, frozen=True, tag="teams"):
    """All teams of the event: two to four people each, who do not meet at a table where the numbers allow."""

    teams: Teams

    def decided(self, state: Tournament, given: Given) -> tuple[Event, ...]:
        return replanned(state, teams.made(state, self.teams))


class SetDates(decide.Command, frozen=True, tag="dates"):
    """All days on which rounds may be played, for those that have any; no two rounds share a day."""

    plans: ClassVar[bool] = False
    dates: Dates

    def decided(self, state: Tournament, given: Given) -> tuple[Event, ...]:
        return dates.dated(state, self.dates)
