"""The core plays, event by event, the games that the loop plays move by move, and survives any bytes."""

import subprocess
from itertools import product
from pathlib import Path
from random import Random
from typing import Final

import pytest

from kernel.compiling import GAMES, HERE, find_compiler
from tilerummy.arena import deals
from tilerummy.arena.match import CHUNK, Match
from tilerummy.bots import plays
from tilerummy.bots.core.codec import decode
from tilerummy.bots.core.games import LEVELS, asked, can_play, finished, judged
from tilerummy.bots.levels import PLAYERS
from tilerummy.bots.whole_game import Played, played, shuffled
from tilerummy.editions import load, names
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.edition.reader import change
from tilerummy.rules.game.proof import checks
from tilerummy.rules.game.record import Record
from tilerummy.rules.tiles import Tile
from tilerummy.solver import kernel
from tilerummy.solver.ability import ability
from tilerummy.solver.query import Budget

ORIGINAL: Final = load("original")
LATE = {"end.pool_empty": "one-turn-each", "opening.after_pool": "waived", "jokers.penalty": 0}
FREE = {"end.pass_when_able": "allowed", "opening.comparison": "more-than"}
MANY_JOKERS = {"tiles.jokers": {"J": 8}, "jokers.per_set": None, "deal.joker_each": True}
THREE_COPIES = {"tiles.copies": 3, "end.pool_empty": "one-turn-each", "deal.tiles": 20}
ONE_COPY = {"tiles.copies": 1, "tiles.jokers": {"J": 5}, "jokers.per_set": None, "opening.amount": 0}
AT_ONCE = {"opening.table_use": "same-turn", "opening.amount": 50, "end.pool_empty": "one-turn-each", "deal.tiles": 20}
HOUSES: Final = tuple(change(ORIGINAL, words) for words in (LATE, FREE, MANY_JOKERS, THREE_COPIES, ONE_COPY, AT_ONCE))
FUZZ_ROUNDS: Final = "50"
PLAYED: Final = tuple(name for name in names() if can_play(load(name), ["expert", "waiter"]))

pytestmark = pytest.mark.skipif(kernel.core() is None, reason="the kernel is not compiled")


def deal(edition: Edition, seed: object) -> tuple[list[Tile], list[Tile], Random]:
    chance = Random(f"core {seed}")
    return shuffled(edition, chance), shuffled(edition, chance), chance


def loop(edition: Edition, levels: list[str], deck: list[Tile], draws: list[Tile]) -> Played:
    return played(edition, [PLAYERS[level] for level in levels], deck, draws, Random(1), "salt")


def check(edition: Edition, seed: object) -> None:
    """One game between levels and at as many seats as chance says, by both ways."""
    deck, draws, chance = deal(edition, seed)
    seats = chance.randint(edition.players.least, edition.players.most)
    levels = chance.choices(list(LEVELS), k=seats)
    assert can_play(edition, levels)
    slowly, core = loop(edition, levels, deck, draws), judged(edition, levels, deck, draws, "salt")
    assert core is not None
    assert core.events == slowly.events
    assert all(point.holds for point in checks(Record(tuple(levels), core.events), None, ability))


def test_the_editions_that_the_core_plays() -> None:
    bound, special, paying = ("suomi", "original-classic", "sabra-1978"), ("twist", "twist-international"), ("duel",)
    assert set(PLAYED) == set(names()) - {*bound, *special, *paying}
    assert not can_play(ORIGINAL, ["expert", "champion"])
    assert not can_play(ORIGINAL, ["expert"])
    assert not can_play(change(ORIGINAL, {"tiles.copies": 4}), ["expert", "expert"])


@pytest.mark.parametrize("name", PLAYED)
def test_games_of_editions_are_those_of_the_loop(name: str) -> None:
    for seed in range(4):
        check(load(name), seed)


@pytest.mark.parametrize("house", range(len(HOUSES)))
def test_games_by_house_rules_are_those_of_the_loop(house: int) -> None:
    for seed in range(4):
        check(HOUSES[house], f"house {seed}")


@pytest.mark.parametrize(("first", "second"), tuple(product(LEVELS, LEVELS)))
def test_every_pair_of_levels_plays_as_in_the_loop(first: str, second: str) -> None:
    deck, draws, _ = deal(ORIGINAL, f"{first} {second}")
    core = judged(ORIGINAL, [first, second], deck, draws, "salt")
    assert core is not None
    assert core.events == loop(ORIGINAL, [first, second], deck, draws).events


def test_a_search_without_an_end_is_left_to_the_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a budget that some searches exceed a game is the loop's, or none."""
    found = []
    for seed, edition in product(range(12), (ORIGINAL, load("xp-106"))):
        monkeypatch.setattr(plays, "BUDGET", Budget(nodes=20 + 4 * seed))
        deck, draws, _ = deal(edition, f"budget {seed}")
        core = judged(edition, ["expert", "waiter"], deck, draws, "salt")
        found.append(core is not None)
        if core is not None:
            assert core.events == loop(edition, ["expert", "waiter"], deck, draws).events
    assert len(set(found)) == 2


def test_the_arena_counts_the_same_with_the_core_and_without(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match("master", "expert", ORIGINAL, 2, 7)
    core = deals.play_chunk(match, 1, CHUNK)
    monkeypatch.setattr(deals, "can_play", lambda *_: False)
    assert deals.play_chunk(match, 1, CHUNK) == core


def test_no_bytes_are_mistaken_for_a_game() -> None:
    play, chance = kernel.core(), Random(3)
    assert play is not None
    deck, draws, _ = deal(ORIGINAL, 0)
    game = asked(ORIGINAL, ["expert", "expert"], deck, draws)
    assert decode(play(game)) == finished(ORIGINAL, ["expert", "expert"], deck, draws)
    for data in (b"", game[:23], game[:40], game + b"\x35", b"\x02" + game[1:], chance.randbytes(134)):
        with pytest.raises(ValueError, match="no game"):
            decode(play(data))


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_no_bytes_harm_the_core(tmp_path: Path) -> None:
    """Games and what becomes of them when bytes are changed, under the address and undefined-behaviour checks."""
    compiler, program, seeds = find_compiler(), tmp_path / "fuzz", tmp_path / "seeds"
    assert compiler is not None
    options = ["-std=c99", "-O1", "-g", "-DGAMES", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
    sources = [str(HERE / "tools" / "fuzz.c"), *map(str, GAMES)]
    if subprocess.run([*compiler, *options, "-o", str(program), *sources], capture_output=True).returncode:
        pytest.skip("no compiler with these checks")
    with seeds.open("wb") as file:
        for seed, edition in product(range(3), (ORIGINAL, *HOUSES)):
            deck, draws, chance = deal(edition, seed)
            levels = chance.choices(list(LEVELS), k=chance.randint(2, edition.players.most))
            data = asked(edition, levels, deck, draws, told=bool(seed))
            file.write(len(data).to_bytes(2, "little") + data)
    ran = subprocess.run([str(program), str(seeds), FUZZ_ROUNDS], capture_output=True, text=True, timeout=250)
    assert ran.returncode == 0, ran.stderr[-4000:]
