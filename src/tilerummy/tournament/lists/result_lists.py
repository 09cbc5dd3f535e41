"""Results read from a pasted list or CSV, all or none.

A line is one player's points in one game: table, game, player and points. Under a heading the columns may stand in any
order, with more beside them; the player is a number, a name or both. `tiles` are how many a player held whose lowest
rack is equal to another's, and a mark under `next` says who would have moved next.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import NamedTuple

from tilerummy.inputs import whole_number
from tilerummy.rules.edition.faults import Fault
from tilerummy.rules.refusal import Refusal, refuse
from tilerummy.spreadsheets import typed
from tilerummy.tournament.lists import list_parser as pasted
from tilerummy.tournament.results.reports import UNCHECKED, Check, Reporter, report
from tilerummy.tournament.results.tied_racks import Tied
from tilerummy.tournament.state import Event, Tournament

_WORDS = {
    "stage": pasted.STAGE,
    "round": pasted.ROUND,
    "table": pasted.TABLE,
    "game": pasted.GAME,
    "number": pasted.NUMBER,
    "name": pasted.NAME,
    "points": pasted.POINTS,
    "tiles": pasted.TILES,
    "next": pasted.TO_MOVE,
}
_PLAIN = ("table", "game", "name", "points")
"""The columns of a list without a heading; the player's number or name."""
_FIGURES = 5
"""Figures in a number at most."""


class Score(NamedTuple):
    """A player's points, and the line that says them; `tiles` and `next` where lowest racks are equal."""

    line: int
    player: int
    points: int
    tiles: int | None = None
    next: bool = False


def read_results(state: Tournament, text: str, by: str, check: Check = UNCHECKED) -> tuple[Event, ...]:
    """Enter, confirm or dispute the results of a list, as `report` does one by one.

    Raises Refusal with every fault: lines that cannot be read, with their numbers, and games that cannot be entered so,
    with the line in which they begin. Lines of another round count for nothing where they say what is known.
    """
    if state.play is None:
        raise refuse("not-begun")
    games, faults = scores_of(state, text)
    happened: tuple[Event, ...] = ()
    for (table, game), scores in sorted(games.items()):
        try:
            seats = _seats(state, table, scores)
            found = {one.player: one.points for one in scores}
            in_seats = tuple(found.get(player) for player in seats)
            how = check._replace(tied=_tied(seats, scores))
            happened += report(state, table, game, in_seats, Reporter(by), how)
        except Refusal as refusal:
            faults += [fault if "at_line" in fault.params else _at(scores[0].line, fault) for fault in refusal.faults]
    if faults:
        raise Refusal(*sorted(faults, key=lambda fault: int(fault.key or 0)))
    return happened


def scores_of(state: Tournament, text: str) -> tuple[Mapping[tuple[int, int], list[Score]], list[Fault]]:
    """The points of a list by table and game of the round under way, and what is wrong with its lines."""
    faults: list[Fault] = []
    games: defaultdict[tuple[int, int], list[Score]] = defaultdict(list)
    rows = list(_rows(text, faults))
    for number, row in rows:
        cells = _Cells(state, number, row)
        place, score = cells.place(), cells.score()
        if cells.faults:
            faults += cells.faults
        elif place is not None and score is not None:
            twice = next((one.line for one in games[place] if one.player == score.player), None)
            if twice is not None:
                name = state.entrants[score.player].name
                faults.append(_at(number, Fault("", "points-twice", {"name": name, "first": twice})))
            games[place].append(score)
    if not rows and not faults:
        faults.append(Fault("", "no-results", {}))
    return games, faults


def _rows(text: str, faults: list[Fault]) -> Iterator[tuple[int, dict[str, str]]]:
    """The lines by their columns."""
    columns: Mapping[str, int] = dict(zip(_PLAIN, count(), strict=False))
    headings = frozenset().union(*_WORDS.values())
    for at, (number, cells) in enumerate(pasted.lines_of(text, headings, commas=True)):
        if not at and pasted.has(cells, headings):
            found = ((word, i) for i, cell in enumerate(cells) for word, known in _WORDS.items() if _is(cell, known))
            columns = dict(reversed(list(found)))
            lacking = [word for word in ("table", "game", "points") if word not in columns]
            if not {"number", "name"} & set(columns):
                lacking.insert(2, "name")
            if lacking:
                faults.append(Fault("", "columns-lacking", {"lacking": lacking}))
                return
        elif any(cells):
            yield number, {word: cells[column] if column < len(cells) else "" for word, column in columns.items()}


def _is(cell: str, words: frozenset[str]) -> bool:
    return pasted.heading(cell) in words


class _Cells:
    """One line: which game it is of, whose points it has, and what is wrong with it."""

    def __init__(self, state: Tournament, line: int, row: Mapping[str, str]) -> None:
        self._state = state
        self._line = line
        self._row = row
        self.faults: list[Fault] = []

    def place(self) -> tuple[int, int] | None:
        """Table and game of the round under way; None for a line of another round that says what is known."""
        table, game = self._whole("table"), self._whole("game")
        play = self._state.play
        round_ = self._whole("round") if self._row.get("round") else self._state.current + 1
        stage = self._row.get("stage") or (self._state.rule(play).id if play else "")
        if table is None or game is None or round_ is None:
            return None
        if play is not None and stage == self._state.rule(play).id and round_ == self._state.current + 1:
            return table, game
        if not self._known(stage, round_, table, game):
            self._fault("another-round", stage=stage, round=round_)
        return None

    def score(self) -> Score | None:
        """The player and their points."""
        player, points = self._player(), self._whole("points")
        tiles = self._whole("tiles") if self._row.get("tiles") else None
        if player is None or points is None:
            return None
        return Score(self._line, player, points, tiles, bool(self._row.get("next")))

    def _player(self) -> int | None:
        entrants = self._state.entrants
        name, given = typed(self._row.get("name", "")), self._row.get("number", "")
        if not given and name.isdecimal():
            name, given = "", name
        if not given:
            found = next((one.number for one in entrants.values() if one.name.casefold() == name.casefold()), None)
            if found is None:
                self._fault("no-such-name", name=name)
            return found
        number = whole_number(given, _FIGURES)
        if number is None or number not in entrants:
            self._fault("no-such-player", number=given)
            return None
        if name and entrants[number].name.casefold() != name.casefold():
            self._fault("another-name", number=number, name=entrants[number].name, given=name)
        return number

    def _whole(self, word: str) -> int | None:
        written = typed(self._row.get(word, ""))
        number = whole_number(written, _FIGURES)
        if number is None:
            self._fault("no-whole-number", column=word, given=written)
        return number

    def _known(self, stage: str, round_: int, table: int, game: int) -> bool:
        """Whether just these points are there already."""
        for play in self._state.stages:
            result = play.results.get((round_ - 1, table, game))
            if self._state.rule(play).id == stage and result is not None and (score := self.score()) is not None:
                seats = play.rounds[round_ - 1].seating.tables[table - 1]
                return (score.player, score.points) in zip(seats, result.scores, strict=True)
        return False

    def _fault(self, code: str, **params: object) -> None:
        fault = _at(self._line, Fault("", code, params))
        if fault not in self.faults:
            self.faults.append(fault)


def _at(line: int, fault: Fault) -> Fault:
    return Fault(str(line), fault.code, {**fault.params, "at_line": line})


def _tied(seats: Sequence[int], scores: list[Score]) -> Tied | None:
    """What the lines of a game say of equal lowest racks."""
    tiles = {one.player: one.tiles for one in scores if one.tiles}
    first = next((seats.index(one.player) for one in scores if one.next), None)
    return Tied(tuple(tiles.get(player) for player in seats), first) if tiles else None


def _seats(state: Tournament, table: int, scores: list[Score]) -> tuple[int, ...]:
    """The players at a table in seat order. Raises Refusal for players of the list who do not sit there."""
    play = state.play
    rounds = play.rounds if play else ()
    tables = rounds[state.current].seating.tables if state.current < len(rounds) else ()
    seats = tables[table - 1] if 1 <= table <= len(tables) else ()
    strangers = [one for one in scores if seats and one.player not in seats]
    if strangers:
        names = ((one.line, state.entrants[one.player].name) for one in strangers)
        raise Refusal(*(_at(line, Fault("", "not-at-table", {"name": name, "table": table})) for line, name in names))
    return seats
