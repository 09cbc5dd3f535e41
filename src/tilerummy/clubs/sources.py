"""Where a club's events come from: tournaments, and score sheets, each proved by its own key.

A tournament counts once it is over. A score sheet need have no end: it counts as it stands, from its first game on.
"""

import asyncio
from datetime import UTC, datetime
from typing import Final, NamedTuple

from tilerummy.clubs.commands import AddEvent, AddSheet
from tilerummy.rules.refusal import refuse
from tilerummy.seasons.outcomes import Finisher, Outcome, outcome
from tilerummy.sheets.hosting import PREFIX as SHEET
from tilerummy.sheets.hosting import HostedSheet, Sheets
from tilerummy.sheets.statistics import Evening
from tilerummy.tournament.events.rounds import StageBegun
from tilerummy.tournaments.hosted_tournament import PREFIX as TOURNAMENT
from tilerummy.tournaments.hosted_tournament import HostedTournament
from tilerummy.tournaments.hosting import Tournaments

STAFF: Final = ("organiser", "desk")
"""Whose link of a tournament proves that it is theirs."""


class Look(NamedTuple):
    """An event as it was last looked at, at its number `seq`. `event`: a tournament's id, or a sheet's with its
    prefix."""

    event: str
    seq: int
    name: str
    day: str
    outcome: Outcome | None


class Sources:
    """The tournaments and score sheets of one server."""

    def __init__(self, tournaments: Tournaments, sheets: Sheets) -> None:
        self._tournaments, self._sheets = tournaments, sheets

    async def proved(self, asked: AddEvent | AddSheet) -> Look:
        """What somebody says is theirs. Raises Refusal or StorageFailure."""
        if isinstance(asked, AddSheet):
            sheet = await self._sheets.find(asked.sheet)
            if sheet is None or not sheet.writes(asked.key):
                raise refuse("not-your-sheet")
            return _of_sheet(sheet)
        tournament = await self._tournaments.find(asked.event)
        actor = None if tournament is None else tournament.actor(asked.key)
        if tournament is None or actor is None or actor.role not in STAFF:
            raise refuse("not-your-event")
        return await _of_tournament(tournament)

    async def look(self, event: str) -> Look | None:
        """An event as it stands, None where there is none. Raises StorageFailure."""
        if event.startswith(SHEET):
            sheet = await self._sheets.find(event.removeprefix(SHEET))
            return None if sheet is None else _of_sheet(sheet)
        tournament = await self._tournaments.find(event)
        return None if tournament is None else await _of_tournament(tournament)


def record_of(event: str) -> str:
    """The record of an event in the store."""
    return event if event.startswith(SHEET) else TOURNAMENT + event


async def _of_tournament(tournament: HostedTournament) -> Look:
    """A tournament. One of a thousand people takes a while."""
    state, seq = tournament.state.tournament, tournament.seq
    begun = next(
        (entry for entry in tournament.entries if any(isinstance(event, StageBegun) for event in entry.events)),
        tournament.entries[0],
    )
    day = datetime.fromtimestamp(begun.row.at / 1000, UTC).date().isoformat()
    come = await asyncio.to_thread(outcome, state) if state.finished else None
    return Look(tournament.link, seq, state.name, day, come)


def _of_sheet(sheet: HostedSheet) -> Look:
    evening = sheet.evening()
    name = evening.about.place or evening.rules.name
    come = _evening(name, evening) if evening.games else None
    return Look(sheet.id, sheet.seq, name, evening.about.date, come)


def _evening(name: str, evening: Evening) -> Outcome:
    """What the games of a sheet come to so far; who took no part in any has no place."""
    games = tuple(
        tuple(
            (seat, points)
            for seat, points in enumerate(game.entry.points, start=1)
            if seat > len(game.entry.gone) or game.entry.gone[seat - 1] != "absent"
        )
        for game in evening.games
    )
    played = {seat for game in games for seat, _ in game}
    places = {line.player + 1: line.place for line in evening.standing if line.player + 1 in played}
    people = tuple(Finisher(seat, one, "", places.get(seat)) for seat, one in enumerate(evening.players, start=1))
    return Outcome(name, finished=True, entrants=people, games=tuple(game for game in games if len(game) > 1))
