"""What may be entered on a score sheet, and what it does: decided here, by one hand after the other.

Several phones may write on one sheet, and none of them has always seen what the others did. So an entry names the one
it puts right; an entry of a game that stands already, made without having seen it, is kept beside it, and people
settle which counts.
"""

from collections import Counter
from collections.abc import Sequence

from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.edition.faults import Fault
from tilerummy.rules.game.deal import all_tiles
from tilerummy.rules.game.scoring import Owed, rack_value, unopened_pays, values_scored
from tilerummy.rules.refusal import Refusal
from tilerummy.rules.tiles import KINDS, in_order
from tilerummy.sheets.about import about_faults, tidy
from tilerummy.sheets.company import full_faults, name_faults
from tilerummy.sheets.state import (
    About,
    GameAlso,
    GameStruck,
    GameWritten,
    Left,
    OtherDropped,
    Renamed,
    Sheet,
    SheetOpened,
)

MOST_GAMES = 200
"""Games of one sheet: a club's evening has some twenty."""


def open_sheet(
    edition: Edition, players: Sequence[str], games: int | None = None, about: About | None = None
) -> SheetOpened:
    """A new sheet. Raises Refusal with all faults."""
    about = tidy(about or About())
    least, most = edition.players.least, edition.players.most
    faults = name_faults(players)
    if not least <= len(players) <= most:
        faults.insert(0, Fault("players", "players-do-not-fit", {"count": len(players), "least": least, "most": most}))
    if games is not None and not 1 <= games <= MOST_GAMES:
        faults.append(Fault("games", "out-of-range", {"value": games, "least": 1, "most": MOST_GAMES}))
    faults += about_faults(about)
    if faults:
        raise Refusal(*faults)
    return SheetOpened(edition, tuple(players), games, about)


def rename(sheet: Sheet, players: Sequence[str]) -> Renamed:
    """Put names right. Raises Refusal with all faults."""
    faults = [*full_faults(sheet), *name_faults(players)]
    if len(players) != len(sheet.players):
        faults.append(Fault("players", "wrong-count", {"given": len(players), "wanted": len(sheet.players)}))
    if faults:
        raise Refusal(*faults)
    return Renamed(tuple(players))


def write_game(
    sheet: Sheet,
    game: int,
    out: int | None,
    left: Sequence[Left],
    ident: str = "",
    over: str = "",
    to_move: int | None = None,
) -> GameWritten | GameAlso:
    """Enter game `game` (from 0; beyond the last it becomes the next), or correct the entry `over` (an id). `to_move`:
    the seat that would have moved next, which gets the rest of a shared win.

    Where another entry stands than the one its writer saw, the new one is kept beside it. Raises Refusal with all
    faults.
    """
    seats = len(sheet.players)
    if len(left) != seats or (out is not None and not 0 <= out < seats):
        raise Refusal(*full_faults(sheet), Fault("left", "wrong-count", {"given": len(left), "wanted": seats}))
    at, corrects, beside = _place(sheet, game, over)
    faults = [*full_faults(sheet), *_rack_faults(sheet, out, left)]
    if to_move is not None and (to_move >= seats or left[to_move].gone == "absent"):
        faults.append(Fault("to_move", "no-such-seat", {"seat": to_move + 1}))
    if at >= MOST_GAMES:
        faults.append(Fault("game", "too-many-games", {"most": MOST_GAMES}))
    if faults:
        raise Refusal(*faults)
    points, winners = _scored(sheet.edition, out, left, to_move)
    entry = GameWritten(at, out, tuple(left), points, winners, ident, to_move)
    return entry if at == len(sheet.games) or corrects else GameAlso(entry, beside)


def strike_game(sheet: Sheet, over: str | None = None) -> GameStruck | None:
    """Take the game with the entry `over` off the sheet, without it the last game; None where that was done already.

    Raises Refusal where there is no game, or where the game was corrected since.
    """
    faults = full_faults(sheet)
    if over is None:
        if not sheet.games:
            faults.append(Fault("game", "no-game-to-strike"))
        if faults:
            raise Refusal(*faults)
        return GameStruck(len(sheet.games) - 1)
    for at, game in enumerate(sheet.games):
        if over == game.entry.id or over in game.agreed:
            if faults:
                raise Refusal(*faults)
            return GameStruck(at)
        if _among(over, game.before) or _among(over, game.others):
            raise Refusal(Fault("game", "changed-meanwhile", {"game": at + 1}))
    return None


def drop_other(sheet: Sheet, ident: str) -> OtherDropped | None:
    """Put an entry away that stands beside another; None where it does not. Raises Refusal for a full sheet."""
    for at, game in enumerate(sheet.games):
        if _among(ident, game.others):
            if faults := full_faults(sheet):
                raise Refusal(*faults)
            return OtherDropped(at, ident)
    return None


def value_of(edition: Edition, rack: Left) -> int:
    """What a rack costs its player. KeyError for what is no tile."""
    return rack_value(edition, rack.tiles) if rack.tiles is not None else rack.value or 0


def count_of(rack: Left) -> int | None:
    """How many tiles a rack holds, None where nobody said."""
    return len(rack.tiles) if rack.tiles is not None else rack.count


def _scored(
    edition: Edition, out: int | None, left: Sequence[Left], to_move: int | None
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Points and winners; who took no part is left out of the count and has no points."""
    played = [seat for seat, rack in enumerate(left) if rack.gone != "absent"]
    racks = [left[seat] for seat in played]
    values = [value_of(edition, rack) for rack in racks]
    resigned = [at for at, rack in enumerate(racks) if rack.gone == "resigned"]
    went = None if out is None else played.index(out)
    first = 0 if to_move is None else played.index(to_move)
    scoring = values_scored(edition, values, went, _counts(values, racks), _owed(edition, racks), resigned, first)
    points = dict(zip(played, scoring.points, strict=True))
    return tuple(points.get(seat, 0) for seat in range(len(left))), tuple(played[at] for at in scoring.winners)


def _owed(edition: Edition, left: Sequence[Left]) -> Owed:
    """What players who have not opened pay in place of their racks."""
    pays = {
        seat: unopened_pays(edition, able=rack.unopened == "able") for seat, rack in enumerate(left) if rack.unopened
    }
    return {seat: amount for seat, amount in pays.items() if amount is not None}


def _counts(values: Sequence[int], left: Sequence[Left]) -> list[int] | None:
    """The numbers of tiles, where those that settle a tie of the lowest racks are known."""
    counts = [count_of(rack) for rack in left]
    stayed = [at for at, rack in enumerate(left) if rack.gone is None]
    least = min((values[at] for at in stayed), default=0)
    lowest = [counts[at] for at in stayed if values[at] == least]
    return None if None in lowest else [count or 0 for count in counts]


def _place(sheet: Sheet, game: int, over: str) -> tuple[int, bool, str]:
    """The game of an entry, whether it puts right what counts there, and the entry beside it that it replaces."""
    next_game = len(sheet.games)
    if over:
        for at, one in enumerate(sheet.games):
            if over == one.entry.id or over in one.agreed:
                return at, True, ""
            if _among(over, one.others):
                return at, False, over
            if _among(over, one.before):
                return at, False, ""
        if any(over == one.entry.id or over in one.agreed for one in sheet.struck):
            return next_game, False, ""
    return min(game, next_game), False, ""


def _among(ident: str, entries: Sequence[GameWritten]) -> bool:
    return any(entry.id == ident for entry in entries)


def _rack_faults(sheet: Sheet, out: int | None, left: Sequence[Left]) -> list[Fault]:
    strange = [tile for rack in left for tile in rack.tiles or () if tile not in KINDS]
    if strange:
        return [Fault("left", "no-such-tile", {"tile": strange[0][:20]})]
    box = all_tiles(sheet.edition)
    most = rack_value(sheet.edition, box)
    faults = _gone_faults(sheet, out, left)
    stayed = [seat for seat, rack in enumerate(left) if rack.gone is None]
    for seat, rack in enumerate(left):
        if rack.gone == "absent" or (out is None and stayed == [seat] and rack == Left()):
            continue
        if rack.unopened is not None and sheet.edition.end.unopened is None:
            faults.append(Fault("left", "opening-not-counted"))
        elif rack.unopened is not None and seat == out:
            faults.append(Fault("left", "out-unopened", {"player": sheet.players[seat]}))
        elif rack.unopened is not None and out is not None and rack.tiles is None and rack.value is None:
            continue
        elif (rack.tiles is None) == (rack.value is None) and seat != out:
            faults.append(Fault("left", "rack-not-given", {"player": sheet.players[seat]}))
        elif (value_of(sheet.edition, rack) == 0) != (seat == out):
            code = "out-with-tiles" if seat == out else "empty-but-not-out"
            faults.append(Fault("left", code, {"player": sheet.players[seat]}))
    if sum(value_of(sheet.edition, rack) for rack in left) > most:
        faults.append(Fault("left", "more-than-there-is", {"most": most}))
    beyond = Counter(tile for rack in left for tile in rack.tiles or ()) - Counter(box)
    if beyond:
        faults.append(Fault("left", "too-many-copies", {"tile": in_order(beyond)[0]}))
    return faults


def _gone_faults(sheet: Sheet, out: int | None, left: Sequence[Left]) -> list[Fault]:
    """What is wrong with who is said to have been absent, or to have left."""
    faults = []
    for player, rack in zip(sheet.players, left, strict=True):
        if rack.gone == "absent" and rack != Left(gone="absent"):
            faults.append(Fault("left", "absent-with-rack", {"player": player}))
    if out is not None and left[out].gone is not None:
        faults.append(Fault("left", "out-but-gone", {"player": sheet.players[out]}))
    least, most = sheet.edition.players.least, sheet.edition.players.most
    played = sum(rack.gone != "absent" for rack in left)
    if played > most:
        faults.append(Fault("left", "too-many-played", {"most": most}))
    if played < least:
        faults.append(Fault("left", "too-few-played", {"least": least}))
    elif all(rack.gone is not None for rack in left):
        faults.append(Fault("left", "nobody-stayed"))
    return faults
