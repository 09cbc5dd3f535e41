"""A bus by its address, as people write it."""

from tilerummy.bus.base import Bus, BusError
from tilerummy.bus.local import LocalBus
from tilerummy.bus.signing import Signing

SCHEMES = ("redis", "rediss", "unix")
"""The schemes of Redis' addresses: plain, over TLS, a socket in the file system."""


def open_bus(address: str | None, *, alone: bool, signing: Signing) -> Bus:
    """The bus at the address; without one, that of a server which is `alone`, or has to poll to learn from others.

    Raises BusError: `bus-unknown`, `extra-missing`.
    """
    if not address:
        return LocalBus(alone=alone)
    # what follows may hold a password, and is not told
    scheme, mark, _ = address.partition("://")
    if not mark or scheme not in SCHEMES:
        raise BusError("bus-unknown", given=f"{scheme.rpartition('@')[2]}{mark}")
    try:
        from tilerummy.bus.redis import RedisBus
    except ImportError:
        raise BusError("extra-missing", package="redis", extra="scale") from None
    try:
        return RedisBus(address, signing)
    except ValueError as error:
        raise BusError("bus-unknown", given=f"{scheme}://… ({error})") from None
