"""What older versions left is read by this one: records, backups, lists, a sheet, a whole data folder.

A folder of `keepsakes/` is named by the commit whose program `keeping.py` ran; `said.json` is what that program said of
what it left, and so what this one must say.
"""

import csv
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest

import tilerummy as tr
from tests.golden.keeping import ROOMS, SHEET
from tests.web.harness import Guest, Message, Server, serving
from tilerummy.cli.main import main

FOLDERS = sorted((Path(__file__).parent / "keepsakes").iterdir())
EVENTS = ("finished", "running")
FOR_EVER = {f"TILERUMMY_KEEP_{what}": "0" for what in ("FINISHED", "ABANDONED", "CHATS", "EVENTS")}


class Left(NamedTuple):
    """One version's folder, what its program said, and a server of this version over its data."""

    folder: Path
    said: Message
    server: Server

    def event(self, http: httpx.Client, name: str, what: str = "") -> httpx.Response:
        """What this server says to the organiser of an event."""
        made = self.said["tournaments"][name]
        path = f"/api/tournaments/{made['tournament']}{what}"
        answer = http.get(path, headers={"X-Tilerummy-Key": made["organiser"]})
        assert answer.status_code == 200, answer.text
        return answer


@pytest.fixture(scope="module", params=FOLDERS, ids=lambda folder: folder.name)
def left(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Left]:
    data = tmp_path_factory.mktemp("data")
    with zipfile.ZipFile(request.param / "data.zip") as archive:
        archive.extractall(data)
    said = json.loads((request.param / "said.json").read_text(encoding="utf-8"))
    with serving(data, environment=FOR_EVER) as server:
        yield Left(request.param, said, server)


@pytest.fixture
def guest(left: Left) -> Iterator[Guest]:
    with Guest(left.server.address) as guest:
        yield guest


RENEWED = {"table_keys"}
"""What is made otherwise on purpose: a card's key is for one round since."""


def unsaid(said: Any, now: Any, at: str = "") -> list[str]:
    """Where this version no longer says what was said; it may say more."""
    if isinstance(said, dict) and isinstance(now, dict):
        return [line for key in said.keys() - RENEWED for line in unsaid(said[key], now.get(key), f"{at}/{key}")]
    if isinstance(said, list) and isinstance(now, list) and len(said) == len(now):
        pairs = enumerate(zip(said, now, strict=True))
        return [line for number, pair in pairs for line in unsaid(*pair, f"{at}/{number}")]
    return [] if said == now else [f"{at}: {said!r} was said, now {now!r}"]


@pytest.mark.parametrize("name", ROOMS)
def test_a_record_reads_verifies_and_ends_alike(left: Left, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    file = left.folder / f"{name}.jsonl"
    record = tr.read_record(file.read_text(encoding="utf-8"))
    checks = tr.verify_record(record)
    assert checks
    assert [check.point for check in checks if not check.holds] == []
    *_, last = tr.replay(record)
    assert last.after.over is not None
    result = left.said["records"][name]["result"]
    assert (list(last.after.over.scores), last.after.over.reason) == (result["scores"], result["reason"])
    assert main(["--lang", "en", "verify", str(file)]) == 0
    assert main(["--lang", "en", "replay", "--rejudge", str(file)]) == 0
    capsys.readouterr()


def test_the_rooms_of_its_data_folder_open(left: Left, guest: Guest) -> None:
    for name, said in left.said["records"].items():
        file = guest.http.get(f"/api/rooms/{said['room']}/record").text
        assert file == (left.folder / f"{name}.jsonl").read_text(encoding="utf-8")
    room = left.said["room"]
    with guest.join(room["room"]) as table:
        for what in ("phase", "seats", "table", "pool", "turn", "turn_number", "opening", "commitment"):
            assert unsaid(room["state"].get(what), table.state.get(what)) == [], what


@pytest.mark.parametrize("name", EVENTS)
def test_its_tournaments_stand_as_they_stood(left: Left, guest: Guest, name: str) -> None:
    said = left.said["tournaments"][name]
    assert unsaid(said["shown"], left.event(guest.http, name).json()) == []
    assert unsaid(said["journal"], left.event(guest.http, name, "/journal").json()) == []
    for list_ in ("results", "standings"):
        assert (
            left.event(guest.http, name, f"/{list_}.csv").content == (left.folder / f"{name}-{list_}.csv").read_bytes()
        )


@pytest.mark.parametrize("name", EVENTS)
def test_its_backups_go_on_elsewhere(left: Left, name: str, tmp_path: Path) -> None:
    said = left.said["tournaments"][name]
    with serving(tmp_path) as other, Guest(other.address) as guest:
        backup = (left.folder / f"{name}-backup.jsonl").read_bytes()
        answer = guest.http.post("/api/tournaments/restore", content=backup)
        assert answer.status_code == 201, answer.text
        assert unsaid(said["shown"], left.event(guest.http, name).json()) == []
        if name == "running":
            bring_results(left, guest.http)


def bring_results(left: Left, http: httpx.Client) -> None:
    """Bring the kept list of results: what is known stays, and the desk's word settles what was disputed."""
    made = left.said["tournaments"]["running"]
    text = (left.folder / "running-results.csv").read_text(encoding="utf-8-sig")
    lines = [line for line in text.splitlines() if not line.startswith("season,1,")]
    path = f"/api/tournaments/{made['tournament']}?key={made['organiser']}"
    answer = http.post(path, json={"t": "reports", "id": "list", "text": "\n".join(lines)})
    assert answer.status_code == 200, answer.text
    assert all(result["confirmed"] for result in left.event(http, "running").json()["results"])


def test_its_results_count_alike(left: Left) -> None:
    results, standings = lines(left.folder / "finished-results.csv"), lines(left.folder / "finished-standings.csv")
    games: dict[tuple[str, ...], Message] = {}
    for stage, round_, table, game, _, name, points in results:
        place = {"stage": stage, "round": int(round_), "table": int(table), "game": int(game), "scores": {}}
        games.setdefault((stage, round_, table, game), place)["scores"][name] = int(points)
    entrants: dict[str, Message] = {line[5]: {"name": line[5], "number": int(line[4])} for line in results}
    withdrawn = next(
        one["name"] for one in left.said["tournaments"]["finished"]["shown"]["entrants"] if one["withdrawn"]
    )
    entrants[withdrawn]["left"] = "qualifying"
    found = {"entrants": list(entrants.values()), "games": list(games.values())}
    tally = tr.rank_tournament(tr.load_format("belgian-tournament"), found)
    counted = [
        [tallied.stage.id, str(line.place), str(line.player), str(line.total.points)]
        for tallied in tally.stages
        for line in tallied.ranking
    ]
    assert counted == [[*line[:3], line[5]] for line in standings if line[0] != "all"]


def lines(file: Path) -> list[list[str]]:
    """A list that a desk took home, without its heading."""
    with file.open(encoding="utf-8-sig", newline="") as text:
        return list(csv.reader(text))[1:]


def test_its_score_sheet_stands_as_it_stood(left: Left, guest: Guest) -> None:
    said = left.said["sheet"]
    path = f"/api/sheets/{said['sheet']}"
    assert unsaid(said["shown"], guest.http.get(path).json()) == []
    file = guest.http.get(f"{path}/csv", headers={"Accept-Language": "en"}).content
    assert file == (left.folder / "sheet.csv").read_bytes()
    strike = {"t": "strike", "id": "last"}
    assert guest.http.post(f"{path}?key={said['key']}", json=strike).status_code == 200
    assert len(guest.http.get(path).json()["games"]) == len(SHEET) - 1
