"""What people at an event ask for, at random: most of it sensible, some of it stale, wrong or twice."""

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from tests.tournament.checkin.at_random import before_tables, everybody_in
from tests.tournaments import closing_commands, preparing_commands
from tests.tournaments.asked import Asked, RoomOver, Running
from tests.tournaments.asked_of_results import tied_racks, weighed
from tests.tournaments.referee_commands import call_at_random, ruling_at_random
from tilerummy.tournament import commands
from tilerummy.tournament.decide import Actor
from tilerummy.tournament.online_rules import OnlineRules
from tilerummy.tournament.online_tables import game_now, online_tables
from tilerummy.tournament.results.reports import outstanding
from tilerummy.tournament.results.weighing import Weigh
from tilerummy.tournament.rounds import unconfirmed
from tilerummy.tournament.state import Round, StagePlay, Tournament
from tilerummy.tournament.table_changes import TableChange

ORGANISER: Final = Actor("organiser")
DESK: Final = Actor("desk")
PUBLIC: Final = Actor("public")
MOST_STEPS: Final = 80
"""Commands that bring an event to its end: the longest format has ten rounds."""


def asked_at_random(desk: Running, chance: random.Random, most: int) -> Iterator[Asked]:
    """Commands for the event as it is each time one is asked for."""
    people = _People(desk, chance)
    for _ in range(chance.randint(most // 4, most)):
        asked = people.asks()
        if asked is not None:
            yield asked


def to_its_end(desk: Running) -> Iterator[Asked]:
    """What a sensible desk asks until the event is over."""
    people = _People(desk, random.Random(0))
    for _ in range(MOST_STEPS):
        if desk.now.tournament.finished:
            return
        yield from people.goes_on()
    raise AssertionError("the event cannot be brought to its end")


class _People:
    """Organiser, desk, players and rooms of an event."""

    def __init__(self, desk: Running, chance: random.Random) -> None:
        self._desk = desk
        self._chance = chance
        self._wanted = round(4 * 15 ** (chance.random() ** 2))
        self._names = 0
        self._ids = 0

    @property
    def _state(self) -> Tournament:
        return self._desk.now.tournament

    @property
    def _round(self) -> Round | None:
        """The round that is not closed."""
        play = self._state.play
        return play.rounds[self._state.current] if play and self._state.now else None

    def asks(self) -> Asked | None:
        """One command, or None where the one thought of makes no sense now."""
        state, round_ = self._state, self._round
        choices: list[tuple[int, Callable[[], Asked | None]]] = [
            (2, self._withdraws), (2, self._returns), (1, self._substitute), (1, self._changed),
            (2, self._takes_back), (1, self._clock), (1, self._hides), (1, self._online), (1, self._renews),
            (1, self._signs_up), (1, self._enters), (1, self._locks), (1, self._prepares), (1, self._prepares),
            (2, self._asks), (2, self._answers), (2 if state.stages else 6, self._made(before_tables)),
        ]  # fmt: skip
        if not state.stages:
            choices += [(9, self._enters), (1, self._draws), (1, self._removes), (2, self._begins), (1, self._prepares)]
        else:
            choices += [(2, self._corrects), (2, self._late), (1, self._reveals), (1, self._keeps), (2, self._weighs)]
            choices += [(2, self._made(ruling_at_random))]
        if len(state.stages) > 1:
            choices += [(4, self._closing)]
        if round_ is not None:
            choices += [(3, self._arranges), (2, self._table_online), (1, self._reseats)]
            choices += [(2, self._made(call_at_random))]
            if round_.phase == "playing":
                choices += [(14, self._reports), (5, self._list), (4, self._rooms), (1, self._confirms)]
                choices += [(8 if not outstanding(state) else 1, self._closes)]
            else:
                choices += [(10, self._steps)]
        (made,) = self._chance.choices([one for _, one in choices], [weight for weight, _ in choices])
        return made()

    def goes_on(self) -> Iterator[Asked]:
        """The next step towards the end of the event."""
        state, round_ = self._state, self._round
        if not state.stages:
            yield self._of(commands.Enter, text="\n".join(self._new_name() for _ in range(4)), beyond=True)
            yield self._of(commands.Begin)
        elif round_ is None:
            return
        elif round_.phase == "planned":
            yield from (self._of(kind, **fields) for kind, fields in everybody_in(state))
            yield self._of(commands.Publish, sure=True)
        elif round_.phase == "published":
            yield self._of(commands.StartRound, sure=True)
            if (after := self._round) is not None and after.phase == "published":
                # a table that people have left
                yield self._of(commands.Reseat)
                yield self._of(commands.StartRound, sure=True)
        else:
            for _, table, game in outstanding(state):
                yield self._report(DESK, table, game, self._points(round_.seating.tables[table - 1]))
            for (at, table, game), result in sorted((state.play or _NOTHING).results.items()):
                if at == state.current and result.other is not None:
                    yield self._correct(len(state.stages) - 1, at, table, game, result.scores)
            yield self._of(commands.CloseRound, listed=unconfirmed(self._state))

    def _of(self, kind: Callable[..., Any], actor: Actor = ORGANISER, **fields: Any) -> Asked:
        self._ids += 1
        return Asked(actor, kind(id=f"c{self._ids}", **fields))

    def _made(self, make: Callable[[Tournament, random.Random, str], Asked]) -> Callable[[], Asked]:
        self._ids += 1
        return lambda: make(self._state, self._chance, f"c{self._ids}")

    def _staff(self) -> Actor:
        return self._chance.choice((DESK, ORGANISER))

    def _new_name(self) -> str:
        self._names += 1
        first = self._chance.choice(("Ann", "Jan van", "Zoë", "X"))
        return f"{first} {chr(0x41 + self._names % 26)}{_letters(self._names)}"

    def _entrant(self) -> int:
        """The number of an entrant, seldom a wrong one."""
        known = list(self._state.entrants)
        return self._chance.choice(known) if known and self._chance.random() > 0.03 else self._chance.randint(1, 70)

    def _one_of(self, numbers: Sequence[int]) -> int | None:
        return self._chance.choice(numbers) if numbers else None

    def _enters(self) -> Asked | None:
        state, chance = self._state, self._chance
        if len(state.entrants) >= self._wanted and chance.random() > 0.1:
            return self._of(commands.Begin) if not state.stages and chance.random() < 0.3 else None
        if state.sign_ups.open and chance.random() < 0.4:
            return self._asks()
        count = chance.randint(1, max(1, self._wanted // 2)) if not state.stages else 1
        lines = [self._new_name() + chance.choice(("", "", ";Gent", ";Aalst")) for _ in range(count)]
        return self._of(commands.Enter, self._staff(), text="\n".join(lines), beyond=chance.random() < 0.2)

    def _asks(self) -> Asked:
        """A person signs up, seldom from a browser that did so before."""
        browser = f"{self._chance.randint(1, 60):012x}"
        return self._of(commands.Ask, PUBLIC._replace(browser=browser), text=self._new_name())

    def _answers(self) -> Asked | None:
        """The desk answers some of those who ask, seldom one who does not."""
        asking = list(self._state.sign_ups.asking)
        if self._chance.random() < 0.05:
            asking.append("0" * 12)
        some = tuple(self._chance.sample(asking, self._chance.randint(0, len(asking))))
        kind = commands.Accept if self._chance.random() < 0.7 else commands.Decline
        beyond = {"beyond": self._chance.random() < 0.2} if kind is commands.Accept else {}
        return self._of(kind, self._staff(), browsers=some, **beyond) if some else None

    def _late(self) -> Asked | None:
        kind, fields = preparing_commands.late(self._state, self._chance, self._new_name())
        return self._of(kind, self._staff(), **fields)

    def _changed(self) -> Asked:
        name, club = self._new_name(), self._chance.choice(("", "Gent", "Ninove"))
        return self._of(commands.Change, self._staff(), number=self._entrant(), name=name, category=club)

    def _substitute(self) -> Asked:
        ranked = self._chance.random() < 0.5
        return self._of(
            commands.Substitute, self._staff(), number=self._entrant(), name=self._new_name(), ranked=ranked
        )

    def _removes(self) -> Asked:
        return self._of(commands.Remove, numbers=tuple(self._entrant() for _ in range(self._chance.randint(1, 3))))

    def _draws(self) -> Asked:
        count = len(self._state.entrants)
        by_hand = self._chance.random() < 0.5
        numbers = tuple(self._chance.sample(range(1, count + 20), count)) if by_hand else None
        return self._of(commands.Draw, numbers=numbers)

    def _withdraws(self) -> Asked | None:
        here = [number for number in self._state.entrants if number not in self._state.withdrawn]
        if len(here) < 4 and self._chance.random() < 0.7:
            return None
        number = self._one_of(here) if self._chance.random() > 0.05 else self._entrant()
        return None if number is None else self._of(commands.Withdraw, self._staff(), number=number)

    def _returns(self) -> Asked | None:
        number = self._one_of(sorted(self._state.withdrawn)) if self._chance.random() > 0.05 else self._entrant()
        return None if number is None else self._of(commands.Return, self._staff(), number=number)

    def _locks(self) -> Asked | None:
        asked = preparing_commands.locks(self._state, self._chance)
        return self._of(asked[0], **asked[1]) if asked else None

    def _prepares(self) -> Asked:
        kind, fields = preparing_commands.prepared(self._state, self._chance)
        return self._of(kind, **fields)

    def _signs_up(self) -> Asked:
        accepting = self._chance.random() < 0.7
        return self._of(commands.OpenSignUp, open=self._chance.random() < 0.5, accepting=accepting)

    def _begins(self) -> Asked | None:
        return self._of(commands.Begin) if len(self._state.entrants) >= min(self._wanted, 4) else None

    def _steps(self) -> Asked:
        phase = self._round.phase if self._round else ""
        sure = self._chance.random() < 0.5
        return self._of(commands.Publish if phase == "planned" else commands.StartRound, sure=sure)

    def _reseats(self) -> Asked:
        return self._of(commands.Reseat)

    def _takes_back(self) -> Asked:
        wrong = self._chance.random() < 0.05
        return self._of(commands.Undo, self._staff(), step=max(1, self._state.steps - wrong))

    def _hides(self) -> Asked:
        return self._of(commands.Hide, hidden=self._chance.random() < 0.5)

    def _reveals(self) -> Asked:
        return self._of(commands.Reveal, places=self._chance.randint(0, len(self._state.entrants)))

    def _keeps(self) -> Asked:
        at = max(0, len(self._state.stages) - 1)
        number = self._chance.choice((-1, self._state.current))
        return self._of(commands.Keep, stage=at, round=number, reason=self._chance.choice(("as shown", "")))

    def _closing(self) -> Asked:
        kind, fields = closing_commands.between(self._state, self._chance)
        return self._of(kind, **fields)

    def _clock(self) -> Asked:
        chance = self._chance
        fields = {"table": chance.randint(0, 3), "seconds": chance.randint(0, 3600), "running": chance.random() < 0.5}
        return self._of(commands.SetClock, self._staff(), **fields)

    def _online(self) -> Asked:
        rules = OnlineRules(limit=None, away="wait", away_seconds=60, watch=self._chance.random() < 0.5)
        return self._of(commands.PlayOnline, online=self._chance.random() < 0.5, rules=rules)

    def _table_online(self) -> Asked | None:
        count = len(self._round.seating.tables) if self._round else 0
        fields = {"table": self._chance.randint(1, count + 1), "online": self._chance.random() < 0.5}
        return self._of(commands.PlayTable, self._staff(), **fields)

    def _renews(self) -> Asked:
        kind, fields = preparing_commands.renewal(self._state, self._chance)
        return self._of(kind, self._staff(), **fields)

    def _reports(self) -> Asked | None:
        """A phone or the desk enters, confirms or disputes a game; seldom one that is not there."""
        state, round_, chance = self._state, self._round, self._chance
        if round_ is None or state.now is None:
            return None
        here = [place for place in (state.play or _NOTHING).results if place[0] == state.current]
        open_ = list(outstanding(state))
        known = bool(here) and (not open_ or chance.random() < 0.4)
        if not (known or open_):
            return None
        _, table, game = chance.choice(here if known else open_)
        seats = round_.seating.tables[table - 1]
        result = (state.play or _NOTHING).results.get((state.current, table, game))
        scores = result.scores if result is not None and chance.random() < 0.7 else self._points(seats)
        if chance.random() < 0.3:
            return self._report(self._staff(), table, game, scores)
        seat = chance.randint(1, max(1, len(seats)))
        phone = Actor("table", table, state.now, f"{seat + chance.randint(0, 1):012x}")
        return self._report(phone, table, game, scores, seat)

    def _report(
        self, actor: Actor, table: int, game: int, scores: tuple[int | None, ...], seat: int | None = None
    ) -> Asked:
        tied = tied_racks(scores, self._chance) if self._chance.random() < 0.2 else None
        return self._of(commands.Report, actor, table=table, game=game, scores=scores, seat=seat, sure=True, tied=tied)

    def _points(self, seats: Sequence[int]) -> tuple[int | None, ...]:
        """One winner, the others lose; who has left has nothing."""
        gone = self._state.withdrawn
        losses = [None if player in gone else -self._chance.randint(0, 40) for player in seats]
        here = [at for at, loss in enumerate(losses) if loss is not None]
        if here and self._chance.random() > 0.05:
            winner = self._chance.choice(here)
            losses[winner] = 0
            losses[winner] = -sum(loss or 0 for loss in losses)
        return tuple(losses)

    def _list(self) -> Asked | None:
        """Results of the round, all or some, as a pasted list."""
        state, round_ = self._state, self._round
        games = outstanding(state)
        if round_ is None or not games:
            return None
        some = games if self._chance.random() < 0.7 else games[: self._chance.randint(1, len(games))]
        lines = ["table;game;number;points"]
        for _, table, game in some:
            seats = round_.seating.tables[table - 1]
            lines += [
                f"{table};{game};{player};{points}"
                for player, points in zip(seats, self._points(seats), strict=True)
                if points is not None
            ]
        return self._of(commands.ReportList, self._staff(), text="\n".join(lines), sure=True)

    def _confirms(self) -> Asked | None:
        listed = unconfirmed(self._state)
        some = listed[: self._chance.randint(0, len(listed))]
        return self._of(commands.Confirm, self._staff(), results=some) if some else None

    def _closes(self) -> Asked:
        return self._of(commands.CloseRound, listed=unconfirmed(self._state) if self._chance.random() < 0.9 else ())

    def _corrects(self) -> Asked | None:
        """A result of any round that has one, or that could have."""
        stages = [(at, place) for at, play in enumerate(self._state.stages) for place in play.results]
        if not stages:
            return None
        at, (number, table, game) = self._chance.choice(stages)
        seats = self._state.stages[at].rounds[number].seating.tables[table - 1]
        return self._correct(at, number, table, game, self._points(seats))

    def _correct(self, stage: int, number: int, table: int, game: int, scores: tuple[int | None, ...]) -> Asked:
        fields = {"stage": stage, "round": number, "table": table, "game": game, "scores": scores}
        return self._of(commands.Correct, self._staff(), **fields, reason="misread", sure=True)

    def _arranges(self) -> Asked | None:
        """Two tables exchange or merge, one is split, a person moves."""
        round_, chance = self._round, self._chance
        if round_ is None:
            return None
        tables = {0: round_.seating.byes, **dict(enumerate(round_.seating.tables, start=1))}
        full = [at for at, seats in tables.items() if seats]
        if not full:
            return None
        one = chance.choice(full)
        other = chance.choice([*tables, len(tables)])
        if other == one:
            return None
        before = (list(tables[one]), list(tables.get(other, ())))
        everybody = before[0] + before[1]
        kind = chance.choice(("swap", "move", "merge", "split", "leave"))
        if kind == "swap" and all(before):
            after = ([before[1][0], *before[0][1:]], [before[0][0], *before[1][1:]])
        elif kind == "move":
            after = (before[0][1:], [*before[1], before[0][0]])
        elif kind == "merge":
            after = ([], everybody)
        elif kind == "split":
            half = len(everybody) // 2
            after = (everybody[:half], everybody[half:])
        else:
            gone = self._state.withdrawn
            after = ([player for player in before[0] if player not in gone], before[1])
        changes = tuple(
            TableChange(at, tuple(was), tuple(is_)) for at, was, is_ in zip((one, other), before, after, strict=True)
        )
        return self._of(commands.ChangeTables, self._staff(), tables=changes, sure=chance.random() < 0.7)

    def _rooms(self) -> Asked | None:
        """A game that is played here begins, with who is there then, or is over."""
        tables = online_tables(self._state)
        if not tables:
            return None
        table = self._chance.choice(tables)
        game = game_now(self._state, table)
        if game is None:
            return None
        room = table.rooms[game - 1]
        here = tuple(player for player in table.players if player not in self._state.withdrawn)
        dealt = self._desk.dealt.setdefault(room, here)
        if self._chance.random() < 0.4:
            return None
        points = [-self._chance.randint(1, 40) for _ in dealt]
        points[0] = -sum(points[1:])
        stood_in = tuple(player for player in dealt if self._chance.random() < 0.3)
        return Asked(None, RoomOver(room, tuple(zip(dealt, points, strict=True)), stood_in))

    def _weighs(self) -> Asked | None:
        """What the game of a computer player counts, seldom for somebody for whom none played."""
        fields = weighed(self._state, self._chance, self._entrant())
        return self._of(Weigh, self._staff(), **fields) if fields else None


_NOTHING: Final = StagePlay(0, ())


def _letters(number: int) -> str:
    return "".join(chr(0x61 + int(figure)) for figure in str(number))
