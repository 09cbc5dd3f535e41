"""How programs are kept in: by what, and within which bounds."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tilerummy.coded import SettingError
from tilerummy.outside.sandbox import bubblewrap, landlock

MEMORY: Final = 1_024
"""MiB of data that a process of a program may have, unless the owner says otherwise (`TILERUMMY_BOT_MEMORY`)."""
CPU_SECONDS: Final = 3_600
"""Seconds of processor that a process of a program has at the tables of a server; the arena has no such bound."""
FILE_BYTES: Final = 64 * 2**20
"""Bytes that a program may write into one file; in bubblewrap, into all its files together."""
OPEN_FILES: Final = 256
"""Files that a process of a program may have open."""
PROCESSES: Final = 256
"""Processes and threads that their user may have beyond those there were when a program was started, for it to start
another one; root may have any number."""
PASSED: Final = ("PATH", "LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "TZ", "SYSTEMROOT")
"""The variables of the environment that a program gets as they are; HOME and TMPDIR are an empty folder."""
KINDS: Final = ("bubblewrap", "landlock", "limits")
"""What keeps programs in, the strongest first; `limits`: bounds alone, and they read what their user reads."""
SANDBOX: Final = "TILERUMMY_BOT_SANDBOX"
"""The environment variable with the kind of sandbox, the strongest that works where it says nothing."""
BOT_MEMORY: Final = "TILERUMMY_BOT_MEMORY"
"""The environment variable with the MiB of data a process of a program may have."""


@dataclass(frozen=True, slots=True)
class Confinement:
    """`kind`: one of `KINDS`. `memory`: MiB. `cpu`: seconds of processor, None without a bound. `private`: folders that
    no program sees, those of the server's data."""

    kind: str
    memory: int = MEMORY
    cpu: int | None = None
    private: tuple[Path, ...] = ()


def from_environment(environment: Mapping[str, str] = os.environ) -> Confinement:
    """What the environment asks for. Raises SettingError for what it cannot ask for, or what does not work
    here."""
    kind, memory = environment.get(SANDBOX) or strongest(), environment.get(BOT_MEMORY) or str(MEMORY)
    if kind not in KINDS or not _works(kind):
        raise SettingError("setting-one-of", name=SANDBOX, given=kind, allowed=", ".join(filter(_works, KINDS)))
    if not memory.isascii() or not memory.isdigit() or not int(memory):
        raise SettingError("setting-number", name=BOT_MEMORY, given=memory)
    return Confinement(kind, int(memory))


def strongest() -> str:
    """The strongest kind that works here."""
    return next(filter(_works, KINDS))


def environment_of(home: str) -> dict[str, str]:
    """The environment of a program, whose home folder is `home`."""
    passed = {name: os.environ[name] for name in PASSED if name in os.environ}
    return {"LANG": "C.UTF-8", **passed, "HOME": home, "TMPDIR": home}


def _works(kind: str) -> bool:
    match kind:
        case "bubblewrap":
            return bubblewrap.works()
        case "landlock":
            return landlock.version() > 0
    return True
