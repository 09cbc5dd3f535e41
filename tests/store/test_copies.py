"""A whole server in one file, and back again; and what is kept no longer."""

import hashlib
import json
import sqlite3
import stat
import threading
import zipfile
from contextlib import closing
from pathlib import Path

import pytest

from tests.web.harness import Guest, serving
from tilerummy.cli.main import main
from tilerummy.store import DataError
from tilerummy.store.copies import SMALL, bring_back, save
from tilerummy.store.folder import FILE
from tilerummy.store.retention import Retention, from_environment
from tilerummy.store.schema import odd


@pytest.mark.slow
def test_a_copy_of_a_busy_server_is_whole_and_comes_back(tmp_path: Path) -> None:
    copies: list[Path] = []
    with serving(tmp_path / "data") as server, Guest(server.address) as ann:
        room = ann.make(name="Ann", computers=["gentle"], start=True)
        over = threading.Event()

        def copy_often() -> None:
            while not over.is_set():
                copies.append(tmp_path / f"copy-{len(copies)}.zip")
                save(tmp_path / "data", copies[-1], force=False)

        copying = threading.Thread(target=copy_often)
        copying.start()
        with ann.join(room) as table:
            for _ in range(15):
                table.until(lambda state: state["turn"] == state["you"])
                assert table.move({"t": "draw"})["t"] == "accepted"
            acknowledged = table.state["seq"]
        over.set()
        copying.join()
        save(tmp_path / "data", tmp_path / "last.zip", force=False)
        cookies = dict(ann.http.cookies)
    assert len(copies) > 1
    for number, copy in enumerate([*copies[:3], tmp_path / "last.zip"]):
        assert stat.S_IMODE(copy.stat().st_mode) == 0o600
        bring_back(copy, tmp_path / f"back-{number}")
    with serving(tmp_path / "back-3") as server, Guest(server.address, session=False) as again:
        again.http.cookies.update(cookies)
        with again.join(room) as table:
            assert table.state["you"] == 0
            assert table.state["seq"] >= acknowledged


def error(work: object) -> str:
    with pytest.raises(DataError) as caught:
        work()  # type: ignore[operator]
    return caught.value.code


def test_nothing_is_written_over_and_nothing_broken_is_taken(tmp_path: Path) -> None:
    data, file = tmp_path / "data", tmp_path / "copy.zip"
    assert error(lambda: save(data, file, force=False)) == "no-data"
    with serving(data):
        save(data, file, force=False)
        assert error(lambda: save(data, file, force=False)) == "copy-exists"
        save(data, file, force=True)
        assert error(lambda: bring_back(file, data)) == "data-there"
        assert error(lambda: save(data, tmp_path / "no" / "where.zip", force=False)) == "copy-failed"
    (tmp_path / "text").write_text("no backup")
    assert error(lambda: bring_back(tmp_path / "text", tmp_path / "new")) == "no-copy"
    assert error(lambda: bring_back(tmp_path / "absent", tmp_path / "new")) == "copy-failed"
    whole = file.read_bytes()
    for at in places_of_data(file):
        file.write_bytes(whole[:at] + bytes([whole[at] ^ 0xFF]) + whole[at + 1 :])
        assert error(lambda: bring_back(file, tmp_path / "new")) in ("copy-damaged", "no-copy", "data-newer")
    with zipfile.ZipFile(file, "w") as other:
        other.writestr("manifest.json", json.dumps({"tilerummy-backup": 1, "database": "v9999", "sha256": {}}))
        other.writestr(FILE, b"")
        other.writestr("session.key", b"")
    assert error(lambda: bring_back(file, tmp_path / "new")) == "data-newer"
    assert not (tmp_path / "new" / FILE).exists()


def places_of_data(file: Path) -> list[int]:
    """Some places of what is kept; between them lie times and the like, which nothing depends on."""
    with zipfile.ZipFile(file) as packed:
        members = packed.infolist()
    found = []
    for member in members:
        begins = member.header_offset + 30 + len(member.filename) + len(member.extra)
        found += [begins + member.compress_size * part // 8 for part in range(1, 8)]
    return found


def test_the_commands_say_what_they_did(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data, file = str(tmp_path / "data"), str(tmp_path / "copy.zip")
    with serving(tmp_path / "data"):
        assert main(["--lang", "en", "backup", file, "--data", data]) == 0
        assert "signs the guests’ cookies" in capsys.readouterr().out
        assert main(["--lang", "en", "prune", "--data", data, "--dry-run", "--json"]) == 0
        assert json.loads(capsys.readouterr().out) == {"finished": 0, "abandoned": 0, "chats": 0, "events": 0}
    assert main(["--lang", "en", "restore", file, "--data", str(tmp_path / "new")]) == 0
    assert main(["--lang", "en", "restore", file, "--data", str(tmp_path / "new")]) == 2
    assert "already holds the data of a server" in capsys.readouterr().err


def test_how_long_is_a_setting() -> None:
    assert from_environment({}) == Retention()
    assert from_environment({"TILERUMMY_KEEP_CHATS": "0"}).chats == 0
    for wrong in ("-1", "soon", "1e3", "9" * 9):
        with pytest.raises(ValueError, match="TILERUMMY_KEEP_CHATS"):
            from_environment({"TILERUMMY_KEEP_CHATS": wrong})


def packed_with(file: Path, altered: Path, database: bytes) -> None:
    """A copy with another database, whose sum is right."""
    with zipfile.ZipFile(file) as whole, zipfile.ZipFile(altered, "w", zipfile.ZIP_DEFLATED) as other:
        manifest = json.loads(whole.read("manifest.json"))
        manifest["sha256"][FILE] = hashlib.sha256(database).hexdigest()
        other.writestr("manifest.json", json.dumps(manifest))
        other.writestr(FILE, database)
        other.writestr("session.key", whole.read("session.key"))


def test_a_copy_that_was_altered_or_unpacks_without_end_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data, file, altered, new = (tmp_path / name for name in ("data", "copy.zip", "altered.zip", "new"))
    with serving(data):
        save(data, file, force=False)
    for statement in (
        "create trigger t after insert on event begin delete from event; end",
        "create view v as select 1",
        "create table beside (x)",
        "create unique index i on game (status)",
        "alter table game add column x default 7",
        "drop index event_first",
    ):
        (tmp_path / FILE).write_bytes(zipfile.ZipFile(file).read(FILE))
        with closing(sqlite3.connect(tmp_path / FILE)) as database:
            database.execute(statement)
            database.commit()
        packed_with(file, altered, (tmp_path / FILE).read_bytes())
        assert error(lambda: bring_back(altered, new)) == "copy-altered", statement
    packed_with(file, altered, bytes(SMALL + 1))
    assert error(lambda: bring_back(altered, new)) == "copy-too-large"
    assert main(["--lang", "en", "restore", str(altered), "--data", str(new)]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert not [*new.iterdir()]


def test_databases_of_all_versions_are_as_our_migrations_make_them() -> None:
    for path in sorted((Path(__file__).parent / "databases").glob("*.db")):
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as database:
            assert odd(database) is None, path


def test_a_folder_keeps_its_newest_backups(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder, data = tmp_path / "backups", tmp_path / "data"
    folder.mkdir()
    with serving(data):
        pass
    older = [folder / f"tilerummy-2026010{day}T000000Z.backup" for day in range(1, 5)]
    other = folder / "friday.backup"
    for file in (*older, other):
        file.touch()
    words = ["--lang", "en", "backup", "--data", str(data), str(folder)]
    assert main([*words, "--keep", "3"]) == 0
    (made,) = set(folder.iterdir()) - {*older, other}
    assert set(folder.iterdir()) == {made, other, *older[-2:]}
    assert str(made) in capsys.readouterr().out
    assert main(["restore", str(made), "--data", str(tmp_path / "again")]) == 0
    # a backup that cannot be made costs none of those that there are
    assert main(["backup", "--data", str(tmp_path / "none"), str(folder), "--keep", "1"]) == 2
    assert main(["backup", "--data", str(data), str(tmp_path / "one.backup"), "--keep", "1"]) == 2
    assert len(list(folder.iterdir())) == 4
