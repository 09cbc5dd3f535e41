"""What an installed package adds by entry points, good and broken, in a process that finds it on its path."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cluster import fleet
from tests.web.harness import Guest, serving

MODULE = """
from tilerummy.bots.levels import LEVELS
number = 7
wrong = "base = 'original'\\nid = 'wrong'\\n[opening]\\namount = -1\\n"
club = "base = 'original'\\nid = 'our-club'\\nname = 'Our club'\\n[opening]\\namount = 50\\n"


def move(view, stream):
    return LEVELS["gentle"](view, stream)
"""
ENTRIES = """
[tilerummy.bots]
cautious = club:move
expert = club:move
Loud Name = club:move
number = club:number
missing = no_such_module:move
nothing = club:nothing

[tilerummy.editions]
our-club = club:club
original = club:club
other = club:club
wrong = club:wrong
kind = club:move
"""


def installed(folder: Path, entries: str = ENTRIES, name: str = "club") -> Path:
    """A folder for the path in which a package is installed."""
    about = folder / f"{name}-1.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(entries)
    (folder / "club.py").write_text(MODULE)
    return folder


def said(folder: Path, program: str) -> str:
    """What a program prints with the folder on its path."""
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, env=environment)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_a_package_adds_a_level_and_an_edition(tmp_path: Path) -> None:
    program = """
import random, tilerummy as tr
from tilerummy.outside.players import player
from tilerummy.bots.whole_game import played, shuffled
edition = tr.load_edition("our-club")
chance = random.Random(1)
deck, draws = shuffled(edition, chance), shuffled(edition, chance)
game = played(edition, [player("cautious")] * 2, deck, draws, chance)
print(tr.edition_names()[-1], edition.opening.amount, game.end.over is not None)
"""
    assert said(installed(tmp_path), program) == "our-club 50 True"


def test_what_cannot_be_used_says_why(tmp_path: Path) -> None:
    program = """
import json
from tilerummy import editions
from tilerummy.outside import players
broken = (*players.installed().broken, *editions.installed().broken)
print(json.dumps({f"{one.group.split('.')[1]} {one.name}": [one.code, one.package] for one in broken}))
"""
    assert json.loads(said(installed(tmp_path), program)) == {
        "bots expert": ["name-taken", "club"],
        "bots Loud Name": ["name", "club"],
        "bots number": ["no-player", "club"],
        "bots missing": ["not-loaded", "club"],
        "bots nothing": ["not-loaded", "club"],
        "editions original": ["name-taken", "club"],
        "editions other": ["other-id", "club"],
        "editions wrong": ["no-edition", "club"],
        "editions kind": ["no-edition", "club"],
    }


def test_of_two_with_one_name_none_is_used(tmp_path: Path) -> None:
    entries = "[tilerummy.bots]\ncautious = club:move\n"
    installed(tmp_path, entries)
    installed(tmp_path, entries, "rival")
    program = "from tilerummy.outside.players import installed; print(*installed().values, len(installed().broken))"
    assert said(tmp_path, program) == "2"


@pytest.mark.skipif(fleet.WANTED, reason="the fleet has an environment of its own")
def test_a_server_starts_with_what_is_broken_and_plays_with_the_rest(tmp_path: Path) -> None:
    log = tmp_path / "log"
    path = str(installed(tmp_path / "packages"))
    with (
        serving(tmp_path / "data", log=log, environment={"PYTHONPATH": path}) as server,
        Guest(server.address) as ann,
        ann.join(ann.make(name="Ann", edition="our-club", computers=["cautious"], start=True)) as table,
    ):
        assert ann.http.get("/api/editions").json()[-1]["name"] == "Our club"
        table.until(lambda state: state["turn"] == state["you"])
        turn = table.state["turn_number"]
        assert table.move({"t": "draw"})["t"] == "accepted"
        table.until_turn(turn + 2)
        assert table.state["opening"]["amount"] == 50
    lines = log.read_text().splitlines()
    assert len(lines) == 9
    assert any("cautious" not in line and "no_such_module" in line for line in lines)
