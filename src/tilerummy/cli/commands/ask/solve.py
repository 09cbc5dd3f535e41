"""`tilerummy solve`: the best play of a position. One position drawn for a person, or a case a line for a program."""

import argparse
import json
import multiprocessing
import os
import re
import signal
import time
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from itertools import islice
from typing import Any, Final, NamedTuple, cast

from tilerummy.cli.drawing import Pen, pen
from tilerummy.cli.errors import CliError
from tilerummy.cli.jsonl import Answer as Said
from tilerummy.cli.jsonl import Case, answer_line, answer_lines, lines
from tilerummy.cli.progress import with_progress
from tilerummy.cli.sentences import steps_told
from tilerummy.cli.typed import typed_edition, typed_position
from tilerummy.messages import language, text
from tilerummy.rules.notation import format_meld
from tilerummy.rules.position import Position, position, tiles_left
from tilerummy.solver.explain.steps import explain
from tilerummy.solver.k_best import best_plays
from tilerummy.solver.query import OBJECTIVES, Answer, Budget, Objective
from tilerummy.solver.solve import solve

EXAMPLES = ('tilerummy solve "b4 b5 b6 | b3 k1"', "tilerummy solve --jsonl --jobs < cases.jsonl")

FIELDS: Final = ("edition", "table", "rack", "opened", "pool", "last_turn", "objective")
"""The fields of a case."""
BATCH: Final = 32
"""Lines a worker process takes at once."""
MOST: Final = 1_000_000_000
"""The largest number an option takes."""
NOTHING: Final = "  -"


class Wishes(NamedTuple):
    """What was asked for on the command line, for every line that does not say otherwise."""

    edition: str
    objective: str
    best: int
    explain: bool
    budget: Budget


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    lang = language()
    parser.add_argument("--edition", default="original", metavar="NAME|FILE", help=text(lang, "cli.solve-edition"))
    parser.add_argument("--objective", choices=OBJECTIVES, default="tiles", help=text(lang, "cli.solve-objective"))
    parser.add_argument("--best", type=_count, default=1, metavar="K", help=text(lang, "cli.solve-best"))
    parser.add_argument("--explain", action="store_true", help=text(lang, "cli.solve-explain"))
    parser.add_argument("--budget", type=_count, metavar="MS", help=text(lang, "cli.solve-budget"))
    parser.add_argument("--json", action="store_true", help=text(lang, "cli.json"))
    parser.add_argument("--jsonl", action="store_true", help=text(lang, "cli.solve-jsonl"))
    jobs = text(lang, "cli.solve-jobs")
    parser.add_argument("--jobs", type=_count, metavar="N", nargs="?", default=1, const=_cores(), help=jobs)
    parser.add_argument("position", nargs="?", help=text(lang, "cli.solve-position"))


def run(args: argparse.Namespace) -> int:
    """Solve; 0 when a play was found, 1 when there is none. With --jsonl 0 when every line was answered."""
    limit = None if args.budget is None else args.budget * 1_000_000
    budget = Budget(nanoseconds=limit, clock=time.perf_counter_ns)
    wishes = Wishes(args.edition, args.objective, args.best, args.explain, budget)
    if args.jsonl == (args.position is not None):
        raise CliError("solve-arguments")
    if not args.jsonl:
        asked = typed_position(args.position, typed_edition(args.edition, args.lang), args.lang)
        if args.json:
            said = _solved(asked, cast(Objective, args.objective), wishes)
            print(json.dumps(said))
            return 0 if said["play"] else 1
        return _for_a_person(asked, wishes, args.lang)
    if args.jobs == 1:
        return answer_lines(partial(solved, wishes=wishes), FIELDS)
    return _in_processes(wishes, min(args.jobs, 4 * _cores()))


def solved(case: Case, wishes: Wishes) -> Said:
    """The answer to one JSON case: the fields of a position, and `objective`."""
    objective = cast(Objective, case.word("objective", wishes.objective, OBJECTIVES))
    return _solved(_read(case, wishes.edition), objective, wishes)


def _solved(asked: Position, objective: Objective, wishes: Wishes) -> Said:
    found = solve(asked, objective, wishes.budget)
    said = {"status": found.status, **_fields(found), "us": (found.nanoseconds or 0) // 1000}
    if found.status in ("feasible", "out-of-budget"):
        said["bound"] = found.bound
    if wishes.best > 1:
        plays = best_plays(asked, wishes.best, objective, wishes.budget)
        said["best"] = [{"status": one.status, **_fields(one)} for one in plays]
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
    if "rack" not in case.fields:
        case.refuse("missing-field", "rack", missing="rack")
    table = case.melds(case.fields.get("table", []), "table")
    rack = case.tiles("rack")
    pool = case.count("pool")
    return position(
        edition=edition,
        table=table,
        rack=rack,
        opened=case.flag("opened", default=True),
        pool=tiles_left(edition, table, rack) if pool is None else pool,
        last_turn=case.flag("last_turn", default=False),
    )


def _in_processes(wishes: Wishes, jobs: int) -> int:
    """Answer the lines in worker processes, in the order they came in; a few batches a worker are read ahead."""
    all_well = True
    reader = with_progress(lines())
    batches = iter(lambda: list(islice(reader, BATCH)), [])
    with ProcessPoolExecutor(jobs, initializer=_begin_work) as workers, _none_left():
        under_way: deque[Future[list[tuple[str, bool]]]] = deque()
        for batch in batches:
            under_way.append(workers.submit(_answer_batch, batch, wishes))
            if len(under_way) >= 4 * jobs:
                all_well = _print(under_way.popleft().result()) and all_well
        for future in under_way:
            all_well = _print(future.result()) and all_well
    return 0 if all_well else 1


def _begin_work() -> None:
    """Ctrl-C reaches every process of the terminal: a worker ends at once, only the command itself has a say."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@contextmanager
def _none_left() -> Iterator[None]:
    """End the workers with what interrupts the command, whatever they are busy with."""
    try:
        yield
    except BaseException:
        for worker in multiprocessing.active_children():
            worker.terminate()
        raise


def _answer_batch(batch: list[bytes], wishes: Wishes) -> list[tuple[str, bool]]:
    return [answer_line(line, partial(solved, wishes=wishes), FIELDS) for line in batch]


def _print(answers: list[tuple[str, bool]]) -> bool:
    """Print the answers; whether none is an error."""
    print("\n".join(said for said, _ in answers), flush=True)
    return all(well for _, well in answers)


def _for_a_person(asked: Position, wishes: Wishes, lang: str) -> int:
    """Draw the position, the best plays, the steps to the best of them, and the table after it."""
    drawn = pen()
    objective = cast(Objective, wishes.objective)
    found = solve(asked, objective, wishes.budget)
    print("\n".join(_picture(asked, drawn, lang)))
    print(_verdict(found, objective, lang))
    if found.play is None:
        return 1
    print(f"  {drawn.tiles(found.played)}")
    print("\n".join(steps_told(asked, found.play, drawn, lang)))
    print(text(lang, "cli.solve-after"))
    print("\n".join(drawn.table(found.play.table)))
    others = list(islice(best_plays(asked, wishes.best, objective, wishes.budget), 1, None)) if wishes.best > 1 else []
    if others:
        print(text(lang, "cli.solve-others"))
    for one in others:
        print("  " + text(lang, "cli.solve-other", count=one.tiles, value=one.value, tiles=drawn.tiles(one.played)))
    return 0


def _verdict(found: Answer, objective: Objective, lang: str) -> str:
    """What is known of the best play, in one line."""
    if found.status == "no-play" and objective == "out":
        return text(lang, "cli.solve-no-way-out")
    unit = "points" if objective == "value" else "tiles"
    bound = text(lang, f"cli.solve-most-{unit}", count=found.bound)
    return text(lang, f"cli.solve-{found.status}", count=found.tiles, value=found.value, bound=bound)


def _picture(asked: Position, drawn: Pen, lang: str) -> Iterator[str]:
    yield text(lang, "cli.solve-table")
    yield from drawn.table(asked.table) or [NOTHING]
    yield text(lang, "cli.solve-rack")
    yield f"  {drawn.tiles(asked.rack)}" if asked.rack else NOTHING


def _count(typed: str) -> int:
    if not re.fullmatch(r"[0-9]{1,10}", typed) or not 1 <= int(typed) <= MOST:
        raise argparse.ArgumentTypeError(text(language(), "cli.not-a-count", given=typed, most=MOST))
    return int(typed)


def _cores() -> int:
    return os.cpu_count() or 1
