"""What a command brings about in a tournament: facts, or a refusal that names everything wrong and changes nothing."""

from typing import Literal, NamedTuple

from tilerummy.tournament import commands, entering_players, online, reporting, running
from tilerummy.tournament.facts import ClockSet, Fact, Hidden, Revealed
from tilerummy.tournament.refusing import refuse
from tilerummy.tournament.report_reader import read_results
from tilerummy.tournament.state import Tournament

Role = Literal["organiser", "desk", "table", "public"]
_RANK: dict[Role, int] = {"public": 0, "table": 1, "desk": 2, "organiser": 3}


class Actor(NamedTuple):
    """Who asks: the role of his link, and for a table's link which table it lies on."""

    role: Role
    table: int | None = None


def decide(
    state: Tournament, actor: Actor, command: commands.Command, now: int, new_room: online.NewRoom
) -> tuple[Fact, ...]:
    """The facts of the next row; none where nothing changes. `now` is milliseconds since the epoch, `new_room` makes
    the ids of rooms for tables that are played here. Raises Refusal."""
    if _RANK[actor.role] < _RANK[_needed(state, command)]:
        raise refuse("not-allowed-role", role=actor.role)
    match command:
        case commands.Enter():
            return entering_players.enter(state, command.text, self_entered=actor.role == "public")
        case commands.Change():
            return entering_players.change(state, command.number, command.name, command.category)
        case commands.Substitute():
            return entering_players.substitute(state, command.number, command.name, command.ranked)
        case commands.Remove():
            return entering_players.remove(state, command.number)
        case commands.Draw():
            return entering_players.draw(state, command.numbers)
        case commands.KeepApart():
            return entering_players.keep_apart(state, command.pairs)
        case commands.OpenSignUp():
            return entering_players.open_sign_up(state, command.open)
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
            return running.close_round(state, command.confirm_rest)
        case commands.Report():
            if actor.role == "table" and actor.table != command.table:
                raise refuse("another-table", table=command.table)
            if actor.role == "table" and any(at.table == command.table for at in online.online_tables(state)):
                raise refuse("table-online", table=command.table)
            by = f"seat:{command.seat}" if actor.role == "table" else actor.role
            return reporting.report(state, command.table, command.game, command.scores, by)
        case commands.ReportList():
            return read_results(state, command.text, actor.role)
        case commands.Correct():
            return reporting.correct(state, command, actor.role)
        case commands.Hide():
            return (Hidden(command.hidden),)
        case commands.Reveal():
            return (Revealed(command.places),)
        case commands.SetClock():
            return (ClockSet(command.table, command.seconds * 1000, now, command.running),)
        case commands.PlayOnline():
            return online.choose(state, command)
        case commands.PlayTable():
            return online.choose_table(state, command.table, command.online, new_room)


def _needed(state: Tournament, command: commands.Command) -> Role:
    """The least role that may ask this."""
    match command:
        case commands.Enter():
            return "public" if state.sign_up else "desk"
        case commands.Report():
            return "table"
        case commands.Change() | commands.Substitute() | commands.Withdraw() | commands.Return() | commands.Correct():
            return "desk"
        case commands.ReportList() | commands.SetClock() | commands.PlayTable():
            return "desk"
        case _:
            return "organiser"
