"""Records: read and written to the byte, damaged ones refused at their line, changed ones found out."""

import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.bots.whole_games import whole_game
from tilerummy.editions import load
from tilerummy.rules.card import card
from tilerummy.rules.edition.edition import LATER_POINTS
from tilerummy.rules.edition.reader import change
from tilerummy.rules.game.events import Dealt, Drew, Ended, Played, Started, decode, encode
from tilerummy.rules.game.proof import checks
from tilerummy.rules.game.record import Record, RecordError, dumps, loads, rejudge, steps

GAME = whole_game(load("sabra"), 4, 2, hasty=True)
TEXT = dumps(Record(("Anna", "Ben"), GAME.events))
LAST = len(GAME.events) + 1
"""The number of the record's last line."""


def lines(change_line: Callable[[dict[str, Any]], None], number: int) -> str:
    """The record with one line (from 1) changed."""
    changed = TEXT.splitlines()
    value = json.loads(changed[number - 1])
    change_line(value)
    changed[number - 1] = json.dumps(value)
    return "\n".join(changed)


def failing(record: Record) -> list[str]:
    return [check.point for check in checks(record) if not check.holds]


def first(kind: type) -> int:
    """The index of the first event of that kind."""
    return next(index for index, event in enumerate(GAME.events) if isinstance(event, kind))


def test_a_record_names_edition_content_and_engine_in_its_first_line() -> None:
    header = json.loads(TEXT.splitlines()[0])
    edition = load("sabra")
    assert header == {
        "t": "record",
        "version": 1,
        "edition": "sabra",
        "edition_hash": edition.hash,
        "engine": "1",
        "players": ["Anna", "Ben"],
    }


def test_what_is_written_is_read() -> None:
    record = loads(TEXT)
    assert record == Record(("Anna", "Ben"), GAME.events)
    assert dumps(record) == TEXT
    with_bot = Record(("Anna", "Ben"), GAME.events, bots=(1,))
    assert loads(dumps(with_bot)) == with_bot
    assert all(decode(encode(event)) == event for event in GAME.events)


def test_replaying_gives_every_state_of_the_game() -> None:
    assert tuple(step.after for step in steps(loads(TEXT))) == GAME.states


def test_house_rules_travel_with_the_record() -> None:
    rules = change(load("original"), {"opening.amount": 50, "jokers.penalty": 10})
    game = whole_game(rules, 2, 2)
    record = loads(dumps(game.record))
    start = record.events[0]
    assert isinstance(start, Started)
    assert start.edition.opening.amount == 50
    assert failing(record) == []


def test_a_record_needs_a_start() -> None:
    with pytest.raises(ValueError, match="start"):
        dumps(Record((), ()))
    with pytest.raises(ValueError, match="start"):
        dumps(Record((), GAME.events[1:]))


@pytest.mark.parametrize(
    ("text", "line", "code"),
    [
        ("", 1, "not-a-record"),
        ("hello", 1, "not-a-record"),
        ("[]", 1, "not-a-record"),
        (TEXT.split("\n", 1)[1], 1, "not-a-record"),
        (lines(lambda header: header.update(version=2), 1), 1, "unknown-version"),
        (lines(lambda header: header.update(players=["Anna"]), 1), 1, "not-a-record"),
        (lines(lambda header: header.update(more=1), 1), 1, "not-a-record"),
        (lines(lambda header: header.update(bots=[2]), 1), 1, "not-a-record"),
        (TEXT.split("\n", 1)[0], 2, "out-of-order"),
        (lines(lambda start: start.update(t="begun"), 2), 2, "not-an-event"),
        (lines(lambda start: start.pop("commitment"), 2), 2, "not-an-event"),
        (lines(lambda start: start["edition"]["references"].clear(), 2), 2, "not-an-event"),
        (lines(lambda start: start["edition"]["deal"].update(tiles=60), 2), 2, "not-an-event"),
        (lines(lambda start: start["edition"]["end"].update(new_rule="on"), 2), 2, "unknown-word"),
        (lines(lambda start: start["edition"].update(tournament={"new_rule": 1}), 2), 2, "unknown-word"),
        (lines(lambda start: start["edition"].update(end=3), 2), 2, "not-an-event"),
        (lines(lambda start: start.update(seats=7), 2), 1, "not-a-record"),
        (lines(lambda start: start.update(starter=5), 2), 2, "out-of-order"),
        (lines(lambda start: start["secret"]["deck"].append("k1"), 2), 2, "out-of-order"),
        (lines(lambda start: start["lots"][0].update(tile="z9"), 2), 2, "out-of-order"),
        (lines(lambda dealt: dealt["secret"]["pool"].pop(), 3), 3, "out-of-order"),
        (lines(lambda event: event.update(seat=1 - event["seat"]), 4), 4, "out-of-order"),
        (lines(lambda end: end["result"].update(scores=[0]), LAST), LAST, "out-of-order"),
        (TEXT + TEXT.splitlines()[-1], LAST + 1, "out-of-order"),
        (TEXT + '{"t":"passed"', LAST + 1, "not-an-event"),
    ],
)
def test_a_damaged_record_is_refused_at_its_line(text: str, line: int, code: str) -> None:
    with pytest.raises(RecordError) as refused:
        loads(text)
    assert (refused.value.line, refused.value.code) == (line, code)


def test_a_word_of_a_newer_version_is_named() -> None:
    """Left out in silence it would be another game."""
    text = lines(lambda start: start["edition"]["end"].update({"new_rule": "on", "\x1b[2J": 1}), 2)
    with pytest.raises(RecordError) as refused:
        loads(text)
    assert refused.value.detail == "end.new_rule, ?"


def test_what_an_older_record_does_not_know_is_its_default() -> None:
    def older(start: dict[str, Any]) -> None:
        for word in LATER_POINTS:
            section, name = word.split(".")
            start["edition"].get(section, {}).pop(name, None)
            start["edition"]["references"].pop(word, None)

    record = loads(lines(older, 2))
    start = record.events[0]
    assert isinstance(start, Started)
    assert (start.edition.end.unopened, start.edition.clock.finished) == (None, "stands")
    assert start.edition.end.pass_when_able == "allowed"
    assert "end.unopened" in {point.key for point in card(start.edition)}


def altered(index: int, **values: Any) -> Record:
    """The record with one event changed."""
    events = list(GAME.events)
    events[index] = msgspec.structs.replace(events[index], **values)
    return Record((), tuple(events))


def test_an_honest_record_proves_itself() -> None:
    assert failing(loads(TEXT)) == []
    assert rejudge(loads(TEXT)) == ()


def test_a_changed_play_is_found_when_judged_again() -> None:
    index = first(Played)
    play = GAME.events[index]
    assert isinstance(play, Played)
    record = altered(index, points=play.points + 1)
    assert [difference.index for difference in rejudge(record)] == [index]
    assert failing(record) == ["judged"]


def test_a_play_that_was_never_legal_is_found_with_its_violations() -> None:
    index = first(Played)
    play = GAME.events[index]
    assert isinstance(play, Played)
    record = altered(index, table=(*play.table, "k1 r5 b9"))
    found = {difference.index: difference.violations for difference in rejudge(record)}
    assert "not-on-rack" in [violation.code for violation in found[index]]
    assert "tiles" in failing(record)


def test_a_changed_start_is_found() -> None:
    start = GAME.events[0]
    assert isinstance(start, Started)
    assert "commitment" in failing(altered(0, commitment="0" * 64))
    assert "edition" in failing(altered(0, edition_hash="0" * 64))
    other = msgspec.structs.replace(start.edition, players=msgspec.structs.replace(start.edition.players, most=3))
    assert "edition" in failing(altered(0, edition=other))
    assert "start" in failing(altered(0, lots=start.lots[:-1]))


def test_another_deal_is_found() -> None:
    dealt = GAME.events[1]
    assert isinstance(dealt, Dealt)
    swapped = msgspec.structs.replace(dealt.secret, racks=dealt.secret.racks[::-1])
    record = Record((), (GAME.events[0], msgspec.structs.replace(dealt, secret=swapped)))
    assert {"deal", "judged", "result", "commitment"} <= set(failing(record))


def test_an_unfinished_game_is_no_proof() -> None:
    record = Record((), GAME.events[: first(Drew) + 1])
    assert failing(record) == ["commitment", "result"]


def test_a_false_result_is_found() -> None:
    end = GAME.events[-1]
    assert isinstance(end, Ended)
    result = msgspec.structs.replace(end.result, scores=(1, 1))
    assert set(failing(altered(len(GAME.events) - 1, result=result))) == {"result", "judged"}


@given(st.data())
def test_no_damage_to_a_record_makes_anything_but_a_refusal(data: st.DataObject) -> None:
    """Cut, doubled or swapped lines and changed characters: refused, or read as another record, never a crash."""
    text = TEXT
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text) - 1))
        put = data.draw(st.sampled_from(["", "0", "9", "k", "J", "\n", '"', "]", "null", "-1", "r13"]))
        text = text[:at] + put + text[at + data.draw(st.integers(0, 3)) :]
    with suppress(RecordError):
        checks(loads(text))
