"""Limits that hold for all servers together: what somebody spends at one is missing at the others too.

Messages may be lost, and two servers may give the last of it away at once: then somebody gets a little more.
"""

from typing import Final

import msgspec

from tilerummy.bus import Bus
from tilerummy.web import limits
from tilerummy.web.rates import Rates

TOPIC: Final = "spent"
_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(tuple[str, str, float]).decode


class Spending:
    """What guests may make, at whichever server. `per_address`: see `WebSettings`."""

    def __init__(self, bus: Bus, per_address: float) -> None:
        self._bus = bus
        self._rates: dict[str, Rates] = {}
        self.budget, self.new_guests = limits.budget(per_address), limits.new_guests(per_address)
        self._share("guest", self.budget.of_guest)
        self._share("address", self.budget.of_address)
        self._share("new", self.new_guests)
        bus.hear(TOPIC, self._hear)

    def _share(self, name: str, rates: Rates) -> None:
        self._rates[name] = rates
        rates.taken = lambda key, tokens: self._bus.say(TOPIC, "", _encode((name, key, tokens)))

    def _hear(self, _: str, said: bytes) -> None:
        name, key, tokens = _decode(said)
        self._rates[name].of(key).spend(tokens)
