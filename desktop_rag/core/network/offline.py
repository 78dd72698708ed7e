"""The offline switch: while it is on, this process reaches programs on this computer and nobody else."""

import ipaddress
import socket
import sys
import threading
from collections.abc import Callable
from typing import Final

from desktop_rag.core.errors import UserError

_INTERNET: Final = frozenset({socket.AF_INET, socket.AF_INET6})
_LOOK_UPS: Final = frozenset({"socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr"})
_CONNECTIONS: Final = frozenset({"socket.connect", "socket.sendto", "socket.sendmsg"})


class OfflineError(UserError):
    """The person has switched the network off; nothing was sent."""

    def __init__(self, host: str) -> None:
        super().__init__(
            f"Desktop RAG is working offline, so nothing was sent to {host}.",
            "Turn off “Work offline” in the menu, or run “desktop-rag network online” and leave out --offline.",
        )


class OfflineSwitch:
    """Is on while any of those it follows says so: the settings of an open data folder, an option of a command.

    What opens connections asks ``check`` first. From the first ``follow`` on, Python's own sockets of this process
    ask as well (an audit hook, which cannot be taken away again): so nothing gets around the switch by mistake.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._sources: tuple[Callable[[], bool], ...] = ()
        self._guarded = False

    @property
    def is_on(self) -> bool:
        """Whether only this computer may be reached."""
        return any(source() for source in self._sources)

    def follow(self, is_on: Callable[[], bool]) -> Callable[[], None]:
        """Be on whenever ``is_on`` says so; return what ends that. ``is_on`` is asked often, from any thread."""
        with self._lock:
            self._sources = (*self._sources, is_on)
            if not self._guarded:
                self._guarded = True
                sys.addaudithook(_guard(self))

        def end() -> None:
            with self._lock:
                self._sources = tuple(source for source in self._sources if source is not is_on)

        return end

    def check(self, host: str) -> None:
        """Do nothing if ``host``, a name or an IP address, may be reached now.

        Raises:
            OfflineError: it may not.

        """
        if self.is_on and not is_this_computer(host):
            raise OfflineError(host)


def is_this_computer(host: str) -> bool:
    """Whether a name or an IP address stands for this computer itself, and never leads into a network."""
    name = host.strip("[]").rstrip(".").lower().partition("%")[0]
    if name in {"", "localhost"} or name.endswith(".localhost"):
        return True
    try:
        ip = ipaddress.ip_address(name)
    except ValueError:
        return False
    mapped = ip.ipv4_mapped if isinstance(ip, ipaddress.IPv6Address) else None
    return (mapped or ip).is_loopback


def _guard(switch: OfflineSwitch) -> Callable[[str, tuple[object, ...]], None]:
    """Return a hook that refuses connections to, and look-ups of, other computers while the switch is on."""

    def guard(event: str, arguments: tuple[object, ...]) -> None:
        if event in _CONNECTIONS:
            end, address = arguments[0], arguments[1]
            if isinstance(end, socket.SocketType) and end.family in _INTERNET and isinstance(address, tuple):
                switch.check(str(address[0]))
        elif event in _LOOK_UPS and arguments[0] is not None:
            host = arguments[0]
            switch.check(host.decode("ascii", "replace") if isinstance(host, bytes) else str(host))

    return guard


OFFLINE: Final = OfflineSwitch()
