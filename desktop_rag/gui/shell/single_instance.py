"""One window for each data folder: a second start hands what it was given to the first, and ends."""

import hashlib
import json
import logging
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QLockFile, QObject, QUrl, Signal
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtNetwork import QLocalServer, QLocalSocket

_LOG = logging.getLogger(__name__)
_WAIT_MS = 1500
_LONGEST_SOCKET = 100  # bytes of a path that all systems take for a local socket
_MOST = 1 << 20  # bytes of a message


class SingleInstance(QObject):
    """Ensures one window for each data folder, and receives later starts.

    The socket lies in the data folder and speaks with this computer's own user only. Where there can be none (a folder
    that cannot be written or has a long name, a drive without sockets), every start opens a window.
    """

    handed_over = Signal(object, bool, str)  # tuple of paths, whether the guide is wanted, a link to open or ""

    def __init__(self, data_dir: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._name = _socket_name(data_dir)
        self._lock = QLockFile(str(data_dir / "window.lock"))
        self._lock.setStaleLockTime(0)  # only the end of its process makes a lock stale
        self._server: QLocalServer | None = None
        self._callers: list[QLocalSocket] = []  # starts that have not said yet what they want

    def begin(self, paths: Sequence[Path], *, sample: bool, link: str = "") -> bool:
        """Return True to open a window, False if the open one has received what this start was given."""
        is_first = self._lock.tryLock(0)
        if not self._name:
            return True
        if not is_first and self._lock.error() is QLockFile.LockError.LockFailedError:
            return not self._hand_over({"paths": [os.fspath(path) for path in paths], "sample": sample, "link": link})
        self._listen()
        return True

    def follow_system(self, application: QObject) -> None:
        """Receive what the system gives to the running program: macOS starts none for a link or a file."""
        if sys.platform == "darwin":
            application.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Hand over a link or a file that macOS wants opened."""
        if isinstance(event, QFileOpenEvent):
            is_file = event.url().isLocalFile()
            paths = (Path(event.file()),) if is_file else ()
            link = "" if is_file else event.url().toString(QUrl.ComponentFormattingOption.FullyEncoded)
            self.handed_over.emit(paths, False, link)  # noqa: FBT003 - a signal's argument
            return True
        return super().eventFilter(watched, event)

    def close(self) -> None:
        """Let another start open the next window."""
        for socket in self._callers:
            socket.abort()
        self._callers.clear()
        if self._server is not None:
            self._server.close()
        self._lock.unlock()

    def _hand_over(self, message: Mapping[str, object]) -> bool:
        """Send this start's arguments; return True if the open window received them."""
        socket = QLocalSocket()
        socket.connectToServer(self._name)
        if not socket.waitForConnected(_WAIT_MS):
            return False
        socket.write(json.dumps(message).encode() + b"\n")
        answered = socket.waitForBytesWritten(_WAIT_MS) and socket.waitForReadyRead(_WAIT_MS)
        socket.disconnectFromServer()
        return answered

    def _listen(self) -> None:
        # what a killed window left behind; the lock tells that nobody listens there
        QLocalServer.removeServer(self._name)
        server = QLocalServer(self)
        server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        server.newConnection.connect(self._take)
        if server.listen(self._name):
            self._server = server
        else:
            _LOG.info("No second start will find this window: %s", server.errorString())

    def _take(self) -> None:
        while self._server is not None and (socket := self._server.nextPendingConnection()) is not None:
            self._callers.append(socket)
            socket.readyRead.connect(self._read)
        self._read()

    def _read(self) -> None:
        """Answer the starts whose message is whole."""
        for socket in list(self._callers):
            is_whole = socket.canReadLine()
            if is_whole:
                message = _parse(bytes(socket.readLine().data()))
                socket.write(b"ok\n")
                socket.flush()
                self.handed_over.emit(*message)
            if is_whole or socket.bytesAvailable() > _MOST:
                self._callers.remove(socket)
                socket.disconnectFromServer()
                socket.deleteLater()


def _parse(line: bytes) -> tuple[tuple[Path, ...], bool, str]:
    """Return the paths, flag and link another start sent; empty ones where they are invalid."""
    try:
        message = json.loads(line)
        paths, link = tuple(Path(path) for path in message["paths"]), message.get("link")
        return paths, message["sample"] is True, link if isinstance(link, str) else ""
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return (), False, ""


def _socket_name(data_dir: Path) -> str:
    """Return the socket of a data folder's windows; "" where its name is too long for one."""
    path = data_dir.absolute() / "window.socket"
    if sys.platform == "win32":  # a pipe is no file
        return f"desktop-rag-{hashlib.sha256(os.fsencode(path)).hexdigest()[:24]}"
    return str(path) if len(os.fsencode(path)) <= _LONGEST_SOCKET else ""
