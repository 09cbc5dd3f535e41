"""`tilerummy puzzles`: positions with one best play that is not seen at once, made, checked, rated and shown."""

import argparse
from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path
from random import Random

from tilerummy.cli.drawing import pen
from tilerummy.cli.errors import CliError
from tilerummy.cli.files import read_file
from tilerummy.cli.jobs import add_jobs, check_jobs
from tilerummy.cli.progress import puzzles_told
from tilerummy.cli.sentences import steps_told
from tilerummy.cli.typed import in_range, typed_edition
from tilerummy.messages import language, text
from tilerummy.puzzles.book import SIZE, Book, BookError, dumps, loads, of_day, packaged, played_by
from tilerummy.puzzles.making import make
from tilerummy.puzzles.puzzle import Puzzle, flaw, position_of, rated
from tilerummy.rules.edition.edition import Edition
from tilerummy.solver.solve import solve

EXAMPLES = (
    "tilerummy puzzles show --solution",
    "tilerummy puzzles make --count 1000 --edition original --out original.json.gz",
    "tilerummy puzzles check original.json.gz --edition original",
    "tilerummy puzzles rate original.json.gz --edition original --out original.json.gz",
    "tilerummy puzzles sample --count 200 --solution",
)
ACTIONS = ("show", "make", "check", "rate", "sample")
MOST_PUZZLES = 100_000


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
    add_jobs(parser, lang)
    parser.add_argument("--out", metavar="FILE", help=text(lang, "cli.puzzles-out"))


def run(args: argparse.Namespace) -> int:
    """Do what is asked; 1 when `check` finds a puzzle that is none, else 0."""
    edition = typed_edition(args.edition, args.lang)
    in_range("--count", args.count, MOST_PUZZLES)
    check_jobs(args)
    doing = {"make": _make, "check": _check, "rate": _rate, "sample": _sample, "show": _show}[args.action]
    return doing(args, edition)


def _make(args: argparse.Namespace, edition: Edition) -> int:
    out = _out(args)
    found: list[Puzzle] = []
    with puzzles_told(args.count) as told:
        for one in make(edition, args.count, args.seed, args.jobs):
            found.append(one)
            told(len(found))
    out.write_bytes(dumps(Book(edition.id, played_by(edition), tuple(found))))
    print(text(args.lang, "cli.puzzles-made", count=len(found), path=args.out))
    return 0


def _rate(args: argparse.Namespace, edition: Edition) -> int:
    """Let the levels try every puzzle of a book, and give each its first difficulty again."""
    out, book = _out(args), _book(args.what, edition)
    found: list[Puzzle] = []
    with puzzles_told(len(book.puzzles)) as told:
        for one in book.puzzles:
            found.append(_rated(one, edition, args))
            told(len(found))
    out.write_bytes(dumps(Book(edition.id, played_by(edition), tuple(found))))
    print(text(args.lang, "cli.puzzles-made", count=len(found), path=args.out))
    return 0


def _rated(one: Puzzle, edition: Edition, args: argparse.Namespace) -> Puzzle:
    try:
        return rated(one, edition)
    except ValueError:
        raise CliError("puzzles-flawed", name=one.id, path=args.what or edition.id) from None


def _out(args: argparse.Namespace) -> Path:
    """The file to write; what cannot be written is told before, not after an hour."""
    if args.out is None:
        raise CliError("puzzles-out")
    Path(args.out).open("ab").close()
    return Path(args.out)


def _sample(args: argparse.Namespace, edition: Edition) -> int:
    """Puzzles drawn by lot, one after another, for a person to judge."""
    book = _book(args.what, edition)
    for one in Random(args.seed).sample(book.puzzles, min(args.count, len(book.puzzles))):
        _tell(one, edition, args)
        print()
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
    _tell(one, edition, args)
    return 0


def _tell(one: Puzzle, edition: Edition, args: argparse.Namespace) -> None:
    print("\n".join(_said(one, edition, args.lang)))
    if args.solution:
        asked = position_of(one, edition)
        play = solve(asked).play
        assert play is not None
        print("\n".join(steps_told(asked, play, pen(), args.lang)))


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
