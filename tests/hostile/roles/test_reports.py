"""What a person at a table reports reaches the server's owner, and nothing else does."""

import json
from collections.abc import Mapping

import pytest

from tests.web.api.test_guests import who
from tests.web.harness import Guest, Server
from tilerummy.cli.main import main


def test_a_seat_or_a_line_is_reported_to_the_owner(server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    with Guest(server.address) as ann, Guest(server.address) as eve, Guest(server.address) as stranger:
        room = ann.make(name="Ann", seats=3)
        path = f"/api/rooms/{room}/reports"

        def refused(guest: Guest, body: Mapping[str, object], at: str = path) -> tuple[int, str]:
            answer = guest.http.post(at, json={"reason": "spam", **body})
            return answer.status_code, answer.json()["code"]

        with eve.join(room) as hers:
            assert hers.ask("sit", name="Eve")["t"] == "accepted"
            assert hers.ask("say", text="Buy this")["t"] == "accepted"
            number = hers.expect("chatted")["lines"][-1]["number"]
        seat = ann.http.post(path, json={"reason": "name", "seat": 1, "text": "rude\nname"})
        line = ann.http.post(path, json={"reason": "spam", "line": number})
        assert (seat.status_code, line.status_code) == (201, 201)
        for body in ({}, {"seat": 2}, {"seat": 7}, {"line": 99}, {"seat": 1, "line": number}):
            assert refused(ann, body) == (422, "report-nobody")
        for body in ({"seat": 0}, {"seat": 8}, {"reason": "hate"}, {"text": "x" * 501}):
            assert refused(ann, {"seat": 1, **body})[0] == 422
        assert refused(ann, {"seat": 0}) == (422, "report-oneself")
        assert refused(eve, {"line": number}) == (422, "report-oneself")
        assert refused(stranger, {"seat": 1}) == (403, "not-seated")
        assert refused(ann, {"seat": 1}, "/api/rooms/none/reports") == (404, "unknown-room")
        kept = ann.http.get("/api/session/kept").json()["reports"]
        assert [(one["name"], one["reason"]) for one in kept] == [("Eve", "name"), ("Eve", "spam")]
        assert who(eve) not in ann.http.get("/api/session/kept").text

        capsys.readouterr()
        assert main(["reports", *server.store, "--json"]) == 0
        told = [one for one in json.loads(capsys.readouterr().out) if one["room"] == room]
        assert [(one["reported"], one["reporter"], one["name"]) for one in told] == [(who(eve), who(ann), "Eve")] * 2
        assert [(one["reason"], one["text"], one["line"]) for one in told] == [
            ("name", "rude name", ""),
            ("spam", "", "Buy this"),
        ]
        assert main(["--lang", "en", "reports", *server.store]) == 0
        assert "> Buy this" in capsys.readouterr().out
        assert main(["reports", "done", told[0]["id"], *server.store]) == 0
        assert main(["reports", "done", told[0]["id"], *server.store]) == 2
        assert main(["reports", "done", *server.store]) == 2
        # enough is enough: a whole table, then one in five minutes
        codes = [ann.http.post(path, json={"reason": "spam", "seat": 1}).status_code for _ in range(7)]
        assert codes == [201] * 6 + [429]
