"""Which wheels there are, and for which machine a kernel was compiled."""

import platform
import shutil
import struct
import subprocess
import sys
from pathlib import Path

import pytest

from building import wheels
from building.packages import binaries
from building.packages.targets import TARGETS, declared, headers, named
from building.products import SOLVER, kernel_is_compiled
from building.progress import SetupError


def test_each_tag_is_a_machine_and_another_is_refused_with_those_that_there_are() -> None:
    assert {named(target.tag) for target in TARGETS} == set(TARGETS)
    with pytest.raises(SetupError, match="win_amd64") as caught:
        named("win32")
    assert all(target.tag in str(caught.value) for target in TARGETS)


def elf(machine: int) -> bytes:
    return b"\x7fELF\x02\x01" + bytes(12) + struct.pack("<H", machine) + bytes(44)


def test_a_module_says_its_format_and_its_processor() -> None:
    mach = b"\xcf\xfa\xed\xfe" + struct.pack("<IIII", 0x01000007, 0, 6, 2) + bytes(12)
    mach += struct.pack("<IIIIII", 0xC, 32, 24, 0, 0, 0) + b"libc\0\0\0\0" + struct.pack("<II", 0x1D, 8)
    windows = b"MZ" + bytes(0x3A) + struct.pack("<I", 0x40) + b"PE\0\0" + struct.pack("<H", 0xAA64) + bytes(200)
    assert binaries.read(elf(183)) == ("ELF", "aarch64", (), False)
    assert binaries.read(mach) == ("Mach-O", "x86_64", ("libc",), True)
    assert binaries.read(windows) == ("PE", "aarch64", (), False)
    assert binaries.read(elf(3)) == ("ELF", None, (), False)
    assert [binaries.read(code) for code in (b"", b"#!/bin/sh")] == [None, None]


def test_this_pythons_own_module_is_for_this_machine() -> None:
    if sys.platform != "linux" or not kernel_is_compiled():
        pytest.skip("no module here that Linux loads")
    (path,) = SOLVER.glob("_kernel.*so")
    found = binaries.read(path.read_bytes())
    assert found is not None
    assert (found.format, found.machine) == ("ELF", platform.machine())
    assert any(name.startswith("libc.") for name in found.needs)


@pytest.mark.parametrize("tag", ["win_amd64", "win_arm64"])
def test_windows_links_with_all_that_the_kernel_calls_of_python(tag: str, tmp_path: Path) -> None:
    pytest.importorskip("ziglang")
    if sys.platform != "linux" or not kernel_is_compiled() or shutil.which("nm") is None:
        pytest.skip("no module here whose symbols can be listed")
    (path,) = SOLVER.glob("_kernel.*so")
    listed = subprocess.run(["nm", "-D", "--undefined-only", path], check=True, capture_output=True, text=True).stdout
    called = {name for name in listed.split() if name.startswith(("Py", "_Py"))}
    assert {"PyArg_ParseTuple", "_PyArg_ParseTuple_SizeT"} & called
    assert called <= declared(named(tag), headers(named(tag), tmp_path), tmp_path)


@pytest.mark.parametrize(
    ("tag", "binary", "why"),
    [
        ("manylinux_2_17_aarch64", binaries.Binary("ELF", "aarch64", ("libc.so.6",)), None),
        ("manylinux_2_17_aarch64", binaries.Binary("ELF", "x86_64", ("libc.so.6",)), "for x86_64"),
        ("manylinux_2_17_aarch64", binaries.Binary("Mach-O", "aarch64", ()), "no ELF"),
        ("manylinux_2_17_aarch64", None, "no ELF"),
        ("musllinux_1_2_x86_64", binaries.Binary("ELF", "x86_64", ("libc.so", "libssl.so.3")), "needs libssl.so.3"),
        ("macosx_11_0_arm64", binaries.Binary("Mach-O", "aarch64", ()), "not signed"),
        ("win_arm64", binaries.Binary("PE", "aarch64", ("python3.dll", "KERNEL32.dll")), None),
        ("win_arm64", binaries.Binary("PE", "aarch64", ("python313.dll",)), "needs python313.dll"),
    ],
)
def test_a_kernel_that_cannot_be_loaded_is_told(tag: str, binary: binaries.Binary | None, why: str | None) -> None:
    fault = wheels.wrong(named(tag), binary)
    assert fault is None if why is None else fault is not None and why in fault
