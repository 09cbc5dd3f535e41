"""A club with all that can happen in one, as it is stored: `python -m tests.golden.club` writes `club.json` with the
version that runs it, as long as no released version has written one. What stands there can be read for ever."""

import json
from pathlib import Path
from typing import Any, Final

import msgspec

from tilerummy.clubs.commands import (
    ChangeMember,
    DateEvent,
    DropSeason,
    EnterMember,
    ErasePerson,
    ImportRegister,
    MergeMembers,
    PartMembers,
    RemoveEvent,
    RemoveMember,
    RenameClub,
    RenewClubLink,
    SetSeason,
)
from tilerummy.clubs.decide import decide, found
from tilerummy.clubs.figures import figures
from tilerummy.clubs.state import Club, ClubChange, EventAdded, EventCounted, Keys, LinkRenewed, encode, fold
from tilerummy.clubs.views import register_view, view
from tilerummy.seasons.outcomes import Finisher, Outcome

FILE: Final = Path(__file__).parent / "club.json"
ASKED: Final = (
    EnterMember("1", "Ann Peeters", ("Anna Peeters",), "A", named=True, note="keeps the key"),
    ImportRegister("2", "name;class\nBob Maes;A\nBob Maes;B\nCas Claes;\nDee Jacobs;"),
    ChangeMember("3", 4, "Cas Claes", named=True),
    MergeMembers("4", 1, 4),
    PartMembers("5", 4),
    MergeMembers("6", 2, 3),
    RemoveMember("7", 4),
    SetSeason("8", None, "2026", "2026-01-01", "2026-12-31", best=2),
    SetSeason("9", None, "First", events=(1,), scale=(10, 6, 3), everybody=True),
    SetSeason("10", None, "None", events=()),
    DropSeason("11", 3),
    DateEvent("12", 2, "2026-05-01"),
    RemoveEvent("13", 3),
    ErasePerson("14", "m5"),
    RenameClub("15", "Saturday club"),
    RenewClubLink("16", "keeper", "abcdefghjkmnpqrs"),
)


def rows() -> list[tuple[ClubChange, ...]]:
    """What this version stores."""
    stored = [found("Friday club", Keys("keeper", "reader"))]
    for number, event in enumerate(("t1", "t2", "sheet:s1"), start=1):
        people = tuple(
            Finisher(at, name, "A", at)
            for at, name in enumerate(("Ann Peeters", "Bob Maes", "Dee Jacobs", "Eva Else"), start=1)
        )
        come = Outcome(f"Evening {number}", finished=True, entrants=people, games=(((1, 30), (2, -10), (3, -20)),))
        day = f"2026-04-0{number}"
        stored.append((EventAdded(number, event, come.name, day),))
        stored.append((EventCounted(number, come.name, day, come, 9),))
    for asked in ASKED:
        events = decide(fold(None, [event for row in stored for event in row]), asked)
        assert events, asked
        stored.append(events)
    assert any(isinstance(event, LinkRenewed) for event in stored[-1])
    return stored


def seen(club: Club) -> Any:
    """What it comes to, without ratings."""
    counted = msgspec.structs.replace(figures(club, "reader", 1), ratings=())
    shown = [view(club, "x", 9, "keeper", frozenset()), register_view(club, 9), counted]
    return msgspec.json.decode(msgspec.json.encode(shown))


def main() -> None:
    """Write the file."""
    stored = rows()
    said = {
        "rows": [json.loads(encode(row)) for row in stored],
        "seen": seen(fold(None, [event for row in stored for event in row])),
    }
    FILE.write_text(json.dumps(said, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
