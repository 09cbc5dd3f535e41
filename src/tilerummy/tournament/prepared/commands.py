"""What the organiser of an event prepares: commands beside those of `commands`."""

from tilerummy.tournament import decide
from tilerummy.tournament.decide import Given
from tilerummy.tournament.fields import ListText
from tilerummy.tournament.prepared import seeds
from tilerummy.tournament.state import Event, Tournament


class Rate(decide.Command, frozen=True, tag="rate"):
    """Take ratings from a list with a heading, such as a season's CSV, for those on the list whom it names."""

    text: ListText

    def decided(self, state: Tournament, given: Given) -> tuple[Event, ...]:
        return seeds.rate(state, self.text)
