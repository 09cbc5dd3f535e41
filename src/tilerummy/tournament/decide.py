"""What a command brings about in a tournament: events, or a refusal that names everything wrong and changes nothing."""

from typing import Literal, NamedTuple

from tilerummy.rules.refusal import refuse
from tilerummy.tournament import asking, commands, door
from tilerummy.tournament import online_tables as online
from tilerummy.tournament import players as entering_players
from tilerummy.tournament import rounds as running
from tilerummy.tournament.corrections import follow, keep
from tilerummy.tournament.events import ClockSet, Hidden, Revealed, TournamentEvent
from tilerummy.tournament.lists.result_lists import read_results
from tilerummy.tournament.results import reports as reporting
from tilerummy.tournament.results.plausible import Box
from tilerummy.tournament.results.ranking import final_ranking
from tilerummy.tournament.state import Tournament, fold
from tilerummy.tournament.table_changes import change_tables
from tilerummy.tournament.undo import as_step, undo

Role = Literal["organiser", "desk", "table", "public"]
_RANK: dict[Role, int] = {"public": 0, "table": 1, "desk": 2, "organiser": 3}


class Actor(NamedTuple):
    """Who asks: the role of their link; for the link of a table's card the table and the round (its stage and round,
    both from 0) it is for. For what is said by it or by the public link, the mark of the browser."""

    role: Role
    table: int | None = None
    round: tuple[int, int] | None = None
    browser: str | None = None


def decide(
    state: Tournament,
    actor: Actor,
    command: commands.Command,
    now: int,
    new_room: online.NewRoom,
    box: Box | None = None,
) -> tuple[TournamentEvent, ...]:
    """The events of the next row; none where nothing changes. `now` is milliseconds since the epoch, `new_room` makes
    the ids of rooms for tables that are played here, `box` is the edition's, against which results are held. Raises
    Refusal."""
    if _RANK[actor.role] < _RANK[_needed(state, command)]:
        raise refuse("not-allowed-role", role=actor.role)
    if isinstance(command, commands.Undo):
        return undo(state, command.step)
    return as_step(command, actor.role, _decided(state, actor, command, now, new_room, box))


def _decided(
    state: Tournament, actor: Actor, command: commands.Deed, now: int, new_room: online.NewRoom, box: Box | None
) -> tuple[TournamentEvent, ...]:
    match command:
        case commands.Enter():
            return entering_players.enter(state, command.text)
        case commands.Ask():
            return asking.ask(state, command.text, _browser(actor))
        case commands.Accept():
            return asking.accept(state, command.browsers)
        case commands.Decline():
            return asking.decline(state, command.browsers)
        case commands.Change():
            return entering_players.change(state, command.number, command.name, command.category)
        case commands.Substitute():
            return entering_players.substitute(state, command.number, command.name, command.ranked)
        case commands.Seat():
            return door.sit_down(state, command.table, command.name, command.number)
        case commands.ChangeTables():
            return change_tables(state, command.tables, command.sure)
        case commands.Remove():
            return entering_players.remove(state, command.numbers)
        case commands.Draw():
            return entering_players.draw(state, command.numbers)
        case commands.KeepApart():
            return entering_players.keep_apart(state, command.pairs)
        case commands.Fix():
            return entering_players.fix(state, command.places)
        case commands.OpenSignUp():
            return asking.open_sign_up(state, command.open, command.accepting)
        case commands.Withdraw():
            return entering_players.withdraw(state, command.number)
        case commands.Return():
            return entering_players.come_back(state, command.number)
        case commands.Begin():
            return running.begin(state)
        case commands.Publish():
            return running.publish(state)
        case commands.Reseat():
            return running.reseat(state)
        case commands.StartRound():
            return (*running.start_round(state), *online.rooms_given(state, new_room))
        case commands.CloseRound():
            return running.close_round(state, command.listed, actor.role)
        case commands.Confirm():
            return running.confirm(state, command.results, actor.role)
        case commands.Report():
            reporter, check = _reporter(state, actor, command), reporting.Check(box, command.sure)
            return reporting.report(state, command.table, command.game, command.scores, reporter, check)
        case commands.ReportList():
            return read_results(state, command.text, actor.role, reporting.Check(box, command.sure))
        case commands.Correct():
            corrected = reporting.correct(state, command, actor.role, reporting.Check(box, command.sure))
            return (*corrected, *follow(fold(state, corrected)))
        case commands.Keep():
            return keep(state, command.stage, command.round, command.reason)
        case commands.Hide():
            return (Hidden(command.hidden),)
        case commands.Reveal():
            return _reveal(state, command.places)
        case commands.SetClock():
            return (ClockSet(command.table, command.seconds * 1000, now, command.running),)
        case commands.PlayOnline():
            return online.choose(state, command)
        case commands.PlayTable():
            return online.choose_table(state, command.table, command.online, new_room)


def _reveal(state: Tournament, places: int) -> tuple[TournamentEvent, ...]:
    """So many places from the last on; with the first one nothing is hidden any more."""
    whole = state.finished and places >= len(final_ranking(state))
    return (Revealed(places), Hidden(False)) if whole and state.hidden else (Revealed(places),)


def require_its_round(state: Tournament, actor: Actor) -> None:
    """Raises Refusal for the link of a card that is for another round than the one that is not closed."""
    if actor.role == "table" and state.now is not None and actor.round != state.now:
        stage, number = actor.round or (0, -1)
        raise refuse(
            "card-of-another-round",
            stage=_stage(state, stage),
            round=number + 1,
            stage_now=_stage(state, state.now[0]),
            round_now=state.now[1] + 1,
        )


def _stage(state: Tournament, at: int) -> str:
    """The id of a stage, empty for one that has not begun."""
    return state.rule(state.stages[at]).id if at < len(state.stages) else ""


def _reporter(state: Tournament, actor: Actor, asked: commands.Report) -> reporting.Reporter:
    """Whose word a report is. Raises Refusal for a table's link that is for another table or round."""
    if actor.role != "table":
        return reporting.Reporter(actor.role)
    if actor.table != asked.table:
        raise refuse("another-table", table=asked.table)
    require_its_round(state, actor)
    if any(at.table == asked.table for at in online.online_tables(state)):
        raise refuse("table-online", table=asked.table)
    return reporting.Reporter(f"seat:{asked.seat}", actor.browser)


def _browser(actor: Actor) -> str:
    """The mark of the browser that signs up. Raises Refusal for every link but the public's."""
    if actor.role != "public" or actor.browser is None:
        raise refuse("not-allowed-role", role=actor.role)
    return actor.browser


def _needed(state: Tournament, command: commands.Command) -> Role:
    """The least role that may ask this."""
    match command:
        case commands.Undo():
            return "organiser" if state.undoable and state.undoable[-1].by == "organiser" else "desk"
        case commands.Ask():
            return "public"
        case commands.Enter() | commands.Accept() | commands.Decline():
            return "desk"
        case commands.Report():
            return "table"
        case commands.Change() | commands.Substitute() | commands.Withdraw() | commands.Return() | commands.Correct():
            return "desk"
        case commands.Seat() | commands.ChangeTables() | commands.Confirm() | commands.ReportList():
            return "desk"
        case commands.SetClock() | commands.PlayTable():
            return "desk"
        case _:
            return "organiser"
