"""The web pages of an event hold what the public may see, whatever names look like."""

import csv
import hashlib
import io
import json
from html.parser import HTMLParser

import pytest

from tests.tournament.running import Event, given
from tilerummy.messages import languages
from tilerummy.site.event_pages import event_pages
from tilerummy.tournament import commands
from tilerummy.tournament.closing.commands import Settle

NAMES = ["Ann <b>bold</b>", "Bob & Co", '"Cas"', "=SUM(A1)", "Eve", "Fay", "Gus", "Hal"]


class _Seen(HTMLParser):
    """The tags and the text of a page."""

    def __init__(self, page: bytes) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.text = ""
        self.feed(page.decode())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        assert not {name for name, _ in attrs} & {"style", "onclick", "onload"}

    def handle_data(self, data: str) -> None:
        self.text += data + "\n"


def event(format_: str = "wins-then-points") -> Event:
    made = Event(format_, NAMES)
    made.do(commands.Begin)
    return made


@pytest.mark.parametrize("lang", languages())
def test_an_event_that_is_over(lang: str) -> None:
    here = event()
    while not here.state.finished:
        here.play_round()
    files = event_pages("event", here.state, lang).files
    assert set(files) == {"index.html", "style.css", "results.csv", "standings.csv", "event.json"}
    seen = _Seen(files["index.html"])
    assert {"html", "table", "svg"} <= set(seen.tags)
    assert not {"script", "b"} & set(seen.tags)
    assert all(one.name in seen.text for one in here.state.entrants.values())
    rows = list(csv.reader(io.StringIO(files["results.csv"].decode("utf-8-sig"))))
    assert len(rows) == 1 + 8 * 4 + 4 * 3
    assert "'=SUM(A1)" in {row[5] for row in rows}
    figures = json.loads(files["event.json"])
    assert len(figures["rounds"]) == 5
    assert figures["finished"]


def test_nothing_that_is_not_public() -> None:
    here = event("leaders-at-table-one")
    assert b"<table" not in event_pages("event", here.state, "en").files["index.html"], "tables that nobody was shown"
    here.open_round()
    here.do(commands.Report, table=1, game=1, scores=(777, -259, -259, -259), sure=True)
    page = event_pages("event", here.state, "en").files
    assert all(b"777" not in content for content in page.values()), "a round that is being played"
    here.play_round()
    assert b"777" in event_pages("event", here.state, "en").files["index.html"]
    here.do(commands.Hide, hidden=True)
    assert set(event_pages("event", here.state, "en").files) == {"index.html", "style.css"}
    assert b"777" not in event_pages("event", here.state, "en").files["index.html"]


def test_a_ranking_that_is_revealed_to_its_end_is_public() -> None:
    here = event("belgian-tournament")
    while not here.state.finished:
        here.play_round()
    here.do(commands.Hide, hidden=True)
    last = len(here.state.entrants)
    for places, public in ((last - 1, False), (last, True)):
        here.do(commands.Reveal, places=places)
        files = event_pages("event", here.state, "en").files
        assert ("Final ranking" in files["index.html"].decode()) is public
        assert ("standings.csv" in files) is public


def club_event() -> Event:
    """Twelve players of two clubs after a qualifying in which 3, 7, 8 and 12 are equal at the line."""
    here = Event("belgian-tournament", [f"P{number:02};{'Aalst' if number < 7 else 'Gent'}" for number in range(1, 13)])
    here.box = None
    here.do(commands.Begin)
    sums = (60, 30, -40, -50, 50, 30, -40, -40, 45, 15, -20, -40)
    here.play_round(given({player: (points, 0, 0) for player, points in enumerate(sums, start=1)}))
    return here


def test_what_parted_equals_at_the_line_is_on_the_pages() -> None:
    here = club_event()
    here.do(Settle, equal=(3, 7, 8, 12), how="drawn-lot", reason="said by Jan Peeters")
    (settled,) = here.state.stages[0].settled
    files = event_pages("event", here.state, "en").files
    seen = _Seen(files["index.html"])
    (said,) = {line for line in seen.text.splitlines() if line.startswith("Lots were drawn")}
    assert f"“{settled.seed} n”" in said
    for number in settled.order:
        assert f"P{number:02} ({number}) {hashlib.sha256(f'{settled.seed} {number}'.encode()).hexdigest()[:8]}" in said
    assert "Jan Peeters" not in seen.text
    assert b'class="under"' in files["index.html"]
    rows = list(csv.reader(io.StringIO(files["standings.csv"].decode("utf-8-sig"))))
    parted = [int(row[2]) for row in rows[1:] if row[-1] == "drawn-lot"]
    assert parted == list(settled.order[1:])


def test_the_final_ranking_names_its_stages_and_clubs_are_compared_by_what_all_played() -> None:
    here = club_event()
    while not here.state.finished:
        here.play_round()
    text = _Seen(event_pages("event", here.state, "en").files["index.html"]).text
    ranking = text[text.index("Final ranking") : text.index("Classes and clubs")]
    assert [stage for stage in ("final", "semi-final", "qualifying") if f"\n{stage}\n" in ranking.lower()] == [
        "final",
        "semi-final",
        "qualifying",
    ]
    clubs = text[text.index("Classes and clubs") :]
    # the best three of the qualifying: 60 + 50 + 30, and 45 + 15 - 20
    assert "+140" in clubs
    assert "+40" in clubs
