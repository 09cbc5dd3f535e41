"""Before the first turn: who asks for a new deal, and who keeps the tiles that they have.

Where turns take hours or days, people come when they can: each is asked, and the first turn begins once all have
answered. So it does for one person among computer players. Other games wait the same few seconds whatever the racks
hold, so that nobody learns anything by waiting.
"""

from tilerummy.bots.levels import wants_redeal
from tilerummy.rooms import commands
from tilerummy.rooms.consent.people import choosing
from tilerummy.rooms.decision import Decision, after, then
from tilerummy.rooms.events import AskingOver, RoomEvent, TilesKept
from tilerummy.rooms.state import RoomState
from tilerummy.rules.edition.faults import Fault
from tilerummy.rules.game.endings import Decided
from tilerummy.rules.game.redeal import redeal, too_late
from tilerummy.rules.game.views import view
from tilerummy.rules.judge.judge import Illegal
from tilerummy.rules.refusal import Refusal, refuse


def begun(state: RoomState, events: tuple[RoomEvent, ...]) -> Decision:
    """The game begins, or is dealt again; the server's computer players who want a new deal ask for it at once, so that
    nobody learns anything by their waiting."""
    dealt = after(state, *events)
    for seat, sitter in enumerate(state.sitters):
        game = dealt.state.game if dealt.state.asking and sitter is not None and sitter.of_server else None
        asked = redeal(game, seat) if game is not None and wants_redeal(view(game, seat), game.redeals) else None
        if isinstance(asked, Decided):
            return then(dealt, begun(dealt.state, asked.events))
    return dealt


def asked(state: RoomState, seat: int) -> Decision:
    """The player on that seat wants a new deal. Raises Refusal."""
    if state.game is None or state.phase != "playing":
        raise refuse("not-playing")
    dealt = redeal(state.game, seat)
    against = dealt.violations if isinstance(dealt, Illegal) else () if state.asking else too_late(state.game)
    if isinstance(dealt, Illegal) or against:
        raise Refusal(Fault("", "illegal"), violations=against)
    return begun(state, dealt.events)


def kept(state: RoomState, seat: int, command: commands.KeepTiles) -> Decision:
    """The person on that seat keeps the tiles of that deal; the last one lets the first turn begin. Raises Refusal."""
    if seat not in choosing(state) or state.game is None or state.game.redeals != command.deal:
        raise refuse("nothing-asked")
    answered = after(state, TilesKept(seat, command.deal))
    return then(answered, over(answered.state))


def over(state: RoomState) -> Decision | None:
    """The first turn begins, where each was asked and nobody's answer is waited for any more; None otherwise."""
    return after(state, AskingOver()) if state.keepers and state.asking and not choosing(state) else None
