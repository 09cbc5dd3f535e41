"""`tilerummy solve`: the best play of a position. One position drawn for a person, or a case a line for a program."""

import argparse
import os
import time
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from functools import partial
from itertools import islice
from typing import Any, Final, NamedTuple, cast

from tilerummy.cli.drawing import Pen, pen
from tilerummy.cli.errors import CliError
from tilerummy.cli.jsonl import Answer as Said
from tilerummy.cli.jsonl import Case, answer_line, answer_lines, lines
from tilerummy.editions import load
from tilerummy.editions.texts import fault_text
from tilerummy.messages import language, text
from tilerummy.rules.edition_faults import EditionError
from tilerummy.rules.notation import NotationError, format_meld, parse_position
from tilerummy.rules.positions import Position, PositionError, from_layout, position, tiles_left
from tilerummy.solver.many import best_plays
from tilerummy.solver.query import Answer, Budget, Objective
from tilerummy.solver.solve import solve
from tilerummy.solver.steps import explain

OBJECTIVES: Final = ("tiles", "value", "out")
BATCH: Final = 32
"""Lines a worker process takes at once."""


class Wishes(NamedTuple):
    """What was asked for on the command line, for every line that does not say otherwise."""

    edition: str
    objective: str
    best: int
    explain: bool
    milliseconds: int | None

    def budget(self) -> Budget:
        """The budget of one search, with the clock that measures it."""
        limit = None if self.milliseconds is None else self.milliseconds * 1_000_000
        return Budget(nanoseconds=limit, clock=time.perf_counter_ns)


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    lang = language()
    parser.add_argument("--edition", default="original", metavar="NAME|FILE", help=text(lang, "cli.solve-edition"))
    parser.add_argument("--objective", choices=OBJECTIVES, default="tiles", help=text(lang, "cli.solve-objective"))
    parser.add_argument("--best", type=_count, default=1, metavar="K", help=text(lang, "cli.solve-best"))
    parser.add_argument("--explain", action="store_true", help=text(lang, "cli.solve-explain"))
    parser.add_argument("--budget", type=_count, metavar="MS", help=text(lang, "cli.solve-budget"))
    parser.add_argument("--jsonl", action="store_true", help=text(lang, "cli.solve-jsonl"))
    parser.add_argument("--jobs", type=_count, metavar="N", default=1, help=text(lang, "cli.solve-jobs"))
    parser.add_argument("position", nargs="?", help=text(lang, "cli.solve-position"))


def run(args: argparse.Namespace) -> int:
    """Solve; 0 when a play was found, 1 when there is none. With --jsonl 0 unless the input broke off in a line."""
    wishes = Wishes(args.edition, args.objective, args.best, args.explain, args.budget)
    if args.jsonl:
        if args.jobs == 1:
            return answer_lines(partial(solved, wishes=wishes))
        return _in_processes(wishes, min(args.jobs, 4 * (os.cpu_count() or 1)))
    if args.position is None:
        raise CliError("solve-arguments")
    return _for_a_person(_position(args), wishes, args.lang)


def solved(case: Case, wishes: Wishes) -> Said:
    """The answer to one JSON case: the fields of a position, and `objective`."""
    objective = cast(Objective, case.word("objective", wishes.objective, OBJECTIVES))
    asked = _read(case, wishes.edition)
    budget = wishes.budget()
    found = solve(asked, objective, budget)
    said = {"status": found.status, **_fields(found), "us": found.nanoseconds // 1000}
    if found.status in ("feasible", "out-of-budget"):
        said["bound"] = found.bound
    if wishes.best > 1:
        said["best"] = [_fields(one) for one in best_plays(asked, wishes.best, objective, budget)]
    if wishes.explain and found.play is not None:
        said["steps"] = [{"step": step.code, **step.params} for step in explain(asked, found.play)]
    return said


def _fields(found: Answer) -> dict[str, Any]:
    play = found.play
    laid = play and {
        "opening": [format_meld(meld) for meld in play.opening],
        "table": [format_meld(meld) for meld in play.table],
    }
    return {"tiles": found.tiles, "value": found.value, "play": laid, "played": list(found.played)}


def _read(case: Case, default: str) -> Position:
    edition = case.edition(default)
    table = case.melds(case.fields.get("table", []), "table")
    rack = case.tiles("rack")
    pool = case.count("pool")
    return position(
        edition=edition,
        table=table,
        rack=rack,
        opened=case.flag("opened", True),
        pool=tiles_left(edition, table, rack) if pool is None else pool,
        last_turn=case.flag("last_turn", False),
    )


def _in_processes(wishes: Wishes, jobs: int) -> int:
    """Answer the lines in worker processes, in the order they came in; a few batches a worker are read ahead."""
    ended_badly, whole = False, True
    reader = lines()
    batches = iter(lambda: list(islice(reader, BATCH)), [])
    with ProcessPoolExecutor(jobs) as workers:
        under_way: deque[Future[list[tuple[str, bool]]]] = deque()
        for batch in batches:
            under_way.append(workers.submit(_answer_batch, [line for line, _ in batch], wishes))
            whole = batch[-1][1]
            if len(under_way) >= 4 * jobs:
                _print(under_way.popleft().result())
        for future in under_way:
            answers = future.result()
            _print(answers)
            ended_badly = not (whole or answers[-1][1])
    return 1 if ended_badly else 0


def _answer_batch(batch: list[bytes], wishes: Wishes) -> list[tuple[str, bool]]:
    return [answer_line(line, partial(solved, wishes=wishes)) for line in batch]


def _print(answers: list[tuple[str, bool]]) -> None:
    print("\n".join(said for said, _ in answers), flush=True)


def _position(args: argparse.Namespace) -> Position:
    try:
        return from_layout(parse_position(args.position), load(args.edition))
    except EditionError as error:
        detail = " ".join(fault_text(fault, args.lang) for fault in error.faults)
        raise CliError("edition", edition=args.edition, detail=detail) from None
    except NotationError as error:
        allowed = ", ".join(error.allowed)
        raise CliError("notation", text=error.text, column=error.column, allowed=allowed) from None
    except PositionError as error:
        faults = "; ".join(
            text(args.lang, f"violation.{fault.code}", **{**(fault.params or {}), "tile": fault.tile or ""})
            for fault in error.faults
        )
        raise CliError("position", faults=faults) from None


def _for_a_person(asked: Position, wishes: Wishes, lang: str) -> int:
    """Draw the position, the best plays, the steps to the best of them, and the table after it."""
    drawn = pen()
    objective = cast(Objective, wishes.objective)
    budget = wishes.budget()
    found = solve(asked, objective, budget)
    print("\n".join(_picture(asked, drawn, lang)))
    key = f"cli.solve-{found.status}"
    print(text(lang, key, count=found.tiles, value=found.value, bound=found.bound))
    if found.play is None:
        return 1
    print(f"  {drawn.tiles(found.played)}")
    print(text(lang, "cli.solve-steps"))
    for number, step in enumerate(explain(asked, found.play), 1):
        params = {name: drawn.tiles(tiles.split()) for name, tiles in step.params.items()}
        print(f"  {number}. {text(lang, f'step.{step.code}', **params)}")
    print(text(lang, "cli.solve-after"))
    print("\n".join(drawn.table(found.play.table)))
    if wishes.best > 1:
        print(text(lang, "cli.solve-others"))
        for one in _others(asked, wishes, objective, budget):
            print("  " + text(lang, "cli.solve-other", count=one.tiles, value=one.value, tiles=drawn.tiles(one.played)))
    return 0


def _others(asked: Position, wishes: Wishes, objective: Objective, budget: Budget) -> Iterator[Answer]:
    yield from islice(best_plays(asked, wishes.best, objective, budget), 1, None)


def _picture(asked: Position, drawn: Pen, lang: str) -> Iterator[str]:
    yield text(lang, "cli.solve-table")
    yield from drawn.table(asked.table) or ["  –"]
    yield text(lang, "cli.solve-rack")
    yield f"  {drawn.tiles(asked.rack)}"


def _count(typed: str) -> int:
    value = int(typed)
    if value < 1:
        raise argparse.ArgumentTypeError(typed)
    return value
