"""Event filters for text boxes: a frame that shows the focus, and Enter left to input methods."""

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtWidgets import QWidget

from desktop_rag.gui.widgets.basics import set_property


class InputMethodWatcher(QObject):
    """Detects if Japanese or Chinese is being composed in an editor: its keys then belong to the input method."""

    def __init__(self, edit: QWidget) -> None:
        super().__init__(edit)
        self.active = False
        edit.installEventFilter(self)

    def eventFilter(self, _edit: QObject, event: QEvent) -> bool:
        """Look at what the input method says; the editor gets it, too."""
        if isinstance(event, QInputMethodEvent):
            self.active = bool(event.preeditString())
        return False


class FocusOutline(QObject):
    """Gives a frame the property ``focused`` while the editor in it has the keyboard focus."""

    def __init__(self, edit: QWidget, frame: QWidget) -> None:
        super().__init__(edit)
        self._frame = frame
        edit.installEventFilter(self)

    def eventFilter(self, _edit: QObject, event: QEvent) -> bool:
        """Follow the focus."""
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            set_property(self._frame, "focused", event.type() is QEvent.Type.FocusIn)
        return False
