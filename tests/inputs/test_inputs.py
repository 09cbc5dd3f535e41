"""Bytes, lines and figures as editors, spreadsheets and word processors write them, in every reader alike."""

import codecs
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tilerummy
from tilerummy.inputs import EncodingError, decode, in_utf8, json_lines, lines, whole_number

MARKED = {"utf-16-le": codecs.BOM_UTF16_LE, "utf-16-be": codecs.BOM_UTF16_BE}
SOURCES = Path(tilerummy.__file__).parent
DECODERS = re.compile(
    r"\.splitlines\(|utf-8-sig|utf-16|\\ufeff|\.decode\((?:\"utf|errors)|sys\.stdin\b(?!\.(buffer|fileno))"
)
ELSEWHERE: dict[str, str] = {
    "arena/results_file.py": "what the arena itself wrote",
    "client/engine.py": "lines of the protocol that programs speak",
    "cli/commands/players/bot.py": "lines of the protocol that programs speak",
    "cli/main.py": "whether there is any",
    "outside/process.py": "lines of the protocol that programs speak",
    "outside/sandbox/launch.py": "what the keeper of a program says",
    "rules/names.py": "letters that nobody sees",
    "site/files.py": "what is written",
    "tournament/seating/designs/coverings.py": "a table in the source",
    "tournament/seating/designs/doubled.py": "a table in the source",
}
"""Modules that decode or part something else, and what: nobody brings it as a text of theirs."""


@given(st.text(alphabet=st.characters(exclude_characters="\0", exclude_categories=["Cs"])))
def test_a_text_is_read_in_every_encoding(text: str) -> None:
    wanted = text.removeprefix("\ufeff")
    assert decode(text.encode()) == wanted
    assert decode(text.encode("utf-8-sig")) == text
    for encoding, mark in MARKED.items():
        assert decode(mark + text.encode(encoding)) == text


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (b"Ann\nZo\xeb\n", ("UTF-8", 2, 7)),
        (b"\xef\xbb\xbfAnn\xff", ("UTF-8", 1, 7)),
        (codecs.BOM_UTF16_LE + "Ann\nB".encode("utf-16-le") + b"\x00\xdc", ("UTF-16", 2, 13)),
        (codecs.BOM_UTF16_BE + "Ann".encode("utf-16-be") + b"\x00", ("UTF-16", 1, 9)),
        ("Ann\nBob".encode("utf-16-le"), ("UTF-8", 1, 2)),
    ],
)
def test_what_is_no_text_is_told_with_its_place(data: bytes, fault: tuple[str, int, int]) -> None:
    with pytest.raises(EncodingError) as told:
        decode(data)
    assert (told.value.encoding, told.value.line, told.value.byte) == fault


def test_lines_end_as_they_end_anywhere() -> None:
    assert lines("\ufeffa\nb\r\nc\rd\u2028e\u2029f\x0bg\x0ch\x85i") == list("abcdefghi")
    assert lines("a\n\nb\n") == ["a", "", "b", ""]
    assert json_lines('\ufeff{"a":"\u2028\x85"}\r\n{}\n') == ['{"a":"\u2028\x85"}', "{}"]
    assert json_lines("") == []


@given(st.text(alphabet="ab\u00e9\u20ac\U0001f3b2\n"), st.integers(1, 7))
def test_a_stream_of_utf_16_comes_in_utf_8(text: str, size: int) -> None:
    for encoding, mark in MARKED.items():
        data = mark + text.encode(encoding)
        # a stream brings its first two bytes together
        chunks = [data[:2], *(data[at : at + size] for at in range(2, len(data), size))]
        assert b"".join(in_utf8(chunks)).decode() == text
    data = text.encode()
    assert b"".join(in_utf8(data[at : at + size] for at in range(0, len(data), size))) == data


def test_a_stream_of_utf_16_that_is_cut_is_no_text_in_its_last_line() -> None:
    *whole, last = b"".join(in_utf8([codecs.BOM_UTF16_LE + "a\nb".encode("utf-16-le") + b"c"])).split(b"\n")
    assert whole == [b"a"]
    with pytest.raises(EncodingError):
        decode(last)


@pytest.mark.parametrize(
    ("written", "number"),
    [
        *(("24", 24), ("+24", 24), ("-24", -24), ("\u221224", -24), ("\u201324", -24), ("\uff0d\uff12\uff14", -24)),
        *(("\uff0b24", 24), ("- 24", -24), ("\u00a0-24\u202f", -24), ("٢٤", 24), ("-0", 0), ("00024", 24)),
        *(("", None), ("-", None), ("24.0", None), ("(24)", None), ("2 4", None), ("--24", None), ("100000", None)),
        *(("\u00b2", None), ("24-", None), ("1e2", None), ("NaN", None)),
    ],
)
def test_whole_numbers_as_people_write_them(written: str, number: int | None) -> None:
    assert whole_number(written, 5) == number


def test_nothing_else_decodes_what_people_bring() -> None:
    found = {
        str(path.relative_to(SOURCES))
        for path in SOURCES.rglob("*.py")
        if path.name != "inputs.py" and DECODERS.search(path.read_text(encoding="utf-8"))
    }
    assert found == set(ELSEWHERE)
