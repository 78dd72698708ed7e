"""What text boxes lack: a frame that shows the focus, Enter left to input methods, all scripts in their middle."""

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QFont, QFontMetrics, QInputMethodEvent, QTextLayout
from PySide6.QtWidgets import QAbstractSpinBox, QLineEdit, QWidget

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


_SIDES = 8  # pixels beside the text of a number box, as in the other boxes


class TextCentring(QObject):
    """Keeps the text of a box with one line in its middle, as it stands in a box of choices beside it.

    Qt centres the taller line of Chinese and Japanese characters, and then lifts it by what it is taller than Latin.
    """

    def __init__(self, edit: QLineEdit) -> None:
        super().__init__(edit)
        self._edit = edit
        edit.textChanged.connect(self._place)
        edit.installEventFilter(self)
        self._place()

    def eventFilter(self, _edit: QObject, event: QEvent) -> bool:
        """Follow the font."""
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange, QEvent.Type.Polish):
            self._place()
        return False

    def _place(self) -> None:
        margins, above = self._edit.textMargins(), _too_high(self._edit.displayText(), self._edit.font())
        if margins.top() != above:
            margins.setTop(above)
            self._edit.setTextMargins(margins)


def fit_number_box(box: QAbstractSpinBox) -> None:
    """Write the text of a number box where the other boxes have theirs."""
    edit = box.lineEdit()
    edit.setTextMargins(_SIDES, 0, _SIDES, 0)
    TextCentring(edit)


def _too_high(text: str, font: QFont) -> int:
    """Return the double of the pixels by which Qt writes a text above the middle of a box."""
    if text.isascii():
        return 0
    layout = QTextLayout(text, font)
    layout.beginLayout()
    line = layout.createLine()
    layout.endLayout()
    return max(0, 2 * (round(line.ascent()) - QFontMetrics(font).ascent()))
