"""How a server stands in its network: whose forwarded headers count, and under which names it answers."""

from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_network

from tilerummy.web.addresses import parse
from tilerummy.web.hosts import name_of

Network = IPv4Network | IPv6Network


class SettingError(Exception):
    """A setting that cannot be used; told once at start. `code` names the message, `params` fill it."""

    def __init__(self, code: str, **params: str) -> None:
        super().__init__(f"{code} {params}")
        self.code = code
        self.params = params


@dataclass(frozen=True, slots=True)
class WebSettings:
    """`proxies`: the networks whose forwarded headers count. `names`: the host names of the page; without any, those
    that nobody outside can make lead here. `local`: the server listens to its own machine alone."""

    proxies: tuple[Network, ...] = ()
    names: frozenset[str] = frozenset()
    local: bool = True


def web_settings(proxies: Iterable[str], names: Iterable[str], listens_on: str) -> WebSettings:
    """The settings as they are written. Raises SettingError: `bad-proxy`, `bad-name`, `proxy-without-name`."""
    trusted = tuple(_network(proxy) for proxy in proxies)
    known = frozenset(_name(name) for name in names)
    if trusted and not known:
        raise SettingError("proxy-without-name")
    address = parse(listens_on)
    return WebSettings(trusted, known, address is not None and address.is_loopback)


def _network(given: str) -> Network:
    try:
        network = ip_network(given)
    except ValueError:
        raise SettingError("bad-proxy", given=given) from None
    # Whoever trusts all takes the word of every stranger.
    if network.prefixlen == 0:
        raise SettingError("bad-proxy", given=given)
    return network


def _name(given: str) -> str:
    name = name_of(f"[{given}]" if ":" in given else given)
    if name is None:
        raise SettingError("bad-name", given=given)
    return name
