"""Every file that a command reads: by its path, from standard input as `-`, packed by gzip or not."""

import argparse
import asyncio
import gzip
import io
import json
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest
from msgspec.structs import replace
from PIL import Image

from tests.golden.evenings import shown
from tests.golden.making import path as golden
from tests.sheets.family import year
from tilerummy import editions, formats
from tilerummy.cli.main import main
from tilerummy.cli.parser import READING, make_parser, subcommands
from tilerummy.puzzles.book import dumps, packaged
from tilerummy.store.copies import KEY, save
from tilerummy.store.folder import open_store

KEPT = Path(__file__).parents[1] / "golden" / "keepsakes" / "8aaefa6"
EDITION = b'base = "original"\nid = "ours"\nname = "Ours"\n'
FORMAT = Path(formats.__file__).with_name("open-league.toml").read_bytes()
GAME = golden("sabra", "rack-empty").read_bytes()
EVENT = (KEPT / "finished-backup.jsonl").read_bytes()
RESULTS = b'{"format": "two-player-swiss", "entrants": ["Ann", "Bob"], "games": []}'


class Reading(NamedTuple):
    """A command line with a file in it, `FILE`, and beside it `HERE`, a folder of its own; its exit code."""

    line: str
    ending: str = ""
    data: bytes = b""
    code: int = 0


def book() -> bytes:
    whole = packaged(editions.load("original"))
    assert whole is not None
    return gzip.decompress(dumps(replace(whole, puzzles=whole.puzzles[:1])))


def backup() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        data, copy = Path(folder, "data"), Path(folder, "copy")
        asyncio.run(open_store(data).close())
        (data / KEY).write_bytes(bytes(32))
        save(data, copy, force=False)
        return copy.read_bytes()


def picture() -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (64, 64), "grey").save(file, "PNG")
    return file.getvalue()


OURS = (".toml", EDITION)
READS = {
    "judge --edition": Reading("judge|--edition|FILE|b4 b5 b6 / b3|b3 b4 b5 b6", *OURS),
    "meld --edition": Reading("meld|--edition|FILE|b4 b5 b6", *OURS),
    "score --edition": Reading("score|--edition|FILE||b3", *OURS),
    "solve --edition": Reading("solve|--edition|FILE|b4 b5 b6 / b3", *OURS),
    "arrange --edition": Reading("arrange|--edition|FILE|b4 b5 b6", *OURS),
    # read before what is refused
    "arena --edition": Reading("arena|steady|steady|--edition|FILE|--seats|9", *OURS, 2),
    "bot check --edition": Reading("bot|check|HERE/nothing|--edition|FILE", *OURS, 2),
    "puzzles show --edition": Reading("puzzles|show|--day|2026-12-24|--edition|FILE", *OURS),
    "puzzles make --edition": Reading("puzzles|make|--count|0|--edition|FILE|--out|HERE/x", *OURS, 2),
    "puzzles check --edition": Reading("puzzles|check|HERE/nothing|--edition|FILE", *OURS, 2),
    "puzzles rate --edition": Reading("puzzles|rate|HERE/nothing|--out|HERE/x|--edition|FILE", *OURS, 2),
    "puzzles sample --edition": Reading("puzzles|sample|--count|1|--edition|FILE", *OURS),
    "puzzles check file": Reading("puzzles|check|FILE", ".json", book()),
    "puzzles rate file": Reading("puzzles|rate|FILE|--out|HERE/x", ".json", book()),
    "puzzles sample file": Reading("puzzles|sample|FILE", ".json", book()),
    "editions show editions": Reading("editions|show|FILE", *OURS),
    "editions check editions": Reading("editions|check|FILE", *OURS),
    "editions diff editions": Reading("editions|diff|original|FILE", *OURS),
    "photo --edition": Reading("photo|HERE/nothing|--as|rack|--edition|FILE", *OURS, 2),
    "photo file": Reading("photo|FILE|--as|rack", ".png", picture(), 1),
    "standings file": Reading("standings|FILE", ".json", RESULTS),
    "tournament check format": Reading("tournament|check|FILE", ".toml", FORMAT),
    "tournament simulate format": Reading("tournament|simulate|FILE|--players|2000", ".toml", FORMAT, 2),
    "tournament site file": Reading("tournament|site|FILE|--out|HERE/site", ".jsonl", EVENT),
    "tournament season file": Reading("tournament|season|FILE|--out|HERE", ".toml", b'name = "x"\nevents = []', 2),
    "restore file": Reading("restore|FILE|--data|HERE/data", ".backup", backup()),
    "verify record": Reading("verify|FILE", ".jsonl", GAME),
    "replay record": Reading("replay|FILE", ".jsonl", GAME),
    "evenings files": Reading("evenings|FILE", ".json", msgspec.json.encode([shown(night) for night in year()])),
}
WRITTEN = {"arena --results", "arena --plot", "puzzles make --out", "puzzles rate --out", "backup file"}
"""Arguments that name what is written."""


def arguments(parser: argparse.ArgumentParser, before: str = "") -> Iterator[str]:
    """Every argument that names a file, after the words that lead to it."""
    for name, one in subcommands(parser).items():
        for action in one._actions:
            if "FILE" in str(action.metavar):
                yield f"{before}{name} {action.option_strings[0] if action.option_strings else action.dest}"
        yield from arguments(one, f"{before}{name} ")


def test_every_file_that_is_read_is_among_these() -> None:
    found = set(arguments(make_parser()))
    assert found - WRITTEN == set(READS)
    assert {argument.split()[0] for argument in READS} == set(READING)


@pytest.mark.parametrize("argument", READS)
def test_a_file_is_read_however_it_is_given(
    argument: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    case, said = READS[argument], []
    for way, packed in (("path", False), ("path", True), ("-", False), ("-", True)):
        here = tmp_path / f"{way}{packed}"
        here.mkdir()
        file, data = here / f"file{case.ending}", gzip.compress(case.data) if packed else case.data
        file = file.with_name(f"{file.name}.gz") if packed else file
        file.write_bytes(data if way == "path" else b"")
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"" if way == "path" else data)))
        given = str(file) if way == "path" else "-"
        words = [given if word == "FILE" else word.replace("HERE", str(here)) for word in case.line.split("|")]
        words = [" | ".join(word.split(" / ")) for word in words]
        assert main(["--lang", "en", *words]) == case.code, capsys.readouterr().err
        captured = capsys.readouterr()
        assert "not an edition" not in captured.err
        told = (captured.out + captured.err).replace(str(file), "-").replace(str(here), "HERE")
        said.append(told)
    assert len(set(said)) == 1


def test_cases_of_programs_may_be_packed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    lines = b"".join(b'{"id": %d, "meld": "b3 b4 b5"}\n' % number for number in range(3000))
    packed = gzip.compress(lines[:9]) + gzip.compress(lines[9:])
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(io.BytesIO(packed))))
    assert main(["meld", "--jsonl"]) == 0
    assert [json.loads(line)["id"] for line in capsys.readouterr().out.splitlines()] == list(range(3000))
    for damaged in (packed[:-9], packed[:40] + b"\xff\xff" + packed[42:]):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(io.BytesIO(damaged))))
        assert main(["--lang", "en", "meld", "--jsonl"]) == 2
        assert capsys.readouterr().err == "tilerummy: - is a damaged gzip file\n"
