"""Score sheets that several hands wrote on: what the page must make of the same commands while it has no connection.

`python -m tests.golden.sheets` writes them again; `webapp/tests/pages/paper.test.ts` holds the page to them.
"""

import json
import random
from pathlib import Path
from typing import Any

import msgspec

from tilerummy import editions
from tilerummy.rules.edition.reader import change
from tilerummy.rules.refusal import Refusal
from tilerummy.sheets.decide import open_sheet
from tilerummy.sheets.hosting import (
    DescribeSheet,
    DropOther,
    PlayerComes,
    PlayerLeaves,
    PlayerReturns,
    RenamePlayers,
    StrikeGame,
    WriteGame,
    WritingCommand,
    decide,
)
from tilerummy.sheets.state import About, Gone, Left, Sheet, Unopened, csv_lines, fold_sheet
from tilerummy.sheets.views import view

FILE = Path(__file__).parent / "sheets.json"
NAMES = ("Ann", "=Bob", "Cas, C.", 'D "D"', "Eve", "Finn")
LATE = ("Gus", "Hanne", "Ann", "GUS")


def text() -> str:
    """The file's content."""
    cases = [_case(random.Random(seed)) for seed in range(64)]
    return "[\n" + ",\n".join(json.dumps(case, ensure_ascii=False) for case in cases) + "\n]\n"


def _case(chance: random.Random) -> dict[str, Any]:
    edition = change(editions.load(chance.choice(editions.NAMES)), _counted(chance))
    players = NAMES[: chance.randint(edition.players.least, edition.players.most)]
    about = About(chance.choice(("", "2026-01-31")), chance.choice(("", "Gent")))
    begun = sheet = fold_sheet(None, (open_sheet(edition, players, chance.choice((None, 4, 12)), about),))
    commands: list[WritingCommand] = []
    for number in range(chance.randint(1, 18)):
        command = _command(chance, sheet, number)
        commands.append(command)
        try:
            sheet = fold_sheet(sheet, decide(sheet, command))
        except Refusal:
            continue
    first, last = (msgspec.to_builtins(view(state, "", 0, writes=True)) for state in (begun, sheet))
    return {"begun": first, "commands": msgspec.to_builtins(commands), "after": last, "csv": _csv(sheet)}


def _command(chance: random.Random, sheet: Sheet, number: int) -> WritingCommand:
    ident, some = f"c{number}", f"c{chance.randrange(number + 1)}"
    words = ("write", "correct", "strike", "drop", "rename", "join", "leave", "return", "about")
    kind = chance.choices(words, (8, 6, 2, 3, 1, 5, 2, 2, 1))[0]
    if kind == "strike":
        return StrikeGame(ident, chance.choice((some, some, None)))
    if kind == "drop":
        return DropOther(ident, some)
    if kind == "about":
        return DescribeSheet(
            ident, chance.choice((None, "2026-02-28", "")), chance.choice((None, "Aalst")), "by candle"
        )
    # a phone knows of all who came, or of the first of them; of some by the word of another phone
    joined = tuple(chance.choice(ids) for ids in sheet.came)
    if chance.random() < 0.4:
        joined = joined[: chance.randint(0, len(joined))]
    seats = sheet.begun + len(joined)
    if kind == "join":
        return PlayerComes(ident, chance.choice(LATE), joined)
    if kind in ("leave", "return"):
        player = chance.choice((*sheet.home, chance.randrange(seats)))
        return (PlayerLeaves if kind == "leave" else PlayerReturns)(ident, min(player, seats - 1), joined)
    if kind == "rename":
        return RenamePlayers(ident, tuple(reversed(sheet.players[:seats])), joined)
    out = chance.choice((None, None, *range(seats)))
    least = chance.choice((1, 5))
    counts = chance.choice(((None,), (1, 2, 3), (None, 1)))
    if chance.random() < 0.4:
        # what another hand says too
        out, counts = 0, (None,)
        values = list(range(5, 5 + seats))
    else:
        values = [least + chance.choice((0, 0, 1, 2, 3, 20)) for _ in range(seats)]
    said: tuple[Unopened | None, ...] = (None, "able", "unable") if sheet.edition.end.unopened else (None,)
    gone = _gone(chance, sheet, out, seats)
    left = tuple(
        Left(value=0)
        if seat == out
        else Left(gone="absent")
        if gone.get(seat) == "absent"
        else Left(None, values[seat], chance.choice(counts), chance.choice(said), gone.get(seat))
        for seat in range(seats)
    )
    game = chance.randint(0, len(sheet.games) + 1)
    first = chance.choice((None, *(seat for seat in range(seats) if gone.get(seat) != "absent")))
    return WriteGame(ident, game, left, out, some if kind == "correct" else None, first, joined)


def _counted(chance: random.Random) -> dict[str, object]:
    """How a table counts otherwise than its edition; most often as the edition."""
    some = {
        "end.exhausted": ("difference", "full-rack", "winner-result"),
        "end.tie": ("fewest-tiles-then-shared", "shared"),
        "end.unopened": (None, 100),
        "end.loss_cap": (None, 10, 15),
        "end.winner_bonus": (None, 1, 50),
    }
    return {key: chance.choice(values) for key, values in some.items() if chance.random() < 0.4}


def _gone(chance: random.Random, sheet: Sheet, out: int | None, known: int) -> dict[int, Gone]:
    """Who took no part or left: as many as a game can do without."""
    seats = [seat for seat in range(known) if seat != out]
    chance.shuffle(seats)
    stay = out is None
    some = seats[: chance.choice((0, 0, 1, len(seats) - stay))]
    least = sheet.edition.players.least
    absent = known - least
    return {seat: chance.choice(("absent", "resigned")) if at < absent else "resigned" for at, seat in enumerate(some)}


def _csv(sheet: Sheet) -> list[list[str]]:
    return csv_lines(sheet, "Game", "Total", "Won")


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
