"""The pages of a season: its table, clubs and events, each of them with pages of its own."""

from collections.abc import Sequence
from xml.etree.ElementTree import Element

from tilerummy.messages import text
from tilerummy.site.elements import element, page, table
from tilerummy.site.event_pages import TEAM, event_pages, stylesheet
from tilerummy.site.files import csv_file, json_file
from tilerummy.site.season import Rating, Season, SeasonLine, counted, names_in
from tilerummy.tournament.state import Tournament


def season_pages(season: Season, events: Sequence[Tournament], lang: str) -> dict[str, bytes]:
    """The files of a season, by path. Raises SeasonError."""
    lines = counted(season, events)
    files = {
        "index.html": page(lang, season.name, *_season(season, lines, events, lang)),
        "style.css": stylesheet(),
        "season.csv": csv_file(_rows(lines, events)),
        "season.json": json_file(
            {"name": season.name, "players": [line._replace(rating=_figures(line.rating))._asdict() for line in lines]}
        ),
    }
    for number, event in enumerate(events, start=1):
        back = element("p", element("a", text(lang, "site.back"), href="../index.html"))
        own = event_pages(event, lang, names=names_in(season, event), lead=back)
        files |= {f"{_folder(number)}/{name}": content for name, content in own.items()}
    return files


def _season(season: Season, lines: Sequence[SeasonLine], events: Sequence[Tournament], lang: str) -> list[Element]:
    parts = [element("p", text(lang, "site.season-best", count=season.best))] if season.best else []
    rated = any(line.rating for line in lines)
    heads = ["place", "player", "class", "points", *(["rating"] if rated else [])]
    parts.append(
        table(
            [*(text(lang, f"site.{head}") for head in heads), *(str(at) for at in range(1, len(events) + 1))],
            (
                (
                    line.place,
                    line.name,
                    line.club,
                    line.total,
                    *([_rating(line.rating)] if rated else []),
                    *("–" if points is None else points for points in line.events),
                )
                for line in lines
            ),
        )
    )
    if rated:
        parts.append(element("p", text(lang, "site.rating-text")))
    parts += _clubs(lines, lang)
    links = [
        element("li", element("a", event.name, href=f"{_folder(number)}/index.html"))
        for number, event in enumerate(events, start=1)
    ]
    return [*parts, element("h2", text(lang, "site.events")), element("ol", *links)]


def _clubs(lines: Sequence[SeasonLine], lang: str) -> list[Element]:
    """What the best three of each club have together."""
    members: dict[str, list[int]] = {}
    for line in lines:
        members.setdefault(line.club, []).append(line.total)
    members.pop("", None)
    if not members:
        return []
    teams = sorted(((sum(of[:TEAM]), name, len(of)) for name, of in members.items()), reverse=True)
    heads = [text(lang, "site.class"), text(lang, "site.count"), text(lang, "site.team", count=TEAM)]
    return [
        element("h2", text(lang, "site.clubs")),
        table(heads, ((name, count, total) for total, name, count in teams)),
    ]


def _folder(number: int) -> str:
    return f"event-{number}"


def _rating(rating: Rating | None) -> str:
    return "–" if rating is None else f"{rating.strength:.1f} ± {rating.interval:.1f}"


def _figures(rating: Rating | None) -> Rating | None:
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
