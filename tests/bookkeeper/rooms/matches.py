"""A match: a room and those after it, the lobby before each game, and how the match stands after it."""

import asyncio
from collections.abc import Sequence
from random import Random
from typing import Any

import httpx

from tests.bookkeeper.books.deal import seal
from tests.bookkeeper.books.points import Outcome, Standing, decided_by, standing
from tests.bookkeeper.players.plans import AWAY_SECONDS, Plan
from tests.bookkeeper.rooms.chairs import Chair, Message
from tests.bookkeeper.rooms.games import DisagreementError, play
from tests.bookkeeper.rooms.guests import Guest, Server
from tests.bookkeeper.rooms.table import Table
from tests.bookkeeper.rooms.tally import Tally


class Match:
    """One plan, played by these guests."""

    def __init__(self, server: Server, http: httpx.AsyncClient, guests: Sequence[Guest], plan: Plan, random: Random,
                 tally: Tally) -> None:  # fmt: skip
        self.server, self.http, self.plan, self.random, self.tally = server, http, plan, random, tally
        self.guests = list(guests)
        self.played: list[Outcome] = []
        self.table: Table | None = None
        self.room = ""

    async def play(self) -> None:
        """Play it to its end, or as far as is planned. Raises DisagreementError or SilentError."""
        host, *others = self.guests[: self.plan.seats - self.plan.computers]
        onlookers = self.guests[self.plan.seats :][: self.plan.onlookers]
        self.room = await host.make(self.http, **self._asked())
        people = [host, *others]
        for game in range(self.plan.most):
            chairs = [Chair(guest, self.room, self._wake) for guest in people]
            watching = [Chair(guest, self.room, self._wake) for guest in onlookers]
            try:
                await asyncio.gather(*(chair.sit_down() for chair in (*chairs, *watching)))
                chairs = await self._gather(chairs, game)
                await self._game(chairs, watching)
                if game + 1 < self.plan.most:
                    await self._rematch(self.random.choice(chairs), chairs)
            finally:
                await asyncio.gather(*(chair.stand_up() for chair in (*chairs, *watching)))
            people = [chair.guest for chair in chairs]

    def _wake(self) -> None:
        if self.table is not None:
            self.table.wake()

    def _asked(self) -> dict[str, Any]:
        plan = self.plan
        options: dict[str, Any] = {
            "chat": "off", "live": False, "open": False, "away": plan.away, "away_seconds": AWAY_SECONDS,
        }  # fmt: skip
        options |= {key: count for key, count in (("games", plan.games), ("rounds", plan.rounds)) if count is not None}
        rules = {"house": {"base": plan.edition, "changes": plan.house}} if plan.house else {"edition": plan.edition}
        computers = ["gentle"] * plan.computers
        return {
            **rules,
            "seats": plan.seats,
            "limit": plan.limit,
            "name": "Host",
            "computers": computers,
            "options": options,
        }

    # --- the lobby ----------------------------------------------------------------------------------------------

    async def _gather(self, chairs: list[Chair], game: int) -> list[Chair]:
        """Everybody sits, seals a word, and the game begins; those at seats in order."""
        owner = chairs[0]
        if game == 0:
            for at, chair in enumerate(chairs[1:], 1):
                await self._must(chair.ask("sit", f"sit-{at}", name=f"Guest {at}"))
            if len(chairs) > 1 and self.random.random() < 0.1:
                await self._must(chairs[-1].ask("leave", "leave"))
                await self._must(chairs[-1].ask("sit", "sit-again", name="Back"))
        elif self.plan.leaves and self.plan.match_games is None and len(chairs) > 2:
            chairs = await self._somebody_leaves(chairs)
        elif self._between(game) and self.random.random() < 0.5:
            await self._nobody_leaves(chairs[-1])
        chairs.sort(key=lambda chair: chair.state["you"])
        said = chairs[1:] if self.plan.mute and len(chairs) > 1 else chairs
        await asyncio.gather(*(self._seal(chair, game) for chair in said))
        if not self._between(game) and owner.state["phase"] == "lobby" and not owner.state["called"]:
            await self._start(chairs)
        self._stands(chairs[0].state, before=True)
        return chairs

    def _between(self, game: int) -> bool:
        """Whether this is a later game of a match with an end, which begins by itself."""
        of = self.plan.match_games
        return of is not None and game % of > 0

    async def _start(self, chairs: Sequence[Chair]) -> None:
        owner = next((chair for chair in chairs if chair.state["owner"]), None)
        if owner is None:
            raise DisagreementError(f"nobody owns room {self.room}")
        other = next((chair for chair in chairs if chair is not owner), None)
        if other is not None and self.random.random() < 0.2:
            answer = await other.ask("start", "start-of-another")
            self._check(answer.get("code") in ("not-owner", "already-started"), f"started by another: {answer}")
        answer = await owner.ask("start", "start")
        self._check(answer["t"] == "accepted" or answer["code"] == "already-started", f"no start: {answer}")

    async def _seal(self, chair: Chair, game: int) -> None:
        """A chair that has sealed says its word by itself, once that is asked for."""
        if chair.state["phase"] == "lobby" and chair.state["seals"][chair.state["you"]] is None:
            answer = await chair.ask("seal", f"seal-{game}", seal=seal(chair.word))
            codes = ("already-started", "seals-closed")
            self._check(answer["t"] == "accepted" or answer["code"] in codes, f"no seal: {answer}")

    async def _nobody_leaves(self, chair: Chair) -> None:
        answer = await chair.ask("leave", "leave")
        codes = ("match-running", "already-started")
        self._check(answer["t"] == "refused" and answer["code"] in codes, f"left in a match: {answer}")

    async def _somebody_leaves(self, chairs: list[Chair]) -> list[Chair]:
        """Between games without an end seats may be given back; the others keep their points."""
        seated = sorted(chairs, key=lambda chair: chair.state["you"])
        going = self.random.choice([chair for chair in seated if not chair.state["owner"]])
        seat = going.state["you"]
        await self._must(going.ask("leave", "leave"))
        await going.stand_up()
        self.tally.count(self.plan.cell, "left between games")
        kept = [other for other in range(len(seated) + self.plan.computers) if other != seat]
        self.played = [
            Outcome(tuple(one.scores[at] for at in kept), tuple(kept.index(at) for at in one.winners if at in kept))
            for one in self.played
        ]
        return [chair for chair in seated if chair is not going]

    # --- a game and after it ------------------------------------------------------------------------------------

    async def _game(self, chairs: Sequence[Chair], watching: Sequence[Chair]) -> None:
        await self._until_begun(chairs)
        seats: list[Chair | None] = [None] * len(chairs[0].state["seats"])
        for chair in chairs:
            seats[chair.state["you"]] = chair
        self.table = Table(self.server, self.plan.book, seats, watching)
        self._edition(chairs[0].state)
        await play(self.table, self.plan, self.random, self.tally)
        assert self.table.ledger.outcome is not None
        of = self.plan.match_games
        self.played = [*(self.played if of is None or len(self.played) < of else []), self.table.ledger.outcome]
        for chair in chairs:
            self._stands(chair.state)
        if len(self.played) == of:
            final = standing(self.played, len(seats), self.plan.book)
            self.tally.count(self.plan.cell, f"matches won by {decided_by(final, self.plan.book)}")
        self.tally.count(self.plan.cell, "rounds complete", int(len(self.played) % (self.plan.length or 1000) == 0))
        self.tally.count(self.plan.cell, "games with a turn a second overdue", int(self.table.times.overdue > 1000))

    async def _until_begun(self, chairs: Sequence[Chair]) -> None:
        waiting = Table(self.server, self.plan.book, list(chairs), ())
        self.table = waiting
        await waiting.until(lambda: all(chair.state["phase"] != "lobby" for chair in chairs))

    async def _rematch(self, chair: Chair, chairs: Sequence[Chair]) -> None:
        assert self.table is not None
        answer = await chair.ask("rematch", "rematch")
        self._check(answer["t"] == "accepted", f"no rematch: {answer}")
        await self.table.until(lambda: all(one.state["next"] for one in chairs))
        if self.random.random() < 0.2:
            again = await chairs[0].ask("rematch", "rematch-again")
            self._check(again.get("code") == "rematch-made", f"a second rematch: {again}")
        self.room = chair.state["next"]

    def _edition(self, state: Message) -> None:
        """What the table is told of its rules."""
        opening, book = state["opening"], self.plan.book
        self._check(state["edition"]["id"] == self.plan.edition or bool(self.plan.house), f"edition {state['edition']}")
        least = opening["amount"] + (opening["comparison"] == "more-than")
        told = (least, opening["same_turn"], state["edition"]["frozen"])
        self._check(told == (book.opens_at, book.same_turn, book.frozen), f"opening {opening}, {state['edition']}")
        self._check(
            {key: count for key, count in state["edition"]["jokers"].items() if count} == dict(book.jokers), "jokers"
        )
        expected = {"edition": None if book.bank else book.limit}.get(str(self.plan.limit), self.plan.limit)
        self._check(state["limit"] == expected, f"a limit of {state['limit']} instead of {expected}")

    def _stands(self, state: Message, before: bool = False) -> None:
        """The match, the round and the totals as they are shown, against our own count."""
        if before and (state["phase"] != "lobby" or self.plan.leaves):
            return
        seats, of, length = len(state["seats"]), self.plan.match_games, self.plan.length
        played = self.played if not before or of is None or len(self.played) < of else []
        number = len(played) + before
        now, match = standing(played, seats, self.plan.book), state["match"]
        decided = of is not None and len(played) >= of
        self._same(match, now, number, of, decided)
        self._check(match["played"] == [list(one.scores) for one in played], f"played {match['played']}, not {played}")
        self._check([seat["total"] for seat in state["seats"]] == list(now.points), f"totals {state['seats']}")
        if length is None:
            self._check(state["round"] is None, f"a round {state['round']}")
        elif not self.plan.leaves:
            begun = len(played) // length * length if before else (len(played) - 1) // length * length
            games = played[begun:]
            one = standing(games, seats, self.plan.book)
            self._same(state["round"], one, len(games) + before, length, len(games) == length)
            self._check(match["round"] == -(-number // length), f"round {match['round']} in game {number}")

    def _same(self, told: Message, expected: Standing, number: int, of: int | None, decided: bool) -> None:
        own = {
            "game": number,
            "games": of,
            "points": list(expected.points),
            "won": list(expected.won),
            "winners": expected.winners if decided else [],
            "places": list(expected.places),
        }
        shown = {key: told[key] for key in own if key in told}
        self._check(shown == {key: own[key] for key in shown}, f"shown {shown} instead of {own}")

    def _check(self, holds: bool, what: str) -> None:
        if not holds:
            raise DisagreementError(f"room {self.room}: {what}")

    async def _must(self, asked: Any) -> None:
        answer = await asked
        self._check(answer["t"] == "accepted", f"refused: {answer}")
