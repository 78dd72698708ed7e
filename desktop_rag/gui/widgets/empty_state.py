"""Parts of pages without content: a centred column, and an area to drop files on."""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from desktop_rag.gui.widgets.basics import IconLabel, button, label
from desktop_rag.gui.widgets.theme import Appearance, scaled

_WIDTH = 560


class CentredColumn(QWidget):
    """A column of limited width in the middle of its parent."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._inner = inner = QWidget()
        inner.setMaximumWidth(scaled(_WIDTH))
        inner.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.column = QVBoxLayout(inner)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(12)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(inner, 100)
        row.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(28, 24, 28, 24)
        layout.addStretch(5)
        layout.addLayout(row)
        layout.addStretch(6)

    def changeEvent(self, event: QEvent) -> None:
        """Be wider when text is larger."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self._inner.setMaximumWidth(scaled(_WIDTH))

    def add_text(self, text: str, role: str) -> QLabel:
        """Add a centred text."""
        result = label(text, role, wrap=True)
        result.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.column.addWidget(result)
        return result


class DropArea(QFrame):
    """A large dashed area that says what can be dropped, with buttons for those who rather choose."""

    folder_wanted = Signal()
    files_wanted = Signal()

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self.setObjectName("drop_area")
        self.setMinimumHeight(208)
        folder = button(self.tr("Choose a folder…"), "choose_folder_button", "primary")
        files = button(self.tr("Choose files…"), "choose_files_button")
        folder.clicked.connect(self.folder_wanted)
        files.clicked.connect(self.files_wanted)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addStretch(1)
        row.addWidget(folder)
        row.addWidget(files)
        row.addStretch(1)
        headline = label(self.tr("Drop a folder or files here"), "title")
        headline.setAlignment(Qt.AlignmentFlag.AlignCenter)
        formats = label(
            self.tr("PDF, Word, PowerPoint, Excel, e-books, web pages, mail, scans, text, code"), "muted", wrap=True
        )
        formats.setAlignment(Qt.AlignmentFlag.AlignCenter)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 24, 24, 24)
        layout.setSpacing(8)
        layout.addStretch(1)
        layout.addWidget(IconLabel(appearance, "drop", 32))
        layout.addSpacing(4)
        layout.addWidget(headline)
        layout.addWidget(formats)
        layout.addSpacing(12)
        layout.addLayout(row)
        layout.addStretch(1)
