"""Which network addresses are public. Everything else is refused before anything is sent."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv4Network, IPv6Network, ip_address
from typing import Final

_CLOSED_4: Final = tuple(
    IPv4Network(block)
    for block in (
        "0.0.0.0/8",  # this network
        "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16",  # private
        "100.64.0.0/10",  # behind a carrier's translation
        "127.0.0.0/8",  # this machine
        "169.254.0.0/16",  # this link; cloud machines' credentials
        "192.0.0.0/24", "192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24",  # protocols, documentation
        "192.31.196.0/24", "192.52.193.0/24", "192.175.48.0/24", "192.88.99.0/24",  # anycast services
        "198.18.0.0/15",  # benchmarks
        "224.0.0.0/4", "240.0.0.0/4",  # multicast, reserved, broadcast
    )
)  # fmt: skip
_OPEN_6: Final = IPv6Network("2000::/3")
_CLOSED_6: Final = tuple(
    IPv6Network(block)
    for block in (
        "2001::/23",  # protocols: Teredo, which carries an IPv4 address, benchmarks, ORCHID
        "2001:db8::/32", "3fff::/20",  # documentation
        "2002::/16",  # 6to4, which carries an IPv4 address
        "2620:4f:8000::/48",  # anycast service
    )
)  # fmt: skip


def is_public(address: str) -> bool:
    """Whether ``address`` (numeric, as a resolver gives it) belongs to a host on the public Internet.

    No IPv6 address outside ``2000::/3`` is: mapped (``::ffff:127.0.0.1``), translated (``64:ff9b::``), local
    or multicast. What is no plain numeric address (``0x7f.1``, ``fe80::1%eth0``) is not public either.
    """
    try:
        found = ip_address(address)
    except ValueError:
        return False
    if isinstance(found, IPv4Address):
        return not any(found in block for block in _CLOSED_4)
    if found.scope_id is not None or found not in _OPEN_6:
        return False
    return not any(found in block for block in _CLOSED_6)
