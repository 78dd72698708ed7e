"""What of a folder is read: the form for it (patterns, hidden files, size, pictures), and a preview of what it does.

The preview says how much is read, how much is left out, and lists that.
"""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractTableModel, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QSpinBox,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from desktop_rag.core.errors import UserError
from desktop_rag.core.file_paths import shown_name
from desktop_rag.core.results.files import FileStatus, FolderPreview
from desktop_rag.gui.files import file_words
from desktop_rag.gui.settings.lines_editor import PlainLinesEditor
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.shell.screen import resize_dialog
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.basics import CheckBox, button, label, plain_tip, set_property
from desktop_rag.gui.widgets.edit_watchers import TextCentring, fit_number_box
from desktop_rag.gui.widgets.model_index import ROOT, Index
from desktop_rag.gui.widgets.theme import Appearance, scaled
from desktop_rag.ingestion.rules import FolderRules

if TYPE_CHECKING:
    from desktop_rag.core.jobs import Job

_MEGABYTE = 1024 * 1024
_MOST = 1_000_000  # megabytes


class PreviewLine(QWidget):
    """Counts the files to read, off this thread, and shows the number with a link to those left out."""

    ready = Signal(object)  # FolderPreview

    def __init__(self, bridge: Bridge) -> None:
        super().__init__()
        self._bridge = bridge
        self._job: Job[FolderPreview] | None = None
        self._preview: FolderPreview | None = None
        self._text = label("", "muted", wrap=True)
        self._text.setObjectName("preview_text")
        self._types = label("", "small", wrap=True)
        self._types.setObjectName("preview_types")
        self._see = button(self.tr("Show what is left out"), "preview_list_button", "link")
        self._see.clicked.connect(self._show_list)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self._text)
        layout.addWidget(self._types)
        layout.addWidget(self._see, 0, Qt.AlignmentFlag.AlignLeft)
        self.clear()

    def clear(self) -> None:
        """Empty the line and stop counting."""
        if self._job is not None:
            self._job.cancel()
        self._job = self._preview = None
        for widget in (self._text, self._types, self._see):
            widget.hide()

    def check(self, paths: Sequence[Path], rules: FolderRules | None) -> None:
        """Count the files that would be read of some folders."""
        self.clear()
        self._say(self.tr("Counting the files…"), "muted")
        self._job = self._bridge.worker.files.preview(tuple(paths), rules)
        self._bridge.run(self._job, partial(self._counted, self._job.id), partial(self._fail, self._job.id))

    def _counted(self, job_id: int, preview: FolderPreview) -> None:
        """Show a count of files, unless it is wanted no more."""
        if self._job is not None and self._job.id == job_id:
            self.show_preview(preview)

    def show_preview(self, preview: FolderPreview) -> None:
        """Show how many files would be read, and how many are left out."""
        self._job, self._preview = None, preview
        self._say(f"{file_words.preview_line(preview)}\n{file_words.reading_time(preview)}".strip(), "muted")
        types = file_words.types_line(preview)
        self._types.setText(types)
        self._types.setVisible(bool(types))
        self._see.setVisible(bool(preview.left_out))
        self.ready.emit(preview)

    def _say(self, text: str, role: str) -> None:
        set_property(self._text, "role", role)
        self._text.setText(text)
        self._text.show()

    def _fail(self, job_id: int, error: UserError) -> None:
        if self._job is not None and self._job.id == job_id:
            self._job = None
            self._say(words.error_text(error), "error")

    def _show_list(self) -> None:
        if self._preview is not None:
            LeftOutDialog(self._preview, self.window()).open()


class LeftOutModel(QAbstractTableModel):
    """One row for each file that is left out; ``text`` narrows."""

    def __init__(self, files: Sequence[FileStatus]) -> None:
        super().__init__()
        self._every = self._files = list(files)

    def narrow(self, text: str) -> None:
        """Keep the files whose path or reason has all these words."""
        wanted = text.casefold().split()
        self.beginResetModel()
        self._files = [
            file
            for file in self._every
            if all(w in f"{file.path} {words.sentence(file.reason)}".casefold() for w in wanted)
        ]
        self.endResetModel()

    def rowCount(self, parent: Index = ROOT) -> int:
        """Return the number of files."""
        return 0 if parent.isValid() else len(self._files)

    def columnCount(self, _parent: Index = ROOT) -> int:
        """Return 3: file, reason, folder."""
        return 3

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a column's title."""
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return (self.tr("File"), self.tr("Reason"), self.tr("Folder"))[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a cell."""
        file = self._files[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            name = shown_name(file.path) or file.path
            return (name, words.sentence(file.reason), file_words.folder(file))[index.column()]
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(f"{file.path}\n{words.sentence(file.reason)}")
        return None


class LeftOutDialog(QDialog):
    """The list of files that would be, or were, left out, and why."""

    def __init__(self, preview: FolderPreview, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("left_out_dialog")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Files left out"))
        resize_dialog(self, 820, 520)
        self._model = LeftOutModel(preview.left_out)
        filter_box = QLineEdit()
        TextCentring(filter_box)
        filter_box.setObjectName("left_out_filter")
        filter_box.setPlaceholderText(self.tr("Filter by name, folder or reason"))
        filter_box.setAccessibleName(filter_box.placeholderText())
        filter_box.setClearButtonEnabled(True)
        filter_box.textChanged.connect(self._model.narrow)
        close = button(self.tr("Close"), "left_out_close_button")
        close.clicked.connect(self.accept)
        bottom = QHBoxLayout()
        bottom.addWidget(label(self._summary(preview), "muted"), 1)
        bottom.addWidget(close)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 20, 20, 16)
        layout.setSpacing(12)
        layout.addWidget(filter_box)
        layout.addWidget(self._make_table(), 1)
        layout.addLayout(bottom)

    def _summary(self, preview: FolderPreview) -> str:
        """Return a text with the number of files, and of those listed."""
        listed = len(preview.left_out)
        if listed >= preview.skipped:
            return words.file_count(preview.skipped)
        text = self.tr("The first {listed} of {files}")
        return text.format(listed=words.number(listed), files=words.file_count(preview.skipped))

    def _make_table(self) -> QTableView:
        table = QTableView()
        table.setObjectName("left_out_table")
        table.setAccessibleName(self.windowTitle())
        table.setModel(self._model)
        table.setShowGrid(False)
        table.setWordWrap(False)
        table.setTabKeyNavigation(False)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        table.verticalHeader().hide()
        table.verticalHeader().setDefaultSectionSize(scaled(32))
        header = table.horizontalHeader()
        header.setHighlightSections(False)
        for column, width in enumerate((220, 320, 220)):
            table.setColumnWidth(column, width)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        return table


class FolderRulesForm(QWidget):
    """Edits the rules of one folder."""

    changed = Signal()

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._ignore = PlainLinesEditor(4)
        self._ignore.edit.setObjectName("rules_ignore")
        self._ignore.edit.setPlaceholderText("drafts/\n*.bak")
        heading = label(self.tr("Leave out (one pattern per line)"), "body")
        heading.setBuddy(self._ignore.edit)
        self._ignore.edit.setAccessibleName(heading.text())
        self._gitignore = self._box(self.tr("Follow .gitignore"), "rules_gitignore", appearance)
        self._hidden = self._box(self.tr("Read hidden files"), "rules_hidden", appearance)
        self._ocr = self._box(self.tr("Recognise text in scans and pictures"), "rules_ocr", appearance)
        self._size = QSpinBox()
        self._size.setObjectName("rules_size")
        self._size.setRange(1, _MOST)
        self._size.setSuffix(self.tr(" MB"))
        self._size.setAccessibleName(self.tr("Leave out files larger than"))
        fit_number_box(self._size)
        self._size.setFixedWidth(120)
        size_label = label(self._size.accessibleName(), "body")
        size_label.setBuddy(self._size)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(size_label)
        row.addWidget(self._size)
        row.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(heading)
        layout.addWidget(self._ignore)
        hint = self.tr(
            "“*.bak” matches all files with that extension, “drafts/” a folder anywhere, “/old” only the top"
            " level. “!keep.bak” includes a file again."
        )
        layout.addWidget(label(hint, "small", wrap=True))
        layout.addSpacing(4)
        layout.addWidget(self._gitignore)
        layout.addWidget(self._hidden)
        layout.addWidget(self._ocr)
        layout.addLayout(row)
        self.set_rules(FolderRules())
        self._ignore.changed.connect(self.changed)
        self._size.valueChanged.connect(self.changed)

    def rules(self) -> FolderRules:
        """Return the rules on the form."""
        lines = tuple(stripped for line in self._ignore.text().splitlines() if (stripped := line.strip()))
        size = self._size.value() * _MEGABYTE
        return FolderRules(
            lines,
            gitignore=self._gitignore.isChecked(),
            hidden=self._hidden.isChecked(),
            maximum_bytes=size,
            ocr=self._ocr.isChecked(),
        )

    def set_rules(self, rules: FolderRules) -> None:
        """Show some rules."""
        self._ignore.set_text("\n".join(rules.ignore))
        self._gitignore.setChecked(rules.gitignore)
        self._hidden.setChecked(rules.hidden)
        self._ocr.setChecked(rules.ocr)
        self._size.setValue(max(1, round(rules.maximum_bytes / _MEGABYTE)))

    def _box(self, text: str, name: str, appearance: Appearance) -> CheckBox:
        box = CheckBox(text, appearance)
        box.setObjectName(name)
        box.toggled.connect(self.changed)
        return box
