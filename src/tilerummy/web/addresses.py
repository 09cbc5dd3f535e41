"""The address of a client, as limits count it."""

from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Final

from starlette.requests import HTTPConnection

SITE: Final = 64
"""Bits of an IPv6 address that count: one IPv6 connection has all addresses that share them."""
Address = IPv4Address | IPv6Address


def address_of(connection: HTTPConnection) -> str:
    """Where a connection comes from; the same for all a subscriber can come from, empty where it has no address."""
    return counted(connection.client.host) if connection.client else ""


def counted(host: str) -> str:
    """An IPv4 address whole, an IPv6 address as its network of `SITE` bits, anything else as it is."""
    address = parse(host)
    if isinstance(address, IPv6Address):
        return str(IPv6Network((address, SITE), strict=False))
    return host if address is None else str(address)


def parse(host: str) -> Address | None:
    """The address written so, an IPv4 address within IPv6 (`::ffff:192.0.2.1`) as IPv4; None for anything else."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address
