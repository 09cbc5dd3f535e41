"""A server that stacks the deck, chooses who starts or drops a word is found out by the record; and over a real server
the promise comes before the words."""

import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.web.harness import Guest, Server
from tilerummy import editions
from tilerummy.cli.main import main
from tilerummy.rules.game.deal import all_tiles, commitment, starting_draw
from tilerummy.rules.game.decide import begin, begin_promised, fold, resign
from tilerummy.rules.game.events import Event, Started
from tilerummy.rules.game.promise import Shuffle, Words, promised
from tilerummy.rules.game.proof import checks
from tilerummy.rules.game.record import Record, dumps, loads
from tilerummy.rules.judge.judge import Illegal

ORIGINAL = editions.load("original")
BOX = list(all_tiles(ORIGINAL))
WORDS: Words = ("the word of seat 0".replace(" ", "-"), "the word of seat 1".replace(" ", "-"))


def shuffle(seed: int = 1) -> Shuffle:
    chance = random.Random(seed)
    return Shuffle(deck=tuple(chance.sample(BOX, 106)), draws=tuple(chance.sample(BOX, 106)), salt="5a" * 32)


def record(first: Sequence[Event]) -> Record:
    """A short game after such a start: seat 1 gives up."""
    events = list(first)
    resigned = resign(fold(events), 1)
    assert not isinstance(resigned, Illegal)
    return loads(dumps(Record((), (*events, *resigned.events))))


def failed(of: Record, seen: str | None = None) -> set[str]:
    return {check.point for check in checks(of, seen) if not check.holds}


def changed(**fields: Any) -> Record:
    """A game whose start says something else than what was dealt."""
    started, dealt = begin_promised(ORIGINAL, shuffle(), WORDS)
    return record((msgspec.structs.replace(started, **fields), dealt))


def test_an_honest_game_holds_with_the_commitment_that_was_seen() -> None:
    honest = record(begin_promised(ORIGINAL, shuffle(), WORDS))
    assert failed(honest) == set()
    assert failed(honest, promised(shuffle())) == set()
    assert failed(honest, "0" * 64) == {"promised"}


def test_a_deck_that_was_swapped_after_the_promise() -> None:
    swapped = record(begin_promised(ORIGINAL, shuffle(2), WORDS))
    assert failed(swapped, promised(shuffle(1))) == {"promised"}
    started, dealt = begin_promised(ORIGINAL, shuffle(2), WORDS)
    lying = record((msgspec.structs.replace(started, commitment=promised(shuffle(1))), dealt))
    assert "commitment" in failed(lying, promised(shuffle(1)))


@pytest.mark.parametrize("words", [(WORDS[0], None), (None, None), (WORDS[1], WORDS[0]), (WORDS[0], "x" * 16)])
def test_a_word_that_was_dropped_changed_or_swapped(words: Words) -> None:
    assert "words" in failed(changed(words=words))


def test_a_wholly_sorted_deck_behind_a_right_digest() -> None:
    stacked = Shuffle(deck=tuple(BOX), draws=tuple(BOX), salt="00" * 32)
    started, dealt = begin(ORIGINAL, 2, BOX, BOX, stacked.salt)
    secret = msgspec.structs.replace(started.secret, shuffle=stacked)
    forged = msgspec.structs.replace(started, secret=secret, words=WORDS, commitment=promised(stacked))
    assert "words" in failed(record((forged, dealt)))


def lots(*draws: str) -> dict[str, Any]:
    found, starter = starting_draw([*draws, *BOX], 2)
    return {"lots": found, "starter": starter}


def test_chosen_lots_and_lots_that_no_box_has() -> None:
    assert "start" in failed(changed(**lots("k1", "k13")))
    assert "start" in failed(changed(**lots("k13", "k1")))
    started, dealt = begin(ORIGINAL, 2, BOX, ["k13"] * 7 + ["k1"], "salt")
    assert failed(record((started, dealt))) == {"start"}, "of the old form too"


def test_a_salt_or_a_shuffle_that_is_not_the_boxs() -> None:
    started, _ = begin_promised(ORIGINAL, shuffle(), WORDS)
    assert isinstance(started, Started)
    other = msgspec.structs.replace(started.secret, salt="11" * 32)
    assert "words" in failed(changed(secret=other))
    jokers = msgspec.structs.replace(shuffle(), draws=("k13",) * 106)
    assert "words" in failed(changed(secret=msgspec.structs.replace(started.secret, shuffle=jokers)))


def test_a_record_of_the_old_form_is_checked_by_its_own_rule() -> None:
    old = record(begin(ORIGINAL, 2, BOX, BOX, "salt"))
    assert failed(old) == set()
    assert failed(old, commitment("salt", BOX)) == set()
    assert failed(old, promised(shuffle())) == {"promised"}, "no way back to the old form once a promise was seen"


def test_the_command_compares_with_what_was_written_down(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.jsonl"
    file.write_text(dumps(record(begin_promised(ORIGINAL, shuffle(), WORDS))))
    seen = promised(shuffle())
    assert main(["verify", "--commitment", seen, str(file)]) == 0
    assert main(["verify", "--commitment", seen[::-1], str(file), "--json"]) == 1
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["checks"]["promised"] is False
    assert main(["verify", "--commitment", "nonsense", str(file)]) == 2


def test_the_promise_is_seen_before_any_word_and_the_words_are_in_the_deal(server: Server, tmp_path: Path) -> None:
    with Guest(server.address) as ann, Guest(server.address) as bob:
        room = ann.make(name="Ann")
        table = ann.connect(room)
        with table:
            table.send({"t": "join", "v": 1})
            table.expect("welcome")
            seen = table.state["commitment"]
            assert len(seen) == 64
            assert not any(secret in "".join(table.frames) for secret in ("deck", "draws", "salt"))
            with bob.join(room) as other:
                assert other.state["commitment"] == seen
                other.ask("sit", name="Bob")
                assert table.ask("word", word="the-word-of-ann-1")["t"] == "accepted"
                assert table.ask("word", word="the-word-of-ann-2")["code"] == "word-said"
                assert table.ask("start")["t"] == "accepted"
                assert table.until(lambda state: state["phase"] == "playing")["commitment"] == seen
                assert table.ask("word", id="late", word="a-word-that-is-late")["code"] == "already-started"
                other.ask("resign")
                table.until(lambda state: state["phase"] == "over")
                revealed = table.state["revealed"]
                assert revealed["words"] == [table.state["word"], other.state["word"]]
        text = ann.http.get(f"/api/rooms/{room}/record").text
        assert failed(loads(text), seen) == set()


def test_a_seat_that_says_nothing_holds_nothing_up(server: Server) -> None:
    with Guest(server.address) as ann, Guest(server.address) as bob:
        room = ann.make(name="Ann")
        mute = bob.connect(room)
        with ann.join(room) as table, mute:
            mute.send({"t": "join", "v": 1})
            mute.send({"t": "sit", "id": "s", "name": "Bob"})
            table.until(lambda state: state["seats"][1]["name"] == "Bob")
            assert table.ask("start")["t"] == "accepted"
            assert table.state["called"]
            assert table.ask("fill", seat=0, level="gentle")["code"] == "already-started"
            table.until(lambda state: state["phase"] == "playing")
            table.ask("resign")
            assert table.state["revealed"]["words"][1] is None
