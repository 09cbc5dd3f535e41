"""A room after some of its events: the lobby, the game inside it, the running totals."""

import msgspec

from tilerummy.rooms.consent.request import Pause, Request
from tilerummy.rooms.correspondence.calendar import Calendar, Schedule, takes_days, zone_of
from tilerummy.rooms.events import Fixture, Sitter, Why
from tilerummy.rooms.options import Options
from tilerummy.rooms.views.snapshot import Phase
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.game.matches import GameScore, match_games
from tilerummy.rules.game.promise import Seals, Shuffle, Words, promised, withheld
from tilerummy.rules.game.state import GameState
from tilerummy.rules.judge.ability import must_lay

STAND_IN = "steady"
"""The level of the computer player who moves for a person who is away."""


class RoomState(msgspec.Struct, frozen=True):
    """Everything about a room, hidden tiles included; only a Snapshot may leave it.

    `limit` is seconds per turn (None: off), `banks` the milliseconds on every player's game clock (None: there are
    none), `totals` the running totals with this game's scores once it is over, `hints` whether players may ask for
    them, `stood_in` the seats for which a computer player moves, `played` the games of the match that are over,
    `fixture` whose game it is, with the numbers of those who play it, `dropped` why the tournament waits no longer;
    `promise` what the deal will be made of with the `words` of the seats and their `seals`, `called` whether it waits
    for nothing but those, `asked` whether all the seals are there that will be, and words are said; `kept` how many
    deals there were when nobody could ask for a new one any more, `keepers` the seats that have said of which deal that
    they keep its tiles; `schedules` by seat, none where turns are short;
    `request` what one player asks the others, `pause` that the game stands; `invited`, by seat, for whom open ones are
    kept; `circle` the record of the circle to which the room belongs.
    """

    edition: Edition
    limit: int | None
    banks: tuple[int, ...] | None
    owner: str
    sitters: tuple[Sitter | None, ...]
    totals: tuple[int, ...]
    previous: str | None
    game: GameState | None
    next: str | None
    hints: bool
    options: Options
    stood_in: tuple[int, ...]
    played: tuple[GameScore, ...]
    fixture: Fixture | None
    dropped: Why | None
    promise: Shuffle | None
    seals: Seals
    words: Words
    called: bool
    asked: bool
    kept: int = 0
    keepers: tuple[tuple[int, int], ...] = ()
    request: Request | None = None
    pause: Pause | None = None
    schedules: tuple[Schedule, ...] = ()
    invited: tuple[Sitter | None, ...] = ()
    circle: str | None = None

    @property
    def correspondence(self) -> bool:
        """Whether turns take hours or days, so that nobody has to be there."""
        return takes_days(self.limit)

    def calendar(self, seat: int) -> Calendar:
        """When the time of that player runs."""
        holiday = self.schedules[seat].holiday if self.schedules else 0
        sitter = self.sitters[seat]
        return Calendar(holiday, zone_of(sitter.zone) if self.options.nights and sitter is not None else None)

    @property
    def asking(self) -> bool:
        """Whether the first turn waits for players who may ask for a new deal; nobody moves yet."""
        game = self.game
        if self.phase != "playing" or game is None or self.edition.deal.redeal is None:
            return False
        return game.turn_number == 1 and self.kept <= game.redeals

    @property
    def commitment(self) -> str | None:
        """The digest of what was promised; of the game, once it has begun."""
        if self.game is not None:
            return self.game.commitment
        return None if self.promise is None else promised(self.promise)

    @property
    def unsealed(self) -> tuple[int, ...]:
        """The seats of guests who have not sealed a word for the deal."""
        pairs = enumerate(zip(self.sitters, self.seals, strict=True))
        return tuple(seat for seat, (sitter, seal) in pairs if sitter and sitter.player and seal is None)

    @property
    def silent(self) -> tuple[int, ...]:
        """The seats that have not said the word they sealed."""
        return withheld(self.seals, self.words)

    @property
    def phase(self) -> Phase:
        """Before, during or after the game."""
        if self.game is not None and self.game.over is not None:
            return "over"
        taken_back = self.game is not None and self.next is not None and self.fixture is None
        if self.dropped is not None or taken_back or self.deserted:
            return "left"
        return "lobby" if self.game is None else "playing"

    @property
    def mover(self) -> Sitter | None:
        """Who is to move, the stand-in of a person who is away included; None while no game goes on, the first turn
        waits, or a computer player does in a pause."""
        if self.phase != "playing" or self.game is None or self.game.turn is None or self.asking:
            return None
        sitter = self.sitters[self.game.turn]
        if sitter is not None and self.game.turn in self.stood_in:
            sitter = Sitter("computer", sitter.name, None, STAND_IN)
        return None if self.pause and sitter and sitter.of_server else sitter

    @property
    def given_up(self) -> bool:
        """Whether all the people who played have resigned: the computer players that are left end the game."""
        people = [seat for seat, sitter in enumerate(self.sitters) if sitter and not sitter.of_server]
        return self.game is not None and bool(people) and all(self.game.resigned[seat] for seat in people)

    @property
    def gathering(self) -> bool:
        """Whether seats are taken and freed: before the game is called, of a match the first one."""
        return self.phase == "lobby" and not self.called and not self.between

    @property
    def is_open(self) -> bool:
        """Whether it waits for strangers: made open, not begun, a seat free."""
        free = any(map(self.is_free, range(len(self.sitters))))
        return self.options.open and self.phase == "lobby" and free and not self.between

    @property
    def obliged(self) -> bool:
        """Whether the mover has to lay a tile if they can: then they may ask what."""
        return self.phase == "playing" and self.game is not None and must_lay(self.edition, len(self.game.pool))

    @property
    def games(self) -> int | None:
        """How many games the match has; None without an end, and where a tournament says."""
        return match_games(self.edition, len(self.sitters), self.options.games, self.options.rounds)

    @property
    def deserted(self) -> bool:
        """Whether the match ends before its next game: too few have stayed. A round has fewer games for those."""
        if self.game is not None or not self.played or self.games is None or None not in self.sitters:
            return False
        staying = len(self.sitters) - self.sitters.count(None)
        games = match_games(self.edition, staying, self.options.games, self.options.rounds) or 0
        return staying < self.edition.players.least or not self.people or len(self.played) >= games

    @property
    def decided(self) -> bool:
        """Whether the match is over."""
        return self.games is not None and len(self.played) >= self.games

    @property
    def between(self) -> bool:
        """Whether the next game of a match waits for its players."""
        return self.phase == "lobby" and self.games is not None and bool(self.played)

    @property
    def people(self) -> tuple[str, ...]:
        """The ids of the guests who have seats."""
        return tuple(sitter.player for sitter in self.sitters if sitter and sitter.player)

    def is_free(self, seat: int) -> bool:
        """Whether nobody has the seat, and it is kept for nobody."""
        return self.sitters[seat] is None and not (self.invited and self.invited[seat])

    def seat_kept_for(self, player: str | None) -> int | None:
        """The open seat that is kept for a guest."""
        kept = (seat for seat, sitter in enumerate(self.invited) if sitter and sitter.player == player)
        return next(kept, None) if self.gathering else None

    def counts_for(self, player: str) -> bool:
        """Whether the game is over and part of that guest's history."""
        return self.phase == "over" and self.seat_of(player) is not None and not self.options.practice

    def company(self, player: str) -> bool:
        """Whether another person has a seat beside that guest."""
        here = self.seat_of(player) is not None
        return here and any(sitter and sitter.kind == "person" and sitter.player != player for sitter in self.sitters)

    def person_on(self, seat: int) -> str | None:
        """Who is awaited on a seat: the guest's id, the seat's own name (see `actor_on`) while nobody has claimed it;
        None for an open one and for a computer player of the server."""
        sitter = self.sitters[seat]
        return None if sitter is None or sitter.of_server else actor_on(seat, sitter)

    def seat_of(self, actor: str | None) -> int | None:
        """The seat of a guest (by the session's id) or of a computer player (by `actor_on`), None without one."""
        if actor is None:
            return None
        for seat, sitter in enumerate(self.sitters):
            if sitter is not None and (
                sitter.player == actor or (sitter.player is None and actor == stand_in_on(seat))
            ):
                return seat
        return next((seat for seat in self.stood_in if actor == stand_in_on(seat)), None)


def actor_on(seat: int, sitter: Sitter) -> str:
    """Who acts for a seat, as the log names them. No guest's id has a colon."""
    return sitter.player or stand_in_on(seat)


def stand_in_on(seat: int) -> str:
    """A computer player on a seat, as the log names them."""
    return f"seat:{seat}"
