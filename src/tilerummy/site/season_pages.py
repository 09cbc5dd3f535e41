"""The pages of a season: its table, clubs and events, each of them with pages of its own."""

from collections.abc import Sequence
from typing import NamedTuple
from xml.etree.ElementTree import Element

from tilerummy.messages import decimal, text
from tilerummy.ratings import Rating
from tilerummy.records.parts import Parts
from tilerummy.site.elements import Part, element, page, table
from tilerummy.site.event_pages import TEAM, event_pages, stylesheet
from tilerummy.site.files import Site, broken, csv_file, json_file, told
from tilerummy.site.season import Season, SeasonLine, check, counted, names_in
from tilerummy.tournament.state import Tournament


class _Club(NamedTuple):
    """A club, its players by their place, and what the best `TEAM` of them have together."""

    name: str
    lines: Sequence[SeasonLine]
    total: int


def season_pages(season: Season, events: Sequence[Tournament], lang: str) -> Site:
    """The site of a season. Raises SeasonError."""
    check(season, events)
    parts, nobody = Parts(season.name), tuple[SeasonLine, ...]()
    lines = parts.made("standings", lambda: counted(season, events), nobody)
    figures: dict[str, bytes] = {}
    if not parts.missing:
        figures = parts.made("figures", lambda: _figures(season, lines, events), figures)
    sites = [_event(season, number, event, lang) for number, event in enumerate(events, start=1)]
    files = {
        **figures,
        "style.css": stylesheet(),
        **{
            _club_page(number): _club_content(parts, season, club, events, lang)
            for number, club in enumerate(_clubs(lines), start=1)
        },
        **{path: content for site in sites for path, content in site.files.items()},
    }
    whole = broken(lang, season.name)
    files["index.html"] = parts.made(
        "page", lambda: page(lang, season.name, told(parts, lang), *_season(season, lines, events, lang)), whole
    )
    return Site(files, tuple(dict.fromkeys([*parts.missing, *(part for site in sites for part in site.missing)])))


def _figures(season: Season, lines: Sequence[SeasonLine], events: Sequence[Tournament]) -> dict[str, bytes]:
    players = [line._replace(rating=_rounded(line.rating))._asdict() for line in lines]
    return {
        "season.csv": csv_file(_rows(lines, events)),
        "season.json": json_file({"name": season.name, "players": players}),
    }


def _event(season: Season, number: int, event: Tournament, lang: str) -> Site:
    """The site of an event, in its folder."""
    own = event_pages(event.name, event, lang, lambda: names_in(season, event), _back(lang, "../"))
    return own._replace(files={f"{_folder(number)}/{name}": content for name, content in own.files.items()})


def _club_content(parts: Parts, season: Season, club: _Club, events: Sequence[Tournament], lang: str) -> bytes:
    title, back = f"{club.name} · {season.name}", _back(lang)
    return parts.made(
        "clubs",
        lambda: page(lang, title, back, *_table(club.lines, events, lang), *_links(events, lang)),
        broken(lang, title, back),
    )


def _season(season: Season, lines: Sequence[SeasonLine], events: Sequence[Tournament], lang: str) -> list[Part]:
    best = element("p", text(lang, "site.season-best", count=season.best)) if season.best else None
    return [best, *_table(lines, events, lang), *_teams(_clubs(lines), lang), *_links(events, lang)]


def _table(lines: Sequence[SeasonLine], events: Sequence[Tournament], lang: str) -> list[Part]:
    """What these players have in each event."""
    rated = any(line.rating for line in lines)
    heads = ["place", "player", "class", "points", *(["rating"] if rated else [])]
    shown = table(
        [*(text(lang, f"site.{head}") for head in heads), *(str(at) for at in range(1, len(events) + 1))],
        (
            (
                line.place,
                line.name,
                line.club,
                line.total,
                *([_rating(line.rating, lang)] if rated else []),
                *("–" if points is None else points for points in line.events),
            )
            for line in lines
        ),
    )
    return [shown, element("p", text(lang, "site.rating-text")) if rated else None]


def _clubs(lines: Sequence[SeasonLine]) -> list[_Club]:
    """The clubs by what the best of each have together."""
    members: dict[str, list[SeasonLine]] = {}
    for line in lines:
        members.setdefault(line.club, []).append(line)
    members.pop("", None)
    clubs = [_Club(name, of, sum(line.total for line in of[:TEAM])) for name, of in members.items()]
    return sorted(clubs, key=lambda club: (-club.total, club.name))


def _teams(clubs: Sequence[_Club], lang: str) -> list[Part]:
    if not clubs:
        return []
    heads = [text(lang, "site.class"), text(lang, "site.count"), text(lang, "site.team", count=TEAM)]
    rows = (
        (element("a", club.name, href=_club_page(number)), len(club.lines), club.total)
        for number, club in enumerate(clubs, start=1)
    )
    return [element("h2", text(lang, "site.clubs")), table(heads, rows)]


def _links(events: Sequence[Tournament], lang: str) -> list[Part]:
    """Where each event is told."""
    links = (
        element("li", element("a", event.name, href=f"{_folder(number)}/index.html"))
        for number, event in enumerate(events, start=1)
    )
    return [element("h2", text(lang, "site.events")), element("ol", *links)]


def _back(lang: str, to: str = "") -> Element:
    return element("p", element("a", text(lang, "site.back"), href=f"{to}index.html"))


def _club_page(number: int) -> str:
    return f"club-{number}.html"


def _folder(number: int) -> str:
    return f"event-{number}"


def _rating(rating: Rating | None, lang: str) -> str:
    return "–" if rating is None else f"{decimal(lang, rating.strength)} ± {decimal(lang, rating.interval)}"


def _rounded(rating: Rating | None) -> Rating | None:
    return rating and Rating(round(rating.strength, 2), round(rating.interval, 2))


def _rows(lines: Sequence[SeasonLine], events: Sequence[Tournament]) -> list[tuple[str | int | float, ...]]:
    heads = ("place", "name", "club", "points", "rating", "interval", *(event.name for event in events))
    return [
        heads,
        *(
            (
                line.place,
                line.name,
                line.club,
                line.total,
                *(("", "") if line.rating is None else (round(line.rating[0], 2), round(line.rating[1], 2))),
                *("" if points is None else points for points in line.events),
            )
            for line in lines
        ),
    ]
