"""What each role sees of a tournament: the public rounds and standings, a table its own results, the desk all."""

from collections import Counter
from collections.abc import Collection

import msgspec

from tilerummy import editions
from tilerummy.formats.penalties import Offence, offences
from tilerummy.records.parts import Part, Parts
from tilerummy.rooms.views.projection import end_shown
from tilerummy.rooms.views.snapshot import EndShown
from tilerummy.tournament.corrections import overtaken
from tilerummy.tournament.decide import Actor, Role
from tilerummy.tournament.door import chairs, may_sit_down
from tilerummy.tournament.events.desk import ClockSet
from tilerummy.tournament.events.rounds import minus
from tilerummy.tournament.lists.entrants import initials
from tilerummy.tournament.online_rules import OnlineRules
from tilerummy.tournament.online_tables import is_online
from tilerummy.tournament.results.cuts import waiting
from tilerummy.tournament.results.ranking import final_ranking, lines
from tilerummy.tournament.results.reports import outstanding
from tilerummy.tournament.seating.report import SeatingReport, report
from tilerummy.tournament.state import RoundDates, RoundPhase, StagePlay, Tournament
from tilerummy.tournaments.checkin_views import NO_CHECK_IN, CheckInShown, check_in
from tilerummy.tournaments.closing_views import (
    NO_LINE,
    NOTHING,
    Between,
    LineUnder,
    PartShown,
    between,
    line_under,
    parts_of,
)
from tilerummy.tournaments.keys import Keys, round_keys
from tilerummy.tournaments.referee_views import REFEREES, CallShown, RulingShown, calls, rulings
from tilerummy.tournaments.result_views import ResultShown, results
from tilerummy.tournaments.sign_up_views import AskingShown, asking
from tilerummy.tournaments.standing_views import LineShown, shown_lines
from tilerummy.tournaments.team_views import NO_TEAMS, CalendarShown, TeamsShown, teams


class EntrantShown(msgspec.Struct, frozen=True):
    """An entrant; their name as initials where the public sees no more. `rating`: for desk and organiser."""

    number: int
    name: str
    category: str
    withdrawn: bool
    ranked: bool
    rating: float | None


class MoveShown(msgspec.Struct, frozen=True):
    """A player whose table is another than when the tables were shown; None: they did not sit, or do not any more."""

    number: int
    before: int | None
    after: int | None


class TablesShown(msgspec.Struct, frozen=True):
    """A round: the numbers at each table in seat order, who sits out, which tables (from 1) are played here, who moved
    since the tables were shown, and who waits for the stage after this one, a repechage."""

    phase: RoundPhase
    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...]
    online: tuple[int, ...]
    moved: tuple[MoveShown, ...]
    waiting: tuple[int, ...]


class StageShown(msgspec.Struct, frozen=True):
    """A stage that has begun: `rounds` of those `planned` that the viewer may see, and its standings.
    `sizes`: how few and how many sit at a table; `line`: who goes on, by its standings; `plan`: for desk and organiser,
    how good it is."""

    id: str
    planned: int
    games: int
    sizes: tuple[int, int]
    rounds: tuple[TablesShown, ...]
    standings: tuple[LineShown, ...]
    line: LineUnder
    plan: SeatingReport | None


class OvertakenShown(msgspec.Struct, frozen=True):
    """What follows from corrected results no longer: a stage (its index here), with `round` -1, or its round. Who would
    come in, and who would go out; nobody where only the order is another."""

    stage: int
    round: int
    coming: tuple[int, ...]
    going: tuple[int, ...]


class UndoShown(msgspec.Struct, frozen=True):
    """The step that the viewer may take back: its number, and the command that it was."""

    step: int
    what: str


class ChairShown(msgspec.Struct, frozen=True):
    """A free chair at a table of the round that is shown or played: of a player who has `left`, or one more; at a new
    table, with those who are `moving` there."""

    table: int
    left: int | None
    moving: tuple[int, ...]


class TournamentShown(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament at `seq`; the link of a table's card is shown the seats and players of its own table in its round
    alone; `card`: that stage and round. `reported`: results in hand by table of the round under way; `ranking`, and of
    which stages its `parts` are: once it is over; `online`: rounds that start are played here, by `online_rules`.

    `calendar`: the stages of the format, and `dates` on which their rounds may be played, by their places in it.
    `seeded`: the first round follows ratings; `accepting`: the desk accepts who signs up. Those from `results` on are
    empty but for the roles that need them: a table sees the results of its round, desk and organiser all results, the
    games that lack one, who is `asking` to be entered, in the order in which they did, the free `chairs` and whether
    `latecomers` may take them, and the keys on the tables' cards, of the round that is not closed (else of the last)
    and, in `coming_keys`, of each round planned after it; what follows from corrected results no longer (`overtaken`),
    what may be decided `between` the stage before and the one under way, and the step they may take back; who is
    `fixed` to a table; the organiser the desk's and the referee's key and the pairs to keep `apart` too. `rulings`:
    what the referee decided, for the public what changes a standing it sees; `calls`: the tables that wait for the
    referee, a table its own; `offences`: to choose from, for who may rule. `end`: how the edition counts a game; None
    where it is not known here. `missing`: what could not be made because of a fault here, and is empty.
    """

    id: str
    seq: int
    role: Role
    table: int | None
    card: tuple[int, int] | None
    name: str
    format: str
    format_name: str
    edition: str
    end: EndShown | None
    seed: int
    drawn: bool
    seeded: bool
    sign_up: bool
    accepting: bool
    finished: bool
    hidden: bool
    revealed: int | None
    current: int
    entrants: tuple[EntrantShown, ...]
    stages: tuple[StageShown, ...]
    reported: tuple[int, ...]
    ranking: tuple[LineShown, ...]
    parts: tuple[PartShown, ...]
    teams: TeamsShown
    calendar: tuple[CalendarShown, ...]
    dates: tuple[RoundDates, ...]
    clocks: tuple[ClockSet, ...]
    online: bool
    online_rules: OnlineRules
    results: tuple[ResultShown, ...]
    outstanding: tuple[tuple[int, int], ...]
    asking: tuple[AskingShown, ...]
    chairs: tuple[ChairShown, ...]
    latecomers: bool
    table_keys: tuple[str, ...]
    coming_keys: tuple[tuple[str, ...], ...]
    desk_key: str
    referee_key: str
    apart: tuple[tuple[int, int], ...]
    fixed: tuple[tuple[int, int], ...]
    overtaken: tuple[OvertakenShown, ...]
    between: Between
    undo: UndoShown | None
    rulings: tuple[RulingShown, ...]
    calls: tuple[CallShown, ...]
    offences: tuple[Offence, ...]
    checkin: CheckInShown
    missing: tuple[Part, ...]


def view(state: Tournament, keys: Keys, actor: Actor, ident: str, seq: int) -> TournamentShown:
    """The tournament as `actor` may see it; parts that cannot be made are named as `missing`. An entrant's own link
    shows what everybody sees."""
    if actor.role == "entrant":
        return msgspec.structs.replace(view(state, keys, Actor("public"), ident, seq), role=actor.role)
    parts = Parts(ident)
    staff = actor.role in ("desk", "organiser")
    no_cards: tuple[tuple[str, ...], ...] = ()
    cards = parts.made("cards", lambda: card_keys(state, keys), no_cards) if staff else ()
    return TournamentShown(
        id=ident,
        seq=seq,
        role=actor.role,
        table=actor.table,
        card=actor.round,
        name=state.name,
        format=state.format.id,
        format_name=state.format.name,
        edition=state.format.edition,
        end=parts.made("counting", lambda: _end(state.format.edition), None),
        seed=state.seed,
        drawn=state.drawn,
        seeded=state.format.seeding == "rating",
        sign_up=state.sign_ups.open,
        accepting=state.sign_ups.accepting,
        finished=state.finished,
        hidden=state.hidden,
        revealed=state.revealed,
        current=state.current,
        entrants=parts.made("entrants", lambda: _entrants(state, actor), ()),
        stages=tuple(_stage(parts, state, at, actor) for at in range(len(state.stages))),
        reported=parts.made("reported", lambda: _reported(state), ()),
        ranking=parts.made("ranking", lambda: _ranking(state, staff=staff), ()),
        parts=parts.made("ranking", lambda: parts_of(state), ()),
        teams=parts.made("teams", lambda: teams(state, actor), NO_TEAMS),
        calendar=tuple(CalendarShown(stage.id, stage.rounds) for stage in state.format.stages),
        dates=_dates(state, actor),
        clocks=tuple(ClockSet(*clock) for clock in state.clocks.values()),
        online=state.online,
        online_rules=state.online_rules,
        results=parts.made("results", lambda: results(state, actor), ()),
        outstanding=parts.made("outstanding", lambda: _outstanding(state), ()) if staff else (),
        asking=parts.made("asking", lambda: asking(state), ()) if staff else (),
        chairs=parts.made("chairs", lambda: _chairs(state), ()) if staff else (),
        latecomers=staff and parts.made("chairs", lambda: may_sit_down(state), empty=False),
        table_keys=cards[0] if cards else (),
        coming_keys=cards[1:],
        desk_key=keys.desk if actor.role == "organiser" else "",
        referee_key=keys.refereeing if actor.role == "organiser" else "",
        apart=state.apart if actor.role == "organiser" else (),
        fixed=state.fixed if staff else (),
        overtaken=parts.made("overtaken", lambda: _overtaken(state), ()) if staff else (),
        between=parts.made("overtaken", lambda: between(state), NOTHING) if staff else NOTHING,
        undo=undoable(state, actor),
        rulings=parts.made("rulings", lambda: rulings(state, actor), ()),
        calls=calls(state, actor),
        offences=offences() if actor.role in REFEREES else (),
        checkin=parts.made("checkin", lambda: check_in(state, staff=staff), NO_CHECK_IN),
        missing=parts.missing,
    )


def _ranking(state: Tournament, *, staff: bool) -> tuple[LineShown, ...]:
    """The final ranking, for the public as far as it is revealed."""
    if not state.finished or (state.hidden and state.revealed is None and not staff):
        return ()
    ranking = shown_lines(final_ranking(state))
    return ranking if staff or state.revealed is None else ranking[max(0, len(ranking) - state.revealed) :]


def _outstanding(state: Tournament) -> tuple[tuple[int, int], ...]:
    return tuple((table, game) for _, table, game in outstanding(state))


def _chairs(state: Tournament) -> tuple[ChairShown, ...]:
    return tuple(ChairShown(*chair) for chair in chairs(state))


def _overtaken(state: Tournament) -> tuple[OvertakenShown, ...]:
    return tuple(
        OvertakenShown(one.stage, one.round, minus(one.after, one.before), minus(one.before, one.after))
        for one in overtaken(state)
    )


def undoable(state: Tournament, actor: Actor) -> UndoShown | None:
    """The step that `actor` may take back now."""
    if not state.undoable or actor.role not in ("desk", "organiser"):
        return None
    last = state.undoable[-1]
    return None if last.by == "organiser" != actor.role else UndoShown(state.steps, last.what)


def _end(edition: str) -> EndShown | None:
    return end_shown(editions.load(edition)) if edition in editions.names() else None


def _entrants(state: Tournament, actor: Actor) -> tuple[EntrantShown, ...]:
    """Everybody, or for a table's phones those who sit there in their round: a hall of them is told of every change."""
    full, staff = actor.role != "public" or not state.initials, actor.role in ("desk", "organiser")
    here = set(_own(state, actor)) if actor.role == "table" else None
    return tuple(
        EntrantShown(
            one.number,
            one.name if full else initials(one.name),
            one.category,
            one.number in state.withdrawn,
            one.ranked,
            state.ratings.get(one.number) if staff else None,
        )
        for one in state.entrants.values()
        if here is None or one.number in here
    )


def _stage(parts: Parts, state: Tournament, at: int, actor: Actor) -> StageShown:
    play = state.stages[at]
    stage = state.rule(play)
    staff, table = actor.role in ("desk", "organiser"), actor.role == "table"
    shown = (staff or not state.hidden) and not table
    played = any(round_.phase == "closed" for round_ in play.rounds)
    return StageShown(
        stage.id,
        stage.rounds,
        stage.games,
        (stage.tables.least, stage.tables.most),
        parts.made("tables", lambda: _rounds(state, at, actor), ()),
        parts.made("standings", lambda: shown_lines(lines(state, at)), ()) if shown and played else (),
        parts.made("standings", lambda: line_under(state, at, staff=staff), NO_LINE) if shown and played else NO_LINE,
        parts.made("plan", lambda: plan_shown(state, play), None) if staff else None,
    )


def _rounds(state: Tournament, at: int, actor: Actor) -> tuple[TablesShown, ...]:
    """The rounds of a stage that `actor` may see; a table's phones their own seats in their round alone."""
    staff, table = actor.role in ("desk", "organiser"), actor.role == "table"
    out = () if table else waiting(state, at, lambda player: player not in state.withdrawn)
    found = []
    for number, round_ in enumerate(state.stages[at].rounds):
        if round_.phase == "planned" and not staff:
            continue
        tables = round_.seating.tables
        seen: Collection[int] = range(1, len(tables) + 1)
        if table:
            seen = {actor.table or 0}.intersection(seen) if actor.round == (at, number) else ()
        found.append(
            TablesShown(
                round_.phase,
                tuple(seats if one in seen else () for one, seats in enumerate(tables, start=1))
                if seen
                else ((),) * len(tables),
                () if table else round_.seating.byes,
                tuple(one for one in seen if is_online(state, round_, one)),
                () if table else tuple(MoveShown(move.number, move.before, move.after) for move in round_.moved),
                out,
            )
        )
    return tuple(found)


def _dates(state: Tournament, actor: Actor) -> tuple[RoundDates, ...]:
    """The days of all rounds; for a table's phones those of their round."""
    if actor.role != "table":
        return state.dates
    stage, number = actor.round or (0, -1)
    here = (state.stages[stage].index, number) if stage < len(state.stages) else None
    return tuple(one for one in state.dates if (one.stage, one.round) == here)


def plan_shown(state: Tournament, play: StagePlay) -> SeatingReport | None:
    """How good the plan of a stage is; None where nobody is seated."""
    seatings = tuple(round_.seating for round_ in play.rounds)
    if not any(table for seating in seatings for table in seating.tables):
        return None
    here = set(play.players)
    apart = tuple(two for two in state.locks.apart if here.issuperset(two))
    fixed = tuple(place for place in state.fixed if place[0] in here)
    return report(seatings, state.rule(play).tables.prefer, apart, fixed)


def _own(state: Tournament, actor: Actor) -> tuple[int, ...]:
    """The seats at the table of the actor's card in its round, once that is published."""
    stage, number = actor.round or (0, 0)
    rounds = state.stages[stage].rounds if stage < len(state.stages) else ()
    if number >= len(rounds) or rounds[number].phase == "planned":
        return ()
    return dict(enumerate(rounds[number].seating.tables, start=1)).get(actor.table or 0, ())


def _reported(state: Tournament) -> tuple[int, ...]:
    play, number = state.play, state.current
    if play is None or number >= len(play.rounds):
        return ()
    counts = Counter(table for at, table, _ in play.results if at == number)
    return tuple(counts[table] for table in range(1, len(play.rounds[number].seating.tables) + 1))


def card_keys(state: Tournament, keys: Keys) -> tuple[tuple[str, ...], ...]:
    """The keys on the tables' cards: of the round that is not closed (else of the last), and of those planned after."""
    if state.play is None or not state.play.rounds:
        return ()
    rounds, first = state.play.rounds, min(state.current, len(state.play.rounds) - 1)
    return tuple(
        round_keys(keys, len(state.stages) - 1, at, len(rounds[at].seating.tables)) for at in range(first, len(rounds))
    )
