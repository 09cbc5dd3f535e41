"""What a server leaves in its owner's hands: records, backups, lists, a sheet, its data; and what it said of them.

`python -m tests.golden.keeping FOLDER` writes them with the version that runs it, through its addresses alone.
"""

import json
import random
import shutil
import sys
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.web.computed import computed
from tests.web.harness import Guest, Message, Table, serving, unconfirmed

ROOMS: dict[str, Message] = {
    "original": {},
    "twist": {"edition": "twist"},
    "house": {"edition": None, "house": {"base": "original", "changes": {"opening.amount": 20}}},
}
NAMES = ("Ann;A", "Bram;B", "Chloé;A", "Dirk;B", "=Eva;A", "Finn;B", "Gus;A", "Hanne;B", "Ib;A")
SHEET = ((1, [12, 0, 33]), (None, [9, 4, 20]), (0, [0, 7, 8]))


def main(folder: Path) -> None:
    """Write everything into the folder."""
    folder.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as data:
        with serving(Path(data)) as server, Guest(server.address) as ann:
            said = {
                "records": {name: _record(ann, name, folder) for name in ROOMS},
                "room": _running_room(ann),
                "tournaments": {"finished": _finished(ann, folder), "running": _running(ann, folder)},
                "sheet": _sheet(ann, folder),
            }
        (folder / "said.json").write_text(json.dumps(said, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
        _keep(Path(data), folder / "data.zip")


def _record(ann: Guest, name: str, folder: Path) -> Message:
    """A game against a computer to its end, by house rules to Ann's first turn: its room and its result."""
    room = ann.make(name="Ann", computers=["steady"], start=True, **ROOMS[name])
    with ann.join(room) as table:
        _play(table, lambda: name == "house" or table.state["phase"] == "over")
        if table.state["phase"] == "playing":
            table.ask("resign")
        result: Message = table.state["result"]
    (folder / f"{name}.jsonl").write_bytes(ann.http.get(f"/api/rooms/{room}/record").content)
    return {"room": room, "result": result}


def _running_room(ann: Guest) -> Message:
    """A game that goes on: its room, and what a spectator sees of it."""
    room = ann.make(name="Ann", computers=["steady"], start=True)
    with ann.join(room) as table:
        _play(table, lambda: table.state["turn_number"] > 8 and len(table.state["table"]) > 0)
    with Guest(ann.address, session=False) as watcher, watcher.join(room) as table:
        return {"room": room, "state": table.state}


def _play(table: Table, enough: Callable[[], bool]) -> None:
    """Make Ann's moves until it is enough, asked at her turns and at the end."""
    chance = random.Random(7)
    while True:
        table.until(lambda state: state["phase"] == "over" or state["turn"] == state["you"])
        if enough():
            return
        assert table.state["phase"] == "playing"
        table.move(computed(table.state, "steady", chance))


class _Event:
    """A tournament seen from its organiser's desk."""

    def __init__(self, guest: Guest, name: str, format_: str) -> None:
        self._http = guest.http
        self.made: Message = guest.http.post("/api/tournaments", json={"name": name, "format": format_}).json()
        self.path = f"/api/tournaments/{self.made['tournament']}"
        self._commands = 0

    def do(self, kind: str, key: str = "", **fields: Any) -> None:
        self._commands += 1
        body = {"t": kind, "id": f"c{self._commands}", **fields}
        answer = self._http.post(f"{self.path}?key={key or self.made['organiser']}", json=body)
        assert answer.status_code == 200, answer.text

    def get(self, what: str = "") -> bytes:
        answer = self._http.get(self.path + what, headers={"X-Tilerummy-Key": self.made["organiser"]})
        assert answer.status_code == 200, answer.text
        return answer.content

    def seated(self) -> list[list[int]]:
        """The tables of the round under way."""
        tables: list[list[int]] = json.loads(self.get())["stages"][-1]["rounds"][-1]["tables"]
        return tables

    def keep(self, folder: Path, name: str) -> Message:
        """Write its files; what is said of it."""
        (folder / f"{name}-backup.jsonl").write_bytes(self.get("/backup"))
        for kind in ("results", "standings"):
            (folder / f"{name}-{kind}.csv").write_bytes(self.get(f"/{kind}.csv"))
        return {**self.made, "shown": json.loads(self.get()), "journal": json.loads(self.get("/journal"))}


def _finished(ann: Guest, folder: Path) -> Message:
    """An event to its end: a player left, a result was put right, a final was played."""
    event = _Event(ann, "Autumn cup", "belgian-tournament")
    event.do("enter", text="\n".join(NAMES[:8]))
    event.do("draw")
    event.do("begin")
    chance = random.Random(1)
    while not json.loads(event.get())["finished"]:
        event.do("publish")
        event.do("start")
        _results(event, chance, range(1, 4))
        if not json.loads(event.get())["stages"][1:]:
            scores = [30, -10, -10, -10]
            event.do("correct", stage=0, round=0, table=1, game=1, scores=scores, reason="score form")
            event.do("withdraw", number=8)
        event.do("close", listed=unconfirmed(json.loads(event.get())))
    return event.keep(folder, "finished")


def _running(ann: Guest, folder: Path) -> Message:
    """An event in its second round: two results of three tables, one of them disputed, and a table played online."""
    event = _Event(ann, "Winter league", "open-league")
    event.do("enter", text="\n".join(NAMES))
    event.do("apart", pairs=[[1, 2]])
    for step in ("begin", "publish", "start"):
        event.do(step)
    _results(event, random.Random(2), range(1, 4))
    event.do("close", listed=unconfirmed(json.loads(event.get())))
    event.do("publish")
    event.do("table-online", table=3, online=True)
    event.do("start")
    keys = json.loads(event.get())["table_keys"]
    for table, size in ((1, len(event.seated()[0])), (2, len(event.seated()[1]))):
        event.do("report", keys[table - 1], table=table, game=1, scores=_scores(random.Random(table), size), seat=1)
    with Guest(ann.address) as bob:
        other = {"t": "report", "id": "other", "table": 1, "game": 1, "seat": 2}
        scores = _scores(random.Random(9), len(event.seated()[0]))
        assert bob.http.post(f"{event.path}?key={keys[0]}", json={**other, "scores": scores}).status_code == 200
    return event.keep(folder, "running")


def _results(event: _Event, chance: random.Random, games: range) -> None:
    """Enter every result of the round under way."""
    shown = json.loads(event.get())
    stage = shown["stages"][-1]
    for table, seats in enumerate(stage["rounds"][-1]["tables"], start=1):
        for game in games[: stage["games"]]:
            event.do("report", table=table, game=game, scores=_scores(chance, len(seats)))


def _scores(chance: random.Random, seats: int) -> list[int]:
    """The points of a game: one player wins what the others hold."""
    held = [-chance.randint(3, 60) for _ in range(seats)]
    winner = chance.randrange(seats)
    held[winner] -= sum(held)
    return held


def _sheet(ann: Guest, folder: Path) -> Message:
    """A score sheet with a correction; its link, its key and what is on it."""
    made: Message = ann.http.post(
        "/api/sheets", json={"edition": "twist", "players": ["Ann", "=Bob", "Cas"], "games": 3}
    ).json()
    path = f"/api/sheets/{made['sheet']}"

    def send(**command: Any) -> None:
        assert ann.http.post(f"{path}?key={made['key']}", json=command).status_code == 200

    for game, (out, values) in enumerate(SHEET):
        left = [{"value": value, "count": 2 if value else None} for value in values]
        send(t="write", id=f"g{game}", game=game, out=out, left=left)
    send(t="write", id="better", game=0, out=1, left=[{"value": 13}, {}, {"tiles": ["D", "k3"]}], over="g0")
    (folder / "sheet.csv").write_bytes(ann.http.get(f"{path}/csv", headers={"Accept-Language": "en"}).content)
    return {**made, "shown": ann.http.get(path).json()}


def _keep(data: Path, file: Path) -> None:
    """The data folder of a server that has ended, as one file."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(data.iterdir()):
            archive.write(path, path.name)


if __name__ == "__main__":
    shutil.rmtree(sys.argv[1], ignore_errors=True)
    main(Path(sys.argv[1]))
