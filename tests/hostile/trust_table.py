"""The table of SECURITY.md, made of `trust.toml`: `python -m tests.hostile.trust_table` writes it."""

import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "SECURITY.md"
BEGIN = "<!-- made by python -m tests.hostile.trust_table -->\n"
END = "<!-- end -->"


def rows() -> list[dict[str, Any]]:
    """Who is trusted with what, and which tests show it: `path::name`."""
    found: list[dict[str, Any]] = tomllib.loads((Path(__file__).parent / "trust.toml").read_text("utf-8"))["row"]
    return found


def page() -> str:
    """The page with its table made again."""
    before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
    lines = ["| who | trusted with | not trusted with | shown by |", "|---|---|---|---|"]
    for row in rows():
        shown = ", ".join(f"`{test.rpartition('/')[2]}`" for test in row["tests"]) or "–"
        lines.append(f"| {row['who']} | {row['trusted']} | {row['not_trusted']} | {shown} |")
    return f"{before}{BEGIN}\n" + "\n".join(lines) + f"\n\n{END}{rest.partition(END)[2]}"


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
