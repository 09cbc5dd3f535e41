"""What a club stored once can be read, and comes to the same."""

import json

from tests.golden.club import FILE, seen
from tilerummy.clubs.state import ClubChange, Entered, Founded, decode, encode, fold


def test_a_stored_club_is_read_as_it_was_meant() -> None:
    golden = json.loads(FILE.read_text("utf-8"))
    rows = [decode(json.dumps(row).encode()) for row in golden["rows"]]
    events: list[ClubChange] = [event for row in rows for event in row]
    assert seen(fold(None, events)) == golden["seen"]
    assert [json.loads(encode(row)) for row in rows] == golden["rows"]
    # all kinds of events but closing, which leaves nothing to compare
    kinds = set(ClubChange.__args__) - {type(event) for event in events}
    assert {kind.__name__ for kind in kinds} == {"Closed"}
    assert isinstance(events[0], Founded)
    assert any(isinstance(event, Entered) for event in events)
