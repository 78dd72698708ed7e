"""What the middle of the window shows when there is nothing to show yet: no library, no files, no question."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from desktop_rag.core.results.libraries import IndexInfo
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.basics import button, label, set_property
from desktop_rag.gui.widgets.theme import Appearance, icon_pixmap

_WIDTH = 560


class IconLabel(QLabel):
    """An icon as decoration, in the colour of a role."""

    def __init__(self, appearance: Appearance, icon: str, size: int, role: str = "accent") -> None:
        super().__init__()
        self._appearance, self._icon, self._size, self._role = appearance, icon, size, role
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        appearance.changed.connect(self._recolour)
        self._recolour()

    def _recolour(self) -> None:
        """Draw the icon in the present theme."""
        colour = self._appearance.theme.color(self._role).name()
        self.setPixmap(icon_pixmap(self._icon, colour, self._size, self.devicePixelRatioF()))


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

    def set_active(self, *, active: bool) -> None:
        """Show that something is held over the window."""
        set_property(self, "active", active)


class CentredColumn(QWidget):
    """A column of limited width in the middle of its parent."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        inner = QWidget()
        inner.setMaximumWidth(_WIDTH)
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

    def add_text(self, text: str, role: str) -> QLabel:
        """Add a centred text."""
        result = label(text, role, wrap=True)
        result.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.column.addWidget(result)
        return result


class WelcomePage(CentredColumn):
    """The first thing a person sees: what this is, where to drop files, and a guide to try it with."""

    sample_wanted = Signal()

    def __init__(self, appearance: Appearance) -> None:
        super().__init__("welcome")
        self.add_text(self.tr("Ask questions of your own files"), "display")
        self.add_text(
            self.tr("Every answer shows the passage it came from.\nYour files stay where they are, on this computer."),
            "lead",
        )
        self.column.addSpacing(12)
        self.drop_area = DropArea(appearance)
        self.column.addWidget(self.drop_area)
        self.column.addSpacing(4)
        self._sample = button(self.tr("Try it with the guide"), "welcome_sample_button", "quiet")
        self._sample.setIcon(appearance.icon("guide"))
        self._sample.setIconSize(QSize(16, 16))
        self._sample.clicked.connect(self.sample_wanted)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self._sample)
        row.addStretch(1)
        self.column.addLayout(row)
        self._appearance = appearance
        appearance.changed.connect(self._recolour)

    def _recolour(self) -> None:
        """Draw the icon in the present theme."""
        self._sample.setIcon(self._appearance.icon("guide"))


class StartPage(CentredColumn):
    """An empty conversation: what can be asked here; or where to drop files when the library is empty."""

    suggestion_chosen = Signal(str)

    def __init__(self, appearance: Appearance) -> None:
        super().__init__("library_start")
        self._title = self.add_text("", "display")
        self._lead = self.add_text("", "lead")
        self.column.addSpacing(12)
        self.drop_area = DropArea(appearance)
        self.column.addWidget(self.drop_area)
        self._suggested: tuple[str, ...] = ()
        self._suggestions = QVBoxLayout()
        self._suggestions.setSpacing(8)
        self.column.addLayout(self._suggestions)

    def show_library(self, info: IndexInfo, suggestions: tuple[str, ...], *, busy: bool) -> None:
        """Describe a library; ``busy`` tells that files are on their way into it."""
        empty = not info.files
        self.drop_area.setVisible(empty and not busy)
        if info.error:
            self._title.setText(info.name)
            self._lead.setText(info.error)
            self.drop_area.hide()
        elif empty and busy:
            self._title.setText(self.tr("Reading “{name}”").format(name=info.name))
            self._lead.setText(self.tr("You can ask as soon as the first files have been read."))
        elif empty:
            self._title.setText(self.tr("“{name}” is empty").format(name=info.name))
            self._lead.setText(self.tr("Add the files you want to ask. They stay where they are."))
        else:
            self._title.setText(self.tr("Ask “{name}”").format(name=info.name))
            lead = self.tr("Answers come from {files}, each statement with the place it was found.")
            self._lead.setText(lead.format(files=words.file_count(info.files)))
        self._show_suggestions(() if empty else suggestions)

    def _show_suggestions(self, suggestions: tuple[str, ...]) -> None:
        """Replace the questions offered."""
        if suggestions == self._suggested:
            return
        self._suggested = suggestions
        while self._suggestions.count():
            item = self._suggestions.takeAt(0)
            if item is not None and (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        for number, text in enumerate(suggestions):
            push = button(text, f"suggestion_{number}", "suggestion")
            push.clicked.connect(self._choose)
            self._suggestions.addWidget(push)

    def _choose(self) -> None:
        """Ask the question on the button."""
        sender = self.sender()
        if sender is not None:
            self.suggestion_chosen.emit(str(sender.property("text")))
