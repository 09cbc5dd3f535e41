"""Commands that do several things: each has its own options, and says whose those of the others are."""

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from tilerummy.cli.main import main
from tilerummy.cli.parser import make_parser, subcommands
from tilerummy.editions import load
from tilerummy.puzzles.book import dumps, packaged

VERBS = {
    (name, verb): set(one._option_string_actions)
    for name, parser in subcommands(make_parser()).items()
    for verb, one in subcommands(parser).items()
}
NEEDED = {
    ("guests", "close"): ("--for", "1h"),
    ("tournament", "check"): ("x",),
    ("tournament", "simulate"): ("x",),
    ("tournament", "site"): ("x", "--out", "x"),
    ("tournament", "season"): ("x", "--out", "x"),
    ("bot", "check"): ("x",),
    ("bot", "run"): ("x",),
    ("puzzles", "make"): ("--out", "x"),
    ("puzzles", "rate"): ("--out", "x"),
    ("editions", "show"): ("x",),
    ("editions", "check"): ("x",),
    ("editions", "diff"): ("x", "y"),
}
"""The words without which a verb does not go far enough."""
OTHERS = [
    (*verb, option)
    for verb, known in VERBS.items()
    for option in sorted({option for other, theirs in VERBS.items() if other[0] == verb[0] for option in theirs})
    if option not in known
]


@pytest.mark.parametrize(("name", "verb", "option"), OTHERS)
def test_an_option_of_another_verb_is_refused(
    name: str, verb: str, option: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["--lang", "en", name, verb, *NEEDED.get((name, verb), ()), option])
    owners = ", ".join(
        f"tilerummy {name} {other}" for (of, other), known in VERBS.items() if of == name and option in known
    )
    *_, last = capsys.readouterr().err.splitlines()
    assert last == f"tilerummy {name} {verb}: {option} belongs to {owners}"


def answer(capsys: pytest.CaptureFixture[str], *words: str, code: int = 0) -> list[object]:
    assert main([*words, "--json"]) == code
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_programs_get_what_people_get_as_tables(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    [shown] = answer(capsys, "puzzles", "show", "--day", "2026-12-24")
    [solved] = answer(capsys, "puzzles", "show", "--day", "2026-12-24", "--solution")
    assert isinstance(shown, dict)
    assert isinstance(solved, dict)
    assert shown.keys() == {"id", "edition", "difficulty", "position", "tiles"}
    assert shown.items() <= solved.items()
    assert len(solved["laid"]) == shown["tiles"]
    assert len(answer(capsys, "puzzles", "sample", "--count", "3")) == 3
    [formats] = answer(capsys, "tournament", "formats")
    assert isinstance(formats, list)
    assert {"id": "belgian-tournament", "name": "Belgian tournament"} in formats
    whole = packaged(load("original"))
    assert whole is not None
    flawed = replace(whole.puzzles[0], laid="k1")
    (tmp_path / "book.json.gz").write_bytes(dumps(replace(whole, puzzles=(whole.puzzles[1], flawed))))
    [checked] = answer(capsys, "puzzles", "check", str(tmp_path / "book.json.gz"), code=1)
    assert checked == {"edition": "original", "puzzles": 2, "flaws": [{"id": flawed.id, "code": "not-unique"}]}
