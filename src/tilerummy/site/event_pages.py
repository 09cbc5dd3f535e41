"""The pages of one event: ranking, classes and clubs, a chart, and every round that was shown, with its results."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import resources
from xml.etree.ElementTree import Element

from immutables import Map
from msgspec.structs import replace

from tilerummy.formats.texts import name as format_name
from tilerummy.formats.texts import stage_name
from tilerummy.messages import text
from tilerummy.records.parts import Parts
from tilerummy.site import standing
from tilerummy.site.chart import chart
from tilerummy.site.elements import element, page, table
from tilerummy.site.files import Site, broken, csv_file, json_file, told
from tilerummy.site.rulings import given
from tilerummy.site.standing import signed
from tilerummy.tournament.lists.entrants import initials
from tilerummy.tournament.lists.exports import results, standings
from tilerummy.tournament.results.ranking import final_ranking, lines
from tilerummy.tournament.results.standings import Line
from tilerummy.tournament.results.team_standings import team_lines
from tilerummy.tournament.state import Result, StagePlay, Tournament

TEAM = 3
"""Players of a club whose points count for it, the best."""
FIGURES = ("results.csv", "standings.csv", "event.json")
"""The files beside the page of an event."""
Names = Mapping[int, str]


def event_pages(
    record: str,
    state: Tournament,
    lang: str,
    known: Callable[[], Names] | None = None,
    lead: Element | None = None,
) -> Site:
    """The site of an event: what everybody may see, and no more. `record`: what the log calls it; `known`: how the
    public calls the players, where that is not as the event has it; `lead`: what stands first."""
    parts = Parts(record)
    whole = {"index.html": broken(lang, state.name, lead)}
    files = parts.made("page", lambda: _files(parts, state, lang, known, lead), whole)
    return Site(files | {"style.css": stylesheet()}, parts.missing)


def _files(
    parts: Parts, state: Tournament, lang: str, known: Callable[[], Names] | None, lead: Element | None
) -> dict[str, bytes]:
    names = _names(state) if known is None or state.initials else known()
    count = text(lang, "tournament.entrants", count=len(names))
    shown = [
        element("p", f"{format_name(state.format, lang)} · {count}"),
        *([] if state.hidden else _ranked(parts, state, names, lang)),
        *(part for at in reversed(range(len(state.stages))) for part in _stage(parts, state, at, names, lang)),
    ]
    beside = {} if state.hidden else _beside(parts, _shown(state, names))
    return {"index.html": page(lang, state.name, lead, told(parts, lang), *shown)} | beside


def _names(state: Tournament) -> Names:
    return {number: initials(one.name) if state.initials else one.name for number, one in state.entrants.items()}


def _beside(parts: Parts, state: Tournament) -> dict[str, bytes]:
    """The figures of an event, as files."""
    made = (
        parts.made("results", lambda: csv_file(results(state)), None),
        parts.made("standings", lambda: csv_file(standings(state)), None),
        parts.made("figures", lambda: json_file(_figures(state)), None),
    )
    return {name: content for name, content in zip(FIGURES, made, strict=True) if content is not None}


def stylesheet() -> bytes:
    """How the pages look."""
    return resources.files("tilerummy.site").joinpath("style.css").read_bytes()


def ranking(state: Tournament) -> tuple[Line, ...]:
    """The final ranking, or the standing of the last stage that has one."""
    if state.finished:
        return final_ranking(state)
    begun = [at for at in range(len(state.stages)) if _closed(state.stages[at])]
    return lines(state, begun[-1]) if begun else ()


def _ranked(parts: Parts, state: Tournament, names: Names, lang: str) -> Iterator[Element]:
    none: list[Element] = []
    yield from parts.made("ranking", lambda: list(_ranking(state, names, lang)), none)
    yield from parts.made("rulings", lambda: list(given(state, names, lang)), none)
    yield from parts.made("teams", lambda: list(_teams(state, names, lang)), none)
    yield from parts.made("classes", lambda: list(_classes(state, names, lang)), none)
    yield from parts.made("chart", lambda: list(_chart(state, names, lang)), none)


def _ranking(state: Tournament, names: Names, lang: str) -> Iterator[Element]:
    if state.finished:
        yield element("h2", text(lang, "tournament.ranking"))
        yield from standing.ranking(state, names, lang)
    elif begun := [at for at in range(len(state.stages)) if _closed(state.stages[at])]:
        yield element("h2", text(lang, "site.standing"))
        yield from standing.standing(state, begun[-1], names, lang)


def _teams(state: Tournament, names: Names, lang: str) -> Iterator[Element]:
    """The teams in order, with those of their members who count."""
    if found := team_lines(state):
        yield element("h2", text(lang, "tournament.teams"))
        yield table(
            [text(lang, key) for key in ("site.place", "tournament.team", "tournament.team-counted", "site.points")],
            (
                (line.place, line.team.name, ", ".join(names[one] for one in line.counted), signed(float(line.points)))
                for line in found
            ),
        )


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


def _classes(state: Tournament, names: Names, lang: str) -> Iterator[Element]:
    """The best of each class or club, and what the best three of it have together in the stage that all of them played:
    points of a stage for a few do not compare."""
    members = _by_class(state, ranking(state))
    if not members:
        return
    comparable = _by_class(state, lines(state, 0))
    teams = {
        name: sum(float(line.total.points) for line in of[:TEAM]) for name, of in comparable.items() if len(of) >= TEAM
    }
    yield element("h2", text(lang, "site.classes"))
    if len(state.stages) > 1:
        yield element("p", text(lang, "site.clubs-by", stage=stage_name(state.rule(state.stages[0]).id, lang)))
    yield table(
        [text(lang, f"site.{head}") for head in ("class", "best", "count")] + [text(lang, "site.team", count=TEAM)],
        (
            (name, names[of[0].player], len(of), signed(teams[name]) if name in teams else "–")
            for name, of in sorted(members.items(), key=lambda item: -teams.get(item[0], float("-inf")))
        ),
    )


def _by_class(state: Tournament, found: Iterable[Line]) -> dict[str, list[Line]]:
    """The lines of each class, in order."""
    members: dict[str, list[Line]] = {}
    for line in found:
        if name := state.entrants[line.player].category:
            members.setdefault(name, []).append(line)
    return members


def _stage(parts: Parts, state: Tournament, at: int, names: Names, lang: str) -> Iterator[Element]:
    play, none = state.stages[at], list[Element]()
    rounds = [number for number, round_ in enumerate(play.rounds) if round_.phase != "planned"]
    if not rounds:
        return
    yield element("h2", stage_name(state.rule(play).id, lang))
    if _closed(play) and not state.hidden:
        yield from parts.made("standings", lambda: list(standing.standing(state, at, names, lang)), none)
    yield from parts.made("tables", lambda: list(_rounds(state, play, reversed(rounds), names, lang)), none)


def _rounds(state: Tournament, play: StagePlay, numbers: Iterable[int], names: Names, lang: str) -> Iterator[Element]:
    for number in numbers:
        yield element("h3", text(lang, "site.round", round=number + 1))
        for one in state.dates:
            if (one.stage, one.round) == (play.index, number):
                code = "tournament.day" if one.first == one.last else "tournament.days"
                yield element("p", text(lang, code, first=one.first, last=one.last))
        yield element("div", *_tables(state, play, number, names, lang), class_="tables")


def _tables(state: Tournament, play: StagePlay, number: int, names: Names, lang: str) -> Iterator[Element]:
    round_ = play.rounds[number]
    games = range(1, state.rule(play).games + 1)
    done = round_.phase == "closed" and not state.hidden
    for at, seats in enumerate(round_.seating.tables, start=1):
        if seats:
            known = [play.results.get((number, at, game)) if done else None for game in games]
            scores = [
                [_score(one, seat, player, lang) for one in known if one is not None]
                for seat, player in enumerate(seats)
            ]
            heads = [text(lang, "site.player"), *(str(game) for game, one in zip(games, known, strict=True) if one)]
            rows = [(names[player], *of) for player, of in zip(seats, scores, strict=True)]
            yield table(heads, rows, text(lang, "tournament.table", table=at))
    if round_.seating.byes:
        out = ", ".join(names[player] for player in round_.seating.byes)
        yield element("p", text(lang, "tournament.byes", names=out))


def _score(result: Result, seat: int, player: int, lang: str) -> str:
    """A player's points in a game, and whether a computer player made them."""
    score = result.scores[seat]
    said = "–" if score is None else signed(score)
    if player not in result.stood_in:
        return said
    weight = dict(result.weights).get(player, "whole")
    return f"{said} ({text(lang, f'tournament.stand-in-{weight}')})"


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
