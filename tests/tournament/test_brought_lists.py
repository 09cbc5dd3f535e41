"""Lists that people brought to other programs, each with what it says: who takes part, or which lines are no names.

Gathered from public reports about readers of spreadsheets, CSV files and names.
"""

import pytest

from tilerummy.tournament.lists.entrants import read_names

LISTS: dict[str, tuple[str, tuple[tuple[object, str], ...]]] = {
    "bom+heading ;": ("\ufeffName;Club\r\nAnn;Gent\r\nBob;Brugge\r\n", (("Ann", "Gent"), ("Bob", "Brugge"))),
    "bom quoted": (
        '\ufeff"name","class"\r\n"Jansen, Piet","A"\r\n"Ann","B"\r\n',
        (("Jansen, Piet", "A"), ("Ann", "B")),
    ),
    "sep=;": ("sep=;\r\nName;Club\r\nAnn;Gent\r\nBob;Brugge\r\n", (("Ann", "Gent"), ("Bob", "Brugge"))),
    "sep=,": ("sep=,\r\nName,Club\r\nAnn,Gent\r\nBob,Brugge\r\n", (("Ann", "Gent"), ("Bob", "Brugge"))),
    "quoted comma no heading": ('"Jansen, Piet","A"\n"Ann","B"\n', (("Jansen, Piet", "A"), ("Ann", "B"))),
    "first,last no heading": ("Piet,Jansen\nAnn,Peeters\n", (("Piet", "Jansen"), ("Ann", "Peeters"))),
    "last name heading nl": ("Achternaam;Voornaam;Club\nJansen;Piet;Gent\n", (("Piet Jansen", "Gent"),)),
    "sm export": (
        "No.;Name;FideID;FED;Rtg;Club/City\n1;Jansen, Piet;123;BEL;1800;Gent\n2;Peeters, Ann;456;BEL;1700;Gent\n",
        (("Jansen, Piet", "Gent"), ("Peeters, Ann", "Gent")),
    ),
    "tab first col empty": ("\tName\tClub\n\tAnn\tGent\n\tBob\tBrugge\n", (("Ann", "Gent"), ("Bob", "Brugge"))),
    "multi-line quoted": ('"name","class"\n"Jansen\nPiet","A"\n', (("Jansen Piet", "A"),)),
    "nfc/nfd": ("M\u00fcller\nMu\u0308ller\n", ((2, "name-twice"),)),
    "ss": ("Strauß\nSTRAUSS\n", ((2, "name-twice"),)),
    "accents differ": ("Jose Ruiz\nJosé Ruiz\n", (("Jose Ruiz", ""), ("José Ruiz", ""))),
    "turkish": ("İlker\nilker\nIlker\nılker\n", ((3, "name-twice"), (4, "name-twice"))),
    "cyr": ("Anna\n\u0410nna\n", ((2, "name-twice"),)),
    "cjk": ("王伟\n李娜\n山田 太郎\n김철수\n", (("王伟", ""), ("李娜", ""), ("山田 太郎", ""), ("김철수", ""))),
    "hebrew": ("דוד כהן\nשרה לוי\n", (("דוד כהן", ""), ("שרה לוי", ""))),
    "rtl mark": ("\u200fדוד כהן\nAnn\u202eevil\n", ((2, "name-unseen"),)),
    "emoji": ("Ann 🎲\n🎲🎲\nZoë 👩\u200d👩\u200d👧\n", ((2, "name-empty"),)),
    "digits name": ("R2D2\n007 Bond\n3 Klaas\n", (("R2D2", ""), ("Bond", ""), ("Klaas", ""))),
    "1-letter": ("Q\nLi\n", (("Q", ""), ("Li", ""))),
    "long": ("Wolfeschlegelsteinhausenbergerdorff-Schmitt von\n", ((1, "name-too-long"),)),
    "devanagari": ("राम कुमार\nप्रिया\n", (("राम कुमार", ""), ("प्रिया", ""))),
    "apostrophe": ("O'Neil\nO’Neil\n", ((2, "name-twice"),)),
    "hyphens": ("Jean-Luc\nJean‐Luc\nJean Luc\n", ((2, "name-twice"),)),
    "html": ("<b>Ann</b>\n=1+1 Bob\n", (("<b>Ann</b>", ""), ("=1+1 Bob", ""))),
    "II": ("Jan Jansen I\nJan Jansen l\nJan Jansen II\n", ((2, "name-twice"),)),
    "nbsp": ("Jan\xa0Jansen\nJan Jansen\n", ((2, "name-twice"),)),
    "zwnj persian": ("علی\u200cرضا\nمحمد\n", (("علی\u200cرضا", ""), ("محمد", ""))),
    "ls sep": (
        "Ann\u2028Bob\nCas\x85Dirk\nEva\x0bFin\n",
        (("Ann", ""), ("Bob", ""), ("Cas", ""), ("Dirk", ""), ("Eva", ""), ("Fin", "")),
    ),
    "csv class col first": ("class,name\nA,Ann\nB,Bob\n", (("Ann", "A"), ("Bob", "B"))),
    "comma heading + semicolon rows": ("Name,Club\nAnn;Gent\n", (("Ann", "Gent"),)),
    "heading upper": ("NAAM;KLASSE\nAnn;A\n", (("Ann", "A"),)),
    "pl heading": ("Imię;Nazwisko;Klub\nJan;Kowalski;Gdańsk\n", (("Jan Kowalski", "Gdańsk"),)),
    "es heading": ("Nombre;Apellido\nJuan;Pérez\n", (("Juan Pérez", ""),)),
    "cs heading": ("Jméno;Příjmení\nJan;Novák\n", (("Jméno", "Příjmení"), ("Jan", "Novák"))),
    "full name heading": ("Full name;Club\nAnn Peeters;Gent\n", (("Ann Peeters", "Gent"),)),
    "email form export": (
        '"Timestamp","Email","Name","Club"\n"2026/11/01 10:00:00 AM GMT+1","a@b.c","Ann","Gent"\n',
        (("Ann", "Gent"),),
    ),
    "score 4.": ("4 Jahreszeiten Klaus\n4-Klaas\n12-Bob\n", (("Jahreszeiten Klaus", ""), ("Klaas", ""), ("Bob", ""))),
    "marks at both ends": ("\u200eAnn\u200e;\u200eGent\n\u200fדוד כהן\u061c\n", (("Ann", "Gent"), ("דוד כהן", ""))),
    "a quote that is never closed": (
        '"Ann\nBob\nCas "the Cat" de Wit\n',
        (("Ann", ""), ("Bob", ""), ('Cas "the Cat" de Wit', "")),
    ),
    "sep=tab": ('"sep=\t"\r\nName\tClub\r\nAnn\tGent; centre\r\n', (("Ann", "Gent; centre"),)),
    "full-width figures": ("１．Ann\n２） Bob\n", (("Ann", ""), ("Bob", ""))),
}
"""By what is special in it: a name with a category, or a line from 1 with a fault."""


@pytest.mark.parametrize("name", LISTS)
def test_a_list_is_read_as_it_is_meant(name: str) -> None:
    text, said = LISTS[name]
    found, faults = read_names(text)
    told: tuple[tuple[object, str], ...] = tuple((int(fault.key), fault.code) for fault in faults)
    assert (told if faults else tuple(found)) == said
