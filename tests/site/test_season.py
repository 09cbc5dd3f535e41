"""A season counts the best events of each person, by places; who did not agree is not named."""

from pathlib import Path

import pytest

from tests.tournament.running import Event, winners
from tilerummy.cli.main import main
from tilerummy.site.season import NOBODY, Season, SeasonError, counted, read
from tilerummy.site.season_pages import season_pages
from tilerummy.tournament import commands
from tilerummy.tournament.state import Tournament

FIRST = ["Ann Peeters", "Bob Maes", "Cas Claes", "Dee Jacobs"]
SECOND = ["Dee Jacobs", "A. Peeters", "Bob Maes", "Eve Smets"]
TEXT = """
name = "Season <i>one</i>"
events = ["one.jsonl", "two.jsonl"]
{more}
[[players]]
name = "Ann Peeters"
also = ["A. Peeters"]
club = "Gent"
[[players]]
name = "Bob Maes"
[[players]]
name = "Dee Jacobs"
left_out = true
"""


def played(names: list[str]) -> Tournament:
    """An event in which the first of the list is the best, and so on."""
    event = Event("belgian-tournament", names)
    event.do(commands.Begin)
    while not event.state.finished:
        event.play_round(winners)
    return event.state


def season(more: str = "") -> Season:
    return read(TEXT.format(more=more))


def totals(found: Season) -> dict[str, int]:
    return {line.name: line.total for line in counted(found, [played(FIRST), played(SECOND)])}


def test_places_of_all_events_or_of_the_best() -> None:
    # four players: 4, 3, 2, 1; people whom the register lacks have their initials, who left is not there
    assert totals(season()) == {"Ann Peeters": 4 + 3, "Bob Maes": 3 + 2, "C. C.": 2, "E. S.": 1}
    assert totals(season("best = 1")) == {"Ann Peeters": 4, "Bob Maes": 3, "C. C.": 2, "E. S.": 1}
    assert totals(season("scale = [10, 5]\neverybody = true")) == {
        "Ann Peeters": 10 + 5,
        "Bob Maes": 5,
        "Cas Claes": 0,
        "Eve Smets": 0,
    }


def test_the_better_have_the_higher_rating() -> None:
    lines = {line.name: line.rating for line in counted(season(), [played(FIRST), played(SECOND)])}
    ann, eve = lines["Ann Peeters"], lines["E. S."]
    assert ann is not None
    assert eve is not None
    assert ann.strength > eve.strength
    assert 0 < ann.interval < 3 * 50 / 6


def test_pages_name_nobody_who_did_not_agree() -> None:
    files = season_pages(season(), [played(FIRST), played(SECOND)], "en").files
    assert {"index.html", "season.csv", "season.json", "event-1/index.html", "event-2/results.csv"} <= set(files)
    everything = b"\n".join(files.values())
    assert all(name not in everything for name in (b"Dee", b"Jacobs", b"Claes", b"Smets"))
    assert b"<i>" not in files["index.html"]
    assert NOBODY.encode() in files["event-1/index.html"]
    assert b"Ann Peeters" in files["event-2/index.html"]


def test_each_club_has_a_page_of_its_players() -> None:
    more = '[[players]]\nname = "Cas Claes"\nclub = "Aalst & Lede"\n[[players]]\nname = "Eve Smets"\nclub = "Gent"'
    files = season_pages(read(TEXT.format(more="") + more), [played(FIRST), played(SECOND)], "en").files
    assert [name for name in files if name.startswith("club")] == ["club-1.html", "club-2.html"]
    assert b'<a href="club-1.html">Gent</a></td><td>2</td><td>8</td>' in files["index.html"]
    assert b"Ann Peeters" in files["club-1.html"]
    assert b"Eve Smets" in files["club-1.html"]
    assert b"Bob Maes" not in files["club-1.html"] + files["club-2.html"]
    assert b"<h1>Aalst &amp; Lede" in files["club-2.html"]


@pytest.mark.parametrize(
    ("source", "code"),
    [
        ("name =", "not-toml"),
        ('name = "A"', "missing"),
        ('name = "A"\nevents = ["x"]\nbset = 1', "unknown-key"),
        (TEXT.format(more="") + '[[players]]\nname = "A. Peeters"', "season-name-twice"),
        (TEXT.format(more="") + '[[players]]\nname = "Bob Maes"', "season-name-twice"),
    ],
)
def test_what_is_no_season(source: str, code: str) -> None:
    with pytest.raises(SeasonError) as caught:
        read(source)
    assert code in [fault.code for fault in caught.value.faults]


def test_two_people_of_one_name_are_told_apart_by_their_club() -> None:
    found = read(
        'name = "S"\nevents = ["x"]\n'
        '[[players]]\nname = "Jan Smet"\nclub = "Gent"\n[[players]]\nname = "Jan Smet"\nclub = "Aalst"\n'
    )
    one, other = played(["Jan Smet; Gent", *FIRST[:3]]), played(["Jan Smet; Aalst", *FIRST[1:]])
    lines = [(line.name, line.club, line.total) for line in counted(found, [one, other]) if line.name == "Jan Smet"]
    assert sorted(lines) == [("Jan Smet", "Aalst", 4), ("Jan Smet", "Gent", 4)]
    twice = played(["Ann Peeters", "A. Peeters", *FIRST[1:3]])
    with pytest.raises(SeasonError, match="season-person-twice"):
        season_pages(season(), [twice], "en")


def test_from_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--lang", "en", "tournament", "season", str(tmp_path / "none.toml"), "--out", str(tmp_path)]) == 2
    (tmp_path / "season.toml").write_text(TEXT.format(more="bset = 1"), "utf-8")
    assert main(["--lang", "en", "tournament", "season", str(tmp_path / "season.toml"), "--out", str(tmp_path)]) == 2
    (tmp_path / "one.jsonl").write_text("{}", "utf-8")
    assert main(["--lang", "en", "tournament", "site", str(tmp_path / "one.jsonl"), "--out", str(tmp_path)]) == 2
    with pytest.raises(SystemExit, match="2"):
        main(["--lang", "en", "tournament", "site", str(tmp_path / "one.jsonl")])
    told = capsys.readouterr().err
    for said in ("there is no file", "bset", "one.jsonl, line 1", "--out"):
        assert said in told
    assert not (tmp_path / "index.html").exists()
