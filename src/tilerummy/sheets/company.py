"""Who is at the table of a score sheet: those who began, who comes between two games, who goes home and is back.

A phone numbers the players as it knows them: first those who began, then those of whose coming it has heard. So what it
sends says by their ids whom it knows (`joined`), and seats of others stay apart, whoever came first at the server.
"""

from collections.abc import Sequence
from typing import Final

from tilerummy.rules.edition.faults import Fault
from tilerummy.rules.names import alike, unseen
from tilerummy.rules.refusal import Refusal
from tilerummy.sheets.state import CameBack, Joined, JoinedAlso, Left, Sheet, WentHome

MOST_ENTRIES: Final = 1_000
"""Entries, corrections and all, of one sheet; each is a row in the store."""
MOST_SEATS: Final = 8
"""Players of one sheet, with those who went home: as many columns as a page of paper has room for."""
LONGEST_NAME: Final = 40


def join(sheet: Sheet, name: str, ident: str, joined: Sequence[str]) -> Joined | JoinedAlso | None:
    """Somebody comes, said by a phone that knows of the comings `joined`. Another phone may have said the same of them.

    None where this was heard already. Raises Refusal with all faults.
    """
    if any(ident in ids for ids in sheet.came):
        return None
    faults = [*full_faults(sheet), *name_faults([name])]
    unknown = [seat for seat, ids in enumerate(sheet.came, sheet.begun) if not set(ids) & set(joined)]
    same = next((seat for seat in unknown if alike(name, [sheet.players[seat]])), None)
    if same is None:
        most = sheet.edition.players.most
        if alike(name, sheet.players):
            faults.append(Fault("name", "name-on-sheet", {"name": name}))
        if len(sheet.players) - len(sheet.home) >= most:
            faults.append(Fault("players", "table-full", {"most": most}))
        elif len(sheet.players) >= MOST_SEATS:
            faults.append(Fault("players", "too-many-came", {"most": MOST_SEATS}))
    if faults:
        raise Refusal(*faults)
    return Joined(name, ident) if same is None else JoinedAlso(same, ident)


def leave(sheet: Sheet, player: int, joined: Sequence[str]) -> WentHome | None:
    """A player goes home; None where they have. Raises Refusal with all faults."""
    seat = _seat(sheet, player, joined)
    if seat in sheet.home:
        return None
    faults = full_faults(sheet)
    least = sheet.edition.players.least
    if len(sheet.players) - len(sheet.home) <= least:
        faults.append(Fault("players", "too-few-stay", {"least": least}))
    if faults:
        raise Refusal(*faults)
    return WentHome(seat)


def come_back(sheet: Sheet, player: int, joined: Sequence[str]) -> CameBack | None:
    """A player who went home is back; None where they are. Raises Refusal with all faults."""
    seat = _seat(sheet, player, joined)
    if seat not in sheet.home:
        return None
    faults = full_faults(sheet)
    most = sheet.edition.players.most
    if len(sheet.players) - len(sheet.home) >= most:
        faults.append(Fault("players", "table-full", {"most": most}))
    if faults:
        raise Refusal(*faults)
    return CameBack(seat)


def racks_seated(
    sheet: Sheet, out: int | None, to_move: int | None, left: Sequence[Left], joined: Sequence[str]
) -> tuple[int | None, int | None, tuple[Left, ...]]:
    """Who went out, who would have moved next, and the racks of a phone's entry, by the seats of the sheet. Of whom the
    phone knows nothing took no part. Raises Refusal."""
    seats = _seats(sheet, joined)
    if len(left) != len(seats) or (out is not None and not 0 <= out < len(seats)):
        raise Refusal(*full_faults(sheet), Fault("left", "wrong-count", {"given": len(left), "wanted": len(seats)}))
    here = [at for at, rack in enumerate(left) if rack != _ABSENT]
    if any(seats[at] is None for at in here):
        raise Refusal(Fault("left", "unknown-player"))
    racks = [_ABSENT] * len(sheet.players)
    for seat, rack in zip(seats, left, strict=True):
        if seat is not None:
            racks[seat] = rack
    if to_move is not None:
        place = seats[to_move] if to_move < len(seats) else None
        # nobody sits there: what is decided next says so
        to_move = len(racks) if place is None else place
    return None if out is None else seats[out], to_move, tuple(racks)


def names_seated(sheet: Sheet, players: Sequence[str], joined: Sequence[str]) -> tuple[str, ...]:
    """A phone's names by the seats of the sheet; of whom it knows nothing keeps theirs. Raises Refusal."""
    seats = _seats(sheet, joined)
    if len(players) != len(seats):
        raise Refusal(
            *full_faults(sheet), Fault("players", "wrong-count", {"given": len(players), "wanted": len(seats)})
        )
    names = list(sheet.players)
    for seat, name in zip(seats, players, strict=True):
        if seat is not None:
            names[seat] = name
    return tuple(names)


def full_faults(sheet: Sheet) -> list[Fault]:
    """Whether the sheet has no room for another entry."""
    full = sheet.entries >= MOST_ENTRIES
    return [Fault("sheet", "sheet-full", {"most": MOST_ENTRIES})] if full else []


def name_faults(players: Sequence[str]) -> list[Fault]:
    """What is wrong with these names, each by its line."""
    faults = []
    for line, name in enumerate(players, start=1):
        if not name.strip():
            faults.append(Fault("players", "name-empty", {"line": line}))
        elif len(name) > LONGEST_NAME:
            faults.append(Fault("players", "name-too-long", {"line": line, "most": LONGEST_NAME}))
        elif sign := unseen(name):
            faults.append(Fault("players", "name-unseen", {"line": line, "sign": sign}))
        elif alike(name, players[: line - 1]):
            faults.append(Fault("players", "name-entered", {"line": line, "name": name}))
    return faults


_ABSENT: Final = Left(gone="absent")


def _seats(sheet: Sheet, joined: Sequence[str]) -> list[int | None]:
    """The seat of each player as a phone numbers them; None for those whose coming was refused. Raises Refusal where
    one is named twice."""
    came = {ident: seat for seat, ids in enumerate(sheet.came, sheet.begun) for ident in ids}
    seats = [*range(sheet.begun), *(came.get(ident) for ident in joined)]
    known = [seat for seat in seats if seat is not None]
    if len(set(known)) < len(known):
        raise Refusal(Fault("joined", "named-twice"))
    return seats


def _seat(sheet: Sheet, player: int, joined: Sequence[str]) -> int:
    seats = _seats(sheet, joined)
    seat = seats[player] if player < len(seats) else None
    if seat is None:
        raise Refusal(Fault("player", "unknown-player"))
    return seat
