"""A shortcut that works in every program, on Windows: RegisterHotKey asks for one combination of keys, and no other."""

import ctypes
import sys
from collections.abc import Callable
from ctypes import wintypes

from PySide6.QtCore import QAbstractNativeEventFilter, QByteArray, QCoreApplication

_WM_HOTKEY = 0x0312
_ALT, _CONTROL, _SHIFT, _NO_REPEAT = 0x0001, 0x0002, 0x0004, 0x4000
_ID = 0x4452  # below 0xC000, as those of programs are
_KEY = ord("V")


class HotKey(QAbstractNativeEventFilter):
    """Calls ``pressed`` whenever Ctrl+Alt+Shift+V is pressed, from ``start`` to ``stop``."""

    def __init__(self, pressed: Callable[[], None]) -> None:
        super().__init__()
        self._pressed = pressed
        self._is_started = False

    def start(self) -> bool:
        """Take the keys; return False where another program has them."""
        if sys.platform == "win32":
            keys = _ALT | _CONTROL | _SHIFT | _NO_REPEAT
            # without a window: the message comes to this thread's queue
            self._is_started = bool(ctypes.windll.user32.RegisterHotKey(None, _ID, keys, _KEY))
        application = QCoreApplication.instance()
        if self._is_started and application is not None:
            application.installNativeEventFilter(self)
        return self._is_started

    def stop(self) -> None:
        """Give the keys back; idempotent."""
        application = QCoreApplication.instance()
        if self._is_started and application is not None:
            application.removeNativeEventFilter(self)
        if sys.platform == "win32" and self._is_started:
            ctypes.windll.user32.UnregisterHotKey(None, _ID)
        self._is_started = False

    def nativeEventFilter(self, _kind: QByteArray | bytes | bytearray | memoryview, message: int) -> tuple[bool, int]:
        """Look for the message of our keys alone; all messages of Windows have this shape."""
        found = wintypes.MSG.from_address(int(message))
        is_ours = found.message == _WM_HOTKEY and found.wParam == _ID
        if is_ours:
            self._pressed()
        return is_ours, 0
