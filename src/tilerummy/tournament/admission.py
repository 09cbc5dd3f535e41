"""Events that come from outside: each is asked whether a command could have brought it about in the state before it.

The rules are those of the commands. Only tables are not searched again: an older version may have seated otherwise, so
a seating is held to what every seating keeps to.
"""

import re
from collections.abc import Callable
from functools import singledispatch
from typing import get_args

from tilerummy.rules.edition.faults import Fault
from tilerummy.rules.names import one_line, unseen
from tilerummy.rules.refusal import Refusal
from tilerummy.tournament import asking, players, received
from tilerummy.tournament import rounds as running
from tilerummy.tournament.checkin import admission as checking_in
from tilerummy.tournament.closing import admission as between
from tilerummy.tournament.corrections import keep, planned_again
from tilerummy.tournament.door import is_untouched, may_sit_down
from tilerummy.tournament.events import desk, people, results, rounds, seeds, stand_ins
from tilerummy.tournament.fields import END_OF_TIME, MOST_FIXED, MOST_PAIRS, MOST_REASON, MOST_SEED
from tilerummy.tournament.format.format import MOST_ENTRANTS, Format
from tilerummy.tournament.lists.entrants import MOST, MOST_NUMBER, is_name
from tilerummy.tournament.lists.rating_lists import is_rating
from tilerummy.tournament.online_tables import may_have_rooms
from tilerummy.tournament.prepared import dates, teams
from tilerummy.tournament.prepared.dates import MOST_DATES
from tilerummy.tournament.referee import admission as refereeing
from tilerummy.tournament.results import reports, weighing
from tilerummy.tournament.seating.history import Seating, pair
from tilerummy.tournament.seating.plan import too_few
from tilerummy.tournament.sign_ups import MOST_ASKING
from tilerummy.tournament.state import Event, StagePlay, Tournament, evolve
from tilerummy.tournament.undo import undo

Sound = Callable[[Format], tuple[Fault, ...]]
"""What is wrong with a format."""
_BY = re.compile(r"seat:[1-6]|desk|organiser|room:[a-z0-9]{1,40}")
_BROWSER = re.compile(r"[0-9a-f]{12}")
_STAFF = ("desk", "organiser")
_STEPS = frozenset(str(one.__struct_config__.tag) for one in get_args(received.Command)) - {"undo"}
_CLOCK = 36_000_000


class Unfit(ValueError):
    """No command could have brought this about."""


def admit(state: Tournament | None, event: Event, sound: Sound) -> Tournament:
    """The state after an event from outside. Raises Unfit for one that cannot be."""
    if isinstance(event, people.Opened):
        named = _clean(event.name, 2 * MOST) and bool(event.name)
        fits = state is None and not sound(event.format) and 0 <= event.seed < MOST_SEED and named
    else:
        try:
            fits = state is not None and _fits(event, state)
        except (Refusal, LookupError) as error:
            raise Unfit from error
    if not fits:
        raise Unfit
    return evolve(state, event)


@singledispatch
def _fits(event: Event, state: Tournament) -> bool:
    """Whether a command could have brought the event about: below, by its kind."""
    return False


for _rule in checking_in.ADMITTED:
    _fits.register(_rule)
_fits.register(between.settled)
_fits.register(between.moved_up)
_fits.register(refereeing.ruled)
_fits.register(refereeing.revoked)
_fits.register(refereeing.called)
_fits.register(refereeing.call_ended)


@_fits.register
def _said(event: people.SignUp | desk.Hidden | rounds.OnlineChosen, state: Tournament) -> bool:
    return True


@_fits.register
def _declined(event: people.Declined, state: Tournament) -> bool:
    return bool(event.browsers) and asking.decline(state, event.browsers) == (event,)


@_fits.register
def _changed(event: people.Changed, state: Tournament) -> bool:
    one = event.entrant
    named = players.free_name(state, one.name, one.number) == one.name
    return one.number in state.entrants and named and is_name(one.name) and _clean(one.category, MOST)


@_fits.register
def _removed(event: people.Removed, state: Tournament) -> bool:
    return not state.stages and event.number in state.entrants


@_fits.register
def _drawn(event: people.Drawn, state: Tournament) -> bool:
    within = all(1 <= number <= MOST_NUMBER for number in event.numbers)
    return within and players.draw(state, event.numbers) == (event,)


@_fits.register
def _kept_apart(event: people.KeptApart, state: Tournament) -> bool:
    # either way round: so they were kept once, after numbers were drawn
    known = all(one != other and {one, other} <= state.entrants.keys() for one, other in event.pairs)
    return known and len({pair(*two) for two in event.pairs}) == len(event.pairs) <= MOST_PAIRS


@_fits.register
def _fixed(event: people.Fixed, state: Tournament) -> bool:
    sound = len(event.places) <= MOST_FIXED and tuple(sorted(event.places)) == event.places
    tables = all(1 <= table <= MOST_ENTRANTS for _, table in event.places)
    return sound and tables and not players.fixing_faults(state, event.places)


@_fits.register
def _rated(event: seeds.Rated, state: Tournament) -> bool:
    numbers = [number for number, _ in event.ratings]
    known = not state.stages and len(set(numbers)) == len(numbers) > 0 and set(numbers) <= state.entrants.keys()
    return known and all(is_rating(rating) for _, rating in event.ratings)


@_fits.register
def _teams_made(event: seeds.TeamsMade, state: Tournament) -> bool:
    return len(event.teams) <= MOST_ENTRANTS // 2 and teams.made(state, event.teams) == (event,)


@_fits.register
def _dated(event: seeds.Dated, state: Tournament) -> bool:
    return len(event.dates) <= MOST_DATES and dates.dated(state, event.dates) == (event,)


@_fits.register
def _withdrew(event: people.Withdrew, state: Tournament) -> bool:
    return event.number in state.entrants and event.number not in state.withdrawn


@_fits.register
def _returned(event: people.Returned, state: Tournament) -> bool:
    return event.number in state.withdrawn


@_fits.register
def _joined(event: rounds.Joined, state: Tournament) -> bool:
    new = set(event.numbers)
    return _in_play(state, new) and len(new) == len(event.numbers) and _may_come(state)


@_fits.register
def _recut(event: rounds.Recut, state: Tournament) -> bool:
    return state.current == 0 and planned_again(state)[:1] == (event,)


@_fits.register
def _kept(event: rounds.Kept, state: Tournament) -> bool:
    return len(event.reason) <= MOST_REASON and keep(state, event.stage, event.round, event.reason) == (event,)


@_fits.register
def _step(event: desk.Step, state: Tournament) -> bool:
    return event.what in _STEPS and event.by in ("public", "referee", *_STAFF)


@_fits.register
def _undone(event: desk.Undone, state: Tournament) -> bool:
    return undo(state, state.steps) == (event,)


@_fits.register
def _published(event: rounds.Published, state: Tournament) -> bool:
    return running.publish(state) == (event,)


@_fits.register
def _started(event: rounds.RoundStarted, state: Tournament) -> bool:
    return running.start_round(state) == (event,)


@_fits.register
def _closed(event: rounds.RoundClosed, state: Tournament) -> bool:
    return event.round == state.current and not running.unsettled(state)


@_fits.register
def _corrected(event: results.Corrected, state: Tournament) -> bool:
    place = event.round, event.table, event.game
    again = reports.correct(state, event.stage, place, event.scores, event.reason, event.by)
    return event.by in _STAFF and len(event.reason) <= MOST_REASON and again == (event,)


@_fits.register
def _weighed(event: stand_ins.Weighed, state: Tournament) -> bool:
    place = event.round, event.table, event.game
    again = weighing.weigh(state, event.stage, place, event.number, event.counts, event.reason)
    return event.stage >= 0 and len(event.reason) <= MOST_REASON and again == (event,)


@_fits.register
def _revealed(event: desk.Revealed, state: Tournament) -> bool:
    return 0 <= event.places <= MOST_ENTRANTS


@_fits.register
def _clock_set(event: desk.ClockSet, state: Tournament) -> bool:
    return 0 <= event.table <= MOST_ENTRANTS and 0 <= event.left <= _CLOCK and 0 <= event.at < END_OF_TIME


@_fits.register
def _table_chosen(event: rounds.TableChosen, state: Tournament) -> bool:
    return event.round == state.current and may_have_rooms(state, event.table)


@_fits.register
def _rooms_given(event: rounds.RoomsGiven, state: Tournament) -> bool:
    return event.round == state.current and may_have_rooms(state, event.table, len(event.rooms))


@_fits.register
def _finished(event: rounds.Finished, state: Tournament) -> bool:
    return not state.finished and _stage_over(state)


@_fits.register
def _entered(event: people.Entered, state: Tournament) -> bool:
    names = [one.name.casefold() for one in (*state.entrants.values(), *event.entrants)]
    numbers = [*state.entrants, *(one.number for one in event.entrants)]
    return (
        len(set(names)) == len(names) <= MOST_ENTRANTS
        and len(set(numbers)) == len(numbers)
        and (not state.stages or _may_come(state))
        and all(is_name(one.name) and _clean(one.name, MOST) and _clean(one.category, MOST) for one in event.entrants)
        and _signed_up(state, event)
    )


def _signed_up(state: Tournament, event: people.Entered) -> bool:
    """Whether those who signed up themselves did so once each, and are entered under the name that they asked for."""
    marks = event.browsers
    if not marks:
        return True
    if len(set(marks)) != len(marks) or len(marks) != len(event.entrants):
        return False
    asked = [state.sign_ups.asking.get(mark) for mark in marks]
    if any(one is None for one in asked):
        mark, *more = marks
        return _BROWSER.fullmatch(mark) is not None and not more and players.may_sign_up(state, mark, accepting=False)
    return [(one.name, one.category) for one in event.entrants] == [(one.name, one.category) for one in asked if one]


@_fits.register
def _asked(event: people.Asked, state: Tournament) -> bool:
    named = is_name(event.name) and players.free_name(state, event.name, 0) == event.name
    few = len(state.sign_ups.asking) < MOST_ASKING and _BROWSER.fullmatch(event.browser) is not None
    open_ = few and (not state.stages or players.may_join(state))
    return (
        named and _clean(event.category, MOST) and open_ and players.may_sign_up(state, event.browser, accepting=True)
    )


def _may_come(state: Tournament) -> bool:
    """Whether players may still come in, to a round that nobody has seen or to a chair of this one."""
    return players.may_join(state) or may_sit_down(state)


@_fits.register
def _stage_begun(event: rounds.StageBegun, state: Tournament) -> bool:
    before = state.play.index if state.play else -1
    stages = state.format.stages
    if not before < event.stage < len(stages) or not _stage_over(state):
        return False
    most = MOST_ENTRANTS if stages[event.stage].places == "all" else stages[event.stage].places
    here = set(event.players)
    known = here <= state.entrants.keys() - state.withdrawn and len(here) == len(event.players)
    least = 1 if stages[event.stage].per_table else stages[event.stage].least
    return known and least <= len(here) <= int(most)


def _stage_over(state: Tournament) -> bool:
    """Whether every round of the stage under way is closed, or too few are left for one. Before the first stage:
    whether there is anybody."""
    play = state.play
    if play is None or state.finished:
        return bool(state.entrants) and not state.finished
    if state.current == state.rule(play).rounds == len(play.rounds):
        return True
    under_way = state.current < len(play.rounds) and play.rounds[state.current].phase == "playing"
    return not under_way and too_few(state)


def _in_play(state: Tournament, numbers: set[int]) -> bool:
    """Whether these are entrants who are not in the stage under way."""
    return state.play is not None and numbers <= state.entrants.keys() - set(state.play.players)


@_fits.register
def _planned(event: rounds.Planned, state: Tournament) -> bool:
    play = state.play
    if play is None or state.finished or not 0 <= event.first <= len(play.rounds):
        return False
    if event.first + len(event.rounds) > state.rule(play).rounds or not event.rounds:
        return False
    if any(
        round_.phase not in ("planned", "published")
        and not (at == event.first and round_.phase == "playing" and _untouched(play, at, event.rounds[0]))
        for at, round_ in enumerate(play.rounds[event.first :], start=event.first)
    ):
        return False
    before = {player for round_ in play.rounds[event.first :] for table in round_.seating.tables for player in table}
    moves_known = all(
        move.number in {*play.players, *before} and event.first <= move.round < event.first + len(event.rounds)
        for move in event.moved
    )
    few = len(event.moved) <= (len(play.players) + len(before)) * len(event.rounds)
    return (
        few
        and moves_known
        and set(event.order) <= set(play.players)
        and all(_seats(state, play, seating) for seating in event.rounds)
    )


def _untouched(play: StagePlay, number: int, seating: Seating) -> bool:
    """Whether the tables of a round where something has been played are as they were."""
    before = play.rounds[number].seating.tables
    return len(seating.tables) >= len(before) and all(
        is_untouched(play, number, table) or seating.tables[table - 1] == seats
        for table, seats in enumerate(before, start=1)
    )


def _seats(state: Tournament, play: StagePlay, seating: Seating) -> bool:
    sizes = state.rule(play).tables
    seated = [player for table in seating.tables for player in table]
    everybody = [*seated, *seating.byes]
    return (
        set(everybody) <= set(play.players)
        and len(set(everybody)) == len(everybody)
        and len(seating.tables) <= MOST_ENTRANTS
        and all(not table or sizes.least <= len(table) <= sizes.most for table in seating.tables)
    )


@_fits.register
def _result(event: results.Reported | results.Confirmed | results.Disputed, state: Tournament) -> bool:
    play = state.play
    if play is None or event.round != state.current or event.round >= len(play.rounds):
        return False
    if play.rounds[event.round].phase != "playing" or not _BY.fullmatch(event.by):
        return False
    reporter = reports.Reporter(event.by, event.browser)
    if reporter.browser is not None and not (_BROWSER.fullmatch(reporter.browser) and reporter.by.startswith("seat:")):
        return False
    known = play.results.get(event.place)
    if isinstance(event, results.Confirmed):
        open_ = known is not None and (known.confirmed is None or known.other is not None)
        return open_ and not (reporter.browser is not None and known is not None and known.browser == reporter.browser)
    if reports.faults_of(state, play, event.place, event.scores, _dealt_in(play, event)):
        return False
    if isinstance(event, results.Reported) and not _stood_in(play, event):
        return False
    if isinstance(event, results.Disputed):
        return known is not None and known.confirmed is None and event.scores != known.scores
    return known is None or reports.may_change(known, reporter)


def _stood_in(play: StagePlay, event: results.Reported) -> bool:
    """Whether those for whom a computer player played were dealt in, and nobody else is named."""
    dealt_in = _dealt_in(play, event) or ()
    return set(event.stood_in) <= set(dealt_in) and list(event.stood_in) == sorted(set(event.stood_in))


def _dealt_in(play: StagePlay, event: results.Reported | results.Disputed) -> tuple[int, ...] | None:
    """Who played a game, where its room entered the result: it knows."""
    tables = play.rounds[event.round].seating.tables
    if not event.by.startswith("room:") or not 1 <= event.table <= len(tables):
        return None
    seats = tables[event.table - 1]
    return tuple(player for player, score in zip(seats, event.scores, strict=False) if score is not None)


def _clean(text: str, most: int) -> bool:
    return len(text) <= most and one_line(text) == text and unseen(text) is None
