"""Transcripts: every record is written as text and read back event by event; text that was edited wrongly gets one
sentence, with its line."""

import random
from pathlib import Path

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.bots.whole_games import shuffled, whole_game
from tests.golden.making import CASES, path
from tilerummy import editions
from tilerummy.cli.main import main
from tilerummy.game import Game
from tilerummy.messages import languages
from tilerummy.rules.edition.reader import change
from tilerummy.rules.game.decide import begin_promised, fold, resign, time_out
from tilerummy.rules.game.events import Event, encode
from tilerummy.rules.game.promise import Shuffle, seal
from tilerummy.rules.game.record import Record
from tilerummy.rules.game.record import loads as read_record
from tilerummy.rules.game.redeal import may_ask, redeal
from tilerummy.rules.judge.judge import Illegal
from tilerummy.transcripts.errors import TranscriptError
from tilerummy.transcripts.text import dumps, is_transcript, loads

KEEPSAKES = Path(__file__).parents[1] / "golden" / "keepsakes"
NAMES = st.text(max_size=12) | st.sampled_from(["Ann", "?", '"Bo"', "A: B", "C;", " Dee ", "{", "é\u2028x"])


def same(record: Record, other: Record) -> bool:
    """Whether two records are the same to the letter: editions are equal by what they say of the rules alone."""
    alike = (record.players, record.bots) == (other.players, other.bots)
    return alike and [*map(encode, record.events)] == [*map(encode, other.events)]


@pytest.mark.parametrize(("edition", "reason"), CASES)
def test_a_golden_game_is_short_text_and_the_same_again(edition: str, reason: str) -> None:
    record = read_record(path(edition, reason).read_text(encoding="utf-8"))  # type: ignore[arg-type]
    text = dumps(record)
    assert same(loads(text), record)
    assert dumps(loads(text)) == text


@pytest.mark.parametrize(
    "file", sorted(file for file in KEEPSAKES.glob("*/*.jsonl") if "backup" not in file.name), ids=str
)
def test_a_record_of_an_older_version_is_the_same_again(file: Path) -> None:
    record = read_record(file.read_bytes())
    assert same(loads(dumps(record)), record)


@settings(max_examples=10, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(
    edition=st.sampled_from(editions.NAMES),
    seed=st.integers(0, 10**6),
    seats=st.integers(2, 4),
    names=st.lists(NAMES, min_size=4, max_size=4) | st.none(),
    kept=st.integers(1, 400),
    house=st.sampled_from([{}, {"opening.amount": 50}, {"end.pass_when_able": "allowed"}]),
)
def test_every_game_is_the_same_again(
    edition: str, seed: int, seats: int, names: list[str] | None, kept: int, house: dict[str, object]
) -> None:
    rules = editions.load(edition)
    rules = change(rules, house) if house else rules
    seats = min(max(seats, rules.players.least), rules.players.most)
    game = whole_game(rules, seed, seats, hasty=seed % 3 == 0)
    players = () if names is None else tuple(names[:seats])
    record = Record(players, game.events[:kept], (0,) if seed % 2 else ())
    assert same(loads(dumps(record)), record)


def promised(edition: str, seed: int, form: int) -> Record:
    """A game with words, with a new deal where somebody may have one, time-outs and people who give up."""
    rules, chance = change(editions.load(edition), {"deal.redeal": "all"}), random.Random(seed)
    deck, draws = shuffled(rules, chance), shuffled(rules, chance)
    shuffle = msgspec.convert({"deck": deck, "draws": draws, "salt": f"s{seed}", "form": form}, Shuffle)
    words = ("a" * 16, None, "c" * 16)
    seals = (seal(words[0] or ""), None, seal("c" * 16)) if form == 3 else None
    events: list[Event] = [*begin_promised(rules, shuffle, words, seals)]
    for seat in range(3):
        if may_ask(fold(events), seat):
            again = redeal(fold(events), seat)
            assert not isinstance(again, Illegal)
            events += again.events
    for _ in range(4):
        events += time_out(fold(events), None).events
    for seat in (2, 0):
        gone = resign(fold(events), seat)
        assert not isinstance(gone, Illegal)
        events += gone.events
    return Record(("Ann", "Ben", "Cas"), tuple(events), (1,))


@pytest.mark.parametrize("form", [2, 3])
@pytest.mark.parametrize("seed", range(12))
def test_a_promised_deal_is_the_same_again(seed: int, form: int) -> None:
    record = promised("original", seed, form)
    text = dumps(record)
    assert same(loads(text), record)
    assert '{"t":' not in text


def test_what_no_line_says_stands_whole() -> None:
    game = Game.new("original", seed=7)
    game.move(game.choose("steady"))
    record = game.record()
    start, dealt, played = record.events
    odd = Record((), (start, dealt, msgspec.structs.replace(played, points=99)))
    assert '"points":99' in dumps(odd)
    assert same(loads(dumps(odd)), odd)
    odd = Record((), (msgspec.structs.replace(start, commitment="x"), dealt))
    assert same(loads(dumps(odd)), odd)


def test_people_write_less_than_the_program() -> None:
    text = str(Game.new("original", ["Ann", "Ben"], seed=7))
    written = f"{text}; Ben begins\nB opens y1 y2 y3 y4, r7 b7 y7\n  2. A draws   ; unlucky\n"
    game = Game.parse(written)
    assert [str(meld) for meld in game.table] == ["y1 y2 y3 y4", "r7 b7 y7"]
    assert game.turn == 1
    assert Game.parse(str(game)) == game


TEXT = str(Game.new("original", ["Ann", "Ben"], seed=7))
HEAD = len(TEXT.splitlines())


@pytest.mark.parametrize(
    ("text", "line", "code", "allowed"),
    [
        ("", 1, "no-title", "Tilerummy game 1"),
        ("Tilerummy game 2\n", 1, "no-title", "Tilerummy game 1"),
        ("Tilerummy game 1\nEdition: original\n\n", 2, "missing", None),
        (TEXT.replace("Edition: original", "Edition: orignal"), 2, "value", "original"),
        (TEXT.replace("Edition: original", "Edition: ../x.toml"), 2, "value", "original"),
        (TEXT.replace("Edition: original", 'Edition: original {"opening.amount": -1}'), 2, "edition", None),
        (TEXT.replace("Edition: original", "Edition: original {"), 2, "not-json", None),
        (TEXT.replace("Edition: original", "Edition: {}"), 2, "not-json", None),
        (TEXT.replace("A: Ann", "Anna: Ann"), 3, "no-field", "A"),
        (TEXT.replace("B: Ben", "C: Ben"), 4, "seats", "A"),
        (TEXT.replace("B: Ben\n", ""), 5, "deal", None),
        (TEXT.replace("k6 r7", "k66 r7"), 6, "notation", "k1-k13"),
        (TEXT.replace("k6 r7", "r7"), 6, "deal", None),
        (TEXT + "A draws\n", HEAD + 1, "not-the-turn", "B"),
        (TEXT + "B drawz\n", HEAD + 1, "not-a-turn", "draws"),
        (TEXT + "B draws k5\n", HEAD + 1, "other-tile", "r8"),
        (TEXT + "B draws k55\n", HEAD + 1, "notation", "k1-k13"),
        (TEXT + "B passes\n", HEAD + 1, "illegal", None),
        (TEXT + "B passes gladly\n", HEAD + 1, "value", "unproved"),
        (TEXT + "B lays #1\n", HEAD + 1, "no-such-meld", None),
        (TEXT + "B opens y1 y2 y4\n", HEAD + 1, "illegal", None),
        (TEXT + "B opens y1 y2 y3 | r1\n", HEAD + 1, "notation", "b7"),
        (TEXT + "B resigns\nA draws\n", HEAD + 2, "game-over", None),
        (TEXT + "C resigns\n", HEAD + 1, "value", "A"),
        (TEXT + "{}\n", HEAD + 1, "not-json", None),
        (TEXT + '{"t":"drew","seat":0,"pool":3,"secret":{"tile":"k1"}}\n', HEAD + 1, "out-of-order", None),
        (TEXT + "A could open b4\n", HEAD + 1, "not-a-turn", None),
        ("Tilerummy game 1\n\nA draws\n", 3, "missing", None),
    ],
)
def test_what_was_edited_wrongly_gets_one_sentence_with_its_line(
    text: str, line: int, code: str, allowed: str | None
) -> None:
    with pytest.raises(TranscriptError) as caught:
        loads(text)
    error = caught.value
    assert (error.line, error.code) == (line, code)
    assert allowed is None or allowed in error.allowed
    assert str(error).startswith(f"line {line}: ")
    assert all(error.sentence(lang) and "{{" not in error.sentence(lang) for lang in languages())


WHOLE = dumps(Record(("Ann", "Ben"), whole_game(editions.load("sabra"), 4, 2, hasty=True).events))


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_no_damage_makes_anything_but_a_refusal(data: st.DataObject) -> None:
    lines = WHOLE.splitlines()
    at = data.draw(st.integers(0, len(lines) - 1))
    words = lines[at].split(" ")
    place = data.draw(st.integers(0, len(words) - 1))
    words[place] = data.draw(st.sampled_from(["", "A", "B", "#1", "#9-2", "J", "b4", ",", "/", "{", "could", "lays"]))
    lines[at] = " ".join(words)
    try:
        record = loads("\n".join(lines))
    except TranscriptError:
        return
    assert same(loads(dumps(record)), record)


def test_commands_read_a_transcript_as_a_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, golden = tmp_path / "game.txt", path("sabra", "rack-empty")
    assert main(["replay", str(golden), "--transcript"]) == 0
    file.write_text(capsys.readouterr().out, encoding="utf-16")
    assert is_transcript(file.read_text(encoding="utf-16"))
    told = [main(["--lang", "en", "replay", str(one)]) or capsys.readouterr().out for one in (golden, file)]
    assert told[0] == told[1]
    assert main(["verify", str(file)]) == 0
    file.write_text(TEXT + "B opens y1 y2 y4\n", encoding="utf-8")
    assert main(["--lang", "en", "replay", str(file)]) == 2
    assert f"line {HEAD + 1}: the rules do not allow this turn: " in capsys.readouterr().err
