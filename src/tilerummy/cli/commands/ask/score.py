"""`tilerummy score`: the points of a finished game, or the table of a match. One game for a person, a case a line for a
program."""

import argparse
import json
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from typing import Any, TypeGuard

from tilerummy.cli.errors import CliError
from tilerummy.cli.jsonl import Answer, Case, answer_lines
from tilerummy.cli.typed import typed_edition, typed_tiles
from tilerummy.editions.texts import counting
from tilerummy.messages import language, text
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.game.deal import all_tiles
from tilerummy.rules.game.matches import GameScore, game_score, match_winners, standings, totals
from tilerummy.rules.game.scoring import NOTHING, Owed, Scoring, game_sum, pool_exhausted, rack_empty, unopened_pays
from tilerummy.rules.tiles import Tile, in_order
from tilerummy.tournament.results.plausible import Box, box_of, impossible

EXAMPLES = ('tilerummy score "" "k3 J" "b5"',)

ENDS = ("rack-empty", "pool-exhausted")

FIELDS = ("edition", "racks", "end", "next", "unopened", "games", "numbers")
"""The fields of a case."""
Racks = Sequence[Sequence[Tile]]
ABILITIES = ("able", "unable")
"""What a case says of a player who has not opened: whether they could have."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    lang = language()
    parser.add_argument("--edition", default="original", metavar="NAME|FILE", help=text(lang, "cli.score-edition"))
    parser.add_argument("--jsonl", action="store_true", help=text(lang, "cli.score-jsonl"))
    parser.add_argument("--json", action="store_true", help=text(lang, "cli.json"))
    parser.add_argument("--end", choices=ENDS, help=text(lang, "cli.score-end"))
    for option in ("unopened", "could-open"):
        said = text(lang, f"cli.score-{option}")
        parser.add_argument(f"--{option}", type=int, action="append", default=[], metavar="N", help=said)
    parser.add_argument("racks", nargs="*", metavar="RACK", help=text(lang, "cli.score-racks"))


def run(args: argparse.Namespace) -> int:
    """Print the points; 0 when done. With --jsonl 0 when every line was answered."""
    if args.jsonl:
        return answer_lines(lambda case: scored(case, args.edition), FIELDS)
    edition, racks = _typed(args)
    fault = _fault(edition, racks)
    if fault is not None:
        code, params = fault
        raise CliError(code, **params)
    end = args.end or (ENDS[0] if any(not rack for rack in racks) else ENDS[1])
    if end == "rack-empty" and sum(not rack for rack in racks) != 1:
        raise CliError("not-one-empty-rack")
    scoring = _scoring(edition, racks, end, owed=_typed_owed(edition, racks, args))
    if args.json:
        print(json.dumps(_fields(scoring)))
        return 0
    for seat, points in enumerate(scoring.points):
        print(text(args.lang, "cli.score-line", player=seat + 1, points=f"{points:+d}", rack=scoring.values[seat]))
    if counted := counting(edition, args.lang):
        print(counted)
    return 0


def scored(case: Case, default: str) -> Answer:
    """The answer to one JSON case: `racks` and `end` (and the seat `next` to move, which gets the odd rest of a
    shared win, and in `unopened` a word for each rack whose player has not opened) give `points`; `games`, a list of
    points per game, gives the table of a match."""
    edition = case.edition(default)
    if "games" in case.fields:
        return _match(case, edition)
    given = case.fields.get("racks")
    if not isinstance(given, list):
        case.refuse("wrong-type", "racks", wanted="array")
    racks = [Case(case.line, {"racks": rack}).tiles("racks") for rack in given]
    fault = _fault(edition, racks)
    if fault is not None:
        code, params = fault
        case.refuse(code, "racks", **params)
    empty = sum(not rack for rack in racks)
    end = case.word("end", ENDS[0] if empty else ENDS[1], ENDS)
    if end == "rack-empty" and empty != 1:
        case.refuse("not-one-empty-rack", "racks", empty=empty)
    to_move = case.count("next") or 0
    if not 0 <= to_move < len(racks):
        case.refuse("no-such-seat", "next", seat=to_move)
    return _fields(_scoring(edition, racks, end, to_move, _owed(case, edition, racks)))


def _fields(scoring: Scoring) -> Answer:
    return {"points": list(scoring.points), "winners": list(scoring.winners), "racks": list(scoring.values)}


def _scoring(edition: Edition, racks: Racks, end: str, to_move: int = 0, owed: Owed = NOTHING) -> Scoring:
    if end == "rack-empty":
        return rack_empty(edition, racks, owed)
    return pool_exhausted(edition, racks, to_move, owed=owed)


def _owed(case: Case, edition: Edition, racks: Racks) -> Owed:
    """What the players pay who have not opened, by the word that a case has for each rack."""
    words = case.fields.get("unopened")
    if words is None:
        return NOTHING
    if not isinstance(words, list) or len(words) != len(racks):
        case.refuse("wrong-type", "unopened", wanted="array")
    owed = {}
    for seat, word in enumerate(words):
        if word is not None and word not in ABILITIES:
            case.refuse("not-a-word", "unopened", allowed=[*ABILITIES, None])
        if word is None:
            continue
        fault = _opening_fault(edition, racks, seat)
        if fault is not None:
            code, params = fault
            case.refuse(code, "unopened", **params)
        owed[seat] = unopened_pays(edition, able=word == "able") or 0
    return owed


def _typed_owed(edition: Edition, racks: Racks, args: argparse.Namespace) -> Owed:
    """The same for the players that a person named."""
    owed = {}
    for able, players in ((False, args.unopened), (True, args.could_open)):
        for player in players:
            fault = _opening_fault(edition, racks, player - 1)
            if fault is not None:
                code, params = fault
                raise CliError(code, **params)
            owed[player - 1] = unopened_pays(edition, able=able) or 0
    return owed


def _opening_fault(edition: Edition, racks: Racks, seat: int) -> tuple[str, dict[str, Any]] | None:
    """Why this player cannot pay for not having opened."""
    if edition.end.unopened is None:
        return "opening-not-counted", {"edition": edition.id}
    if not 0 <= seat < len(racks):
        return "no-such-player", {"player": seat + 1, "most": len(racks)}
    return None if racks[seat] else ("out-unopened", {"player": seat + 1})


def _fault(edition: Edition, racks: Racks) -> tuple[str, dict[str, Any]] | None:
    """What makes these racks impossible in the edition, as a code with its parameters."""
    if not edition.players.least <= len(racks) <= edition.players.most:
        return "wrong-number-of-racks", {"least": edition.players.least, "most": edition.players.most}
    box = _box(edition)
    beyond = [tile for tile, count in Counter(chain.from_iterable(racks)).items() if count > box[tile]]
    if beyond:
        return "too-many-copies", {"tile": in_order(beyond)[0]}
    return None


@lru_cache(maxsize=64)
def _box(edition: Edition) -> Counter[Tile]:
    """How many of each tile the edition's box holds."""
    return Counter(all_tiles(edition))


def _match(case: Case, edition: Edition) -> Answer:
    """Totals, games won, places and winners after the games given as points, or as points and winners."""
    games = [_game(case, edition, *row) for row in _rows(case)]
    numbers = case.fields.get("numbers")
    if numbers is not None and not (_whole_numbers(numbers) and len(numbers) == len(games[0].points)):
        case.refuse("wrong-type", "numbers", wanted="array")
    by_player = sorted(standings(edition, games, numbers), key=lambda line: line.player)
    return {
        "totals": list(totals(games)),
        "won": [line.won for line in by_player],
        "places": [line.place for line in by_player],
        "winners": list(match_winners(edition, games, numbers)),
    }


def _rows(case: Case) -> list[tuple[list[int], list[int] | None]]:
    given = case.fields["games"]
    if not isinstance(given, list) or not given:
        case.refuse("wrong-type", "games", wanted="array")
    rows = [_row(case, row) for row in given]
    if len({len(points) for points, _ in rows}) > 1:
        case.refuse("not-the-same-players", "games")
    return rows


def _row(case: Case, row: object) -> tuple[list[int], list[int] | None]:
    """The points of a game, and the winners where they are named."""
    points, winners = (row.get("points"), row.get("winners")) if isinstance(row, dict) else (row, None)
    if not _whole_numbers(points) or not (winners is None or _seats(winners, points)):
        case.refuse("wrong-type", "games", wanted="array")
    return points, winners


def _game(case: Case, edition: Edition, points: list[int], winners: list[int] | None) -> GameScore:
    try:
        found = game_score(points, winners, edition)
    except ValueError:
        case.refuse("not-the-bonus" if edition.end.winner_bonus else "not-zero-sum", "games", game=points)
    if game_sum(edition, found.winners) is not None and (faults := impossible(_worth(edition), 1, 1, points)):
        case.refuse(faults[0].code, "games", **{**faults[0].params, "game": points})
    return found


@lru_cache(maxsize=64)
def _worth(edition: Edition) -> Box:
    return box_of(edition)


def _seats(winners: object, points: list[int]) -> TypeGuard[list[int]]:
    """Whether these are seats of the game, none of them a loser's."""
    if not isinstance(winners, list) or not all(type(seat) is int and 0 <= seat < len(points) for seat in winners):
        return False
    return len(set(winners)) == len(winners) and all(points[seat] >= 0 for seat in winners)


def _whole_numbers(row: object) -> TypeGuard[list[int]]:
    return isinstance(row, list) and bool(row) and all(type(value) is int for value in row)


def _typed(args: argparse.Namespace) -> tuple[Edition, Racks]:
    """The edition and the racks that a person typed."""
    return typed_edition(args.edition, args.lang), [typed_tiles(rack) for rack in args.racks]
