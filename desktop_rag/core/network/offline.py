"""The offline switch: while it is on, this process reaches programs on this computer and nobody else.

An address itself tells whether it leads to this computer, into its own network, or elsewhere.
"""

import ipaddress
import itertools
import logging
import socket
import sys
import threading
from collections.abc import Callable
from typing import Final
from urllib.parse import urlsplit

from desktop_rag.core.errors import UserError, contained
from desktop_rag.core.parallel import run_in_background
from desktop_rag.core.user_text import UserText

_log = logging.getLogger(__name__)
_INTERNET: Final = frozenset({socket.AF_INET, socket.AF_INET6})
_LOOK_UPS: Final = frozenset({"socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr"})
_LOOK_SECONDS = 0.5  # while a connection is open: until a switch in another program is heard of
_CONNECTIONS: Final = frozenset({"socket.connect", "socket.sendto", "socket.sendmsg"})


class OfflineError(UserError):
    """The person has switched the network off: nothing was sent, or the connection that was open was cut."""

    def __init__(self, host: str, *, was_open: bool = False) -> None:
        super().__init__(
            UserText("Desktop RAG is working offline, so the connection to {host} was closed.", host=host)
            if was_open
            else UserText("Desktop RAG is working offline, so nothing was sent to {host}.", host=host),
            "Turn off “Work offline” in the menu, or run “desktop-rag network online” and leave out --offline.",
        )


class OfflineSwitch:
    """Is on while any of those it follows says so: the settings of an open data folder, an option of a command.

    What opens connections asks ``check`` first. From the first ``follow`` on, Python's own sockets of this process
    ask as well (an audit hook, which cannot be taken away again): so nothing gets around the switch by mistake.

    Connections that are open when it is switched on, here or by another program, are cut.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._sources: tuple[Callable[[], bool], ...] = ()
        self._guarded = False
        self._lines: dict[int, Callable[[], object]] = {}
        self._numbers = itertools.count()
        self._changed = threading.Condition(self._lock)  # that there are open connections, or none
        self._looking = False

    @property
    def is_on(self) -> bool:
        """True if only this computer may be reached."""
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

    def opened(self, cut: Callable[[], object]) -> Callable[[], None]:
        """Call ``cut``, which ends a connection to another computer, as soon as the switch is on.

        It may be called from any thread, and more than once. Return what is to be called when the connection is closed.
        """
        with self._lock:
            number = next(self._numbers)
            self._lines[number] = cut
            starts, self._looking = not self._looking, True
        if starts:
            run_in_background(self._look, "desktop-rag-offline")
        self.enforce()  # it may have been switched on while the connection was made

        def closed() -> None:
            with self._lock:
                self._lines.pop(number, None)
                if not self._lines:
                    self._changed.notify_all()

        return closed

    def enforce(self) -> None:
        """Cut the open connections if the switch is on."""
        if self._lines and self.is_on:
            with self._lock:
                lines = list(self._lines.values())
            for cut in lines:
                with contained(_log, "a connection could not be cut"):  # the others are
                    cut()

    def _look(self) -> None:
        """Ask again and again while connections are open: another program may have changed the settings."""
        while True:
            with self._lock:
                self._changed.wait_for(lambda: not self._lines, _LOOK_SECONDS)
                if not self._lines:
                    self._looking = False
                    return
            with contained(_log, "whether to work offline could not be told"):
                self.enforce()


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
