"""`python -m building.packages.notices` writes what the package holds of others: `THIRD_PARTY.txt` with their
licences, and `third-party.cdx.json`, the same as a CycloneDX bill of materials. Both go into the wheel.

The build of the page notes what it put in (`webapp/building/notices.ts`); the table of letters that look alike is made
of another package's data, and the camera learned from photographs. What Python installs beside it is no part of it.
"""

import json
import sys
from importlib.metadata import distribution
from typing import Final, NamedTuple

from building import ROOT
from building.page import WEBAPP
from building.products import build_page

NOTED: Final = WEBAPP / "node_modules" / ".shipped.json"
NOTICES: Final = ROOT / "THIRD_PARTY.txt"
BILL: Final = ROOT / "third-party.cdx.json"
_HEAD: Final = "Tilerummy holds parts of these packages, each under its own licence.\n"
_LOOK_ALIKES: Final = "confusable-homoglyphs"
_PHOTOGRAPHS: Final = """\
Photographs of tiles by jonasbuehler, https://universe.roboflow.com/jonasbuehler/rummikub-nvypk/dataset/9, under the
Creative Commons Attribution 4.0 International licence, https://creativecommons.org/licenses/by/4.0/legalcode

The weights of the camera (`camera.weights`) were trained on them, among drawings of our own. The photographs were
changed for it: their labels were put right, and they were turned, cut, scaled and lit in other ways. None is in the
package."""
_RULE: Final = "\n" + "-" * 80 + "\n\n"


class Shipped(NamedTuple):
    """A package of which something is in ours, with its licence by its SPDX expression and in full; `kind`: npm,
    pypi, or generic for data."""

    name: str
    version: str
    license: str
    notice: str
    kind: str = "npm"


def shipped() -> list[Shipped]:
    """What the package holds with the page that was built last. Raises OSError where none was built here."""
    learned = Shipped("jonasbuehler/rummikub-nvypk", "9", "CC-BY-4.0", _PHOTOGRAPHS, "generic")
    return [*(Shipped(**one) for one in json.loads(NOTED.read_bytes())), _look_alikes(), learned]


def _look_alikes() -> Shipped:
    """The data in `rules/look_alikes.py`, which are Unicode's."""
    package = distribution(_LOOK_ALIKES)
    unicode = (ROOT / "LICENSES" / "Unicode-3.0.txt").read_text(encoding="utf-8")
    notice = f"{(package.read_text('LICENSE') or '').strip()}\n\n{unicode.strip()}"
    return Shipped(_LOOK_ALIKES, package.version, "MIT AND Unicode-3.0", notice, "pypi")


def notices(packages: list[Shipped]) -> str:
    """The text of `THIRD_PARTY.txt`."""
    return _HEAD + "".join(f"{_RULE}{one.name} {one.version} ({one.license})\n\n{one.notice}\n" for one in packages)


def bill(packages: list[Shipped]) -> str:
    """The text of the bill of materials, by CycloneDX 1.6."""
    components = [
        {
            "type": "library",
            "name": one.name,
            "version": one.version,
            "purl": f"pkg:{one.kind}/{one.name.replace('@', '%40')}@{one.version}",
            "licenses": [{"expression": one.license}],
        }
        for one in packages
    ]
    made = {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
    }
    whole = {"type": "application", "name": "tilerummy", "licenses": [{"license": {"id": "MIT"}}]}
    document = {**made, "metadata": {"component": whole}, "components": components}
    return json.dumps(document, indent=2) + "\n"


def main() -> int:
    """Build the page where it changed, and write both files."""
    build_page()
    found = shipped()
    NOTICES.write_text(notices(found), encoding="utf-8")
    BILL.write_text(bill(found), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
