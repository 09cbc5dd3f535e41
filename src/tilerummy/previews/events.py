"""What the links of an event and of a score sheet show."""

from tilerummy import editions
from tilerummy.editions.texts import title as edition_title
from tilerummy.formats.texts import name as format_name
from tilerummy.formats.texts import stage_name
from tilerummy.messages import text
from tilerummy.previews.preview import Plate, Preview, listed, of_edition, signed
from tilerummy.sheets.state import Sheet
from tilerummy.tournament.state import Tournament


def of_tournament(state: Tournament, lang: str, seq: int) -> Preview:
    """The event's name, how many take part, and where it stands. No player is named."""
    parts = [
        format_name(state.format, lang),
        text(lang, "tournament.entrants", count=len(state.entrants)),
        _standing(state, lang),
    ]
    line = " · ".join(filter(None, parts))
    edition = editions.load(state.format.edition) if state.format.edition in editions.names() else None
    return Preview(state.name, line, of_edition(state.name, line, edition), str(seq))


def of_sheet(sheet: Sheet, lang: str, seq: int, made: str) -> Preview:
    """Who plays, when and where, and what stands there; `made`: the day on which it was, where nobody said another."""
    title = text(lang, "link.sheet", names=listed(sheet.players, lang))
    totals = [0] * len(sheet.players)
    places = [0] * len(sheet.players)
    for standing in sheet.standing():
        totals[standing.player], places[standing.player] = standing.points, standing.place
    named = edition_title(sheet.edition, lang)
    games = text(lang, "sheet.games", count=len(sheet.games))
    totalled = ", ".join(f"{name} {signed(points)}" for name, points in zip(sheet.players, totals, strict=True))
    plates = [
        Plate(name, signed(points), lit=place == 1)
        for name, points, place in zip(sheet.players, totals, places, strict=True)
    ]
    about = " · ".join(filter(None, (sheet.about.date or made, sheet.about.place)))
    scene = of_edition(text(lang, "link.scores"), f"{about} · {named} · {games}", sheet.edition)._replace(plates=plates)
    said = text(lang, "link.totals", games=games, totals=totalled, edition=named) if sheet.games else f"{named}."
    return Preview(title, f"{about}. {said}", scene, str(seq))


def _standing(state: Tournament, lang: str) -> str:
    if state.finished:
        return text(lang, "link.event-over")
    play = state.play
    told = 0 if play is None else sum(round_.phase != "planned" for round_ in play.rounds)
    if play is None or not told:
        return ""
    return text(lang, "cli.tournament-round", stage=stage_name(state.rule(play).id, lang), round=told)
