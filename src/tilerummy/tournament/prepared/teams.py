"""The teams of an event: whom they have, and how often their members must meet."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from tilerummy.rules.edition.faults import Fault
from tilerummy.rules.names import looks, one_line, unseen
from tilerummy.rules.refusal import Refusal
from tilerummy.tournament.events.seeds import TeamsMade
from tilerummy.tournament.lists.entrants import MOST as LONGEST_NAME
from tilerummy.tournament.lists.entrants import is_name
from tilerummy.tournament.prepared.team import FEWEST, MOST, Team
from tilerummy.tournament.seating.locks import always_together, fixed_to
from tilerummy.tournament.state import Event, Tournament


class Meetings(NamedTuple):
    """Pairs of one team who sit together in the round that is not closed, and how few that could be: a team with more
    members than there are tables has to share one."""

    pairs: int
    least: int


def made(state: Tournament, teams: Sequence[Team]) -> tuple[Event, ...]:
    """All teams of the event. Raises Refusal with everything wrong."""
    named = tuple(Team(one_line(team.name), team.members) for team in teams)
    if wrong := faults_of(state, named):
        raise Refusal(*wrong)
    return (TeamsMade(named),)


def faults_of(state: Tournament, teams: Sequence[Team]) -> list[Fault]:
    """Teams of nobody or too many, of people who are not there or in two of them, and names that do not tell them
    apart."""
    wrong: list[Fault] = []
    seen: set[tuple[str, str]] = set()
    for at, team in enumerate(teams, start=1):
        wrong += _named(at, team.name, seen)
        seen.update(looks(team.name))
        if not team.members:
            wrong.append(Fault("teams", "team-of-nobody", {"team": team.name, "at": at}))
        elif not FEWEST <= len(team.members) <= MOST:
            wrong.append(
                Fault(
                    "teams",
                    "team-size",
                    {"team": team.name, "count": len(team.members), "least": FEWEST, "most": MOST},
                )
            )
    counted = Counter(number for team in teams for number in team.members)
    wrong += [
        Fault("teams", "no-such-player", {"number": one}) for one in sorted(counted.keys() - state.entrants.keys())
    ]
    wrong += [
        Fault("teams", "in-two-teams", {"name": state.entrants[one].name})
        for one in sorted(counted)
        if counted[one] > 1 and one in state.entrants
    ]
    together = always_together(fixed_to(state.fixed))
    return wrong + [
        Fault("teams", "apart-and-fixed", {"one": state.entrants[one].name, "other": state.entrants[other].name})
        for one, other in sorted(together)
        if any({one, other} <= set(team.members) for team in teams)
    ]


def without(state: Tournament, gone: Sequence[int]) -> tuple[Event, ...]:
    """What becomes of the teams when people are taken off the list: one of a single member is none."""
    left = tuple(team.without(gone) for team in state.teams)
    kept = tuple(team for team in left if len(team.members) >= FEWEST)
    return () if kept == state.teams else (TeamsMade(kept),)


def meetings(state: Tournament) -> Meetings:
    """How often members of one team meet in the round that is not closed, or would have to."""
    if state.play is None or state.now is None:
        return Meetings(0, 0)
    tables = [table for table in state.play.rounds[state.current].seating.tables if table]
    pairs = least = 0
    for team in state.teams:
        here = [sum(member in table for member in team.members) for table in tables]
        pairs += sum(count * (count - 1) // 2 for count in here)
        each, more = divmod(sum(here), max(1, len(tables)))
        least += len(tables) * (each * (each - 1) // 2) + more * each
    return Meetings(pairs, least)


def _named(at: int, name: str, seen: set[tuple[str, str]]) -> list[Fault]:
    if not is_name(name):
        return [Fault("teams", "team-without-name", {"at": at})]
    if len(name) > LONGEST_NAME:
        return [Fault("teams", "name-too-long", {"line": at, "most": LONGEST_NAME})]
    if sign := unseen(name):
        return [Fault("teams", "name-unseen", {"line": at, "sign": sign})]
    return [Fault("teams", "team-twice", {"team": name})] if seen.intersection(looks(name)) else []
