"""Lists of players as they are pasted: by hand, from a letter, from a spreadsheet; and what is wrong with them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournament.running import Event
from tilerummy.tournament import commands
from tilerummy.tournament.lists.entrants import read_names


def names(text: str) -> list[tuple[str, str]]:
    found, faults = read_names(text)
    assert not faults
    return found


@pytest.mark.parametrize(
    "line",
    [
        "Ann de Wit",
        "  Ann   de\u00a0Wit ",
        "- Ann de Wit",
        "• Ann de Wit",
        "•Ann de Wit",
        "14 Ann de Wit",
        "14. Ann de Wit",
        "14.Ann de Wit",
        "14) Ann de Wit",
        "14: Ann de Wit",
        "14 - Ann de Wit",
        "#14 Ann de Wit",
        "* 14. Ann de Wit",
        "14;Ann de Wit",
        "14\tAnn de Wit",
        "14,Ann de Wit",
        "14.;Ann de Wit;",
        "\t\tAnn de Wit\t\t",
        '"Ann de Wit"',
        '"Ann de Wit";""',
    ],
)
def test_figures_bullets_and_empty_cells_before_a_name_are_taken_off(line: str) -> None:
    assert names(line) == [("Ann de Wit", "")]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("Ann;Juniors", ("Ann", "Juniors")),
        ("Ann\tJuniors\tx@example.org", ("Ann", "Juniors")),
        ("1;Ann;Juniors", ("Ann", "Juniors")),
        ("1,Ann,Juniors", ("Ann", "Juniors")),
        ("\t1\tAnn\tJuniors", ("Ann", "Juniors")),
        ('7;"Wit; de";"B; C"', ("Wit; de", "B; C")),
        ("Jansen, Piet", ("Jansen, Piet", "")),
        ("2Pac", ("2Pac", "")),
        ("Louis 14", ("Louis 14", "")),
        ("=2+5;@home", None),
        ("=SUM(A1)", ("=SUM(A1)", "")),
        ("Zoë", ("Zoë", "")),
    ],
)
def test_what_stands_in_one_line(line: str, found: tuple[str, str] | None) -> None:
    if found is None:
        assert [fault.code for fault in read_names(line)[1]] == ["name-empty"]
    else:
        assert names(line) == [found]


@pytest.mark.parametrize(
    "text",
    [
        "Ann;Juniors\nBob;Seniors",
        "\ufeffnr;name;class\r\n1;Ann;Juniors\r\n\r\n2;Bob;Seniors\r\n",
        "Class,Name\nJuniors,Ann\nSeniors,Bob",
        "Naam\tKlasse\tE-mail\n1. Ann\tJuniors\ta@x.org\n2. Bob\tSeniors",
        "No.;Pelaaja;E-mail;Luokka\n1;Ann;a@x.org;Juniors\n2;Bob;;Seniors",
    ],
)
def test_tables_with_and_without_a_heading(text: str) -> None:
    assert names(text) == [("Ann", "Juniors"), ("Bob", "Seniors")]


@pytest.mark.parametrize(
    "heading",
    [
        "Voornaam;Achternaam",
        "Vorname;Name",
        "First name,Surname",
        "Nr;Etunimi;Sukunimi",
        "Prénom\tNom",
        "Nombre;Apellidos",
        "Nome,Cognome",
        "Nome;Sobrenome",
        "Imię;Nazwisko",
        "Keresztnév;Vezetéknév",
        "שם;שם משפחה",
    ],
)
def test_first_and_last_names_in_columns_of_their_own(heading: str) -> None:
    parting = next(sign for sign in ";\t," if sign in heading)
    line = ["1"] * heading.startswith("Nr") + ["Ann", "de Wit"]
    assert names(f"{heading}\n{parting.join(line)}") == [("Ann de Wit", "")]


def test_what_is_beside_the_name_under_a_heading_stays_out() -> None:
    assert names("Name;E-mail\nAnn;a@x.org") == [("Ann", "")]


def test_every_fault_of_a_list_with_its_line() -> None:
    text = "Ann\n\n14\nBob  B\nbob b\n" + "x" * 41 + "\n;Juniors;\n" + "y" * 140_000 + "\n1;Ann"
    found, faults = read_names(text)
    assert [name for name, _ in found] == ["Ann", "Bob B"]
    assert [(fault.key, fault.code) for fault in faults] == [
        ("3", "name-empty"),
        ("5", "name-twice"),
        ("6", "name-too-long"),
        ("7", "name-empty"),
        ("8", "name-too-long"),
        ("9", "name-twice"),
    ]
    assert faults[1].params == {"line": 5, "name": "bob b", "first": 4}


@pytest.mark.parametrize("text", ["", " \n\t\n", "Name;Class\n"])
def test_a_list_without_names(text: str) -> None:
    assert [fault.code for fault in read_names(text)[1]] == ["no-names"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("SNo;Name;Rtg;FED;Club\n1;Peeters, Ann;1500;BEL;Gent\n", [("Peeters, Ann", "Gent")]),
        ('"Pos","Surname","Forename","Team"\n"1","Peeters","Ann","Gent"\n', [("Ann Peeters", "Gent")]),
        ("Participant Name,Seed,Email\nAnn,1,a@x.org\n", [("Ann", "")]),
        ("Rank,Somebody,Elo\n1,Ann Peeters,1500\n", "no-name-column"),
        ("table;game;number;points\n1;1;1;20\n", "no-name-column"),
        ('[{"name": "Ann"}, {"name": "Bob"}]', "not-a-list"),
        ('{\n  "players": ["Ann"]\n}', "not-a-list"),
        ('<?xml version="1.0"?>\n<players><player name="Ann"/></players>\n', "not-a-list"),
        ("<table><tr><td>Ann</td></tr></table>", "not-a-list"),
        ("[Ann] Peeters; Club\nElo Maes; Gent", [("[Ann] Peeters", "Club"), ("Elo Maes", "Gent")]),
    ],
)
def test_a_file_of_another_program_is_understood_or_refused_whole(
    text: str, found: str | list[tuple[str, str]]
) -> None:
    event = Event("belgian-tournament", ["Zoë"])
    if isinstance(found, str):
        assert event.refused(commands.Enter, text=text) == [found]
    else:
        event.do(commands.Enter, text=text)
        assert [(one.name, one.category) for one in list(event.state.entrants.values())[1:]] == found


def test_one_player_and_three_thousand() -> None:
    event = Event("belgian-tournament", ["Ann"])
    assert event.refused(commands.Begin) == ["too-few-entrants"]
    many = "\n".join(f"{number};Player {number:04}" for number in range(1, 3001))
    assert event.refused(commands.Enter, text=many) == ["too-many-entrants"]
    assert len(event.state.entrants) == 1


@settings(derandomize=True, deadline=None, max_examples=300)
@given(st.text(alphabet=st.sampled_from('A1b ;,\t"\n\r-•.)#\x00\x1c\u2028\ufeff'), max_size=80))
def test_whatever_is_pasted_gives_names_or_faults(text: str) -> None:
    found, faults = read_names(text)
    assert found or faults
    for name, category in found:
        assert name == " ".join(name.split())
        assert all(letter.isprintable() for letter in name + category)
