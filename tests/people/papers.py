"""A score sheet that two phones write, neither of which has always seen what the other did."""

from typing import Any

import msgspec

from tests.people.town import Town, require
from tilerummy import editions
from tilerummy.records.record import Busy
from tilerummy.rules.refusal import Refusal
from tilerummy.sheets.hosting import (
    PREFIX,
    DescribeSheet,
    DropOther,
    HostedSheet,
    KeepSheet,
    PlayerComes,
    PlayerLeaves,
    PlayerReturns,
    RenamePlayers,
    StrikeGame,
    WriteGame,
    WritingCommand,
)
from tilerummy.sheets.state import Gone, Left, csv_lines

Message = dict[str, Any]
_TILES = [f"{colour}{number}" for colour in "krby" for number in range(1, 14)]
STEPS = 60
"""Entries after which the evening is over."""


class Paper:
    """A sheet, and what each of two phones has seen of it."""

    def __init__(self, town: Town) -> None:
        self.town, self.random = town, town.random
        self.sheet: HostedSheet
        self.over = False
        self._seen: list[Message] = []
        self._steps = 0

    async def begin(self) -> None:
        """A person takes a sheet."""
        random = self.random
        edition = editions.load(random.choice(editions.names()))
        players = [self.town.name() for _ in range(random.randint(2, min(6, edition.players.most)))]
        games = random.choice((None, 3, 8))
        self.sheet = await self.town.server.sheets.create(edition, players, games, "owner", self.town.clock())
        self._seen = [self._shown(True)] * 2

    async def again(self) -> None:
        """The sheet, at a server."""
        found = await self.town.server.sheets.find(self.sheet.link)
        assert found is not None
        self.sheet = found

    def _shown(self, writes: bool) -> Message:
        shown: Message = msgspec.json.decode(self.sheet.seen(writes=writes))
        return shown

    async def step(self) -> None:
        """One of the phones asks something, from what it saw last."""
        await self.again()
        self._steps += 1
        self.over = self._steps > STEPS
        if self.random.random() < 0.03:
            await self._keeps()
            return
        phone = self.random.randrange(2)
        command = self._command(self._seen[phone], f"c{self._steps}")
        before, seq = self.sheet.state, self.sheet.seq
        what = f"sheet {type(command).__name__.lower()}"
        try:
            await self.sheet.do(command, self.town.clock())
        except Refusal as refusal:
            self.town.counted[f"{what} refused {refusal.code}"] += 1
            require((self.sheet.state, self.sheet.seq) == (before, seq), "what is refused changes nothing", command)
        else:
            self.town.counted[f"{what} accepted"] += 1
            now = self.sheet.seq
            if self.random.random() < 0.2 and now > seq:
                try:
                    await self.sheet.do(command, self.town.clock())
                except Busy:
                    require(False, "what is sent again is answered again", command)
                    raise
                require(self.sheet.seq == now, "what is sent again is not repeated", command)
            if isinstance(command, WriteGame):
                everything = self.sheet.seen(writes=True)
                require(f'"{command.id}"'.encode() in everything, "what is entered is found again", command)
        if self.random.random() < 0.6:
            self._seen[phone] = self._shown(True)
        self._holds()

    async def _keeps(self) -> None:
        """A person finds it among theirs, who may have found it before."""
        sheets, before = self.town.server.sheets, self.sheet.state
        guest, command = self.random.choice(("bea", "cas")), KeepSheet(f"k{self._steps}")
        try:
            seq = await sheets.keep_for(guest, self.sheet, command, self.town.clock())
        except Refusal as refusal:
            self.town.counted[f"sheet keepsheet refused {refusal.code}"] += 1
            return
        self.town.counted["sheet keepsheet accepted"] += 1
        again = await sheets.keep_for(guest, self.sheet, command, self.town.clock())
        require(again == seq == self.sheet.seq, "a sheet is kept once", self.sheet.id)
        require(self.sheet.state == before, "who keeps a sheet changes nothing on it", self.sheet.id)
        found = await sheets.store.records_of(guest, PREFIX)
        require(self.sheet.id in found, "a sheet that is kept is found", self.sheet.id)

    def _holds(self) -> None:
        """Both links see the same, and it adds up. Raises Broken."""
        writes, reads = self._shown(True), self._shown(False)
        require({**writes, "writes": False} == reads, "both links see the same", self.sheet.id)
        for line in writes["standing"]:
            player = line["player"]
            points = sum(game["entry"]["points"][player] for game in writes["games"])
            won = sum(player in game["entry"]["winners"] for game in writes["games"])
            require((line["points"], line["won"]) == (points, won), "the standing is the sum", self.sheet.id, line)
        for game in (one["entry"] for one in writes["games"]):
            absent = [seat for seat, how in enumerate(game["gone"]) if how == "absent"]
            require(not any(game["points"][seat] for seat in absent), "who is absent has no points", self.sheet.id)
            require(len(game["points"]) == len(writes["players"]), "every player has a column", self.sheet.id)
            left = [seat for seat, how in enumerate(game["gone"]) if how is not None]
            require(not set(left) & set(game["winners"]), "who is gone does not win", self.sheet.id)
        least, most = writes["rules"]["least"], writes["rules"]["most"]
        here = len(writes["players"]) - len(writes["home"])
        require(least <= here <= most, "as many are there as can play", self.sheet.id, here)
        require(not set(writes["home"]) & set(writes["arrived"]), "nobody comes who went home", self.sheet.id)
        table = csv_lines(self.sheet.state.sheet, "game", "total", "won")
        require(len({len(line) for line in table}) == 1, "a table has straight sides", self.sheet.id)

    def _command(self, seen: Message, ident: str) -> WritingCommand:
        random, games = self.random, seen["games"]
        words = ("next", "correct", "strike", "drop", "rename", "join", "leave", "return", "about")
        kind = random.choices(words, (50, 20, 10, 15, 5, 6, 6, 4, 4))[0]
        joined = tuple(ids[0] for ids in seen["came"])
        known = random.choice(games) if games else None
        if kind == "strike":
            return StrikeGame(ident, random.choice((None, known["entry"]["id"] if known else None)))
        if kind == "drop" and known is not None:
            others = [entry["id"] for entry in (*known["others"], *known["before"])]
            return DropOther(ident, random.choice(others) if others else "nothing")
        if kind == "rename":
            return RenamePlayers(ident, tuple(self.town.name() for _ in seen["players"]), joined)
        if kind == "join":
            return PlayerComes(ident, random.choice((self.town.name(), "Eve", seen["players"][0])), joined)
        if kind in ("leave", "return"):
            player = random.choice((*seen["home"], random.randrange(len(seen["players"]))))
            return (PlayerLeaves if kind == "leave" else PlayerReturns)(ident, player, joined)
        if kind == "about":
            date = random.choice((None, "2026-11-28", "yesterday"))
            return DescribeSheet(ident, date, random.choice((None, "Gent", "x" * 61)), random.choice((None, "late")))
        corrects = kind == "correct" and known is not None
        at = games.index(known) if corrects else len(games)
        over = known["entry"]["id"] if corrects and known is not None else None
        out = random.choice((None, *range(len(seen["players"]))))
        left = tuple(self._left(seat == out, seat in seen["home"]) for seat in range(len(seen["players"])))
        to_move = random.choice((*(None,) * 6, *range(len(seen["players"]))))
        return WriteGame(ident, at, left, out, over, to_move, joined)

    def _left(self, nothing: bool, home: bool) -> Left:
        random = self.random
        if home and random.random() < 0.8:
            return Left(gone="absent")
        if nothing and random.random() < 0.95:
            return Left()
        gone: Gone | None = random.choice((*(None,) * 8, "absent", "resigned"))
        if gone == "absent" and random.random() < 0.95:
            return Left(gone=gone)
        if random.random() < 0.5:
            return Left(value=random.randint(1, 120), count=random.choice((None, random.randint(1, 20))), gone=gone)
        return Left(tiles=tuple(random.choice(_TILES) for _ in range(random.randint(1, 5))), gone=gone)
