"""The pages of one event: ranking, classes and clubs, a chart, and every round that was shown, with its results."""

from collections.abc import Iterator, Mapping, Sequence
from importlib import resources
from xml.etree.ElementTree import Element

from immutables import Map
from msgspec.structs import replace

from tilerummy.formats.texts import name as format_name
from tilerummy.formats.texts import stage_name
from tilerummy.messages import text
from tilerummy.site.chart import chart
from tilerummy.site.elements import element, page, table
from tilerummy.site.files import csv_file, json_file
from tilerummy.tournament.lists.entrants import initials
from tilerummy.tournament.lists.exports import results, standings
from tilerummy.tournament.results.ranking import final_ranking, lines
from tilerummy.tournament.results.standings import Line
from tilerummy.tournament.state import StagePlay, Tournament

TEAM = 3
"""Players of a club whose points count for it, the best."""
Names = Mapping[int, str]


def event_pages(
    state: Tournament, lang: str, names: Names | None = None, lead: Element | None = None
) -> dict[str, bytes]:
    """The files of an event, by name: what everybody may see, and no more. `names`: how the public calls the players,
    where that is not as the event has it; `lead`: what stands first."""
    if names is None or state.initials:
        names = {number: initials(one.name) if state.initials else one.name for number, one in state.entrants.items()}
    hidden = state.hidden
    count = text(lang, "tournament.entrants", count=len(names))
    parts = [
        *([] if lead is None else [lead]),
        element("p", f"{format_name(state.format, lang)} · {count}"),
        *([] if hidden else _ranked(state, names, lang)),
        *(part for at in reversed(range(len(state.stages))) for part in _stage(state, at, names, lang, hidden)),
    ]
    files = {"index.html": page(lang, state.name, *parts), "style.css": stylesheet()}
    if hidden:
        return files
    shown = _shown(state, names)
    return files | {
        "results.csv": csv_file(results(shown)),
        "standings.csv": csv_file(standings(shown)),
        "event.json": json_file(_figures(shown)),
    }


def stylesheet() -> bytes:
    """How the pages look."""
    return resources.files("tilerummy.site").joinpath("style.css").read_bytes()


def ranking(state: Tournament) -> tuple[Line, ...]:
    """The final ranking, or the standing of the last stage that has one."""
    if state.finished:
        return final_ranking(state)
    begun = [at for at in range(len(state.stages)) if _closed(state.stages[at])]
    return lines(state, begun[-1]) if begun else ()


def _ranked(state: Tournament, names: Names, lang: str) -> Iterator[Element]:
    found = ranking(state)
    if not found:
        return
    yield element("h2", text(lang, "tournament.ranking" if state.finished else "site.standing"))
    yield _standing(state, found, names, lang)
    yield from _classes(state, found, names, lang)
    yield from _chart(state, names, lang)


def _chart(state: Tournament, names: Names, lang: str) -> Iterator[Element]:
    """The points in the last stage of several rounds."""
    at = next((at for at in reversed(range(len(state.stages))) if _closed(state.stages[at]) > 1), None)
    if at is None:
        return
    rounds = range(1, _closed(state.stages[at]) + 1)
    after = [{line.player: line.total.points for line in lines(state, at, done)} for done in rounds]
    points = {
        names[line.player]: [0.0, *(float(done.get(line.player, 0)) for done in after)] for line in lines(state, at)
    }
    yield chart(text(lang, "site.chart"), points)


def _standing(state: Tournament, found: Sequence[Line], names: Names, lang: str) -> Element:
    classes = any(state.entrants[line.player].category for line in found)
    heads = ["place", "player", *(["class"] if classes else []), "points", "won", "games"]
    return table(
        [text(lang, f"site.{head}") for head in heads],
        (
            (
                line.place,
                names[line.player],
                *([state.entrants[line.player].category] if classes else []),
                _signed(float(line.total.points)),
                line.total.won,
                line.total.games,
            )
            for line in found
        ),
    )


def _classes(state: Tournament, found: Sequence[Line], names: Names, lang: str) -> Iterator[Element]:
    """The best of each class or club, and what the best three of it have together."""
    members: dict[str, list[Line]] = {}
    for line in found:
        members.setdefault(state.entrants[line.player].category, []).append(line)
    members.pop("", None)
    if not members:
        return
    teams = {
        name: sum(float(line.total.points) for line in of[:TEAM]) for name, of in members.items() if len(of) >= TEAM
    }
    yield element("h2", text(lang, "site.classes"))
    yield table(
        [text(lang, f"site.{head}") for head in ("class", "best", "count")] + [text(lang, "site.team", count=TEAM)],
        (
            (name, names[of[0].player], len(of), _signed(teams[name]) if name in teams else "–")
            for name, of in sorted(members.items(), key=lambda item: -teams.get(item[0], float("-inf")))
        ),
    )


def _stage(state: Tournament, at: int, names: Names, lang: str, hidden: bool) -> Iterator[Element]:
    play = state.stages[at]
    rounds = [number for number, round_ in enumerate(play.rounds) if round_.phase != "planned"]
    if not rounds:
        return
    yield element("h2", stage_name(state.rule(play).id, lang))
    if _closed(play) and not hidden:
        yield _standing(state, lines(state, at), names, lang)
    for number in reversed(rounds):
        yield element("h3", text(lang, "site.round", round=number + 1))
        yield element("div", *_tables(state, play, number, names, lang, hidden), class_="tables")


def _tables(
    state: Tournament, play: StagePlay, number: int, names: Names, lang: str, hidden: bool
) -> Iterator[Element]:
    round_ = play.rounds[number]
    games = range(1, state.rule(play).games + 1)
    done = round_.phase == "closed" and not hidden
    for at, seats in enumerate(round_.seating.tables, start=1):
        if seats:
            known = [play.results.get((number, at, game)) if done else None for game in games]
            scores = [
                [None if one is None else one.scores[seat] for one in known if one is not None]
                for seat in range(len(seats))
            ]
            heads = [text(lang, "site.player"), *(str(game) for game, one in zip(games, known, strict=True) if one)]
            rows = [
                (names[player], *("–" if score is None else _signed(score) for score in of))
                for player, of in zip(seats, scores, strict=True)
            ]
            yield table(heads, rows, text(lang, "tournament.table", table=at))
    if round_.seating.byes:
        out = ", ".join(names[player] for player in round_.seating.byes)
        yield element("p", text(lang, "tournament.byes", names=out))


def _shown(state: Tournament, names: Names) -> Tournament:
    """The event with the names that the public sees, and results of closed rounds alone."""
    entrants = {number: replace(one, name=names[number]) for number, one in state.entrants.items()}
    stages = tuple(
        replace(
            play, results=Map({at: one for at, one in play.results.items() if play.rounds[at[0]].phase == "closed"})
        )
        for play in state.stages
    )
    return replace(state, entrants=entrants, stages=stages)


def _figures(state: Tournament) -> dict[str, object]:
    """The event for programs: what the tables of the lists hold, and who sat where."""
    heads, *places = standings(state)
    return {
        "name": state.name,
        "format": state.format.id,
        "edition": state.format.edition,
        "finished": state.finished,
        "standings": [dict(zip(heads, place, strict=True)) for place in places],
        "rounds": [
            {"stage": state.rule(play).id, "round": number + 1, "tables": round_.seating.tables}
            for play in state.stages
            for number, round_ in enumerate(play.rounds)
            if round_.phase != "planned"
        ],
    }


def _closed(play: StagePlay) -> int:
    return sum(round_.phase == "closed" for round_ in play.rounds)


def _signed(points: float) -> str:
    return f"{points:+g}".replace("-", "−") if points else "0"
