"""From a mapping (a JSON document) to the results of an event, or to every fault it has."""

from collections.abc import Iterator, Mapping
from typing import Any

from tilerummy.rules.edition.faults import Fault
from tilerummy.rules.edition.vocabulary import unknown
from tilerummy.rules.names import one_line
from tilerummy.rules.refusal import Refusal
from tilerummy.tournament.format.format import MOST_ENTRANTS, Format, Stage
from tilerummy.tournament.results.counts import Game
from tilerummy.tournament.results.plausible import Box, impossible
from tilerummy.tournament.results.ruling_reader import read_rulings
from tilerummy.tournament.results.tally import Results
from tilerummy.tournament.results.tied_racks import Tied, settled

_DOCUMENT = ("format", "entrants", "games", "rulings", "seed")
_ENTRANT = ("name", "number", "left")
_GAME = ("stage", "round", "table", "game", "scores", "tiles", "next")


def read_results(document: Mapping[str, Any], format_: Format, box: Box | None = None) -> Results:
    """The results in `entrants`, `games` and `rulings`, held against the box of the format's edition where it is given.
    Raises Refusal with every fault.

    An entrant is a name (numbers are then drawn in the order of the list) or `{"name", "number", "left"}`; a game has
    `stage`, `table`, `game`, `scores` by name, and `round` where the stage has more than one; `tiles` by name says what
    equal lowest racks held, `next` who would have moved next. `rulings` are read by `ruling_reader`.
    """
    faults = list(_unknown("", document, _DOCUMENT))
    entrants = dict(_entrants(document.get("entrants"), format_, faults))
    names = {name: number for number, (name, _) in entrants.items()}
    found: dict[str, list[Game]] = {stage.id: [] for stage in format_.stages}
    listed = document.get("games", [])
    if not isinstance(listed, list):
        faults.append(Fault("games", "wrong-type", {"expected": "array"}))
        listed = []
    for at, given in enumerate(listed):
        game = _game(f"games[{at}]", given, format_, names, box, faults)
        if game is not None:
            found[game[0]].append(game[1])
    for stage in format_.stages:
        faults += _clashes(stage.id, found[stage.id], entrants)
        faults += _tables(stage, found[stage.id], entrants)
    rulings = read_rulings(document.get("rulings", []), format_, names, faults)
    if faults:
        raise Refusal(*faults)
    left = {number: after for number, (_, after) in entrants.items() if after}
    players = {number: entrants[number][0] for number in sorted(entrants)}
    return Results(players, found, left, document.get("seed", 0), rulings)


def _entrants(given: Any, format_: Format, faults: list[Fault]) -> Iterator[tuple[int, tuple[str, str]]]:
    """Number, name and the stage after which they left."""
    if not isinstance(given, list) or not given:
        faults.append(Fault("entrants", "wrong-type", {"expected": "array"}))
        return
    if len(given) > MOST_ENTRANTS:
        faults.append(Fault("entrants", "too-many-entrants", {"count": len(given), "most": MOST_ENTRANTS}))
        return
    seen: set[str] = set()
    numbers: set[int] = set()
    stages = [stage.id for stage in format_.stages]
    for at, entry in enumerate(given):
        fields = {"name": entry} if isinstance(entry, str) else entry
        key = f"entrants[{at}]"
        if not isinstance(fields, Mapping) or not isinstance(fields.get("name"), str):
            faults.append(Fault(key, "wrong-type", {"expected": "name"}))
            continue
        faults += _unknown(key, fields, _ENTRANT)
        name, number, left = one_line(fields["name"]), fields.get("number", at + 1), fields.get("left", "")
        if not name:
            faults.append(Fault(key, "name-empty", {"line": at + 1}))
        elif name in seen:
            faults.append(Fault(key, "name-entered", {"line": at + 1, "name": name}))
        if type(number) is not int or number < 1:
            faults.append(Fault(f"{key}.number", "wrong-type", {"expected": "number"}))
        elif number in numbers:
            faults.append(Fault(f"{key}.number", "number-twice", {"number": number}))
        elif left and left not in stages:
            faults.append(Fault(f"{key}.left", "no-such-stage", {"stage": left, "allowed": stages}))
        else:
            numbers.add(number)
            yield number, (name, left)
        seen.add(name)


def _game(
    key: str, given: Any, format_: Format, names: Mapping[str, int], box: Box | None, faults: list[Fault]
) -> tuple[str, Game] | None:
    before = len(faults)
    if not isinstance(given, Mapping):
        faults.append(Fault(key, "wrong-type", {"expected": "object"}))
        return None
    faults += _unknown(key, given, _GAME)
    stages = {stage.id: stage for stage in format_.stages}
    stage = stages.get(str(given.get("stage")))
    if stage is None:
        known: dict[str, object] = {"stage": str(given.get("stage")), "allowed": list(stages)}
        faults.append(Fault(f"{key}.stage", "no-such-stage", known))
    place = _place(key, given, stage, faults)
    scores = given.get("scores")
    if not isinstance(scores, Mapping) or len(scores) < 2 or any(type(value) is not int for value in scores.values()):
        faults.append(Fault(f"{key}.scores", "wrong-type", {"expected": "scores"}))
        return None
    strangers = [name for name in scores if one_line(name) not in names]
    faults += [Fault(f"{key}.scores", "unknown-name", {"name": name}) for name in strangers]
    if len({one_line(name) for name in scores}) < len(scores):
        faults.append(Fault(f"{key}.scores", "listed-twice"))
    scores = _settled(key, given, scores, box, faults)
    if total := sum(scores.values()):
        at = {"table": place["table"], "game": place["game"], "sum": total}
        faults.append(Fault(f"{key}.scores", "not-zero-sum", at))
    elif box is not None and len(faults) == before:
        found = impossible(box, place["table"], place["game"], list(scores.values()))
        # a club may keep several games in one line, in which more than one has won
        faults += [fault for fault in found if fault.code == "more-than-there-is"]
    if len(faults) > before or stage is None:
        return None
    by_number = {names[one_line(name)]: score for name, score in scores.items()}
    return stage.id, Game(place["round"], place["table"], place["game"], by_number)


def _settled(
    key: str, given: Mapping[Any, Any], scores: Mapping[str, int], box: Box | None, faults: list[Fault]
) -> Mapping[str, int]:
    """The points with a tie of the lowest racks counted as the edition says, where the document tells of one."""
    tiles, first = given.get("tiles"), given.get("next")
    if tiles is None and first is None:
        return scores
    seats = list(scores)
    if (
        not isinstance(tiles, Mapping)
        or not tiles.keys() <= scores.keys()
        or any(type(count) is not int or count < 1 for count in tiles.values())
    ):
        faults.append(Fault(f"{key}.tiles", "wrong-type", {"expected": "scores"}))
        return scores
    if first is not None and first not in seats:
        faults.append(Fault(f"{key}.next", "unknown-name", {"name": str(first)}))
        return scores
    tied = Tied(tuple(tiles.get(name) for name in seats), None if first is None else seats.index(first))
    try:
        counted = settled(box, list(scores.values()), tied)
    except Refusal as refusal:
        faults += [Fault(f"{key}.tiles", fault.code, fault.params) for fault in refusal.faults]
        return scores
    return dict(zip(seats, (score or 0 for score in counted), strict=True))


def _place(key: str, given: Mapping[Any, Any], stage: Stage | None, faults: list[Fault]) -> dict[str, Any]:
    """The round, table and game, which may be left out where there is only one."""
    most = {"round": stage.rounds if stage else 60, "table": 1000, "game": stage.games if stage else 20}
    place = {}
    for word, highest in most.items():
        value = given.get(word, 1 if highest == 1 else None)
        if word == "round" and value is None:
            value = 1
        if type(value) is not int or not 1 <= value <= highest:
            faults.append(Fault(f"{key}.{word}", "out-of-range", {"value": value, "least": 1, "most": highest}))
        place[word] = value
    return place


def _clashes(stage: str, games: list[Game], entrants: Mapping[int, tuple[str, str]]) -> Iterator[Fault]:
    """The same game twice, and players at two tables of a round."""
    known: dict[tuple[int, int, int], Game] = {}
    tables: dict[tuple[int, int], int] = {}
    for game in games:
        place = {"stage": stage, "round": game.round, "table": game.table, "game": game.game}
        if game[:3] in known:
            yield Fault("games", "game-twice", place)
        known[game[:3]] = game
        for player in game.scores:
            table = tables.setdefault((game.round, player), game.table)
            if table != game.table:
                yield Fault("games", "two-tables", {**place, "name": entrants[player][0], "other": table})


def _tables(stage: Stage, games: list[Game], entrants: Mapping[int, tuple[str, str]]) -> Iterator[Fault]:
    """Tables that are too small or too large or do not exist, and games without a player who sits at their table."""
    most = max(1, len(entrants) // stage.tables.least)
    at_tables: dict[tuple[int, int], dict[int, None]] = {}
    for game in games:
        at_tables.setdefault(game[:2], {}).update(dict.fromkeys(game.scores))
    for (number, table), players in sorted(at_tables.items()):
        where: dict[str, object] = {"stage": stage.id, "round": number, "table": table}
        least, largest = stage.tables.least, stage.tables.most
        if table > most:
            yield Fault("games", "beyond-the-tables", {**where, "players": len(entrants), "most": most})
        if not least <= len(players) <= largest:
            sizes = {"count": len(players), "least": least, "most": largest}
            yield Fault("games", "wrong-table-size", {**where, **sizes})
    for game in games:
        for player in at_tables[game[:2]]:
            name, left = entrants[player]
            if player not in game.scores and left != stage.id:
                where = {"stage": stage.id, "round": game.round, "table": game.table, "game": game.game}
                yield Fault("games", "player-missing", {**where, "name": name})


def _unknown(key: str, given: Mapping[Any, Any], known: tuple[str, ...]) -> Iterator[Fault]:
    """Words that nothing reads, each with the nearest known one."""
    for word in given:
        if word not in known:
            yield unknown(f"{key}.{word}" if key else str(word), str(word), known)
