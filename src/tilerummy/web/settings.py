"""How a server stands in its network: whose forwarded headers count, and under which names it answers."""

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from ipaddress import IPv4Network, IPv6Network, ip_network
from types import MappingProxyType

from tilerummy.coded import SettingError
from tilerummy.web.addresses import parse
from tilerummy.web.hosts import name_of
from tilerummy.web.notices.mail.settings import MailSettings, mail_settings
from tilerummy.web.notices.services import EXAMPLES, WEBHOOK, can_use_apprise
from tilerummy.web.sessions import KEY_BYTES, keys_of

SESSION_KEYS = "TILERUMMY_SESSION_KEYS"
"""The environment variable with the keys that sign cookies."""
Network = IPv4Network | IPv6Network
_ORIGIN = re.compile(r"https?://[a-z0-9.-]+:\d{1,5}")


@dataclass(frozen=True, slots=True)
class WebSettings:
    """`proxies`: the networks whose forwarded headers count. `names`: the host names of the page; without any, those
    that nobody outside can make lead here. `local`: the server listens to its own machine alone. `per_address`
    multiplies what one address may open, ask and make. `restore`: guests may bring tournaments back from backups.
    `operators`: networks that may ask for metrics and readiness, besides the machine itself.
    `push_near`: origins of push services that guests may name although they are not public. `mail`: by which server
    mails go out, None for no mails. `services`: by which guests may be told.
    `keys` sign the guests' cookies, the first of them; without any, the data folder has one."""

    proxies: tuple[Network, ...] = ()
    names: frozenset[str] = frozenset()
    local: bool = True
    per_address: float = 1
    restore: bool = True
    operators: tuple[Network, ...] = ()
    push_near: tuple[str, ...] = ()
    mail: MailSettings | None = None
    services: frozenset[str] = frozenset()
    keys: tuple[bytes, ...] = field(default=(), repr=False)

    def trusts(self, peer: str) -> bool:
        """Whether this is the address of a trusted proxy, which speaks for many."""
        address = parse(peer)
        return address is not None and any(address in network for network in self.proxies)


def web_settings(
    proxies: Iterable[str], names: Iterable[str], listens_on: str, environment: Mapping[str, str] = MappingProxyType({})
) -> WebSettings:
    """The settings as they are written; TILERUMMY_PER_ADDRESS, _RESTORE, _METRICS_FROM, _PUSH_NEAR, _SERVICES,
    _SESSION_KEYS and those of mails come from the environment. Guests bring backups where nothing is said and the
    server serves its own machine alone.

    Raises SettingError: `bad-proxy`, `bad-name`, `proxy-without-name`, `mail-without-name`, or a code that
    begins with `setting-`.
    """
    trusted = tuple(_network(proxy) for proxy in proxies)
    known = frozenset(_name(name) for name in names)
    if trusted and not known:
        raise SettingError("proxy-without-name")
    address = parse(listens_on)
    local = address is not None and address.is_loopback
    factor = _factor(environment.get("TILERUMMY_PER_ADDRESS", "1"))
    restore = environment.get("TILERUMMY_RESTORE", "yes" if local and not known else "no")
    if restore not in ("yes", "no"):
        raise SettingError("setting-yes-no", name="TILERUMMY_RESTORE", given=restore)
    operators, keys = _operators(environment), session_keys(environment)
    near, mail, services = _push_near(environment), mail_settings(environment), _services(environment)
    # the links in mails lead to the name that a request came by
    if mail is not None and not known:
        raise SettingError("mail-without-name")
    return WebSettings(trusted, known, local, factor, restore == "yes", operators, near, mail, services, keys)


def _services(environment: Mapping[str, str]) -> frozenset[str]:
    name = "TILERUMMY_SERVICES"
    given = environment.get(name, "")
    names = frozenset(word.strip() for word in given.split(",") if word.strip())
    if not names <= EXAMPLES.keys():
        raise SettingError("setting-some-of", name=name, given=given, allowed=", ".join(EXAMPLES))
    if names - {WEBHOOK} and not can_use_apprise():
        raise SettingError("setting-apprise", name=name, extra="notify")
    return names


def _operators(environment: Mapping[str, str]) -> tuple[Network, ...]:
    name = "TILERUMMY_METRICS_FROM"
    given = environment.get(name, "")
    try:
        return tuple(_network(word.strip()) for word in given.split(",") if word.strip())
    except SettingError:
        raise SettingError("setting-networks", name=name, given=given) from None


def _push_near(environment: Mapping[str, str]) -> tuple[str, ...]:
    name = "TILERUMMY_PUSH_NEAR"
    given = environment.get(name, "")
    origins = tuple(word.strip() for word in given.split(",") if word.strip())
    if not all(_ORIGIN.fullmatch(origin) for origin in origins):
        raise SettingError("setting-origins", name=name, given=given)
    return origins


def _factor(given: str) -> float:
    try:
        factor = float(given)
    except ValueError:
        factor = 0.0
    if not 0 < factor < math.inf:
        raise SettingError("setting-number", name="TILERUMMY_PER_ADDRESS", given=given)
    return factor


def session_keys(environment: Mapping[str, str]) -> tuple[bytes, ...]:
    """The keys of TILERUMMY_SESSION_KEYS, none where it is not set. Raises SettingError."""
    given = environment.get(SESSION_KEYS)
    try:
        return keys_of(given) if given else ()
    except ValueError:
        # what was given is a secret, and is not told
        raise SettingError("setting-keys", name=SESSION_KEYS, digits=2 * KEY_BYTES) from None


def _network(given: str) -> Network:
    try:
        network = ip_network(given)
    except ValueError:
        raise SettingError("bad-proxy", given=given) from None
    # To trust all is to take the word of every stranger.
    if network.prefixlen == 0:
        raise SettingError("bad-proxy", given=given)
    return network


def _name(given: str) -> str:
    name = name_of(f"[{given}]" if ":" in given else given)
    if name is None:
        raise SettingError("bad-name", given=given)
    return name
