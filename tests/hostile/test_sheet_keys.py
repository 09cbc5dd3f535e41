"""The key of one sheet writes on that sheet, and on no other."""

from pathlib import Path

import pytest

from tests.web.harness import Guest, serving

WRITE = {"t": "write", "id": "a", "game": 0, "out": 1, "left": [{"value": 12}, {}]}


def made(guest: Guest) -> tuple[str, str]:
    answer = guest.http.post("/api/sheets", json={"edition": "twist", "players": ["Ann", "Bob"]})
    assert answer.status_code == 201, answer.text
    return f"/api/sheets/{answer.json()['sheet']}", answer.json()["key"]


@pytest.mark.parametrize("given", ["of another sheet", "nobody's", "none"])
def test_the_key_of_a_sheet_writes_on_no_other(tmp_path: Path, given: str) -> None:
    with serving(tmp_path) as server, Guest(server.address) as guest, Guest(server.address) as stranger:
        (address, key), (_, foreign) = made(guest), made(stranger)
        asked = {"of another sheet": f"?key={foreign}", "nobody's": f"?key={'x' * len(key)}", "none": ""}[given]
        before = guest.http.get(address).json()
        assert stranger.http.post(f"{address}{asked}", json=WRITE).status_code in (401, 403)
        assert guest.http.get(address).json() == before
        assert guest.http.post(f"{address}?key={key}", json=WRITE).status_code == 200
