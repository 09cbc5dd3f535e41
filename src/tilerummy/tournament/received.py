"""All commands, as one is received."""

from tilerummy.tournament import commands
from tilerummy.tournament.checkin import commands as checkin
from tilerummy.tournament.closing.commands import MoveUp, Settle
from tilerummy.tournament.prepared import commands as preparing
from tilerummy.tournament.referee import commands as referee
from tilerummy.tournament.results import weighing

Command = (
    commands.Enter
    | commands.Ask
    | commands.Accept
    | commands.Decline
    | commands.Change
    | commands.Substitute
    | commands.Seat
    | commands.ChangeTables
    | commands.Remove
    | commands.Draw
    | commands.KeepApart
    | commands.Fix
    | preparing.Rate
    | preparing.MakeTeams
    | preparing.SetDates
    | commands.Withdraw
    | commands.Return
    | commands.OpenSignUp
    | commands.Begin
    | commands.Publish
    | commands.Reseat
    | commands.StartRound
    | commands.Confirm
    | commands.CloseRound
    | commands.Report
    | commands.ReportList
    | commands.Correct
    | commands.Keep
    | Settle
    | MoveUp
    | weighing.Weigh
    | commands.Hide
    | commands.Reveal
    | commands.SetClock
    | commands.PlayOnline
    | commands.PlayTable
    | commands.Undo
    | referee.Rule
    | referee.RevokeRuling
    | referee.AnswerCall
    | referee.CallReferee
    | referee.TakeCallBack
    | checkin.OpenCheckIn
    | checkin.CloseCheckIn
    | checkin.CheckPersonIn
    | checkin.TickPayment
    | checkin.SetCap
    | checkin.TakeIn
    | checkin.LeaveQueue
)
