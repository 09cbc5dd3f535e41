"""The table of SECURITY.md, made of `trust.toml`: `python -m tests.hostile.trust_table` writes it."""

import tomllib
from pathlib import Path
from typing import Final, TypedDict

ATTACKS = Path(__file__).parent
"""Where the tests are that show a claim, and no others."""
PAGE = ATTACKS.parents[1] / "SECURITY.md"
BEGIN = "<!-- made by python -m tests.hostile.trust_table -->\n"
END = "<!-- end -->"
NO_BOUND: Final = "no bound"
"""Instead of tests, for a claim that bounds nothing: there is nothing to show."""

Claims = dict[str, list[str] | str]
"""Per claim the tests that show it, each as `path::name` within `ATTACKS`, or `NO_BOUND`."""


class Row(TypedDict):
    """A role, and what it is and is not trusted with."""

    who: str
    trusted: Claims
    not_trusted: Claims


def rows() -> list[Row]:
    """The rows of the table."""
    found: list[Row] = tomllib.loads((ATTACKS / "trust.toml").read_text("utf-8"))["row"]
    return found


def claims() -> list[tuple[str, list[str] | str]]:
    """All claims of all rows, with what shows them."""
    return [claim for row in rows() for cell in (row["trusted"], row["not_trusted"]) for claim in cell.items()]


def page() -> str:
    """The page with its table made again; under it the tests, as numbered in it."""
    before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
    shown = dict.fromkeys(test for _, tests in claims() if tests != NO_BOUND for test in tests)
    numbers = {test: number for number, test in enumerate(shown, start=1)}
    lines = ["| who | trusted with | not trusted with |", "|---|---|---|"]
    for row in rows():
        lines.append(f"| {row['who']} | {_cell(row['trusted'], numbers)} | {_cell(row['not_trusted'], numbers)} |")
    lines += ["", "The small numbers are the tests that show it:", ""]
    lines += [f"{number}. `tests/hostile/{test}`" for test, number in numbers.items()]
    return f"{before}{BEGIN}\n" + "\n".join(lines) + f"\n\n{END}{rest.partition(END)[2]}"


def _cell(cell: Claims, numbers: dict[str, int]) -> str:
    return "; ".join(_noted(claim, tests, numbers) for claim, tests in cell.items()) or "nothing"


def _noted(claim: str, tests: list[str] | str, numbers: dict[str, int]) -> str:
    notes = "" if tests == NO_BOUND else " ".join(str(numbers[test]) for test in tests)
    return f"{claim}<sup>{notes}</sup>" if notes else claim


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
