"""The parameters of the journal's sentences."""

from collections.abc import Sequence
from typing import Final

from tilerummy.tournament.state import Place, Scores, StagePlay, Tournament

_NAMES: Final = 12
"""Names in a sentence, before it says how many more there are."""
Parameters = dict[str, str | int]


def listed(names: Sequence[str]) -> Parameters:
    """How many there are, and their names."""
    more = f" … +{len(names) - _NAMES}" if len(names) > _NAMES else ""
    return {"count": len(names), "names": ", ".join(names[:_NAMES]) + more}


def names(state: Tournament, numbers: Sequence[int]) -> str:
    """The names of these numbers, in one line."""
    return str(listed([state.entrants[number].name for number in numbers])["names"])


def stage_id(state: Tournament, play: StagePlay | None) -> str:
    """The id of a stage, empty for none."""
    return state.rule(play).id if play is not None else ""


def result(state: Tournament, play: StagePlay, place: Place, before: Scores | None, after: Scores) -> Parameters:
    """Where a game was played, and the points of its players before and after."""
    round_, table, game = place
    players = [state.entrants[number].name for number in play.rounds[round_].seating.tables[table - 1]]
    return {
        "stage": stage_id(state, play),
        "round": round_ + 1,
        "table": table,
        "game": game,
        "before": "–" if before is None else _points(players, before),
        "after": _points(players, after),
    }


def _points(players: Sequence[str], scores: Scores) -> str:
    told = ("–" if score is None else f"{score:+d}".replace("-", "−").replace("+0", "0") for score in scores)
    return ", ".join(f"{name} {score}" for name, score in zip(players, told, strict=True))
