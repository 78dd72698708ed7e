"""A row of widgets that wraps into the next line when the width is used up."""

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QSizePolicy, QStyle, QWidget


class FlowRow(QWidget):
    """Lays widgets out as one reads, line by line, each line at the beginning or centred; hidden ones take no room.

    A low widget stands in the middle of its line.
    """

    def __init__(self, gap: int = 8, *, centred: bool = False) -> None:
        super().__init__()
        self._gap = gap
        self._centred = centred
        self._widgets: list[QWidget] = []
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def add(self, widget: QWidget) -> None:
        """Add a widget at the end."""
        hidden = widget.testAttribute(Qt.WidgetAttribute.WA_WState_ExplicitShowHide) and widget.isHidden()
        widget.setParent(self)
        widget.setVisible(not hidden)
        self._widgets.append(widget)

    def clear(self) -> None:
        """Take all widgets away."""
        for widget in self._widgets:
            widget.hide()
            widget.deleteLater()
        self._widgets = []

    def hasHeightForWidth(self) -> bool:
        """Return that a smaller width needs more lines."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height of all lines."""
        return self._arrange(width, move=False)

    def sizeHint(self) -> QSize:
        """Return the size of one line."""
        shown = [widget.sizeHint() for widget in self._widgets if not widget.isHidden()]
        width = sum(size.width() for size in shown) + self._gap * max(0, len(shown) - 1)
        return QSize(width, max((size.height() for size in shown), default=0))

    def minimumSizeHint(self) -> QSize:
        """Return the size of the largest widget."""
        size = QSize()
        for widget in self._widgets:
            if not widget.isHidden():
                size = size.expandedTo(widget.sizeHint())
        return size

    def showEvent(self, event: QShowEvent) -> None:
        """Update the layout: changes were not reported while the row was hidden."""
        super().showEvent(event)
        self.updateGeometry()
        self._arrange(self.width(), move=True)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Place the widgets."""
        super().resizeEvent(event)
        self._arrange(self.width(), move=True)

    def event(self, event: QEvent) -> bool:
        """Place the widgets again when one of them has changed."""
        if event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
            self._arrange(self.width(), move=True)
        return super().event(event)

    def _arrange(self, width: int, *, move: bool) -> int:
        """Go through the lines of widgets; return the height they take."""
        y = height = 0
        for line in self._lines(width):
            y += height + self._gap if height else 0
            height = max(size.height() for _, size in line)
            if move:
                self._place(line, width, y, height)
        return y + height

    def _lines(self, width: int) -> list[list[tuple[QWidget, QSize]]]:
        """Return the shown widgets with their sizes, as many in each line as it has room for."""
        lines: list[list[tuple[QWidget, QSize]]] = []
        used = 0
        for widget in self._widgets:
            if widget.isHidden():
                continue
            size = widget.sizeHint()
            used += self._gap + size.width()
            if not lines or used > width:
                lines.append([])
                used = size.width()
            lines[-1].append((widget, size))
        return lines

    def _place(self, line: list[tuple[QWidget, QSize]], width: int, y: int, height: int) -> None:
        length = sum(size.width() for _, size in line) + self._gap * (len(line) - 1)
        x = max(0, (width - length) // 2) if self._centred else 0
        whole = QRect(0, 0, width, self.height())
        for widget, size in line:
            place = QPoint(x, y + (height - size.height()) // 2)
            widget.setGeometry(QStyle.visualRect(self.layoutDirection(), whole, QRect(place, size)))
            x += size.width() + self._gap
