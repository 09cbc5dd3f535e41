"""One file in every encoding and with every end of line, in every reader of the package."""

import codecs
import io
import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.golden.making import path
from tilerummy import editions, formats
from tilerummy.cli.main import main
from tilerummy.rooms.jobs.reviews import Unreadable, read_turns
from tilerummy.rules.edition.faults import EditionError
from tilerummy.rules.game.record import RecordError, loads
from tilerummy.tournament.format.reader import FormatError

RECORD = path("sabra", "rack-empty").read_text(encoding="utf-8")
EDITION = 'base = "original"\nid = "zoë"\nname = "Zoë"\n'
FORMAT = Path(formats.__file__).with_name("open-league.toml").read_text(encoding="utf-8")
RESULTS = json.dumps(
    {
        "format": "two-player-swiss",
        "entrants": ["Zoë", "Bob"],
        "games": [{"stage": "swiss", "round": 1, "table": 1, "game": 1, "scores": {"Zoë": 5, "Bob": -5}}],
    },
    ensure_ascii=False,
)
BACKUP = Path(__file__).parents[1] / "golden" / "keepsakes" / "8aaefa6" / "finished-backup.jsonl"
WAYS: dict[str, Callable[[str], bytes]] = {
    "UTF-8": str.encode,
    "UTF-8 with its mark": lambda text: text.encode("utf-8-sig"),
    "CR LF": lambda text: text.replace("\n", "\r\n").encode("utf-8-sig"),
    "CR": lambda text: text.replace("\n", "\r").encode(),
    "UTF-16, little end first": lambda text: codecs.BOM_UTF16_LE + text.encode("utf-16-le"),
    "UTF-16, big end first": lambda text: codecs.BOM_UTF16_BE + text.replace("\n", "\r\n").encode("utf-16-be"),
}
NO_TEXT = (b"Zo\xeb", codecs.BOM_UTF16_LE + b"\x00\xdc", "Zoë".encode("utf-16-le"))

Given = Callable[[bytes], None]


@pytest.fixture
def given(monkeypatch: pytest.MonkeyPatch) -> Given:
    """Puts bytes on the standard input."""

    def give(data: bytes) -> None:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))

    return give


@pytest.mark.parametrize("way", WAYS)
def test_a_file_is_read_however_it_was_saved(way: str, tmp_path: Path, given: Given) -> None:
    write, file = WAYS[way], tmp_path / "file.toml"
    file.write_bytes(write(EDITION))
    assert editions.load(str(file)).name == "Zoë"
    file.write_bytes(write(FORMAT))
    assert formats.load(str(file)) == formats.load("open-league")
    assert loads(write(RECORD)) == loads(RECORD)
    assert not isinstance(read_turns(write(RECORD)), Unreadable)
    season = tmp_path / "season.toml"
    season.write_bytes(write(f'name = "Zoë"\nevents = ["{BACKUP.name}"]\n'))
    (tmp_path / BACKUP.name).write_bytes(write(BACKUP.read_text(encoding="utf-8")))
    assert main(["tournament", "season", str(season), "--out", str(tmp_path / "site")]) == 0
    given(write(RESULTS))
    assert main(["standings", "--json"]) == 0
    if way != "CR":
        given(write('{"id": "Zoë", "meld": "b3 b4 b5"}\n{"id": 2, "meld": "b3 b4 b5"}\n'))
        assert main(["meld", "--jsonl"]) == 0


@pytest.mark.parametrize("data", NO_TEXT)
def test_what_is_no_text_says_so_everywhere(
    data: bytes, tmp_path: Path, given: Given, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "file.toml"
    file.write_bytes(data)
    with pytest.raises(EditionError) as edition:
        editions.load(str(file))
    with pytest.raises(FormatError) as format_:
        formats.load(str(file))
    assert [fault.code for fault in (*edition.value.faults, *format_.value.faults)] == ["not-text", "not-text"]
    with pytest.raises(RecordError, match="not-text"):
        loads(data)
    assert read_turns(data) == Unreadable("not-text", 1)
    for command in (("editions", "check"), ("tournament", "check"), ("verify",), ("replay",)):
        assert main(["--lang", "en", *command, str(file)]) != 0
        assert "UTF-" in "".join(capsys.readouterr())
    given(data)
    assert main(["standings", "--json"]) == 2
    assert "not-text" in capsys.readouterr().out
