"""From a mapping (a TOML or JSON document) to a `Format`, or to every fault it has."""

from collections.abc import Callable, Iterator, Mapping

import msgspec

from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.edition.faults import Fault
from tilerummy.rules.edition.vocabulary import explain
from tilerummy.rules.names import unseen
from tilerummy.tournament.format.format import Format, Stage

CLOSING = ("drawn-number", "lot")
"""Keys that leave no tie open: no two players have the same number, or the same lot."""


_BY_ORDER = (("standing",), ("snake",), ("crosswise",), ("spread",))


class FormatError(ValueError):
    """A format that cannot be used, with all its faults."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        super().__init__("; ".join(map(str, faults)))
        self.faults = faults

    def __reduce__(self) -> "tuple[type[FormatError], tuple[tuple[Fault, ...]]]":
        return FormatError, (self.faults,)


def parse(document: Mapping[str, object], editions: Mapping[str, Callable[[], Edition]]) -> Format:
    """The format a document describes. `editions`: by the id of each what loads it.

    Raises FormatError with all faults: unknown and missing keys, values outside the vocabulary, an edition that does
    not exist, and combinations that cannot work.
    """
    faults = tuple(explain("", document, Format))
    if not faults:
        format_ = msgspec.convert(document, Format)
        faults = faults_of(format_, editions)
        if not faults:
            return format_
    raise FormatError(faults)


def faults_of(format_: Format, editions: Mapping[str, Callable[[], Edition]]) -> tuple[Fault, ...]:
    """What cannot work in a format: combinations, an edition that does not exist, tables that it does not play."""
    return (*_conflicts(format_), *_unplayable(format_, editions))


def _conflicts(format_: Format) -> Iterator[Fault]:
    if sign := unseen(format_.name):
        yield Fault("name", "text-unseen", {"sign": sign})
    if not format_.stages:
        yield Fault("stages", "no-stages")
    if format_.seeding == "rating" and format_.stages and format_.stages[0].seating[:1] not in _BY_ORDER:
        yield Fault("seeding", "seeds-unused")
    seen: set[str] = set()
    before: Stage | None = None
    for at, stage in enumerate(format_.stages, start=1):
        key = f"stages[{at}]"
        if stage.id in seen:
            yield Fault(f"{key}.id", "stage-twice", {"stage": stage.id})
        seen.add(stage.id)
        yield from _stage(key, stage, first=at == 1)
        if before is not None:
            yield from _cut(key, before, stage)
        before = stage
    if before is not None and before.repechage:
        yield Fault(f"stages[{len(format_.stages)}].repechage", "repechage-last")


def _unplayable(format_: Format, editions: Mapping[str, Callable[[], Edition]]) -> Iterator[Fault]:
    """An edition that does not exist, or counts what a format counts, and tables at which its rules do not work."""
    if format_.edition not in editions:
        yield Fault("edition", "format-edition", {"edition": format_.edition, "allowed": list(editions)})
        return
    edition = editions[format_.edition]()
    if edition.end.winner_bonus is not None:
        yield Fault("edition", "format-bonus", {"edition": format_.edition, "bonus": edition.end.winner_bonus})
    fewest, most = edition.players.least, edition.players.most
    for at, stage in enumerate(format_.stages, start=1):
        sizes = stage.tables
        if sizes.least < fewest or sizes.most > most:
            params = {"edition": format_.edition, "allowed_least": fewest, "allowed_most": most}
            yield Fault(
                f"stages[{at}].tables", "sizes-not-played", {**params, "least": sizes.least, "most": sizes.most}
            )


def _cut(key: str, before: Stage, stage: Stage) -> Iterator[Fault]:
    """What cannot work in how one stage chooses its players from the one before."""
    if stage.wild_cards and (stage.places != "all" or not stage.per_table):
        yield Fault(f"{key}.wild_cards", "wild-cards-of-all")
    if stage.repechage and (stage.places != "all" or stage.per_table or before.repechage):
        yield Fault(f"{key}.repechage", "repechage-cut")
    if before.repechage and not stage.per_table:
        yield Fault(f"{key}.per_table", "repechage-open")
    if stage.carry != "none" and (stage.repechage or before.repechage):
        yield Fault(f"{key}.carry", "repechage-carries")
    for word, best in (("per_table", stage.per_table), ("repechage", stage.repechage)):
        if best and before.rounds > 1 and set(before.seating[1:]) != {"home"}:
            yield Fault(f"{key}.{word}", "tables-change", {"stage": before.id})
        if best >= before.tables.prefer:
            yield Fault(f"{key}.{word}", "nobody-leaves", {"size": before.tables.prefer})


def _stage(key: str, stage: Stage, *, first: bool) -> Iterator[Fault]:
    sizes = stage.tables
    if not sizes.least <= sizes.prefer <= sizes.most:
        yield Fault(f"{key}.tables", "sizes-crossed", msgspec.structs.asdict(sizes))
    if not stage.seating:
        yield Fault(f"{key}.seating", "nothing-listed")
    if stage.seating[:1] == ("home",):
        yield Fault(f"{key}.seating", "home-first")
    if not stage.ranking or stage.ranking[-1] not in CLOSING:
        yield Fault(f"{key}.ranking", "ties-left-open", {"allowed": list(CLOSING)})
    if len(set(stage.ranking)) < len(stage.ranking):
        yield Fault(f"{key}.ranking", "listed-twice")
    if stage.counting.small_tables == "table-points" and "table-points" not in stage.ranking[:1]:
        yield Fault(f"{key}.counting.small_tables", "table-points-not-ranked")
    for size, word in enumerate(("two", "three", "four", "five", "six"), start=2):
        if len(stage.counting.table_points(size)) != size:
            yield Fault(f"{key}.counting.table_points_{word}", "wrong-length", {"wanted": size})
    for word in ("places", "per_table", "wild_cards", "repechage"):
        if first and getattr(stage, word) not in ("all", 0):
            yield Fault(f"{key}.{word}", "first-stage-cut")
    if first and stage.carry != "none":
        yield Fault(f"{key}.carry", "nothing-to-carry")
    if stage.places != "all" and stage.places < stage.least:
        yield Fault(f"{key}.least", "never-played", {"least": stage.least, "places": stage.places})
    least, games = stage.missing.least_games, stage.rounds * stage.games
    if least > games:
        yield Fault(f"{key}.missing.least_games", "more-than-played", {"games": games})
