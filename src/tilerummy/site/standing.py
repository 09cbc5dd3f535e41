"""A standing on a web page: who goes on above a line, who has left, what parted equals and how anybody checks it."""

from collections.abc import Iterator, Mapping, Sequence
from xml.etree.ElementTree import Element

from tilerummy.formats.texts import key_text, stage_name
from tilerummy.messages import text
from tilerummy.site.elements import element, table
from tilerummy.tournament.closing.cut import through
from tilerummy.tournament.closing.equals import applies, lots_of
from tilerummy.tournament.results.ranking import final_parts, final_ranking, lines
from tilerummy.tournament.results.standings import Line
from tilerummy.tournament.state import Tournament

Names = Mapping[int, str]


def standing(state: Tournament, at: int, names: Names, lang: str) -> Iterator[Element]:
    """The standing after a stage."""
    found, on = lines(state, at), through(state, at)
    yield _table(state, found, names, lang, on)
    if on:
        yield element("p", text(lang, "tournament.line-under"), class_="note")
    for one, counts in applies(state, at):
        if counts:
            said = {"names": lots_of(one, names), "seed": one.seed}
            yield element("p", text(lang, f"tournament.settled-{one.how}", **said), class_="note")


def ranking(state: Tournament, names: Names, lang: str) -> Iterator[Element]:
    """The final ranking, under the name of each stage that gives places of it."""
    every, before = final_ranking(state), 0
    parts = final_parts(state)
    for stage, last in parts:
        if len(parts) > 1:
            yield element("h3", stage_name(stage, lang))
        yield _table(state, every[before:last], names, lang)
        before = last
    if every[before:]:
        yield _table(state, every[before:], names, lang)


def _table(state: Tournament, found: Sequence[Line], names: Names, lang: str, on: Sequence[int] = ()) -> Element:
    classes = any(state.entrants[line.player].category for line in found)
    parted = any(decided_text(line, lang) for line in found)
    ruled = any(line.total.ruled for line in found)
    columns = ["place", "player", *(["class"] if classes else []), "points"]
    columns += [*(["ruled"] if ruled else []), "won", "games"]
    last = max((at for at, line in enumerate(found) if line.player in on), default=None)
    return table(
        [text(lang, f"site.{head}") for head in (*columns, *(["decided"] if parted else []))],
        (
            (
                "–" if line.place is None else line.place,
                _name(state, line, names, lang),
                *([state.entrants[line.player].category] if classes else []),
                signed(float(line.total.points)),
                *([signed(line.total.ruled) if line.total.ruled else ""] if ruled else []),
                line.total.won,
                line.total.games,
                *([decided_text(line, lang)] if parted else []),
            )
            for line in found
        ),
        under=last,
    )


def _name(state: Tournament, line: Line, names: Names, lang: str) -> str:
    left = f" ({text(lang, 'tournament.withdrawn')})" if line.player in state.withdrawn else ""
    without = f" · {text(lang, 'tournament.place-none')}" if line.place is None else ""
    return f"{names[line.player]}{without}{left}"


def decided_text(line: Line, lang: str) -> str:
    """What put a player after the one above, where points alone did not."""
    if line.decided in (None, "points"):
        return ""
    best = f" {signed(float(line.total.best))}" if line.decided == "best-game" and line.total.best is not None else ""
    return key_text(line.decided, lang) + best


def signed(points: float) -> str:
    """Points with their sign."""
    return f"{points:+g}".replace("-", "−") if points else "0"
