"""Memory that is let go is not kept by the process, where the C library can give it back."""

import platform
import subprocess
import sys
from pathlib import Path

import pytest

PROBE = """
import os
from pathlib import Path
from tilerummy.records.memory import give_back

def resident():
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE")

blocks = [bytearray(3000) for _ in range(20_000)]
some = blocks[::100]
del blocks
before = resident()
give_back()
print(before - resident())
"""


@pytest.mark.skipif(
    platform.libc_ver()[0] != "glibc" or not Path("/proc/self/statm").exists(), reason="not glibc on Linux"
)
def test_what_lies_between_things_in_use_goes_back_to_the_system() -> None:
    told = subprocess.run([sys.executable, "-c", PROBE], capture_output=True, text=True, check=True)
    assert int(told.stdout) > 30_000_000
