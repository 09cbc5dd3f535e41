"""`python -m building.wheels [TAG ...]` makes the wheels of this commit for every machine, or those of these tags, and
the source distribution, in `dist/`: the core with the kernel for each of `building.packages.targets`, one for any other
machine with WebAssembly alone, and what the extras add (`building.packages.parts`).

The same commit gives the same bytes: all is made twice, in two places, and compared. What was made of a commit stays in
`build/wheels/`, so that a run that was ended goes on where it was. The tools of indexes and installers check each
wheel. Those of this machine, on Debian those of musl too and, where qemu is, of ARM, are installed and asked for a
play; of the others the kernel's head says that it is for their machines.
"""

import os
import platform
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

from building import ROOT, wasm
from building.environment import BIN, PYTHON, install, make, prepare
from building.packages import binaries, emulation, parts
from building.packages.targets import TARGETS, Target, named
from building.progress import SetupError, call, say, step

DIST: Final = ROOT / "dist"
WORK: Final = ROOT / "build" / "wheels"
LARGEST: Final = 1_000_000
"""Bytes of a core."""
TOOLS: Final = ("auditwheel==6.8.2", "check-wheel-contents==0.6.3", "twine==7.0.0")
_ASKED: Final = ("solve", "r1 r2 r3 | b5")
_FORMATS: Final = {"manylinux": "ELF", "musllinux": "ELF", "macosx": "Mach-O", "win": "PE"}
_LIBRARIES: Final = {
    "manylinux": ("libc.so.6", "ld-linux"),
    "musllinux": ("libc.so",),
    "macosx": ("/usr/lib/libSystem.B.dylib",),
    "win": ("python3.dll", "KERNEL32.dll", "api-ms-win-crt-"),
}
"""How the names of all libraries begin that the kernel may need."""


class Wheel(NamedTuple):
    """A wheel that was made: the machines it is for, None for any."""

    target: Target | None
    path: Path

    @property
    def whole(self) -> bool:
        """Whether it is a core, not what is added to one."""
        return self.path.name.startswith(f"{parts.PACKAGE}-")


def main(tags: list[str]) -> int:
    """Make, check and list the wheels; 1 where one cannot be made or a check fails."""
    try:
        wanted = tuple(map(named, tags)) or TARGETS
        prepare(tests=True)
        install(wasm.WHEEL)
        commit = call(["git", "rev-parse", "HEAD"]).strip()
        work = WORK / commit
        if not work.is_dir():
            shutil.rmtree(WORK, ignore_errors=True)
            shutil.rmtree(DIST, ignore_errors=True)
        os.environ.setdefault("ZIG_GLOBAL_CACHE_DIR", str(ROOT / "build" / "zig"))
        made = _made(commit, wanted, work / "first", DIST)
        _made(commit, wanted, work / "second", work / "dist")
        _compare(DIST, work / "dist")
        with tempfile.TemporaryDirectory(prefix="tilerummy-wheels-") as name:
            folder = Path(name)
            _check(made, folder)
            ran = {wheel.path: _ran(wheel, folder) for wheel in made}
        for wheel in made:
            _show(wheel, ran[wheel.path])
    except SetupError as error:
        say(str(error))
        return 1
    return 0


def _made(commit: str, wanted: Sequence[Target], folder: Path, out: Path) -> list[Wheel]:
    """The wheels of a commit, made out of its source distribution where they are not there yet. Raises SetupError."""
    date, short = call(["git", "log", "-1", "--format=%ct %h", "--abbrev=12", commit]).split()
    when = {"SOURCE_DATE_EPOCH": date, "TILERUMMY_COMMIT": short}
    if not (folder / "server").is_dir():
        _source(commit, folder, out, when)
    core = _wheel("any", folder / "core", out, when)
    # what a compiler makes for a machine is faster there
    (folder / "core" / "src" / parts.PACKAGE / "solver" / wasm.MODULE.name).unlink(missing_ok=True)
    return [
        Wheel(None, core),
        Wheel(None, _wheel(parts.SERVER, folder / "server", out, when)),
        *(Wheel(target, _wheel(target.tag, folder / "core", out, when)) for target in wanted),
    ]


def _source(commit: str, folder: Path, out: Path, when: dict[str, str]) -> None:
    """The source distribution, and beside it the sources of both packages. Raises SetupError."""
    shutil.rmtree(folder, ignore_errors=True)
    sources = folder / "sources"
    sources.mkdir(parents=True)
    with step("The source distribution"):
        call(["git", "archive", "--output", folder / "sources.tar", commit])
        with tarfile.open(folder / "sources.tar") as archive:
            archive.extractall(sources, filter="data")
        _build("--sdist", sources, out, when)
    (made,) = out.glob("*.tar.gz")
    with tarfile.open(made) as archive:
        archive.extractall(folder / "unpacked", filter="data")
    (unpacked,) = (folder / "unpacked").iterdir()
    parts.split(unpacked, folder / "core", folder / "half")
    (folder / "half").rename(folder / "server")


def _wheel(tag: str, sources: Path, out: Path, when: dict[str, str]) -> Path:
    """The wheel for these machines, or of the server's package. Raises SetupError."""
    name = "tilerummy_server-*.whl" if tag == parts.SERVER else f"tilerummy-*-{'none-any' if tag == 'any' else tag}.whl"
    if not list(out.glob(name)):
        with step(f"The wheel for {tag}"):
            _build("--wheel", sources, out, {**when, "TILERUMMY_TARGET": tag})
    (path,) = out.glob(name)
    return path


def _build(what: str, sources: Path, out: Path, environment: dict[str, str]) -> None:
    words = [PYTHON, "-m", "build", what, "--no-isolation", "--skip-dependency-check", "--outdir", out, sources]
    call(words, {**environment, "PATH": os.pathsep.join([str(BIN), os.environ["PATH"]])})


def _compare(one: Path, other: Path) -> None:
    """Raises SetupError with the files that are not the same in both folders."""
    differ = [path.name for path in sorted(one.iterdir()) if _digest(path) != _digest(other / path.name)]
    if differ:
        raise SetupError(f"made twice, these differ: {', '.join(differ)}")


def _digest(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()


def _kind(target: Target) -> str:
    return next(kind for kind in _FORMATS if target.tag.startswith(kind))


def _system() -> str:
    """How the tags of this machine begin."""
    libraries = "manylinux" if platform.libc_ver()[0] == "glibc" else "musllinux"
    return {"linux": libraries, "darwin": "macosx", "win32": "win"}.get(sys.platform, "-")


def _ran(wheel: Wheel, folder: Path) -> str:
    """Where the wheel was installed and gave a play. Raises SetupError."""
    if not wheel.whole:
        return f"ran here ({_serves_here(wheel, folder / 'run' / 'server')})"
    tag = wheel.target.tag if wheel.target else "any"
    if wheel.target is None or (tag.startswith(_system()) and tag.endswith(platform.machine().lower())):
        return f"ran here ({_runs_here(wheel, folder / 'run' / tag)})"
    machine = wheel.target.zig.partition("-")[0]
    if "linux" in tag and emulation.can_run(machine, musl="musl" in tag):
        return f"ran here, a Linux of {machine} ({_runs_emulated(wheel, machine, folder)})"
    return "not run here"


def _runs_here(wheel: Wheel, place: Path) -> str:
    extra = "" if wheel.target else "[wasm]"
    with step(f"Installing {wheel.path.name}"):
        make(place)
        python = place / BIN.name / PYTHON.name
        install(f"{wheel.path}{extra}", python=python)
        return _answers([python, "-I"])


def _serves_here(wheel: Wheel, place: Path) -> str:
    """Beside a core it shows a puzzle, and a server starts. Raises SetupError where not."""
    (core,) = DIST.glob("tilerummy-*-none-any.whl")
    with step(f"Installing {wheel.path.name}"):
        make(place)
        python = place / BIN.name / PYTHON.name
        install("--find-links", str(DIST), f"{core}[server,wasm]", python=python)
        _said([python, "-I", "-m", "tilerummy", "puzzles", "show"])
        _said([python, "-I", "-m", "tilerummy", "serve", "--help"])
        return _answers([python, "-I"])


def _runs_emulated(wheel: Wheel, machine: str, folder: Path) -> str:
    place = folder / "emulated" / wheel.path.stem
    with step(f"Installing {wheel.path.name} beside a Python of its own"):
        musl = "musllinux" in wheel.path.name
        python = emulation.python_of_musl(machine, place) if musl else emulation.python(place)
        version = _said([*python, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"]).strip()
        words = ["--quiet", "--target", place / "site", "--only-binary=:all:", "--python-version", version]
        kinds = ("musllinux_1_2",) if musl else ("manylinux_2_17", "manylinux_2_28")
        tags = [f"--platform={kind}_{machine}" for kind in kinds]
        call([folder / "tools" / BIN.name / "python", "-m", "pip", "install", *words, *tags, wheel.path])
        return _answers(["env", f"PYTHONPATH={place / 'site'}", *python])


def _answers(python: list[object]) -> str:
    """Which kernel gives a play. Raises SetupError where none does."""
    kernel = _said([*python, "-c", "from tilerummy.solver import kernel; print(kernel.found().kind)"])
    _said([*python, "-m", "tilerummy", *_ASKED])
    return kernel.strip()


def _said(command: list[object]) -> str:
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if not done.stdout.strip():
        raise SetupError(f"{done.stderr}\n{command} said nothing")
    return done.stdout


def _check(wheels: list[Wheel], folder: Path) -> None:
    """What the tools of indexes and installers say of the wheels. Raises SetupError with their output."""
    place = folder / "tools"
    with step("Checking the wheels"):
        make(place)
        commands = place / BIN.name
        install(*TOOLS, "pip", python=commands / PYTHON.name)
        call([commands / "twine", "check", "--strict", *DIST.iterdir()])
        # twice in it: the kernel for Python and for the page, a migration that two databases share
        call([commands / "check-wheel-contents", "--ignore", "W002", *(wheel.path for wheel in wheels)])
        for target in (wheel.target for wheel in wheels if wheel.target):
            words = ["--no-index", "--no-deps", "--find-links", DIST, "--only-binary=:all:", "--dest", folder / "taken"]
            tag = ["--platform", target.tag, "--python-version", "3.11", "--implementation", "cp", "--abi", "abi3"]
            # auditwheel looks at this machine's own C library
            if "linux" in target.tag and target.tag.startswith(_system()):
                _audit(commands / "auditwheel", target)
            call([commands / "python", "-m", "pip", "download", "--quiet", *words, *tag, "tilerummy"])
            if not list((folder / "taken").glob(f"*-{target.tag}.whl")):
                raise SetupError(f"pip takes another wheel for {target.tag}")


def _audit(auditwheel: Path, target: Target) -> None:
    """Raises SetupError where the kernel asks for more than machines of this tag have."""
    (path,) = DIST.glob(f"*{target.tag}.whl")
    said = call([auditwheel, "show", path])
    if f'"{target.tag}"' not in " ".join(said.split()):
        raise SetupError(said)


def _show(wheel: Wheel, ran: str) -> None:
    """A line of the table. Raises SetupError where the kernel is not for these machines, and for a core too large."""
    with zipfile.ZipFile(wheel.path) as archive:
        names = archive.namelist()
        kernels = [name for name in names if "/_kernel." in name]
        code = archive.read(kernels[0]) if kernels else b""
    binary, size = binaries.read(code), wheel.path.stat().st_size
    if wheel.target and (fault := wrong(wheel.target, binary)):
        raise SetupError(f"{wheel.path.name}: {fault}")
    if wheel.whole and size > LARGEST:
        raise SetupError(f"{wheel.path.name}: {size} bytes of {LARGEST}")
    alone = "WebAssembly alone" if wheel.whole else "the rest"
    what = f"{binary.format} {binary.machine} {len(code) / 1e3:.0f} kB" if binary else alone
    digest = _digest(wheel.path)[:16]
    say(f"{wheel.path.name}  {size / 1e6:.2f} MB  {len(names)} files  {what}  {ran}  sha256 {digest}")


def wrong(target: Target, binary: binaries.Binary | None) -> str | None:
    """Why a kernel cannot be loaded on the machines of this tag; None where nothing speaks against it."""
    kind, machine = _kind(target), target.zig.partition("-")[0]
    if binary is None or binary.format != _FORMATS[kind]:
        return f"its kernel is no {_FORMATS[kind]}"
    if binary.machine != machine:
        return f"its kernel is for {binary.machine or 'no processor that is known'}, not {machine}"
    if foreign := [name for name in binary.needs if not name.startswith(_LIBRARIES[kind])]:
        return f"its kernel needs {', '.join(foreign)}"
    if kind == "macosx" and machine == "aarch64" and not binary.signed:
        return "its kernel is not signed"
    return None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
