"""Forwarded headers: a stranger can claim in them what they like, and it counts for nothing."""

from pathlib import Path

import pytest

from tests.web.harness import Guest, serving

QUESTIONS = 600
"""More guests at once than the server below takes from one address, on the slowest machine."""
BEHIND = ("--trusted-proxy", "127.0.0.1", "--public-host", "localhost")
FEW = {"TILERUMMY_PER_ADDRESS": "0.1"}


def may_ask(guest: Guest, claimed: str) -> bool:
    """Whether the server takes another guest from a request that claims to come from there."""
    guest.http.cookies.clear()
    return guest.http.post("/api/session", headers={"X-Forwarded-For": claimed}).status_code != 429


def test_without_a_trusted_proxy_forged_addresses_are_one(tmp_path: Path) -> None:
    with serving(tmp_path, environment=FEW) as server, Guest(server.address, session=False) as eve:
        assert not all(may_ask(eve, f"10.0.{number // 256}.{number % 256}") for number in range(QUESTIONS))
        claims = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "evil.example"}
        answer = eve.http.get("/api/levels", headers=claims)
        assert "strict-transport-security" not in answer.headers
        assert "evil" not in answer.headers["content-security-policy"]


def test_behind_a_trusted_proxy_the_last_address_it_names_counts(tmp_path: Path) -> None:
    options = ("--trusted-proxy", "127.0.0.1", "--trusted-proxy", "10.0.0.0/8", "--public-host", "rummy.example")
    with serving(tmp_path, options=options, environment=FEW) as server, Guest(server.address, session=False) as proxy:
        # left of what the first proxy saw stands what the client made up
        forged = (f"192.0.2.{number % 256}, 203.0.113.7, 10.1.2.3" for number in range(QUESTIONS))
        assert not all(may_ask(proxy, claimed) for claimed in forged)
        assert not may_ask(proxy, "203.0.113.7")
        assert may_ask(proxy, "203.0.113.8")
        # a line has 2**64 addresses of its own
        line = (f"2001:db8:0:1::{number:x}" for number in range(QUESTIONS))
        assert not all(may_ask(proxy, claimed) for claimed in line)
        assert may_ask(proxy, "2001:db8:0:2::1")


@pytest.mark.parametrize("trusted", [False, True], ids=["direct", "behind"])
def test_only_a_trusted_proxy_says_what_requests_are_called(tmp_path: Path, trusted: bool) -> None:
    options = BEHIND if trusted else ()
    with serving(tmp_path, options=options) as server, Guest(server.address, session=False) as eve:

        def called(given: str) -> str:
            headers = {"X-Request-Id": given, "X-Forwarded-For": "203.0.113.7"}
            return eve.http.get("/api/levels", headers=headers).headers["x-request-id"]

        for ident in ("a1-B2.c_3", "x" * 64):
            assert (called(ident) == ident) is trusted
        for nothing in ("", "x" * 65, 'a"b', "a b", "a\tb"):
            assert len(called(nothing)) == 16
