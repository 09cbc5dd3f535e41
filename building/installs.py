"""`python -m building.installs` follows every line of the documents that installs Tilerummy, each in an environment and
a home of its own, in an unpacked copy of the source distribution; then a few of them where something is missing or
forbidden. Lists how each ended, and which kernel it left.

Takes the packages that `python -m building.wheels` left in `dist/`. Needs bubblewrap, which keeps all of it apart.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from building import ROOT
from building.environment import make
from building.progress import SetupError, call, say, step
from building.wheels import DIST

LINE: Final = re.compile(r"""(?:uv tool|pipx|[\w/.]*\bpip) install (?:--\S+ )*(?:'[^']+'|"[^"]+"|[^\s`;)]+)""")
OURS: Final = re.compile(r"""install (?:--\S+ )*["']?(?:\.|dist/|\$\(echo dist/)""")
"""What is installed lies in this folder."""
_SYSTEM: Final = "/usr/bin:/bin"


class Case(NamedTuple):
    """A line as it stands in a document, and where it is followed: `hidden` folders are empty, a `bare` path has no
    compiler, `user` is who does it, `folder` how the sources' folder is called."""

    line: str
    where: str = "as it stands"
    hidden: tuple[str, ...] = ()
    bare: bool = False
    writable: bool = True
    user: int = 0
    folder: str = "sources"


def lines(documents: Sequence[Path]) -> Iterator[str]:
    """Every line that installs Tilerummy, once, in the order of the documents."""
    found = (line for document in documents for line in LINE.findall(document.read_text(encoding="utf-8")))
    yield from dict.fromkeys(line for line in found if OURS.search(line))


def documents() -> list[Path]:
    """What people read before they install."""
    return [ROOT / "README.md", *sorted(ROOT.glob("docs/*.md")), *sorted(ROOT.glob("deploy/**/*.service"))]


def cases() -> list[Case]:
    """All lines, and the usual two where something is in the way."""
    server = "pip install '.[server]'"
    include = sysconfig.get_paths()["include"]
    return [
        *map(Case, lines(documents())),
        Case("pip install .", "without a compiler", bare=True),
        Case("pip install '.[wasm]'", "without a compiler", bare=True),
        Case("pip install .", "without Python's headers", hidden=(include,)),
        Case(server, "in a folder that is read-only", writable=False),
        Case(server, "in a folder with spaces", folder="sources with späces"),
        Case(server, "as another user", user=10001),
    ]


def main(words: list[str]) -> int:
    """Follow the lines, those with all of these words; 1 where one does not work."""
    if not shutil.which("bwrap") or not list(DIST.glob("*.tar.gz")):
        say("needs bubblewrap, and the packages in dist/: python -m building.wheels")
        return 1
    rows = []
    with tempfile.TemporaryDirectory(prefix="tilerummy-installs-") as name:
        pipx = _pipx(Path(name) / "pipx")
        chosen = [case for case in cases() if all(word in f"{case.line} {case.where}" for word in words)]
        for number, case in enumerate(chosen):
            said, began = "", time.monotonic()
            try:
                with step(f"{case.line}  {case.where}"):
                    said = _followed(case, Path(name) / str(number), pipx)
            except SetupError as error:
                say(str(error))
            rows.append((case.line, case.where, said, time.monotonic() - began))
    say("\n".join(f"| `{line}` | {where} | {said or 'fails'} | {took:.0f} s |" for line, where, said, took in rows))
    worked = sum(bool(said) for _, _, said, _ in rows)
    say(f"{worked} of {len(rows)} lines work")
    return 0 if worked == len(rows) else 1


def _pipx(folder: Path) -> Path:
    """A command `pipx` of its own. Raises SetupError."""
    make(folder)
    uv = shutil.which("uv")
    if uv:
        call([uv, "pip", "install", "--quiet", "--python", folder / "bin" / "python", "pipx"], tries=3)
    else:
        call([folder / "bin" / "python", "-m", "pip", "install", "--quiet", "pipx"], tries=3)
    return folder / "bin" / "pipx"


def _followed(case: Case, place: Path, pipx: Path) -> str:
    """Carry a line out; what was installed. Raises SetupError with the output where it does not work."""
    sources, home = place / case.folder, place / "home"
    home.mkdir(parents=True)
    (archive,) = DIST.glob("*.tar.gz")
    with tarfile.open(archive) as packed:
        packed.extractall(place, filter="data")
    (place / archive.name.removesuffix(".tar.gz")).rename(sources)
    (sources / "dist").mkdir()
    call([sys.executable, "-m", "venv", place / "venv"])
    tools = home / "tools"
    tools.mkdir()
    for tool in (pipx, shutil.which("uv")):
        if tool:
            (tools / Path(tool).name).symlink_to(tool)
    path = [place / "venv" / "bin", home / ".local" / "bin", tools, *([] if case.bare else [_SYSTEM])]
    environment = {**os.environ, "HOME": str(home), "PATH": os.pathsep.join(map(str, path)), "LC_ALL": "C.UTF-8"}
    bound = "--bind" if case.writable else "--ro-bind"
    box: list[object] = [
        shutil.which("bwrap") or "bwrap",
        "--dev-bind",
        "/",
        "/",
        *_hidden((*case.hidden, "/opt")),
        "--bind",
        place,
        place,
    ]
    box += [bound, sources, sources, "--ro-bind", DIST, sources / "dist", "--chdir", sources]
    box += ["--unshare-user", "--uid", str(case.user), "--gid", str(case.user)] if case.user else []
    before = "python3 -m venv /opt/tilerummy && " if "/opt/" in case.line else ""
    command = shlex.split(case.line)[0] if "/opt/" in case.line else "tilerummy"
    program = str(Path(command).with_name("tilerummy")) if "/" in command else command
    asked = [f"{before}{case.line} >/dev/stderr", f"{program} solve 'b4 b5 b6 | b3 k1' >/dev/stderr"]
    if re.search(r"server|scale|pictures|notify", case.line):
        asked.append(f"{program} serve --help >/dev/stderr && {program} backup --help >/dev/stderr")
    asked.append(f"{program} doctor --json")
    words = [str(word) for word in [*box, "/bin/sh", "-c", " && ".join(asked)]]
    done = subprocess.run(words, env=environment, capture_output=True, text=True)
    if done.returncode:
        raise SetupError(done.stderr[-3000:])
    found = json.loads(done.stdout)
    kernel, server = (found["parts"][name] for name in ("kernel", "server"))
    return f"{found['version']}, kernel {kernel['detail']}, {'a' if server['present'] else 'no'} server"


def _hidden(folders: Sequence[str]) -> Iterator[str]:
    for folder in folders:
        if Path(folder).is_dir():
            yield from ("--tmpfs", folder)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
