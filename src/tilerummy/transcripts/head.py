"""The head of a transcript: edition, players, and what is dealt; from it come the first two events of a game."""

import json
from collections.abc import Mapping, Sequence
from typing import Final, TypeVar

import msgspec

from tilerummy import editions, inputs
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.edition.faults import EditionError
from tilerummy.rules.edition.reader import change
from tilerummy.rules.game.decide import begin, begin_promised
from tilerummy.rules.game.events import ENGINE, Dealt, Started
from tilerummy.rules.game.promise import Form, Shuffle
from tilerummy.rules.game.record import Record, sound
from tilerummy.rules.notation import NotationError, format_tiles, parse_tiles
from tilerummy.rules.tiles import Tile
from tilerummy.transcripts.errors import TranscriptError

TITLE: Final = "Tilerummy game"
VERSION: Final = 1
"""The version of the form, after the title."""
SEATS: Final = "ABCDEFGH"
"""How a transcript names the seats."""
NOBODY: Final = "?"
"""Where a player's name would stand, of whom none is known."""
ROW: Final = 20
"""Tiles on a line of the deck."""
FIELDS: Final = ("Edition", *SEATS, "Bots", "Engine", "Promise", "Salt", "Words", "Seals", "Lots", "Deck")
_changes: msgspec.json.Decoder[Mapping[str, object]] = msgspec.json.Decoder(Mapping[str, object])
_edition = msgspec.json.Decoder(Edition)
_words = msgspec.json.Decoder(tuple[str | None, ...])
_name = msgspec.json.Decoder(str)
T = TypeVar("T")


class Fields:
    """The fields of a head as they were read, each with its line."""

    def __init__(self, said: Mapping[str, tuple[int, str]], last: int) -> None:
        """`last`: the last line of the head, where what is missing would stand."""
        self._said = said
        self._last = last

    def __contains__(self, field: str) -> bool:
        return field in self._said

    def text(self, field: str) -> str:
        """What a field says. Raises TranscriptError where it is missing."""
        if field not in self._said:
            raise TranscriptError(self._last, "missing", field)
        return self._said[field][1]

    def fault(self, field: str, code: str, detail: str = "", allowed: tuple[str, ...] = ()) -> TranscriptError:
        """What is wrong with a field, at its line."""
        return TranscriptError(self._said.get(field, (self._last,))[0], code, detail, allowed)

    def name(self, field: str) -> str:
        """A name, which is a text of JSON where it begins with a quotation mark."""
        value = self.text(field)
        return self.json(field, _name) if value.startswith('"') else value

    def tiles(self, field: str) -> tuple[Tile, ...]:
        """Tiles. Raises TranscriptError at the first that is none."""
        try:
            return parse_tiles(self.text(field))
        except NotationError as error:
            word = error.text[error.column - 1 :].split(" ")[0]
            raise self.fault(field, "notation", word, error.allowed) from None

    def one_of(self, field: str, allowed: tuple[str, ...]) -> str:
        """One of some words."""
        value = self.text(field)
        if value not in allowed:
            raise self.fault(field, "value", value, allowed)
        return value

    def json(self, field: str, decoder: "msgspec.json.Decoder[T]", value: str | None = None) -> T:
        """What the JSON in a field says."""
        try:
            return inputs.from_json(self.text(field) if value is None else value, decoder)
        except ValueError as error:
            raise self.fault(field, "not-json", str(error)) from None


def written(record: Record, started: Started | None) -> list[str]:
    """The lines of a head; without a start only the players, where the first events stand for themselves."""
    lines = [f"{TITLE} {VERSION}"]
    if started is not None:
        lines.append(f"Edition: {_edition_said(started.edition)}")
    lines += [f"{SEATS[seat]}: {_plain(name)}" for seat, name in enumerate(record.players)]
    if started is not None and not record.players:
        lines += [f"{SEATS[seat]}: {NOBODY}" for seat in range(started.seats)]
    if record.bots:
        lines.append(f"Bots: {' '.join(SEATS[seat] for seat in record.bots)}")
    return lines if started is None else [*lines, *_deal_said(started)]


def read(fields: Fields) -> tuple[Record, int]:
    """The record of what a head says, up to its deal, and the number of seats it names; without an edition no events.
    Raises TranscriptError."""
    letters = [letter for letter in SEATS if letter in fields]
    if letters != list(SEATS[: len(letters)]):
        raise fields.fault(letters[-1], "seats", letters[-1], tuple(SEATS[: len(letters)]))
    known = any(fields.text(letter) != NOBODY for letter in letters)
    names = tuple(fields.name(letter) for letter in letters) if known else ()
    bots = fields.text("Bots").split() if "Bots" in fields else []
    for letter in bots:
        if letter not in letters:
            raise fields.fault("Bots", "value", letter, tuple(letters))
    events = _begun(fields, len(letters)) if "Edition" in fields else ()
    return Record(names, events, tuple(map(SEATS.index, bots))), len(letters)


def _deal_said(started: Started) -> list[str]:
    shuffle, lines = started.secret.shuffle, []
    if started.engine != ENGINE:
        lines.append(f"Engine: {_plain(started.engine)}")
    if shuffle is not None:
        lines.append(f"Promise: {shuffle.form}")
    if started.secret.salt:
        lines.append(f"Salt: {_plain(started.secret.salt)}")
    if started.words is not None:
        lines.append(f"Words: {json.dumps(started.words)}")
    if started.seals is not None:
        lines.append(f"Seals: {json.dumps(started.seals)}")
    lots = [lot.tile for lot in started.lots] if shuffle is None else shuffle.draws
    deck = started.secret.deck if shuffle is None else shuffle.deck
    return [*lines, *_rows("Lots", lots), *_rows("Deck", deck)]


def _rows(name: str, tiles: Sequence[Tile]) -> list[str]:
    """Tiles on one line, or below the name on several."""
    if len(tiles) <= ROW:
        return [f"{name}: {format_tiles(tiles)}"]
    return [f"{name}:", *(f"  {format_tiles(tiles[at : at + ROW])}" for at in range(0, len(tiles), ROW))]


def _begun(fields: Fields, seats: int) -> tuple[Started, Dealt]:
    edition = _edition_of(fields)
    deck, lots = fields.tiles("Deck"), fields.tiles("Lots")
    salt = fields.name("Salt") if "Salt" in fields else ""
    try:
        if "Promise" in fields:
            form: Form = 2 if fields.one_of("Promise", ("2", "3")) == "2" else 3
            words = fields.json("Words", _words)
            seals = fields.json("Seals", _words) if "Seals" in fields else None
            shuffle = Shuffle(deck=deck, draws=lots, salt=salt, form=form)
            started, dealt = begin_promised(edition, shuffle, words, seals)
        else:
            started, dealt = begin(edition, seats, deck, lots, salt)
        if started.seats != seats:
            raise ValueError(f"{started.seats} words for {seats} seats")
    except TranscriptError:
        raise
    except ValueError as error:
        raise fields.fault("Deck", "deal", str(error)) from None
    if "Engine" in fields:
        started = msgspec.structs.replace(started, engine=fields.name("Engine"))
    return started, dealt


def _edition_said(edition: Edition) -> str:
    """The edition by its name; by that of its base and what is changed; or whole."""
    name = edition.book
    if name in editions.names():
        if _same(editions.load(name), edition):
            return name
        changes = {one.key: one.value for one in edition.changes}
        try:
            if changes and _same(change(editions.load(name), changes), edition):
                return f"{name} {json.dumps(changes)}"
        except EditionError:
            pass  # an older version's words
    return msgspec.json.encode(edition).decode()


def _same(one: Edition, other: Edition) -> bool:
    """Whether they say the same to the letter, which is more than equality."""
    return msgspec.json.encode(one.bare) == msgspec.json.encode(other)


def _edition_of(fields: Fields) -> Edition:
    value = fields.text("Edition")
    if value.startswith("{"):
        edition = fields.json("Edition", _edition)
        if not sound(edition):
            raise fields.fault("Edition", "edition", "the edition is not complete or contradicts itself")
        return edition
    name, _, changes = value.partition(" ")
    if name not in editions.names():
        # a path is no name: a text from elsewhere opens no files
        raise fields.fault("Edition", "value", name, editions.names())
    edition = editions.load(name)
    try:
        return change(edition, fields.json("Edition", _changes, changes)) if changes.strip() else edition
    except EditionError as error:
        raise fields.fault("Edition", "edition", str(error)) from None


def _plain(name: str) -> str:
    """A name as it is, or as a text of JSON where it could be read as something else."""
    safe = name.isprintable() and name == name.strip() and not name.startswith('"') and name not in ("", NOBODY)
    return name if safe else json.dumps(name)
