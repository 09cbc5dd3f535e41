"""One part of a site fails at a time: that part alone is missing, its page says so, and the others are whole."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.inputs.test_readers import BACKUP
from tests.records.planting import plant
from tests.site.test_event_pages import event
from tests.site.test_season import FIRST, SECOND, played, season
from tilerummy.cli.main import main
from tilerummy.messages import languages, text
from tilerummy.records.parts import Part
from tilerummy.site import event_pages as pages
from tilerummy.site import season as seasons
from tilerummy.site.event_pages import event_pages
from tilerummy.site.files import Site
from tilerummy.site.season_pages import season_pages
from tilerummy.tournament.referee import commands as referee

INDEX = {"index.html"}
OF_AN_EVENT: dict[Part, set[str]] = {
    "page": {"index.html", "results.csv", "standings.csv", "event.json"},
    "ranking": INDEX,
    "rulings": INDEX,
    "classes": INDEX,
    "teams": INDEX,
    "chart": INDEX,
    "tables": INDEX,
    "standings": INDEX | {"standings.csv"},
    "results": INDEX | {"results.csv"},
    "figures": INDEX | {"event.json"},
}
"""The files of which each part costs something: all of one that is no page."""


@pytest.fixture(scope="module")
def over() -> Callable[[str], Site]:
    here = event()
    number = here.state.stages[0].players[0]
    here.do(referee.Rule, number=number, stage=0, points=-10, reason="Played on", rule="german-drawn")
    while not here.state.finished:
        here.play_round()
    return lambda lang: event_pages("event", here.state, lang)


def words(part: Part, lang: str) -> bytes:
    """What a page says that lacks this part, or of itself."""
    if part == "page":
        return text(lang, "parts.page-fault").encode()
    return text(lang, "parts.missing-wall", parts=text(lang, f"parts.part-{part}")).encode()


def test_every_part_of_an_event_is_tried(over: Callable[[str], Site], monkeypatch: pytest.MonkeyPatch) -> None:
    asked = plant(monkeypatch, None)
    assert over("en").missing == ()
    assert asked == set(OF_AN_EVENT)


@pytest.mark.parametrize("part", OF_AN_EVENT)
def test_a_fault_costs_one_part_of_an_event_and_the_page_says_so(
    part: Part, over: Callable[[str], Site], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = over("en").files
    plant(monkeypatch, part)
    for lang in languages() if part in ("page", "tables") else ["en"]:
        site = over(lang)
        assert site.missing == (part,)
        assert words(part, lang) in site.files["index.html"]
    files = over("en").files
    assert {name for name in whole if whole[name] != files.get(name)} == OF_AN_EVENT[part]
    assert files.keys() == {"index.html"} | (whole.keys() - OF_AN_EVENT[part])


def test_an_event_that_nobody_can_name_has_a_page_that_says_so(
    over: Callable[[str], Site], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "format_name", fails)
    files, missing = over("fi")
    assert missing == ("page",)
    assert files.keys() == {"index.html", "style.css"}
    assert words("page", "fi") in files["index.html"]


@pytest.mark.parametrize("part", ["standings", "figures", "clubs", "page"])
def test_a_fault_in_a_season_leaves_its_other_pages(part: Part, monkeypatch: pytest.MonkeyPatch) -> None:
    events = [played(FIRST), played(SECOND)]
    whole = season_pages(season(), events, "en").files
    plant(monkeypatch, part)
    files, missing = season_pages(season(), events, "en")
    assert missing == (part,)
    assert {name for name in files if name.startswith("event-") and name.endswith("index.html")} == {
        "event-1/index.html",
        "event-2/index.html",
    }
    clubs = {name for name in whole if name.startswith("club-")}
    assert clubs
    assert clubs <= files.keys() or part == "standings"
    said = files["club-1.html"] if part == "clubs" else files["index.html"]
    assert (words("page", "en") if part == "clubs" else words(part, "en")) in said
    assert ("season.csv" in files) == (part in ("clubs", "page"))


def test_what_nobody_planned_costs_a_season_one_event(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = played(FIRST), played(SECOND)
    people = seasons.names_in

    def broken(of: seasons.Season, one: object) -> dict[int, str]:
        return fails() if one is first else people(of, second)

    monkeypatch.setattr("tilerummy.site.season_pages.names_in", broken)
    files, missing = season_pages(season(), [first, second], "en")
    assert missing == ("page",)
    assert words("page", "en") in files["event-1/index.html"]
    assert b"<table" in files["event-2/index.html"]
    assert b"<table" in files["index.html"]


def test_the_command_writes_the_rest_and_says_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--lang", "en", "tournament", "site", str(BACKUP), "--out", str(tmp_path)]
    plant(monkeypatch, "figures")
    assert main(words) == 1
    assert capsys.readouterr().err == (
        "A fault in this program kept these from being made: figures for programs. The rest has been written.\n"
    )
    assert {path.name for path in tmp_path.iterdir()} == {"index.html", "style.css", "results.csv", "standings.csv"}


def fails(*_: object) -> dict[int, str]:
    raise LookupError("planted")
