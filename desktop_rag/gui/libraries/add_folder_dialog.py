"""Before a folder is read: how much there is in it, and what of it is to be read."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from desktop_rag.core.results.files import FolderPreview
from desktop_rag.gui.files import file_words
from desktop_rag.gui.libraries.folder_preview import FolderRulesForm, PreviewLine
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.widgets.basics import (
    CollapsibleSection,
    ComboBox,
    ElidedLabel,
    button,
    button_row,
    fit_height,
    label,
)
from desktop_rag.gui.widgets.theme import Appearance
from desktop_rag.ingestion.rules import FolderRules

_WIDTH = 560
MANY_FILES, MANY_BYTES = 20_000, 20 * 1024**3


def is_large(preview: FolderPreview) -> bool:
    """Return True if the person is asked before so much is read."""
    return preview.files > MANY_FILES or preview.size > MANY_BYTES


def is_everything(path: Path) -> bool:
    """Return True if a folder is the person's home or a whole drive."""
    return path == Path.home() or path == path.parent


class AddFolderDialog(QDialog):
    """Shows the numbers of some folders and their rules; “Add” is possible at once."""

    wanted = Signal(str, object, object)  # library or "" for a new one, tuple of paths, FolderRules

    def __init__(
        self,
        bridge: Bridge,
        appearance: Appearance,
        paths: Sequence[Path],
        parent: QWidget,
        preview: FolderPreview | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("add_folder_dialog")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Add folder"))
        self._paths = tuple(paths)
        self._library = ComboBox(appearance)
        self._library.setObjectName("add_folder_library")
        self._library.setAccessibleName(self.tr("Add to"))
        self._warning = label("", "heading", wrap=True)
        self._warning.setObjectName("add_folder_warning")
        self._line = PreviewLine(bridge)
        self._line.ready.connect(self._show_numbers)
        self._form = FolderRulesForm(appearance)
        self._form.changed.connect(self._rules_changed)
        self._section = CollapsibleSection(
            appearance, self.tr("Choose what to read"), self._make_rules(), "add_folder_more_button"
        )
        self._section.toggle.toggled.connect(self._fit)
        self._scrolled = QScrollArea()
        self._lay_out()
        if preview is not None:
            self._section.set_open(opened=True)
            self._line.show_preview(preview)
        else:
            self._check()
        self._fit()

    def offer_libraries(self, names: Sequence[str], chosen: str, new: str) -> None:
        """Let the person choose the library, ``chosen`` at first; the last choice is a new one called ``new``."""
        for name in names:
            self._library.addItem(name, name)
        self._library.addItem(self.tr("New library “{name}”").format(name=new), "")
        self._library.setCurrentIndex(self._library.findData(chosen))
        self._into.show()
        self._fit()

    def done(self, result: int) -> None:
        """Stop counting when the dialog goes."""
        self._line.clear()
        super().done(result)

    def _make_rules(self) -> QWidget:
        content = QWidget()
        self._again = button(self.tr("Check what will be read"), "add_folder_check_button")
        self._again.clicked.connect(self._check)
        layout = QVBoxLayout(content)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(12)
        layout.addWidget(self._form)
        layout.addWidget(self._again, 0, Qt.AlignmentFlag.AlignLeft)
        return content

    def _lay_out(self) -> None:
        cancel = button(self.tr("Cancel"), "add_folder_cancel_button")
        cancel.clicked.connect(self.reject)
        add = button(self.tr("Add"), "add_folder_add_button", "primary")
        add.setDefault(True)
        add.clicked.connect(self._finish)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 16, 20, 16)
        layout.setSpacing(12)
        for path in self._paths[:4]:
            layout.addWidget(ElidedLabel(str(path), "body", Qt.TextElideMode.ElideMiddle))
        self._into = QWidget()
        into = QHBoxLayout(self._into)
        into.setContentsMargins(0, 0, 0, 0)
        into.addWidget(label(self.tr("Add to"), "body"))
        into.addWidget(self._library, 1)
        self._into.hide()
        layout.addWidget(self._into)
        layout.addWidget(self._make_scrolled())
        layout.addStretch(1)
        layout.addLayout(button_row(cancel, add))
        self._warn(self._everything())

    def _make_scrolled(self) -> QScrollArea:
        """Make the part that a low screen has not always room for."""
        content = QWidget()
        inner = QVBoxLayout(content)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(12)
        inner.addWidget(self._warning)
        inner.addWidget(self._line)
        inner.addWidget(self._section)
        self._scrolled.setAccessibleName(self.windowTitle())
        self._scrolled.setWidgetResizable(True)
        self._scrolled.setFrameShape(QFrame.Shape.NoFrame)
        self._scrolled.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scrolled.setWidget(content)
        for part in (self._scrolled.viewport(), content):
            part.setAutoFillBackground(False)
        return self._scrolled

    def _everything(self) -> str:
        """Return a warning when the folder is far more than a person usually wants to ask; else ""."""
        if any(is_everything(path) for path in self._paths):
            return self.tr("This is a whole drive or your whole home folder. Add single folders instead.")
        return ""

    def _check(self) -> None:
        self._line.check(self._paths, self._form.rules())
        self._fit()

    def _show_numbers(self, preview: FolderPreview) -> None:
        if is_large(preview):
            text = self.tr("This is a lot: {size}. Reading it will take a long time. You can pause at any time.")
            self._warn(text.format(size=file_words.size(preview.size)))
        else:
            self._warn(self._everything())
        self._fit()

    def _warn(self, text: str) -> None:
        self._warning.setText(text)
        self._warning.setVisible(bool(text))

    def _rules_changed(self) -> None:
        """Take the numbers away: they are those of other rules."""
        self._line.clear()
        self._fit()

    def _fit(self) -> None:
        fit_height(self, _WIDTH, self._scrolled)

    def _finish(self) -> None:
        rules = self._form.rules()
        self.wanted.emit(str(self._library.currentData() or ""), self._paths, None if rules == FolderRules() else rules)
        self.accept()
