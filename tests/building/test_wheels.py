"""Which wheels there are, and for which machine a kernel was compiled."""

import struct

import pytest

from building import wheels
from building.progress import SetupError
from building.targets import TARGETS, named


def test_each_tag_is_a_machine_and_another_is_refused_with_those_that_there_are() -> None:
    assert {named(target.tag) for target in TARGETS} == set(TARGETS)
    with pytest.raises(SetupError, match="win_amd64") as caught:
        named("win32")
    assert all(target.tag in str(caught.value) for target in TARGETS)


def test_a_module_says_its_processor() -> None:
    elf = b"\x7fELF" + bytes(14) + struct.pack("<H", 183)
    mach = b"\xcf\xfa\xed\xfe" + struct.pack("<I", 0x01000007)
    windows = b"MZ" + bytes(0x3A) + struct.pack("<I", 0x40) + b"PE\0\0" + struct.pack("<H", 0xAA64)
    assert [wheels.machine(code) for code in (elf, mach, windows)] == ["aarch64", "x86_64", "aarch64"]
    assert [wheels.machine(code) for code in (b"", elf[:18] + b"\x03\x00", b"#!/bin/sh")] == [None] * 3
