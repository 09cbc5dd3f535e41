"""Which names are a server's own."""

import socket

import pytest

from tilerummy.web.hosts import Hosts
from tilerummy.web.settings import web_settings

OF_THIS_MACHINE = [
    "localhost",
    "LOCALHOST:8000",
    "localhost.",
    "page.localhost",
    "127.0.0.1:80",
    "127.3.2.1",
    "[::1]:8000",
]
OF_THE_NETWORK = [
    "192.168.1.20:8000",
    "203.0.113.7",
    "[fe80::1]",
    "[2001:db8::1]:8000",
    "living-room",
    "tile_rummy:8000",
]
OF_THE_NETWORK += ["Living-Room.local", "server.lan:8000", "server.home.arpa", "rummy.internal", socket.gethostname()]
OF_OTHERS = [
    "evil.example",
    "evil.example:8000",
    "local.evil.example",
    "127.0.0.1.evil.example",
    "localhost.evil.example",
]
NO_NAMES = [
    "",
    ":8000",
    "a b",
    "a/b",
    "[evil]",
    "::1",
    "a.example:x",
    ".local",
    "a..local\n",
    "x; script-src evil",
    "é.local",
]


@pytest.mark.parametrize("host", OF_THIS_MACHINE)
def test_its_own_machine_always_reaches_it(host: str) -> None:
    assert Hosts(frozenset(), local=True).accepts(host)
    assert Hosts(frozenset(), local=False).accepts(host)
    assert Hosts(frozenset({"rummy.example"}), local=False).accepts(host)


@pytest.mark.parametrize("host", OF_THE_NETWORK)
def test_the_own_network_reaches_a_server_that_listens_to_it_and_has_no_names(host: str) -> None:
    assert Hosts(frozenset(), local=False).accepts(host)
    assert not Hosts(frozenset({"rummy.example"}), local=False).accepts(host)
    assert not Hosts(frozenset(), local=True).accepts(host)


@pytest.mark.parametrize("host", OF_OTHERS + NO_NAMES)
def test_nobody_elses_name_reaches_it(host: str) -> None:
    for names in (frozenset[str](), frozenset({"rummy.example"})):
        for local in (True, False):
            assert not Hosts(names, local=local).accepts(host)


@pytest.mark.parametrize(
    "host", ["rummy.example", "RUMMY.example:443", "rummy.example.", "203.0.113.7:8000", "[2001:DB8:0::1]"]
)
def test_a_name_of_its_settings_reaches_it(host: str) -> None:
    named = web_settings([], ["Rummy.example.", "203.0.113.7", "2001:db8::1"], "127.0.0.1")
    assert Hosts(named.names, local=True).accepts(host)
