"""What the link of a table or of its replay shows, out of what everybody may see of the room."""

from tilerummy.editions.texts import title as edition_title
from tilerummy.messages import text
from tilerummy.previews.preview import Plate, Preview, Scene, jokers_of, listed, sample, signed
from tilerummy.rooms.views.snapshot import Snapshot
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.notation import parse_meld


def of_room(shown: Snapshot, edition: Edition, lang: str, *, replay: bool = False) -> Preview:
    """The table as it is now; `replay`: as the link to look at it turn by turn says it."""
    named = edition_title(edition, lang)
    if shown.phase == "lobby":
        return _invitation(shown, named, lang)
    names = [seat.name or "" for seat in shown.seats]
    if shown.phase == "left":
        title, said = text(lang, "link.left", names=listed(names, lang)), ""
    elif shown.result is None:
        title = text(lang, "link.playing", names=listed(names, lang))
        mover = None if shown.turn is None else names[shown.turn]
        said = text(lang, "page.turn-of", name=mover) if mover else ""
    else:
        title = _outcome([names[winner] for winner in shown.result.winners], lang)
        pairs = zip(names, shown.result.scores, strict=True)
        said = ", ".join(f"{name} {signed(points)}" for name, points in pairs)
    parts = [text(lang, "link.replay") if replay else "", f"{said}." if said else "", f"{named}."]
    scene = Scene(
        heading=title,
        line=named if shown.result or not said else f"{named} · {said}",
        palette=shown.edition.palette,
        melds=[_tiles(meld) for meld in shown.table],
        plates=_plates(shown),
    )
    return Preview(title, " ".join(filter(None, parts)), scene, str(shown.seq))


def _invitation(shown: Snapshot, named: str, lang: str) -> Preview:
    host = None if shown.host is None else shown.seats[shown.host].name
    title = text(lang, "link.invites", name=host) if host else text(lang, "link.invited")
    names = [seat.name or seat.invited for seat in shown.seats]
    free, invited = names.count(None), sum(seat.invited is not None for seat in shown.seats)
    seats = text(lang, "page.open-free", count=free) if free else text(lang, "link.full")
    if invited and not free:
        seats = text(lang, "page.seats-invited", count=invited)
    what = text(lang, "link.sit") if free or invited else text(lang, "link.watch")
    scene = Scene(
        heading=title,
        line=f"{named} · {seats}",
        palette=shown.edition.palette,
        melds=sample(jokers_of(shown.edition.jokers)),
        plates=[Plate(name, lit=name is not None and index == shown.host) for index, name in enumerate(names)],
        free=text(lang, "link.free"),
    )  # fmt: skip
    return Preview(title, f"{named}, {seats}. {what}", scene, str(shown.seq))


def _outcome(winners: list[str], lang: str) -> str:
    if not winners:
        return text(lang, "page.game-over")
    return text(lang, "page.result-won", count=len(winners), name=listed(winners, lang))


def _plates(shown: Snapshot) -> list[Plate]:
    """The players with their points once the game is over, before with the number of their tiles."""
    if shown.result is None:
        return [Plate(seat.name or "", str(seat.tiles), lit=index == shown.turn)
                for index, seat in enumerate(shown.seats)]  # fmt: skip
    winners, scores = shown.result.winners, shown.result.scores
    return [Plate(seat.name or "", signed(scores[index]), lit=index in winners)
            for index, seat in enumerate(shown.seats)]  # fmt: skip


def _tiles(meld: str) -> tuple[str, ...]:
    return tuple(str(tile) for tile in parse_meld(meld).tiles)
