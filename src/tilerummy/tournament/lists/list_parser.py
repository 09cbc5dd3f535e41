"""Lists as people bring them, from a letter, a spreadsheet or a CSV file: lines of cells.

What parts the cells is what a first line `sep=;` says, as spreadsheets write it. Without one a tab parts the cells of a
line; without a tab a semicolon does; without both a comma, where the list is one of commas: its heading has them, a
line begins with figures or a quoted cell and a comma, or all lines have as many. (`Jansen, Piet` is one cell.)
"""

import csv
import re
import unicodedata
from collections.abc import Collection, Iterator, Sequence
from typing import Final, NamedTuple

from tilerummy import inputs
from tilerummy.rules.names import one_line

LONGEST: Final = 1_000
"""Characters in a line; what is longer holds no names or points, and stays one cell."""
BROKEN: Final = 10
"""Lines over which a quoted cell may go; a quote that is closed no sooner is a letter."""
_STATED = re.compile(r'\s*"?sep=(\t|[^\s"])"?\s*', re.IGNORECASE)
_NUMBERED = re.compile(r'\s*"?\d+"?\s*,')
_QUOTED = re.compile(r'\s*"(?:[^"]|"")*"\s*,')
_BEGINS_QUOTED = re.compile(r'(?:^|[\t;,])\s*"')
_LOOSE_COMMA = re.compile(r",(?!\S)")
"""As within a name, and not between cells."""

NAME = frozenset(
    {"name", "naam", "nom", "navn", "nimi", "player", "speler", "joueur", "spieler", "spiller", "pelaaja"}
    | {"full name", "player name", "volledige naam", "nom complet", "vollständiger name", "fulde navn", "koko nimi"}
    | {"participant", "participant name", "competitor", "deelnemer", "teilnehmer", "deltager", "osallistuja"}
    | {"nombre", "nome", "jugador", "giocatore", "jogador", "nombre completo", "nome completo", "participante"}
    | {"partecipante", "imię i nazwisko", "zawodnik", "gracz", "uczestnik", "név", "játékos", "teljes név", "résztvevő"}
    | {"שם", "שם מלא", "שחקן", "משתתף"}
)
FIRST_NAME = frozenset(
    {"first name", "given name", "voornaam", "prénom", "prenom", "vorname", "fornavn", "etunimi", "first", "voornamen"}
    | {"forename", "nombre de pila", "nombres", "primeiro nome", "prenome", "imię", "keresztnév", "utónév", "שם פרטי"}
)
LAST_NAME = frozenset(
    {"last name", "surname", "achternaam", "familienaam", "nom de famille", "nachname", "efternavn", "sukunimi"}
    | {"family name", "last", "familienname", "apellido", "apellidos", "cognome", "sobrenome", "apelido", "nazwisko"}
    | {"vezetéknév", "családnév", "שם משפחה"}
)
CATEGORY = frozenset(
    {"class", "category", "klasse", "categorie", "catégorie", "kategorie", "kategori", "luokka", "sarja"}
    | {"club", "klub", "verein", "vereniging", "seura", "kerho", "team", "group", "groep", "groupe", "gruppe", "ryhmä"}
    | {"club/city", "clase", "classe", "categoría", "categoria", "equipo", "grupo", "circolo", "squadra", "gruppo"}
    | {
        "clube",
        "equipe",
        "klasa",
        "kategoria",
        "klub",
        "drużyna",
        "grupa",
        "osztály",
        "kategória",
        "egyesület",
        "csapat",
    }
    | {"csoport", "קטגוריה", "מועדון", "קבוצה"}
)
PLACE = frozenset(
    {"place", "rank", "pos", "position", "plaats", "platz", "rang", "plads", "sija", "seed", "puesto", "lugar", "posto"}
    | {"posición", "posizione", "posição", "colocação", "miejsce", "pozycja", "hely", "helyezés", "מקום"}
)
NUMBER = frozenset(
    {"number", "nummer", "nr", "no", "n°", "#", "numéro", "numero", "número", "numer", "szám", "sorszám", "מספר"}
)
STAGE = frozenset({"stage", "fase", "phase", "vaihe", "etapa", "faza", "szakasz", "שלב"})
ROUND = frozenset(
    {"round", "ronde", "manche", "runde", "kierros", "ronda", "turno", "rodada", "runda", "forduló", "סיבוב", "סבב"}
)
TABLE = frozenset({"table", "tafel", "tisch", "bord", "pöytä", "mesa", "tavolo", "stół", "stolik", "asztal", "שולחן"})
GAME = frozenset(
    {"game", "spel", "partie", "spiel", "spil", "peli", "partida", "partita", "jogo", "gra", "partia", "játszma"}
    | {"játék", "משחק"}
)
RATING = frozenset(
    {"rating", "strength", "elo", "sterkte", "stärke", "wertung", "classement", "styrke", "vahvuus", "fuerza", "forza"}
    | {"força", "siła", "ranking", "erő", "értékszám", "דירוג"}
)
POINTS = frozenset(
    {
        "points",
        "point",
        "score",
        "punten",
        "punkte",
        "pisteet",
        "puntos",
        "punti",
        "pontos",
        "punkty",
        "pontok",
        "נקודות",
    }
)
TILES = frozenset(
    {"tiles", "stenen", "steine", "brikker", "laatat", "pièces", "pieces", "fichas", "tessere", "pedras", "peças"}
    | {"kamienie", "kostki", "kövek", "lapkák", "אבנים"}
)
TO_MOVE = frozenset(
    {"next", "volgende", "nächster", "næste", "seuraava", "suivant", "siguiente", "prossimo", "próximo", "następny"}
    | {"következő", "הבא"}
)


class Line(NamedTuple):
    """A line that is not empty: its number from 1, and its cells, each one line of visible text."""

    number: int
    cells: tuple[str, ...]


def lines_of(text: str, headings: Collection[str], *, commas: bool = False) -> Iterator[Line]:
    """The lines of a pasted list. A first line with one of `headings` is a heading, which may be parted by commas;
    with `commas` they part wherever no tab and no semicolon does."""
    rows = [(number, row) for number, row in _rows(inputs.lines(text)) if row.strip()]
    stated = _STATED.fullmatch(rows[0][1]) if rows else None
    if stated is not None:
        del rows[0]
    commas = commas or _has_commas([row for _, row in rows], headings)
    for number, row in rows:
        yield Line(number, _cells(row, _delimiter(row, commas=commas) if stated is None else stated[1]))


def has(cells: Collection[str], headings: Collection[str]) -> bool:
    """Whether a line is a heading: one of its cells is one of these words."""
    return any(heading(cell) in headings for cell in cells)


def heading(cell: str) -> str:
    """A cell as headings are compared."""
    return unicodedata.normalize("NFKC", cell).strip(" :.*").casefold()


def _rows(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """The lines with their numbers, those together over which a quoted cell goes."""
    at = 0
    while at < len(lines):
        end = at + 1
        if lines[at].count('"') % 2 and len(lines[at]) <= LONGEST and _BEGINS_QUOTED.search(lines[at]):
            following = range(end, min(at + BROKEN, len(lines)))
            end = next((number + 1 for number in following if lines[number].count('"') % 2), end)
        yield at + 1, " ".join(lines[at:end])
        at = end


def _has_commas(rows: Sequence[str], headings: Collection[str]) -> bool:
    """Whether commas part the cells of a list, where nothing else does."""
    without = [row for row in rows if len(row) <= LONGEST and "\t" not in row and ";" not in row]
    if not without:
        return False
    if without[0] == rows[0] and "," in rows[0] and has(_cells(rows[0], ","), headings):
        return True
    if any(_QUOTED.match(row) for row in without):
        return True
    counts = {row.count(",") for row in without}
    loose = any(_LOOSE_COMMA.search(row) for row in without)
    return not loose and len(without) == len(rows) > 1 and len(counts) == 1 and 0 not in counts


def _delimiter(row: str, *, commas: bool) -> str:
    if "\t" in row or ";" in row:
        return "\t" if "\t" in row else ";"
    return "," if commas or _NUMBERED.match(row) else "\t"


def _cells(row: str, delimiter: str) -> tuple[str, ...]:
    if len(row) > LONGEST:
        return (row,)
    return tuple(map(one_line, next(csv.reader([row], delimiter=delimiter), ())))
