"""`python -m building.wheels [TAG ...]` makes the wheels of this commit for every machine, or those of these tags, and
the source distribution, in `dist/`: one with the kernel for each of `building.targets`, one for any other machine with
WebAssembly alone.

The same commit gives the same bytes. Each wheel is then checked by the tools that indexes and installers use; that of
this machine and the one for any are installed and asked for a play.
"""

import json
import os
import platform
import shutil
import struct
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

from building import ROOT, wasm
from building.environment import BIN, PYTHON, install, make, prepare
from building.progress import SetupError, call, say, step
from building.targets import TARGETS, Target, named

DIST: Final = ROOT / "dist"
TOOLS: Final = ("auditwheel==6.8.2", "check-wheel-contents==0.6.3", "twine==7.0.0")
_MACHINES: Final = {
    ("\x7fELF", 62): "x86_64", ("\x7fELF", 183): "aarch64",
    ("Mach", 0x01000007): "x86_64", ("Mach", 0x0100000C): "aarch64",
    ("PE", 0x8664): "x86_64", ("PE", 0xAA64): "aarch64",
}  # fmt: skip


class Wheel(NamedTuple):
    """A wheel that was made: the machines it is for, None for any."""

    target: Target | None
    path: Path


def main(tags: list[str]) -> int:
    """Make, check and list the wheels; 1 where one cannot be made or a check fails."""
    try:
        wanted = tuple(map(named, tags)) or TARGETS
        prepare(tests=True)
        install(wasm.WHEEL)
        shutil.rmtree(DIST, ignore_errors=True)
        with tempfile.TemporaryDirectory(prefix="tilerummy-wheels-") as folder:
            made = list(_made(wanted, Path(folder)))
            ran = {wheel.path: _runs(wheel, Path(folder)) for wheel in made if _is_for_here(wheel)}
            _check(made, Path(folder))
        for wheel in made:
            _show(wheel, ran.get(wheel.path, "not run here"))
    except SetupError as error:
        say(str(error))
        return 1
    return 0


def _made(wanted: Sequence[Target], folder: Path) -> Iterator[Wheel]:
    """The source distribution, and the wheels out of it. Raises SetupError."""
    when = {"SOURCE_DATE_EPOCH": call(["git", "log", "-1", "--format=%ct"]).strip()}
    sources = folder / "sources"
    sources.mkdir()
    with step("The source distribution"):
        call(["git", "archive", "--output", folder / "sources.tar", "HEAD"])
        with tarfile.open(folder / "sources.tar") as archive:
            archive.extractall(sources, filter="data")
        _build("--sdist", sources, when)
    (made,) = DIST.glob("*.tar.gz")
    with tarfile.open(made) as archive:
        archive.extractall(folder / "unpacked", filter="data")
    (unpacked,) = (folder / "unpacked").iterdir()
    for target in (None, *wanted):
        tag = target.tag if target else "any"
        before = set(DIST.iterdir())
        with step(f"The wheel for {tag}"):
            _build("--wheel", unpacked, {**when, "TILERUMMY_TARGET": tag})
        (path,) = set(DIST.iterdir()) - before
        yield Wheel(target, path)


def _build(what: str, sources: Path, environment: dict[str, str]) -> None:
    words = [PYTHON, "-m", "build", what, "--no-isolation", "--skip-dependency-check", "--outdir", DIST, sources]
    call(words, {**environment, "PATH": os.pathsep.join([str(BIN), os.environ["PATH"]])})


def _system() -> str:
    """How the tags of this machine begin."""
    libraries = "manylinux" if platform.libc_ver()[0] == "glibc" else "musllinux"
    return {"linux": libraries, "darwin": "macosx", "win32": "win"}.get(sys.platform, "-")


def _is_for_here(wheel: Wheel) -> bool:
    tag = wheel.target.tag if wheel.target else None
    return tag is None or (tag.startswith(_system()) and tag.endswith(platform.machine().lower()))


def _runs(wheel: Wheel, folder: Path) -> str:
    """Install the wheel into an empty environment and ask for a play. Raises SetupError."""
    place = folder / "run" / (wheel.target.tag if wheel.target else "any")
    extra = "" if wheel.target else "[wasm]"
    with step(f"Installing {wheel.path.name}"):
        make(place)
        python = place / BIN.name / PYTHON.name
        install(f"{wheel.path}{extra}", python=python)
        kernel = json.loads(_said([python, "-I", "-m", "tilerummy", "doctor", "--json"]))["parts"]["kernel"]["detail"]
        _said([python, "-I", "-m", "tilerummy", "solve", "r1 r2 r3 | b5"])
    return f"ran here: {kernel}"


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


def _audit(auditwheel: Path, target: Target) -> None:
    """Raises SetupError where the kernel asks for more than machines of this tag have."""
    (path,) = DIST.glob(f"*{target.tag}.whl")
    said = call([auditwheel, "show", path])
    if f'"{target.tag}"' not in " ".join(said.split()):
        raise SetupError(said)


def _show(wheel: Wheel, ran: str) -> None:
    """A line of the table. Raises SetupError where the kernel is not for these machines."""
    with zipfile.ZipFile(wheel.path) as archive:
        kernels = [name for name in archive.namelist() if "/_kernel." in name]
        code = archive.read(kernels[0]) if kernels else b""
    if wheel.target and machine(code) != wheel.target.zig.partition("-")[0]:
        raise SetupError(f"{wheel.path.name}: its kernel is for {machine(code) or 'no machine that is known'}")
    size, digest = wheel.path.stat().st_size, sha256(wheel.path.read_bytes()).hexdigest()
    say(f"{wheel.path.name}  {size / 1e6:.2f} MB  kernel {len(code) / 1e3:.0f} kB  {ran}  sha256 {digest[:16]}")


def machine(code: bytes) -> str | None:
    """The processor that a compiled module is for, by its own head: ELF, Mach-O or PE."""
    if code.startswith(b"\x7fELF"):
        return _MACHINES.get(("\x7fELF", struct.unpack_from("<H", code, 18)[0]))
    if code.startswith(b"\xcf\xfa\xed\xfe"):
        return _MACHINES.get(("Mach", struct.unpack_from("<I", code, 4)[0]))
    if code.startswith(b"MZ"):
        return _MACHINES.get(("PE", struct.unpack_from("<H", code, struct.unpack_from("<I", code, 0x3C)[0] + 4)[0]))
    return None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
