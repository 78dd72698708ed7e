"""A shortcut that works in every program, from the portal of Linux desktops: org.freedesktop.portal.GlobalShortcuts.

The desktop asks the person, decides about the keys and tells when they are pressed; no other key comes here. From
Python QtDBus cannot say which shortcuts are wanted (``a(sa{sv})``), so jeepney does, which keyring needs as well.
"""

import logging
import sys
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from PySide6.QtCore import QCoreApplication, QObject, QSocketNotifier, Signal

from desktop_rag.core.paths import APP_ID

if TYPE_CHECKING:
    from jeepney import DBusAddress, Message
    from jeepney.io.blocking import DBusConnection

_NAME, _PATH = "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop"
_SHORTCUTS, _REQUEST = "org.freedesktop.portal.GlobalShortcuts", "org.freedesktop.portal.Request"
_REGISTRY = "org.freedesktop.host.portal.Registry"
_ID, _TRIGGER = "check-clipboard", "CTRL+ALT+SHIFT+v"
_SECONDS = 5.0  # the portal may have to start
_CANCELLED = 1  # by the person
_log = logging.getLogger(__name__)
Results = Mapping[str, tuple[str, Any]]


def open_portal() -> "DBusConnection | None":
    """Return a connection to a desktop that has such shortcuts, None where there is none; it may take seconds."""
    from jeepney import MessageType, Properties, new_method_call
    from jeepney.io.blocking import open_dbus_connection

    try:
        connection = open_dbus_connection()
    except (OSError, KeyError, ValueError, RuntimeError) as error:  # none, or one that is not spoken to so
        _log.info("There is no session bus for shortcuts: %s", repr(error))
        return None
    try:
        # so that the desktop knows whose shortcut it is; older portals do not have it, and go by the process
        register = new_method_call(_address(_REGISTRY), "Register", "sa{sv}", (APP_ID, {}))
        connection.send_and_get_reply(register, timeout=_SECONDS)
        asked = connection.send_and_get_reply(Properties(_address(_SHORTCUTS)).get("version"), timeout=_SECONDS)
        has_shortcuts = asked.header.message_type is MessageType.method_return
    except OSError as error:
        _log.info("The portal for shortcuts does not answer: %s", repr(error))
        has_shortcuts = False
    if not has_shortcuts:
        connection.close()
    return connection if has_shortcuts else None


def why_impossible() -> str:
    """Return why no shortcut can work in every program, "" where one can; it may take seconds, on any thread."""
    if sys.platform == "darwin":
        return QCoreApplication.translate("ClipboardShortcut", "Not available on macOS.")
    if not sys.platform.startswith("linux"):
        return ""
    connection = open_portal()
    if connection is not None:
        connection.close()
        return ""
    return QCoreApplication.translate("ClipboardShortcut", "This desktop has no shortcuts that work in every program.")


class PortalShortcut(QObject):
    """Asks the desktop for one shortcut, called ``description``, over a connection that it closes in the end."""

    pressed = Signal(str)  # what lets the window come to the front under Wayland, "" for nothing
    refused = Signal(bool)  # True: by the person

    def __init__(self, connection: "DBusConnection", description: str, parent: QObject) -> None:
        super().__init__(parent)
        self._connection = connection
        self._description = description
        self._session = ""
        self._answers: dict[str, Callable[[Results], None]] = {}  # what is done with them, by path of the request
        self._notifier = QSocketNotifier(connection.sock.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._read)
        token = f"desktop_rag_{uuid4().hex}"
        self._ask("CreateSession", "a{sv}", (), self._bind, {"session_handle_token": ("s", token)})

    def stop(self) -> None:
        """Give the shortcut back; idempotent."""
        if self._notifier.isEnabled():
            self._notifier.setEnabled(False)
            self._connection.close()

    def _ask(
        self,
        method: str,
        signature: str,
        body: tuple[object, ...],
        answer: Callable[[Results], None],
        options: Mapping[str, tuple[str, object]],
    ) -> None:
        """Call a method that answers later, by a signal of a request whose path is known beforehand."""
        from jeepney import new_method_call

        token, sender = f"desktop_rag_{uuid4().hex}", self._connection.unique_name.removeprefix(":").replace(".", "_")
        self._answers[f"{_PATH}/request/{sender}/{token}"] = answer
        every = {**options, "handle_token": ("s", token)}
        self._connection.send(new_method_call(_address(_SHORTCUTS), method, signature, (*body, every)))

    def _bind(self, results: Results) -> None:
        self._session = str(results["session_handle"][1])
        wanted = {"description": ("s", self._description), "preferred_trigger": ("s", _TRIGGER)}
        self._ask("BindShortcuts", "oa(sa{sv})sa{sv}", (self._session, [(_ID, wanted)], ""), self._bound, {})

    def _bound(self, results: Results) -> None:
        _log.info("The desktop gave the shortcut: %s", results.get("shortcuts"))

    def _read(self) -> None:
        """Take the messages that have come."""
        try:
            while self._notifier.isEnabled():
                self._take(self._connection.receive(timeout=0))
        except TimeoutError:
            return
        except OSError as error:  # the session has ended
            _log.info("The portal for shortcuts is gone: %s", repr(error))
            self.stop()

    def _take(self, message: "Message") -> None:
        from jeepney import HeaderFields, MessageType

        fields = message.header.fields
        if message.header.message_type is MessageType.error:
            _log.warning("The portal for shortcuts refuses: %s %s", fields.get(HeaderFields.error_name), message.body)
            self.refused.emit(False)  # noqa: FBT003 - a signal's argument
        elif fields.get(HeaderFields.interface) == _REQUEST and fields.get(HeaderFields.member) == "Response":
            answer = self._answers.pop(fields.get(HeaderFields.path, ""), None)
            code, results = message.body
            if answer is not None and code:
                self.refused.emit(code == _CANCELLED)
            elif answer is not None:
                answer(results)
        elif fields.get(HeaderFields.interface) == _SHORTCUTS and fields.get(HeaderFields.member) == "Activated":
            session, shortcut, _time, options = message.body
            if (session, shortcut) == (self._session, _ID):
                self.pressed.emit(str(options.get("activation_token", ("s", ""))[1]))


def _address(interface: str) -> "DBusAddress":
    from jeepney import DBusAddress

    return DBusAddress(_PATH, bus_name=_NAME, interface=interface)
