"""Tell by an address itself whether it leads to this computer, into its own network, or elsewhere."""

import ipaddress
from urllib.parse import urlsplit


def is_this_computer(host: str) -> bool:
    """Return True if a name or an IP address stands for this computer itself, and never leads into a network."""
    name = host.strip("[]").rstrip(".").lower().partition("%")[0]
    if name in {"", "localhost"} or name.endswith(".localhost"):
        return True
    try:
        ip = ipaddress.ip_address(name)
    except ValueError:
        return False
    mapped = ip.ipv4_mapped if isinstance(ip, ipaddress.IPv6Address) else None
    return (mapped or ip).is_loopback


def is_loopback(address: str) -> bool:
    """Return True if the address is on this computer."""
    host = host_of(address)
    return bool(host) and is_this_computer(host)


def is_local(address: str) -> bool:
    """Return True if the address is on this computer or in its own network."""
    host = host_of(address)
    ip = _ip(host)
    if ip is not None:
        return ip.is_private
    return is_loopback(address) or "." not in host or host.endswith((".local", ".lan", ".internal"))


def host_of(address: str) -> str:
    """Return the host of a URL, "" when it has none."""
    try:
        return (urlsplit(address).hostname or "").lower()
    except ValueError:
        return ""


def _ip(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """Return the host as an IP address, None for a name."""
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None
