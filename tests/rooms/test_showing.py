"""The draft of the player to move as others see it: what lies on the table, seldom enough, while it is true."""

from pathlib import Path

import msgspec

from tests.rooms.harness import Harness, draw, look, mover, with_rooms
from tilerummy.rooms import commands
from tilerummy.rooms.beside import arranging
from tilerummy.rooms.options import USUAL
from tilerummy.rooms.room import Room
from tilerummy.rooms.views.messages_out import Drafted, Previewed
from tilerummy.rules.tiles import in_order

LIVE = msgspec.structs.replace(USUAL, live=True)


def rack(room: Room) -> tuple[str, ...]:
    """The tiles of the seat to move."""
    return room.shown.snapshot(mover(room)).rack


def lay(room: Room, *table: str) -> None:
    """The player to move has this on the table."""
    assert isinstance(arranging.preview(room, mover(room), commands.Preview(1, room.seq, (), table)), Previewed)


def test_everyone_but_the_player_sees_the_melds_of_his_draft(tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        room = await hall.game(options=LIVE)
        seat = room.state.seat_of(mover(room))
        tile = rack(room)[0]
        lay(room, tile)
        shown = Drafted(room.seq, seat or 0, (tile,))
        assert [room.draft_for(player) for player in ("p0", "p1", None)].count(shown) == 2
        assert room.draft_for(mover(room)) is None
        viewer = look(room, None)
        assert any(b'"drafted"' in frame for frame in viewer.take())
        await draw(room)
        assert room.draft_for(None) is None

    with_rooms(tmp_path, work)


def test_a_draft_that_another_server_tells_before_its_row_is_shown_after_it(tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        room = await hall.game(options=LIVE)
        viewer = look(room, None)
        viewer.take()
        tile = rack(room)[0]
        draft = Drafted(room.seq + 1, 1 - (room.state.seat_of(mover(room)) or 0), (tile,))
        room.draft.hear_shown(msgspec.json.encode(draft))
        assert not any(b'"drafted"' in frame for frame in viewer.take())
        await draw(room)
        assert any(b'"drafted"' in frame for frame in viewer.take())
        assert not any(b'"drafted"' in frame for frame in viewer.take())

    with_rooms(tmp_path, work)


def test_nothing_is_shown_unless_the_host_wants_it_nor_out_of_turn_nor_what_nobody_could_lay(tmp_path: Path) -> None:
    async def work(hall: Harness) -> None:
        quiet = await hall.game()
        lay(quiet, rack(quiet)[0])
        assert quiet.draft.number == 0
        room = await hall.game(options=LIVE)
        idle = "p1" if mover(room) == "p0" else "p0"
        arranging.preview(room, idle, commands.Preview(1, room.seq, (), (room.shown.snapshot(idle).rack[0],)))
        lay(
            room,
            next(
                tile for tile in in_order({f"{c}{n}" for c in "krby" for n in range(1, 14)}) if tile not in rack(room)
            ),
        )
        assert room.draft.number == 0

    with_rooms(tmp_path, work)
