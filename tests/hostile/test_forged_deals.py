"""A server that stacks the deck, chooses who starts or drops a word is found out by the record; and over a real server
the promise comes before the words."""

import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.web.harness import Guest, Message, Server, Table
from tilerummy import editions
from tilerummy.cli.main import main
from tilerummy.rooms import commands
from tilerummy.rooms.decide import create, dealing, decide, person
from tilerummy.rooms.state import RoomState
from tilerummy.rules.game.deal import all_tiles, commitment, starting_draw
from tilerummy.rules.game.decide import begin, begin_promised, fold, resign
from tilerummy.rules.game.events import Dealt, Event, Started
from tilerummy.rules.game.promise import SEALED, Shuffle, Words, mixed, promised, seal, withheld
from tilerummy.rules.game.proof import checks
from tilerummy.rules.game.record import Record, dumps, loads
from tilerummy.rules.judge.judge import Illegal
from tilerummy.rules.refusal import Refusal

ORIGINAL = editions.load("original")
BOX = list(all_tiles(ORIGINAL))
WORDS: Words = ("the word of seat 0".replace(" ", "-"), "the word of seat 1".replace(" ", "-"))

SEALS = (seal("the-word-of-seat-0"), seal("the-word-of-seat-1"))


def shuffle(seed: int = 1) -> Shuffle:
    chance = random.Random(seed)
    return Shuffle(
        deck=tuple(chance.sample(BOX, 106)), draws=tuple(chance.sample(BOX, 106)), salt="5a" * 32, form=SEALED
    )


def dealt(of: Shuffle, words: Words = WORDS) -> tuple[Started, Dealt]:
    """The deal of a promise, after both seats had sealed their words."""
    return begin_promised(ORIGINAL, of, words, SEALS)


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
    started, racks = dealt(shuffle())
    return record((msgspec.structs.replace(started, **fields), racks))


def test_an_honest_game_holds_with_the_commitment_that_was_seen() -> None:
    honest = record(dealt(shuffle()))
    assert failed(honest) == set()
    assert failed(honest, promised(shuffle())) == set()
    assert failed(honest, "0" * 64) == {"promised"}


def test_a_deck_that_was_swapped_after_the_promise() -> None:
    swapped = record(dealt(shuffle(2)))
    assert failed(swapped, promised(shuffle(1))) == {"promised"}
    started, racks = dealt(shuffle(2))
    lying = record((msgspec.structs.replace(started, commitment=promised(shuffle(1))), racks))
    assert "commitment" in failed(lying, promised(shuffle(1)))


@pytest.mark.parametrize("words", [(WORDS[0], None), (None, None), (WORDS[1], WORDS[0]), (WORDS[0], "x" * 16)])
def test_a_word_that_was_dropped_changed_or_swapped(words: Words) -> None:
    assert "words" in failed(changed(words=words))


def test_the_owner_with_a_seat_can_only_say_the_word_that_was_sealed_or_withhold_it() -> None:
    """Who knows deck and salt, has the last seat and hears the words of the others first."""
    people = (person("Ann", "ann"), person("Owner", "owner"))
    state = create(ORIGINAL, None, "owner", people, start=False).state
    own, chosen = "the-word-of-owner", [f"another-word-{number:03}" for number in range(300)]
    state = decide("room", state, "ann", commands.Seal("s", seal("the-word-of-ann-1"))).state
    state = decide("room", state, "owner", commands.Seal("s", seal(own))).state
    assert refused(state, "ann", commands.Word("w", "the-word-of-ann-1")) == "word-early"
    state = decide("room", state, "owner", commands.Start("go")).state
    assert (state.asked, state.words) == (True, (None, None)), "all seals are shown before any word"
    state = decide("room", state, "ann", commands.Word("w", "the-word-of-ann-1")).state
    assert {refused(state, "owner", commands.Word("w", word)) for word in chosen} == {"word-not-sealed"}
    assert refused(state, "owner", commands.Seal("t", seal(chosen[0]))) == "seals-closed"
    said = decide("room", state, "owner", commands.Word("w", own)).state.game
    silent = dealing(state, late=True)
    assert silent is not None
    assert said is not None
    assert silent.state.game is not None
    assert withheld(said.seals, said.words) == ()
    assert withheld(silent.state.game.seals, silent.state.game.words) == (1,), "the one other deal has a name in it"
    racks = {game.racks for game in (said, silent.state.game)}
    assert len(racks) == 2
    # a server that deals by another word all the same is found out by its own record
    best = max(chosen, key=lambda word: mixed(shuffle(), (WORDS[0], word))[0][14:28].count("J"))
    assert failed(record(dealt(shuffle(), (WORDS[0], best)))) == {"seals"}
    resealed = msgspec.structs.replace(dealt(shuffle(), (WORDS[0], best))[0], seals=(SEALS[0], seal(best)))
    assert resealed.seals != SEALS, "each page compares with the seals it saw before it said its word"


def test_no_way_back_to_deals_without_seals_once_a_promise_was_seen() -> None:
    started, racks = begin_promised(ORIGINAL, shuffle(), WORDS)
    assert failed(record((started, racks))) == {"seals"}
    plain = msgspec.structs.replace(shuffle(), form=2)
    assert failed(record(begin_promised(ORIGINAL, plain, WORDS))) == set()
    assert failed(record(begin_promised(ORIGINAL, plain, WORDS)), promised(shuffle())) == {"promised"}
    assert failed(record(begin_promised(ORIGINAL, plain, WORDS, SEALS))) == {"seals"}


def refused(state: RoomState, actor: str, command: commands.Command) -> str:
    """With which code this is refused."""
    with pytest.raises(Refusal) as raised:
        decide("room", state, actor, command)
    return raised.value.code


def test_a_wholly_sorted_deck_behind_a_right_digest() -> None:
    stacked = Shuffle(deck=tuple(BOX), draws=tuple(BOX), salt="00" * 32, form=SEALED)
    started, racks = begin(ORIGINAL, 2, BOX, BOX, stacked.salt)
    secret = msgspec.structs.replace(started.secret, shuffle=stacked)
    forged = msgspec.structs.replace(started, secret=secret, words=WORDS, seals=SEALS, commitment=promised(stacked))
    assert "words" in failed(record((forged, racks)))


def lots(*draws: str) -> dict[str, Any]:
    found, starter = starting_draw([*draws, *BOX], 2)
    return {"lots": found, "starter": starter}


def test_chosen_lots_and_lots_that_no_box_has() -> None:
    assert "start" in failed(changed(**lots("k1", "k13")))
    assert "start" in failed(changed(**lots("k13", "k1")))
    started, racks = begin(ORIGINAL, 2, BOX, ["k13"] * 7 + ["k1"], "salt")
    assert failed(record((started, racks))) == {"start"}, "of the old form too"


def test_a_salt_or_a_shuffle_that_is_not_the_boxs() -> None:
    started, _ = dealt(shuffle())
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
    file.write_text(dumps(record(dealt(shuffle()))))
    seen = promised(shuffle())
    assert main(["verify", "--commitment", seen, str(file)]) == 0
    assert main(["verify", "--commitment", seen[::-1], str(file), "--json"]) == 1
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["checks"]["promised"] is False
    assert main(["verify", "--commitment", "nonsense", str(file)]) == 2
    file.write_text(dumps(record(dealt(shuffle(), (WORDS[0], None)))))
    assert main(["verify", str(file), "--json"]) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["withheld"] == [1]


def test_all_seals_are_seen_before_any_word_and_the_words_are_in_the_deal(server: Server, tmp_path: Path) -> None:
    with Guest(server.address) as ann, Guest(server.address) as bob:
        room = ann.make(name="Ann")
        table, other = ann.connect(room), bob.connect(room)
        with table, other:
            for each in (table, other):
                each.send({"t": "join", "v": 1})
                each.expect("welcome")
            seen = table.state["commitment"]
            assert len(seen) == 64
            tell(other, "sit", name="Bob")
            assert tell(table, "word", word=table.word)["code"] == "word-early"
            for each in (table, other):
                assert tell(each, "seal", seal=seal(each.word))["t"] == "accepted"
                assert tell(each, "seal", id="again", seal=seal(each.word))["code"] == "seal-set"
            assert tell(table, "start")["t"] == "accepted"
            assert table.until(lambda state: bool(state["asked"]))["seals"] == [seal(table.word), seal(other.word)]
            assert not any(secret in "".join(table.frames) for secret in ('"deck"', '"draws"', '"salt"', other.word))
            assert tell(table, "word", id="other", word=other.word)["code"] == "word-not-sealed"
            for each in (table, other):
                assert tell(each, "word", id="first", word=each.word)["t"] == "accepted"
            assert table.until(lambda state: bool(state["phase"] == "playing"))["commitment"] == seen
            assert table.ask("word", id="late", word="a-word-that-is-late")["code"] == "already-started"
            other.ask("resign")
            revealed = table.until(lambda state: bool(state["phase"] == "over"))["revealed"]
            assert revealed["words"] == [table.word, other.word]
        text = ann.http.get(f"/api/rooms/{room}/record").text
        assert failed(loads(text), seen) == set()


def tell(table: Table, kind: str, **fields: Any) -> Message:
    """Send a command by hand; its answer."""
    ident = fields.setdefault("id", kind)
    table.send({"t": kind, **fields})
    while (answer := table.expect("accepted", "refused"))["id"] != ident:
        pass
    return answer


def seated(bob: Guest, room: str) -> Table:
    """Bob, who has a seat and takes no part in the deal by himself."""
    mute = bob.connect(room)
    mute.send({"t": "join", "v": 1})
    mute.send({"t": "sit", "id": "s", "name": "Bob"})
    return mute


def test_a_seat_that_seals_and_says_nothing_is_named(server: Server) -> None:
    with Guest(server.address) as ann, Guest(server.address) as bob:
        room = ann.make(name="Ann")
        with ann.join(room) as table, seated(bob, room) as mute:
            mute.send({"t": "seal", "id": "seal", "seal": seal(mute.word)})
            table.until(lambda state: state["seals"][1] is not None)
            assert table.ask("start")["t"] == "accepted"
            table.until(lambda state: state["phase"] == "playing")
            table.ask("resign")
        record = loads(ann.http.get(f"/api/rooms/{room}/record").text)
        started = record.events[0]
        assert isinstance(started, Started)
        assert (withheld(started.seals, started.words), failed(record)) == ((1,), set())


def test_a_seat_that_seals_nothing_takes_no_part_and_holds_nothing_up(server: Server) -> None:
    with Guest(server.address) as ann, Guest(server.address) as bob:
        room = ann.make(name="Ann")
        with ann.join(room) as table, seated(bob, room):
            table.until(lambda state: state["seats"][1]["name"] == "Bob")
            assert table.ask("start")["t"] == "accepted"
            assert table.state["called"]
            assert table.ask("fill", seat=0, level="gentle")["code"] == "already-started"
            table.until(lambda state: state["phase"] == "playing")
            table.ask("resign")
            revealed = table.state["revealed"]
            assert (revealed["words"][1], revealed["seals"][1]) == (None, None)
