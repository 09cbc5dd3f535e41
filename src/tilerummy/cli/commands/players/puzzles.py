"""`tilerummy puzzles`: positions with one best play that is not seen at once, made, checked, rated and shown."""

import argparse
import json
from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path
from random import Random
from typing import Any

from tilerummy.cli.drawing import pen
from tilerummy.cli.errors import CliError
from tilerummy.cli.files import read_file, write_file
from tilerummy.cli.jobs import add_jobs, check_jobs
from tilerummy.cli.progress import puzzles_told
from tilerummy.cli.sentences import steps_told
from tilerummy.cli.typed import in_range, typed_edition
from tilerummy.cli.verbs import add_verb, add_verbs
from tilerummy.messages import language, text
from tilerummy.puzzles.book import SIZE, Book, BookError, dumps, loads, of_day, packaged, played_by
from tilerummy.puzzles.making import make
from tilerummy.puzzles.puzzle import Puzzle, flaw, position_of, rated
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.moves import Play
from tilerummy.rules.notation import format_meld
from tilerummy.rules.position import Position
from tilerummy.solver.explain.steps import explain
from tilerummy.solver.solve import solve

EXAMPLES = (
    "tilerummy puzzles show --solution",
    "tilerummy puzzles make --count 1000 --edition original --out original.json.gz",
    "tilerummy puzzles check original.json.gz --edition original",
    "tilerummy puzzles rate original.json.gz --edition original --out original.json.gz",
    "tilerummy puzzles sample --count 200 --solution",
)
MOST_PUZZLES = 100_000


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    lang, verbs = language(), add_verbs(parser)
    show, make_, check, rate, sample = (
        add_verb(verbs, name, text(lang, f"cli.puzzles-{name}")) for name in ("show", "make", "check", "rate", "sample")
    )
    show.add_argument("id", nargs="?", metavar="ID", help=text(lang, "cli.puzzles-id"))
    show.add_argument("--day", type=_day, metavar="YYYY-MM-DD", help=text(lang, "cli.puzzles-day"))
    for verb in (check, rate, sample):
        verb.add_argument("file", nargs="?", metavar="FILE", help=text(lang, "cli.puzzles-file"))
    for verb in (show, make_, check, rate, sample):
        verb.add_argument("--edition", default="original", metavar="NAME|FILE", help=text(lang, "cli.editions-edition"))
    for verb in (make_, sample):
        verb.add_argument("--count", type=int, default=1000, metavar="N", help=text(lang, "cli.puzzles-count"))
        verb.add_argument("--seed", type=int, default=1, metavar="N", help=text(lang, "cli.seat-seed"))
    add_jobs(make_, lang)
    for verb in (make_, rate):
        verb.add_argument("--out", required=True, metavar="FILE", help=text(lang, "cli.puzzles-out"))
    for verb in (show, sample):
        verb.add_argument("--solution", action="store_true", help=text(lang, "cli.puzzles-solution"))
    for verb in (show, check, sample):
        verb.add_argument("--json", action="store_true", help=text(lang, "cli.tournament-json"))


def run(args: argparse.Namespace) -> int:
    """Do what is asked; 1 when `check` finds a puzzle that is none, else 0."""
    edition = typed_edition(args.edition, args.lang)
    doing = {"make": _make, "check": _check, "rate": _rate, "sample": _sample, "show": _show}[args.action]
    return doing(args, edition)


def _make(args: argparse.Namespace, edition: Edition) -> int:
    in_range("--count", args.count, MOST_PUZZLES)
    check_jobs(args)
    out = _out(args)
    found: list[Puzzle] = []
    with puzzles_told(args.count) as told:
        for one in make(edition, args.count, args.seed, args.jobs):
            found.append(one)
            told(len(found))
    write_file(out, dumps(Book(edition.id, played_by(edition), tuple(found))))
    print(text(args.lang, "cli.puzzles-made", count=len(found), path=args.out))
    return 0


def _rate(args: argparse.Namespace, edition: Edition) -> int:
    """Let the levels try every puzzle of a book, and give each its first difficulty again."""
    out, book = _out(args), _book(args.file, edition)
    found: list[Puzzle] = []
    with puzzles_told(len(book.puzzles)) as told:
        for one in book.puzzles:
            found.append(_rated(one, edition, args))
            told(len(found))
    write_file(out, dumps(Book(edition.id, played_by(edition), tuple(found))))
    print(text(args.lang, "cli.puzzles-made", count=len(found), path=args.out))
    return 0


def _rated(one: Puzzle, edition: Edition, args: argparse.Namespace) -> Puzzle:
    try:
        return rated(one, edition)
    except ValueError:
        raise CliError("puzzles-flawed", name=one.id, path=args.file or edition.id) from None


def _out(args: argparse.Namespace) -> Path:
    """The file to write; what cannot be written is told before, not after an hour."""
    Path(args.out).open("ab").close()
    return Path(args.out)


def _sample(args: argparse.Namespace, edition: Edition) -> int:
    """Puzzles drawn by lot, one after another, for a person to judge."""
    book, wanted = _book(args.file, edition), in_range("--count", args.count, MOST_PUZZLES)
    for one in Random(args.seed).sample(book.puzzles, min(wanted, len(book.puzzles))):
        _tell(one, edition, args)
        if not args.json:
            print()
    return 0


def _check(args: argparse.Namespace, edition: Edition) -> int:
    book = _book(args.file, edition)
    flaws = [(one, said) for one in book.puzzles if (said := flaw(one, edition)) is not None]
    if args.json:
        named = [{"id": one.id, "code": said} for one, said in flaws]
        print(json.dumps({"edition": edition.id, "puzzles": len(book.puzzles), "flaws": named}))
        return 1 if flaws else 0
    for one, said in flaws:
        print(f"{one.id}: {text(args.lang, f'cli.puzzles-flaw-{said}')}")
    print(text(args.lang, "cli.puzzles-checked", count=len(book.puzzles), flaws=len(flaws)))
    return 1 if flaws else 0


def _show(args: argparse.Namespace, edition: Edition) -> int:
    book = _book(None, edition)
    day = args.day or datetime.now(UTC).date()
    one = of_day(book.puzzles, day) if args.id is None else _of_id(book, args.id)
    _tell(one, edition, args)
    return 0


def _tell(one: Puzzle, edition: Edition, args: argparse.Namespace) -> None:
    asked = position_of(one, edition)
    play = solve(asked).play if args.solution else None
    if args.json:
        print(json.dumps(_fields(one, edition, asked, play)))
        return
    print("\n".join(_said(one, asked, args.lang)))
    if play is not None:
        print("\n".join(steps_told(asked, play, pen(), args.lang)))


def _fields(one: Puzzle, edition: Edition, asked: Position, play: Play | None) -> dict[str, Any]:
    """The puzzle for programs: how many tiles can be laid, and only with its solution which, and how."""
    said = {"id": one.id, "edition": edition.id, "difficulty": one.difficulty, "position": one.position}
    said["tiles"] = len(one.laid.split())
    if play is None:
        return said
    table = [format_meld(meld) for meld in play.table]
    steps = [{"code": step.code, **step.params} for step in explain(asked, play)]
    return {**said, "laid": one.laid.split(), "table": table, "steps": steps}


def _book(path: str | None, edition: Edition) -> Book:
    try:
        book = packaged(edition) if path is None else loads(read_file(path, SIZE), edition)
    except BookError as error:
        raise CliError(f"puzzles-{error.code}", path=path or edition.id, **error.params) from None
    if book is None:
        raise CliError("puzzles-none", edition=edition.id)
    return book


def _of_id(book: Book, name: str) -> Puzzle:
    for one in book.puzzles:
        if one.id == name:
            return one
    raise CliError("puzzles-unknown", name=name, edition=book.edition)


def _said(one: Puzzle, asked: Position, lang: str) -> Iterator[str]:
    drawn, count = pen(), len(one.laid.split())
    yield text(lang, "cli.puzzles-shown", name=one.id, difficulty=one.difficulty, count=count)
    yield from drawn.table(asked.table)
    yield f"  {drawn.tiles(asked.rack)}"
    yield one.position


def _day(typed: str) -> date:
    try:
        return date.fromisoformat(typed)
    except ValueError:
        raise argparse.ArgumentTypeError(text(language(), "cli.not-a-day", given=typed)) from None
