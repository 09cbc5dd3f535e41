"""The fields of commands: what each may hold."""

from typing import Annotated, Final

from msgspec import Meta

from tilerummy.tournament.format.format import MOST_ENTRANTS
from tilerummy.tournament.lists.entrants import Number

Id = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_.:-]+$")]
Table = Annotated[int, Meta(ge=1, le=1000)]
Game = Annotated[int, Meta(ge=1, le=20)]
At = Annotated[int, Meta(ge=0, le=60)]
"""A stage or a round, from 0."""
MOST_REASON: Final = 400
"""Characters in a name as it is sent, and in a reason."""
Name = Annotated[str, Meta(max_length=MOST_REASON)]
MOST_SEED: Final = 10**9
"""What a seed is less than: nine figures, which people can type."""
END_OF_TIME: Final = 2**53
"""Milliseconds: no clock shows as many."""
Score = Annotated[int, Meta(ge=-100_000, le=100_000)]
LONGEST_LIST: Final = 60_000
"""Characters in a list of players or of results."""
ListText = Annotated[str, Meta(max_length=LONGEST_LIST)]
MOST_PAIRS: Final = 2_000
"""Pairs that are kept apart: two for each player of the largest event."""
MOST_FIXED: Final = 200
"""Players who are fixed to a table."""
MOST_LISTED: Final = 500
"""Results that are confirmed at once."""
EnteredScores = Annotated[tuple[Score | None, ...], Meta(min_length=2, max_length=6)]
Browsers = Annotated[
    tuple[Annotated[str, Meta(pattern="^[0-9a-f]{12}$")], ...], Meta(min_length=1, max_length=MOST_ENTRANTS)
]
"""The marks of browsers that asked to enter a player."""
Numbers = Annotated[tuple[Number, ...], Meta(max_length=1000)]
SomeNumbers = Annotated[tuple[Number, ...], Meta(min_length=1, max_length=1000)]
Pairs = Annotated[tuple[tuple[Number, Number], ...], Meta(max_length=MOST_PAIRS)]
Places = Annotated[tuple[tuple[Number, Table], ...], Meta(max_length=MOST_FIXED)]
