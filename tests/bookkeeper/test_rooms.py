"""A sample of `python -m tests.bookkeeper`: games at a real server, and books that notice when a rule is another."""

import asyncio
from dataclasses import replace
from pathlib import Path
from random import Random

import httpx
import pytest

from tests.bookkeeper.books.book import BOOKS
from tests.bookkeeper.players.plans import Plan, sample
from tests.bookkeeper.players.turns import Temper
from tests.bookkeeper.rooms.games import DisagreementError
from tests.bookkeeper.rooms.guests import Guest, Server
from tests.bookkeeper.rooms.hall import CUTS, Hall, run
from tests.bookkeeper.rooms.matches import Match
from tests.bookkeeper.rooms.tally import Tally

EVERY = 33
"""Editions with every number of players."""
WANTED = {"games": EVERY // 3, "power cuts": CUTS, "refused": 1, "late idle": 1, "end rack-empty": 1}
BOOK = BOOKS["original"]
OTHERWISE = {
    "the opening": (replace(BOOK, opens_at=50), Temper()),
    "the joker": (replace(BOOK, joker_costs=25), Temper(resigns=0.5)),
    "the box": (replace(BOOK, jokers=(("J", 4),)), Temper()),
    "idle": (replace(BOOK, idle=2), Temper(late=1.0)),
}
"""Another rule, and how a player plays who soon meets it."""


@pytest.mark.slow
def test_every_edition_is_played_by_the_book(tmp_path: Path) -> None:
    differ = tmp_path / "differ"
    hall = Hall(2 * EVERY, 1, EVERY, 9, differ, seconds=45, longer=0.1, wanted=WANTED, patience=120)
    tally = run(hall, tmp_path / "data", sample(1))
    assert not tally.files, [path.read_text() for path in tally.files]
    assert tally.has(WANTED), tally.counts


@pytest.mark.slow
@pytest.mark.parametrize("rule", OTHERWISE)
def test_a_server_by_another_rule_is_noticed(rule: str, tmp_path: Path) -> None:
    book, temper = OTHERWISE[rule]
    plan = Plan("original", 3, book, (temper,), limit=5, most=20)
    server = Server(tmp_path / "data").start()
    try:
        with pytest.raises(DisagreementError):
            asyncio.run(_play(server, plan, tmp_path))
    finally:
        server.stop()


async def _play(server: Server, plan: Plan, folder: Path) -> None:
    async with httpx.AsyncClient(timeout=60) as http:
        guests = [await Guest.new(server.address, http) for _ in range(plan.seats)]
        await Match(server, http, guests, plan, Random(1), Tally(folder)).play()
