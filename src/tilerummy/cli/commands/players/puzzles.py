"""`tilerummy puzzles`: positions with one best play that is not seen at once, made, checked and shown."""

import argparse
import os
from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path

from tilerummy.cli.drawing import pen
from tilerummy.cli.errors import CliError
from tilerummy.cli.progress import puzzles_told
from tilerummy.cli.sentences import steps_told
from tilerummy.cli.typed import typed_edition
from tilerummy.messages import language, text
from tilerummy.puzzles.book import Book, BookError, dumps, loads, of_day, packaged
from tilerummy.puzzles.making import make
from tilerummy.puzzles.puzzle import Puzzle, flaw, position_of
from tilerummy.rules.edition.edition import Edition
from tilerummy.solver.solve import solve

EXAMPLES = (
    "tilerummy puzzles show --solution",
    "tilerummy puzzles make --count 1000 --edition original --out original.json.gz",
    "tilerummy puzzles check original.json.gz --edition original",
)
ACTIONS = ("show", "make", "check")
MOST_PUZZLES = 100_000
MOST_JOBS = 256


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    lang = language()
    parser.add_argument("action", choices=ACTIONS, help=text(lang, "cli.puzzles-action"))
    parser.add_argument("what", nargs="?", metavar="ID|FILE", help=text(lang, "cli.puzzles-what"))
    parser.add_argument("--edition", default="original", metavar="NAME|FILE", help=text(lang, "cli.editions-edition"))
    parser.add_argument("--day", type=_day, metavar="YYYY-MM-DD", help=text(lang, "cli.puzzles-day"))
    parser.add_argument("--solution", action="store_true", help=text(lang, "cli.puzzles-solution"))
    parser.add_argument("--count", type=int, default=1000, metavar="N", help=text(lang, "cli.puzzles-count"))
    parser.add_argument("--seed", type=int, default=1, metavar="N", help=text(lang, "cli.seat-seed"))
    parser.add_argument(
        "--jobs",
        type=int,
        nargs="?",
        const=os.cpu_count() or 1,
        default=1,
        metavar="N",
        help=text(lang, "cli.arena-jobs"),
    )
    parser.add_argument("--out", metavar="FILE", help=text(lang, "cli.puzzles-out"))


def run(args: argparse.Namespace) -> int:
    """Do what is asked; 1 when `check` finds a puzzle that is none, else 0."""
    edition = typed_edition(args.edition, args.lang)
    if args.action == "make":
        return _make(args, edition)
    return _check(args, edition) if args.action == "check" else _show(args, edition)


def _make(args: argparse.Namespace, edition: Edition) -> int:
    for name, most in (("count", MOST_PUZZLES), ("jobs", MOST_JOBS)):
        if not 1 <= getattr(args, name) <= most:
            raise CliError("arena-number", option=f"--{name}", least=1, most=most, given=getattr(args, name))
    if args.out is None:
        raise CliError("puzzles-out")
    Path(args.out).open("ab").close()  # what cannot be written is told before, not after an hour
    found: list[Puzzle] = []
    with puzzles_told(args.count) as told:
        for one in make(edition, args.count, args.seed, args.jobs):
            found.append(one)
            told(len(found))
    Path(args.out).write_bytes(dumps(Book(edition.id, edition.hash, tuple(found))))
    print(text(args.lang, "cli.puzzles-made", count=len(found), path=args.out))
    return 0


def _check(args: argparse.Namespace, edition: Edition) -> int:
    book = _book(args.what, edition)
    flaws = [(one, said) for one in book.puzzles if (said := flaw(one, edition)) is not None]
    for one, said in flaws:
        print(f"{one.id}: {text(args.lang, f'cli.puzzles-flaw-{said}')}")
    print(text(args.lang, "cli.puzzles-checked", count=len(book.puzzles), flaws=len(flaws)))
    return 1 if flaws else 0


def _show(args: argparse.Namespace, edition: Edition) -> int:
    book = _book(None, edition)
    day = args.day or datetime.now(UTC).date()
    one = of_day(book.puzzles, day) if args.what is None else _of_id(book, args.what)
    print("\n".join(_said(one, edition, args.lang)))
    if args.solution:
        asked = position_of(one, edition)
        play = solve(asked).play
        assert play is not None
        print("\n".join(steps_told(asked, play, pen(), args.lang)))
    return 0


def _book(path: str | None, edition: Edition) -> Book:
    try:
        book = packaged(edition) if path is None else loads(Path(path).read_bytes(), edition)
    except OSError as error:
        raise CliError("unreadable-file", path=path, reason=error.strerror or "") from None
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


def _said(one: Puzzle, edition: Edition, lang: str) -> Iterator[str]:
    drawn, asked = pen(), position_of(one, edition)
    count = len(one.laid.split())
    yield text(lang, "cli.puzzles-shown", name=one.id, difficulty=one.difficulty, count=count)
    yield from drawn.table(asked.table)
    yield f"  {drawn.tiles(asked.rack)}"
    yield one.position


def _day(typed: str) -> date:
    try:
        return date.fromisoformat(typed)
    except ValueError:
        raise argparse.ArgumentTypeError(text(language(), "cli.not-a-day", given=typed)) from None
