"""What players try on the table before they play, and how they keep their racks: no row of the record."""

from contextlib import suppress

from tilerummy.rooms import commands
from tilerummy.rooms.host import storing
from tilerummy.rooms.room import Room
from tilerummy.rooms.views import preview as judged
from tilerummy.rooms.views.live_draft import drafted
from tilerummy.rooms.views.messages_out import Previewed, Refused
from tilerummy.rooms.views.viewer import Viewer
from tilerummy.rules.game.state import position_of
from tilerummy.rules.game.views import view
from tilerummy.rules.refusal import Refusal
from tilerummy.store import StorageFailure


def preview(room: Room, player: str | None, asked: commands.Preview) -> Previewed | Refused:
    """The judge's word on an arrangement; for the seat to move also its draft from now on."""
    try:
        game, seat, play = judged.arranged(room.state, room.seq, player, asked)
        shown = judged.preview(game, seat, asked, play)
    except Refusal as refusal:
        return Refused(f"preview-{asked.n}", refusal.code, refusal.params, ())
    if game.turn == seat:
        room.draft.lay(room.seq, play, timed=room.deadline is not None)
        if room.state.options.live:
            room.draft.show(drafted(position_of(game, seat), seat, room.seq, play))
    return shown


async def arrange(room: Room, viewer: Viewer, asked: commands.Arrange) -> None:
    """Keep how a player arranges their rack, and show it on their other devices."""

    def taken() -> None:
        viewer.arranged = room.racks.number(viewer.player)
        room.audience.wake()

    seat, game = room.state.seat_of(viewer.player), room.state.game
    if viewer.player is not None and seat is not None and game is not None:
        with suppress(StorageFailure), storing(room.server):
            if await room.racks.arrange(viewer.player, view(game, seat).rack, asked, taken):
                room.server.tell("rack", room.id)
