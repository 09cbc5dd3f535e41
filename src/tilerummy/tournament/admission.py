"""Facts that come from outside: each is asked whether a command could have brought it about in the state before it.

The rules are those of the commands. Only tables are not searched again: an older version may have seated otherwise, so
a seating is held to what every seating keeps to.
"""

import re
from collections.abc import Callable

from tilerummy.rules.edition.faults import Fault
from tilerummy.rules.names import one_line, unseen
from tilerummy.tournament import commands
from tilerummy.tournament import events as facts
from tilerummy.tournament import players as entering_players
from tilerummy.tournament import rounds as running
from tilerummy.tournament.errors import Refusal
from tilerummy.tournament.events import Fact
from tilerummy.tournament.format.format import MOST_ENTRANTS, Format
from tilerummy.tournament.lists.entrants import MOST, MOST_NUMBER, is_name
from tilerummy.tournament.online_tables import may_have_rooms
from tilerummy.tournament.results import reports as reporting
from tilerummy.tournament.seating.history import Seating
from tilerummy.tournament.state import StagePlay, Tournament, evolve

Sound = Callable[[Format], tuple[Fault, ...]]
"""What is wrong with a format."""
_BY = re.compile(r"seat:[1-6]|desk|organiser|room:[a-z0-9]{1,40}")
_BROWSER = re.compile(r"[0-9a-f]{12}")
_STAFF = ("desk", "organiser")
_CLOCK = 36_000_000
_END_OF_TIME = 2**53


class Unfit(ValueError):
    """No command could have brought this about."""


def admit(state: Tournament | None, fact: Fact, sound: Sound) -> Tournament:
    """The state after a fact from outside. Raises Unfit for one that cannot be."""
    if isinstance(fact, facts.Opened):
        _require(state is None and not sound(fact.format) and 0 <= fact.seed < 10**9)
        _require(_clean(fact.name, 2 * MOST) and bool(fact.name))
    elif state is None:
        raise Unfit
    else:
        try:
            _require(_fits(state, fact))
        except (Refusal, LookupError) as error:
            raise Unfit from error
    return evolve(state, fact)


def _require(holds: bool) -> None:
    if not holds:
        raise Unfit


def _fits(state: Tournament, fact: Fact) -> bool:
    match fact:
        case facts.Entered():
            return _entered(state, fact)
        case facts.Changed(entrant=one):
            named = entering_players.free_name(state, one.name, one.number) == one.name
            return one.number in state.entrants and named and is_name(one.name) and _clean(one.category, MOST)
        case facts.Removed():
            return not state.stages and fact.number in state.entrants
        case facts.Drawn():
            within = all(1 <= number <= MOST_NUMBER for number in fact.numbers)
            return within and entering_players.draw(state, fact.numbers) == (fact,)
        case facts.KeptApart():
            known = all(one < other and {one, other} <= state.entrants.keys() for one, other in fact.pairs)
            return known and len(set(fact.pairs)) == len(fact.pairs) <= commands.MOST_PAIRS
        case facts.Withdrew():
            return fact.number in state.entrants and fact.number not in state.withdrawn
        case facts.Returned():
            return fact.number in state.withdrawn
        case facts.StageBegun():
            return _stage_begun(state, fact)
        case facts.Joined():
            new = set(fact.numbers)
            return _in_play(state, new) and len(new) == len(fact.numbers) and entering_players.may_join(state)
        case facts.Planned():
            return _planned(state, fact)
        case facts.Published():
            return running.publish(state) == (fact,)
        case facts.RoundStarted():
            return running.start_round(state) == (fact,)
        case facts.RoundClosed():
            return fact.round == state.current and not running.unsettled(state)
        case facts.Reported() | facts.Confirmed() | facts.Disputed():
            return _result(state, fact)
        case facts.Corrected():
            asked = commands.Correct(
                "restored", fact.stage, fact.round, fact.table, fact.game, fact.scores, fact.reason
            )
            return fact.by in _STAFF and len(fact.reason) <= 400 and reporting.correct(state, asked, fact.by) == (fact,)
        case facts.Revealed():
            return 0 <= fact.places <= MOST_ENTRANTS
        case facts.ClockSet():
            return 0 <= fact.table <= MOST_ENTRANTS and 0 <= fact.left <= _CLOCK and 0 <= fact.at < _END_OF_TIME
        case facts.TableChosen():
            return fact.round == state.current and may_have_rooms(state, fact.table)
        case facts.RoomsGiven():
            return fact.round == state.current and may_have_rooms(state, fact.table, len(fact.rooms))
        case facts.Finished():
            return not state.finished and _all_played(state)
        case facts.SignUp() | facts.Hidden() | facts.OnlineChosen():
            return True
        case _:
            return False


def _entered(state: Tournament, fact: facts.Entered) -> bool:
    names = [one.name.casefold() for one in (*state.entrants.values(), *fact.entrants)]
    numbers = [*state.entrants, *(one.number for one in fact.entrants)]
    return (
        len(set(names)) == len(names) <= MOST_ENTRANTS
        and len(set(numbers)) == len(numbers)
        and (not state.stages or entering_players.may_join(state))
        and all(is_name(one.name) and _clean(one.name, MOST) and _clean(one.category, MOST) for one in fact.entrants)
    )


def _stage_begun(state: Tournament, fact: facts.StageBegun) -> bool:
    before = state.play.index if state.play else -1
    stages = state.format.stages
    if not before < fact.stage < len(stages) or not _all_played(state):
        return False
    most = MOST_ENTRANTS if stages[fact.stage].places == "all" else stages[fact.stage].places
    here = set(fact.players)
    known = here <= state.entrants.keys() - state.withdrawn and len(here) == len(fact.players)
    return known and stages[fact.stage].least <= len(here) <= int(most)


def _all_played(state: Tournament) -> bool:
    """Whether every round of the stage under way is closed; before the first stage, whether there is anybody."""
    if state.play is None:
        return bool(state.entrants) and not state.finished
    return not state.finished and state.current == state.rule(state.play).rounds == len(state.play.rounds)


def _in_play(state: Tournament, numbers: set[int]) -> bool:
    """Whether these are entrants who are not in the stage under way."""
    return state.play is not None and numbers <= state.entrants.keys() - set(state.play.players)


def _planned(state: Tournament, fact: facts.Planned) -> bool:
    play = state.play
    if play is None or state.finished or not 0 <= fact.first <= len(play.rounds):
        return False
    if fact.first + len(fact.rounds) > state.rule(play).rounds or not fact.rounds:
        return False
    if any(round_.phase not in ("planned", "published") for round_ in play.rounds[fact.first :]):
        return False
    moves_known = all(
        move.number in play.players and fact.first <= move.round < fact.first + len(fact.rounds) for move in fact.moved
    )
    few = len(fact.moved) <= len(play.players) * len(fact.rounds)
    return few and moves_known and all(_seats(state, play, seating) for seating in fact.rounds)


def _seats(state: Tournament, play: StagePlay, seating: Seating) -> bool:
    sizes = state.rule(play).tables
    seated = [player for table in seating.tables for player in table]
    everybody = [*seated, *seating.byes]
    return (
        bool(seated)
        and set(everybody) <= set(play.players)
        and len(set(everybody)) == len(everybody)
        and len(seating.tables) <= MOST_ENTRANTS
        and all(not table or sizes.least <= len(table) <= sizes.most for table in seating.tables)
    )


def _result(state: Tournament, fact: facts.Reported | facts.Confirmed | facts.Disputed) -> bool:
    play = state.play
    place = (fact.round, fact.table, fact.game)
    if play is None or fact.round != state.current or fact.round >= len(play.rounds):
        return False
    if play.rounds[fact.round].phase != "playing" or not _BY.fullmatch(fact.by):
        return False
    word = reporting.Word(fact.by, fact.browser)
    if word.browser is not None and not (_BROWSER.fullmatch(word.browser) and word.by.startswith("seat:")):
        return False
    known = play.results.get(place)
    if isinstance(fact, facts.Confirmed):
        open_ = known is not None and (known.confirmed is None or known.other is not None)
        return open_ and not (word.browser is not None and known is not None and known.browser == word.browser)
    if reporting.faults_of(state, play, place, fact.scores):
        return False
    if isinstance(fact, facts.Disputed):
        return known is not None and known.confirmed is None and fact.scores != known.scores
    return known is None or reporting.may_change(known, word)


def _clean(text: str, most: int) -> bool:
    return len(text) <= most and one_line(text) == text and unseen(text) is None
