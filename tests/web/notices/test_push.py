"""Pushes are encrypted to the letter of RFC 8291, and go to public addresses alone."""

import asyncio
import socket
from ipaddress import ip_address
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, derive_private_key

from tests.web.notices.push_service import decrypted
from tilerummy.rooms.correspondence.calendar import zone_of
from tilerummy.web.notices.client import Client
from tilerummy.web.notices.outgoing import NotPublic, Outgoing, is_public
from tilerummy.web.notices.push import BadTarget, encrypted, read_target, unpacked
from tilerummy.web.notices.quiet import quiet_until

NOON = 1_790_000_000_000 // 86_400_000 * 86_400_000 + 12 * 3_600_000
"""Noon in London's winter of some day, UTC (ms)."""
HOUR = 3_600_000


def test_a_push_is_the_one_of_the_standard() -> None:
    """Appendix A of RFC 8291."""
    target = read_target(
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg",
    )
    receiver, own = (
        derive_private_key(int.from_bytes(unpacked(key), "big"), SECP256R1())
        for key in ("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94", "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")
    )
    sent = encrypted(
        b"When I grow up, I want to be a watermelon",
        target,
        unpacked("DGv6ra1nlYgDCS1FRnbzlw"),
        own,
    )
    assert sent == unpacked(
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6Tlz"
        "AC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )
    secret = unpacked("BTBZMqHH6r4Tts7J_aSIgg")
    assert decrypted(sent, receiver, secret) == b"When I grow up, I want to be a watermelon"


@pytest.mark.parametrize(("key", "secret"), [("AA", "BTBZMqHH6r4Tts7J_aSIgg"), ("B" * 87, "AAAA"), ("", "")])
def test_no_key_is_refused(key: str, secret: str) -> None:
    with pytest.raises(BadTarget):
        read_target(key, secret)


@pytest.mark.parametrize(
    "url",
    [
        "http://push.example/a",
        "https://127.0.0.1/a",
        "https://[::1]/a",
        "https://0x7f.1/a",
        "https://2130706433/a",
        "https://localhost/a",
        "https://push.example:8443/a",
        "https://me@push.example/a",
        "https://push.example /a",
        "https://push.example\r\nHost: other/a",
        "ftp://push.example/a",
        "https://push.example:x/a",
        "https:///a",
        "http://127.0.0.1:81/a",
        "",
    ],
)
def test_an_address_that_is_not_public_is_not_taken(url: str) -> None:
    assert not Outgoing(["http://127.0.0.1:80"]).takes(url)


def test_public_addresses_and_those_of_the_owner_are_taken() -> None:
    outgoing = Outgoing(["http://127.0.0.1:80"])
    assert all(
        map(outgoing.takes, ["https://push.example/a?b=c", "https://push.example:443/", "http://127.0.0.1:80/a"])
    )


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("10.0.0.1", False),
        ("127.0.0.1", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("224.0.0.1", False),
        ("0.0.0.0", False),
        ("::1", False),
        ("fe80::1", False),
        ("fd00::1", False),
        ("::ffff:10.0.0.1", False),
        ("64:ff9b::a00:1", False),
        ("2002:a00:1::", False),
        ("8.8.8.8", True),
        ("2606:4700::1", True),
    ],
)
def test_which_addresses_are_public(address: str, public: bool) -> None:
    assert is_public(ip_address(address)) is public


def test_a_public_name_that_leads_inside_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a name stands for is looked at where it is connected to: the second of two addresses counts too."""

    async def lookup(*_: Any, **__: Any) -> list[Any]:
        return [(0, 0, 0, "", (address, 443)) for address in ("8.8.8.8", "10.0.0.1")]

    async def ask() -> None:
        monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", lookup, raising=False)
        client = Client(set())
        with pytest.raises(NotPublic):
            await client.post("https://push.example/a", {}, b"")
        await client.close()

    # not uvloop, whose loops take no other look-up
    asyncio.run(ask())


def test_a_service_that_never_answers_is_waited_for_only_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tilerummy.web.notices.client.SECONDS", 0.05)

    async def ask(port: int) -> None:
        client = Client({("127.0.0.1", port)})
        with pytest.raises(OSError):
            await client.post(f"http://127.0.0.1:{port}/a", {"Host": "x"}, b"")
        await client.close()

    with socket.create_server(("127.0.0.1", 0)) as silent:
        asyncio.run(ask(silent.getsockname()[1]))


@pytest.mark.parametrize(
    ("zone", "quiet", "hours"),
    [
        ("UTC", None, None),
        ("UTC", (13 * 60, 14 * 60), None),
        ("UTC", (11 * 60, 13 * 60), 1),
        ("UTC", (22 * 60, 8 * 60), None),
        ("UTC", (12 * 60, 12 * 60), None),
        ("Asia/Tokyo", (20 * 60, 8 * 60), 11),
        ("America/New_York", (22 * 60, 9 * 60), 1),
        ("Nowhere/At_all", (0, 1439), None),
    ],
)
def test_quiet_hours_end_by_the_readers_clock(zone: str, quiet: tuple[int, int] | None, hours: int | None) -> None:
    until = quiet_until(NOON, zone, quiet)
    assert until == (None if hours is None else NOON + hours * HOUR)


@pytest.mark.parametrize("name", ["", "Nowhere/At_all", "../etc/passwd", "Europe", "/etc/passwd"])
def test_a_time_zone_that_nobody_knows(name: str) -> None:
    assert zone_of(name) is None
