"""`python -m building.notices` writes what the package holds of others: `THIRD_PARTY.txt` with their licences, and
`third-party.cdx.json`, the same as a CycloneDX bill of materials. Both go into the wheel.

The build of the page notes what it put in (`webapp/building/notices.ts`); what Python installs
beside it is no part of it.
"""

import json
import sys
from typing import Final, NamedTuple

from building import ROOT
from building.page import WEBAPP
from building.products import build_page

NOTED: Final = WEBAPP / "node_modules" / ".shipped.json"
NOTICES: Final = ROOT / "THIRD_PARTY.txt"
BILL: Final = ROOT / "third-party.cdx.json"
_HEAD: Final = "Tilerummy's page holds parts of these packages, each under its own licence.\n"
_RULE: Final = "\n" + "-" * 80 + "\n\n"


class Shipped(NamedTuple):
    """A package that is in the page, with its licence by its SPDX name and in full."""

    name: str
    version: str
    license: str
    notice: str


def shipped() -> list[Shipped]:
    """What the page that was built last holds. Raises OSError where none was built here."""
    return [Shipped(**one) for one in json.loads(NOTED.read_bytes())]


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
            "purl": f"pkg:npm/{one.name.replace('@', '%40')}@{one.version}",
            "licenses": [{"license": {"id": one.license}}],
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
