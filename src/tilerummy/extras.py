"""What an installation may have beside the core, by the extras of the package, and the command that brings it."""

import json
import re
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, distribution, requires
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import urlsplit
from urllib.request import url2pathname

_REQUIREMENT: Final = re.compile(r"([\w.-]+)[^;\[]*?>=([\d.]+)[^;]*(?:;(.*))?")
_EXTRA: Final = re.compile(r"""extra\s*==\s*['"]([\w-]+)['"]""")
_MODULES: Final = {"argon2-cffi": "argon2", "Pillow": "PIL"}
"""What a package is imported as, where its name does not say so."""


class Wanted(NamedTuple):
    """A package, its lowest version, the extra that asks for it, "" for the core, and on which machines."""

    package: str
    lowest: str
    extra: str
    marker: str

    @property
    def module(self) -> str:
        """What it is imported as."""
        return _MODULES.get(self.package, self.package.replace("-", "_"))


def wanted() -> Iterator[Wanted]:
    """Every package that this one asks for; none where it runs from its source without having been installed."""
    try:
        found = requires("tilerummy") or []
    except PackageNotFoundError:
        return
    for requirement in found:
        # an extra may ask for another one
        if bound := _REQUIREMENT.fullmatch(requirement):
            marker = bound[3] or ""
            extra = _EXTRA.search(marker)
            yield Wanted(bound[1], bound[2], extra[1] if extra else "", marker)


def bringing(module: str) -> Wanted | None:
    """The package of an extra that brings this module: of the server's, where others have it too. What is ours and
    missing where a wheel was installed is in a package that all extras but the solver's ask for."""
    top = module.partition(".")[0]
    if top == "tilerummy" and not (Path(__file__).parent / "web" / "__init__.py").is_file():
        return Wanted("tilerummy-server", "", "server", "")
    found = [one for one in wanted() if one.extra and one.module == top]
    return next((one for one in found if one.extra == "server"), found[0] if found else None)


def command(extra: str = "") -> str:
    """The command that installs this package with an extra, out of the folder or file that it was installed from: of a
    wheel, the rest lies beside it."""
    origin = _origin()
    if not extra:
        return f'pip install --force-reinstall "{origin}"'
    beside = f'--find-links "{Path(origin).parent}" ' if origin.endswith(".whl") else ""
    return f'pip install {beside}"{origin}[{extra}]"'


def _origin() -> str:
    try:
        url = json.loads(distribution("tilerummy").read_text("direct_url.json") or "{}").get("url", "")
    except (PackageNotFoundError, ValueError):
        return "tilerummy"
    return url2pathname(urlsplit(url).path) if url.startswith("file:") else "tilerummy"
