"""What was played and found, cell by cell: counted, printed, and kept where server and book differ."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.bookkeeper.books.book import BOOKS
from tests.bookkeeper.books.law import Play
from tests.bookkeeper.books.ledger import Ledger

Cell = tuple[str, int]
COLUMNS = ("games", "plays", "draws", "passes", "refused", "late", "ends", "differ")


@dataclass
class Tally:
    """Counts by cell; `folder` gets a file for every disagreement, with all that is needed to see it again."""

    folder: Path
    counts: dict[Cell, Counter[str]] = field(default_factory=dict)
    files: list[Path] = field(default_factory=list)

    def count(self, cell: Cell, what: str, times: int = 1) -> None:
        """Something happened."""
        self.counts.setdefault(cell, Counter())[what] += times

    def keep(self, cell: Cell, name: str, dossier: Mapping[str, Any]) -> None:
        """A disagreement."""
        self.count(cell, "differ")
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.folder / f"{name}.json"
        path.write_text(json.dumps(dossier, indent=1, default=_plain))
        self.files.append(path)

    @property
    def games(self) -> int:
        """How many games are over."""
        return sum(counts["games"] for counts in self.counts.values())

    def has(self, wanted: Mapping[str, int]) -> bool:
        """Whether each of these has come up so often."""
        every = sum(self.counts.values(), Counter[str]())
        return all(every[what] >= often for what, often in wanted.items())

    def merge(self, other: "Tally") -> None:
        """Add what another one counted."""
        for cell, counts in other.counts.items():
            self.counts.setdefault(cell, Counter()).update(counts)
        self.files += other.files

    def lines(self) -> Iterable[str]:
        """The table, and below it what was met along the way."""
        yield f"{'edition':20} n {'games':>5} {'plays':>6} {'draws':>6} {'pass':>5} {'refused':>7}  late: {'':32} ends:"
        for cell in sorted(cell for cell in self.counts if cell[1]):
            yield _line(cell[0], str(cell[1]), self.counts[cell])
        yield _line("all", "", sum(self.counts.values(), Counter()))
        every = sum(self.counts.values(), Counter())
        shown = (*COLUMNS, "plays", "draws", "passes")
        rest = sorted(key for key in every if key not in shown and not key.startswith(("late ", "end ")))
        yield "also: " + ", ".join(f"{every[key]} {key}" for key in rest)


def _line(edition: str, seats: str, counts: Counter[str]) -> str:
    late = " ".join(f"{key[5:]} {counts[key]}" for key in sorted(counts) if key.startswith("late "))
    ends = " ".join(f"{key[4:]} {counts[key]}" for key in sorted(counts) if key.startswith("end "))
    figures = f"{counts['games']:5} {counts['plays']:6} {counts['draws']:6} {counts['passes']:5} {counts['refused']:7}"
    differ = f"  DIFFER {counts['differ']}" if counts["differ"] else ""
    return f"{edition:20} {seats:1} {figures}  {late:38} {ends}{differ}"


def again(dossier: Mapping[str, Any]) -> Iterable[str]:
    """What differs, found once more from the events that were kept."""
    yield f"found: {dossier['differ']}"
    ledger = Ledger(BOOKS[dossier["plan"]["edition"]], dossier["seats"])
    for event in dossier["events"]:
        if event["t"] not in ("clock", "stood-in", "came-back"):
            ledger.drafts = [_draft(one) for one in event.get("drafts", [None])]
            ledger.enter(event)
            yield f"{json.dumps(event)}"
            yield from (f"    differs: {what}" for what in ledger.disagreements)
            ledger.disagreements.clear()


def _draft(kept: Any) -> Play | None:
    return None if kept is None else Play(tuple(kept["table"]), tuple(kept["opening"]))


def _plain(value: Any) -> Any:
    return value.wire() if isinstance(value, Play) else str(value)
