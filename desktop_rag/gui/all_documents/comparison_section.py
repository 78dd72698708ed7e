"""“Compare”: two files of the library beside each other, from which either page of a difference opens."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QStringListModel, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QCompleter, QHBoxLayout, QLineEdit, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from desktop_rag.core.errors import UserError
from desktop_rag.core.events import StoreChanged
from desktop_rag.core.file_paths import shown_name, shown_path
from desktop_rag.core.results.comparison import KIND_WORDS, Comparison, DifferenceKind, Side
from desktop_rag.core.results.libraries import IndexInfo
from desktop_rag.gui.all_documents import comparison_words
from desktop_rag.gui.all_documents.comparison_list import DifferenceList
from desktop_rag.gui.palette.entries import file_entry, find_entries
from desktop_rag.gui.palette.library_files import LibraryFiles
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.basics import IconButton, Notice, button, label, plain_tip
from desktop_rag.gui.widgets.edit_watchers import TextCentring
from desktop_rag.gui.widgets.flow_row import FlowRow
from desktop_rag.gui.widgets.save_dialog import ask_where_to_save
from desktop_rag.gui.widgets.theme import Appearance

if TYPE_CHECKING:
    from desktop_rag.core.jobs import Job

_OFFERED = 12  # files below a box


class FileBox(QLineEdit):
    """Takes the name of a file of the library: some letters of it offer those that fit."""

    def __init__(self, files: LibraryFiles, name: str, placeholder: str) -> None:
        super().__init__()
        self._files = files
        self._library = ""
        self._paths: dict[str, str] = {}  # of what is offered, and what was chosen
        self.setObjectName(name)
        self.setPlaceholderText(placeholder)
        self.setAccessibleName(placeholder)
        self.setClearButtonEnabled(True)
        TextCentring(self)
        self._offered = QStringListModel(self)
        completer = QCompleter(self._offered, self)
        completer.setCompletionMode(QCompleter.CompletionMode.UnfilteredPopupCompletion)
        completer.setMaxVisibleItems(_OFFERED)
        if (popup := completer.popup()) is not None:
            popup.setObjectName(f"{name}_files")
        self.setCompleter(completer)
        self.textEdited.connect(self._offer)
        files.changed.connect(self._offer_again)

    def set_library(self, name: str) -> None:
        """Offer the files of this library from now on."""
        if name != self._library:
            self._library = name
            self._paths = {}
            self.clear()

    def file(self) -> str:
        """Return the path of the file that was chosen, or what was typed."""
        text = self.text().strip()
        return self._paths.get(text, text)

    def set_file(self, path: str) -> None:
        """Choose a file."""
        self._paths[_name_first(path)] = path
        self.setText(_name_first(path))
        self.setToolTip(plain_tip(shown_path(path)))
        self.setCursorPosition(0)

    def read(self) -> None:
        """Have the names of the library's files read."""
        self._files.read([self._library])

    def _offer(self, typed: str) -> None:
        self.read()
        names = self._files.names(self._library)
        entries = find_entries(typed, (), (names,), ())[:_OFFERED] if names is not None and typed.strip() else []
        self._paths |= {_name_first(entry.key): entry.key for entry in entries}
        self._offered.setStringList([_name_first(entry.key) for entry in entries])

    def _offer_again(self) -> None:
        """Offer what fits once the names are known, while the person still types."""
        if self.hasFocus() and self.isModified() and not self._offered.rowCount():
            self._offer(self.text())
            if self._offered.rowCount():
                self.completer().complete()


def _name_first(path: str) -> str:
    """Return a file's name and then its folder: of a box that is narrow the end is not seen."""
    entry = file_entry("", path)
    return f"{entry.title}  ·  {entry.detail}" if entry.detail else entry.title


class ComparisonSection(QWidget):
    """Compares two files when the person presses Enter; each difference opens on either side."""

    passage_wanted = Signal(object, object, bool)  # Source, Citation: a side of a difference; whether to read it

    def __init__(self, bridge: Bridge, appearance: Appearance) -> None:
        super().__init__()
        self.setObjectName("comparison")
        self._bridge = bridge
        self._library = ""
        self._found: Comparison | None = None
        self._job: Job[Comparison] | None = None
        self._number = 0  # of the comparison; what comes for another is too late
        self._kind: DifferenceKind | None = None
        files = LibraryFiles(bridge, self)
        self.before = FileBox(files, "comparison_before", self.tr("The file before"))
        self.after = FileBox(files, "comparison_after", self.tr("The file after"))
        self.list = DifferenceList(appearance)
        self.swap_button = IconButton(appearance, "swap", self.tr("Swap both files"), "comparison_swap_button")
        self.compare_button = button(self.tr("Compare"), "comparison_button", "primary")
        self.stop_button = button(self.tr("Stop"), "comparison_stop_button")
        self.again_button = button(self.tr("The files have changed. Compare again"), "comparison_again_button", "link")
        self.export_button = button(self.tr("Export…"), "comparison_export_button")
        self.summary = label("", "body", wrap=True)
        self.summary.setObjectName("comparison_summary")
        self.summary.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.notice = Notice("failure")
        self.notice.add_dismiss(appearance)
        self.chips: dict[DifferenceKind, QPushButton] = {}
        self._lay_out()
        self._connect()
        self._show_start()

    def set_library(self, info: IndexInfo) -> None:
        """Compare files of this library from now on."""
        if info.name == self._library:
            return
        self._library = info.name
        self.stop()
        self._found = None
        for box in (self.before, self.after):
            box.set_library(info.name)
        self._show_start()

    def focus(self) -> None:
        """Go to the box that is empty, else to the first one."""
        box = self.after if self.before.text() and not self.after.text() else self.before
        box.read()
        box.setFocus(Qt.FocusReason.ShortcutFocusReason)
        box.selectAll()

    def areas(self) -> tuple[QWidget, ...]:
        """Return the widgets that the keyboard goes to, in order."""
        return self.before, self.after, self.list

    def compare(self) -> None:
        """Compare both files, or go to the box that still lacks one."""
        before, after = self.before.file(), self.after.file()
        if not before or not after or not self._library:
            (self.after if before else self.before).setFocus()
            return
        self.stop()
        self.notice.hide()
        self.again_button.hide()
        self.stop_button.show()
        self.summary.setText(self.tr("Comparing…"))
        self._job = self._bridge.worker.comparisons.files(self._library, before, after)
        self._bridge.run(self._job, partial(self._show_found, self._number), partial(self._fail, self._number))

    def stop(self) -> None:
        """Cancel the running comparison; what was shown before stays."""
        self._number += 1
        if self._job is not None:
            self._job.cancel()
            self._job = None
            self._show_result()
        self.stop_button.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Go from a box to the list with the arrow, and stop or clear with Esc."""
        if isinstance(event, QKeyEvent) and isinstance(watched, FileBox):
            is_escape = event.key() == Qt.Key.Key_Escape and (self._job is not None or bool(watched.text()))
            if event.type() is QEvent.Type.ShortcutOverride and is_escape:
                event.accept()
                return True
            if event.type() is QEvent.Type.KeyPress:
                if event.key() == Qt.Key.Key_Down and self.list.rows.rowCount():
                    self.list.take_focus()
                    return True
                if is_escape:
                    self.stop() if self._job is not None else watched.clear()
                    return True
        return super().eventFilter(watched, event)

    def _lay_out(self) -> None:
        boxes = QHBoxLayout()
        boxes.setSpacing(8)
        boxes.addWidget(self.before, 1)
        boxes.addWidget(self.swap_button)
        boxes.addWidget(self.after, 1)
        boxes.addWidget(self.stop_button)
        boxes.addWidget(self.compare_button)
        result = QHBoxLayout()
        result.setSpacing(8)
        result.addWidget(self.summary, 1)
        result.addWidget(self.export_button, 0, Qt.AlignmentFlag.AlignTop)
        self._chip_row = FlowRow(6)
        for kind in DifferenceKind:
            chip = button(words.sentence(KIND_WORDS[kind]), f"comparison_{kind}", "filter")
            chip.setCheckable(True)
            chip.clicked.connect(partial(self._choose_kind, kind))
            self._chip_row.add(chip)
            self.chips[kind] = chip
        self._empty = label("", "lead", wrap=True)
        self._empty.setObjectName("comparison_empty")
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._body = QStackedWidget()
        self._body.addWidget(self._empty)
        self._body.addWidget(self.list)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addLayout(boxes)
        layout.addWidget(self.notice)
        layout.addLayout(result)
        layout.addWidget(self.again_button, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addWidget(self._chip_row)
        layout.addWidget(self._body, 1)
        for widget in (self.notice, self.stop_button, self.again_button):
            widget.hide()
        self.setFocusProxy(self.before)

    def _connect(self) -> None:
        for box in (self.before, self.after):
            box.installEventFilter(self)
            box.returnPressed.connect(self.compare)
        self.compare_button.clicked.connect(self.compare)
        self.again_button.clicked.connect(self.compare)
        self.stop_button.clicked.connect(self.stop)
        self.swap_button.clicked.connect(self._swap)
        self.export_button.clicked.connect(self._export)
        self.list.chosen.connect(partial(self._show_side, opened=False))
        self.list.opened.connect(partial(self._show_side, opened=True))
        self.list.left.connect(self.focus)
        self._bridge.store_changed.connect(self._store_changed)

    def _swap(self) -> None:
        before, after = self.before.file(), self.after.file()
        self.before.set_file(after)
        self.after.set_file(before)
        if self._found is not None or self._job is not None:
            self.compare()

    def _show_found(self, number: int, found: Comparison) -> None:
        if number == self._number:
            self._job = None
            self._found = found
            self._kind = None
            self.stop_button.hide()
            self.before.set_file(found.before.file)
            self.after.set_file(found.after.file)
            self._show_result()

    def _show_result(self) -> None:
        """Show the last comparison."""
        found = self._found
        if found is None:
            self._show_start()
            return
        self.summary.setText(comparison_words.result_line(found))
        self.export_button.setVisible(bool(found.differences))
        self._chip_row.setVisible(bool(found.differences))
        for kind, count in found.counts().items():
            chip = self.chips[kind]
            chip.setText(f"{words.sentence(KIND_WORDS[kind])} {words.number(count)}")
            chip.setVisible(count > 0)
            chip.setChecked(kind is self._kind)
        self.list.rows.show(one for one in found.differences if self._kind in (None, one.kind))
        self._empty.setText("")
        self._body.setCurrentWidget(self.list if found.differences else self._empty)

    def _show_start(self) -> None:
        """Explain what this does, before anything was compared."""
        for widget in (self.export_button, self._chip_row):
            widget.hide()
        self.list.rows.show(())
        self.summary.setText("")
        self._empty.setText(
            self.tr(
                "What changed, moved, is new or gone between two files, with both pages. Lines and pages that end "
                "elsewhere are no differences."
            )
        )
        self._body.setCurrentWidget(self._empty)

    def _choose_kind(self, kind: DifferenceKind, *_checked: bool) -> None:
        """Show only the differences of a kind; all of them once it is chosen again."""
        self._kind = kind if self._kind is not kind else None
        self._show_result()

    def _show_side(self, side: Side, *, opened: bool) -> None:
        """Show the page of a side with its words marked."""
        self.passage_wanted.emit(side.source(), side.citation(), opened)

    def _export(self) -> None:
        """Ask for a file and write the differences into it."""
        found = self._found
        if found is None:
            return
        kinds = {
            ".html": self.tr("Web page (*.html)"),
            ".csv": self.tr("Table (*.csv)"),
            ".json": self.tr("JSON (*.json)"),
        }
        library, number, export = self._library, self._number, self._bridge.worker.comparisons.export

        def write(path: Path) -> None:
            job = export(library, found.before.file, found.after.file, path, say=words.sentence)
            self._bridge.run(job, partial(self._exported, path.name), partial(self._fail, number))

        name = Path(shown_name(found.after.file)).stem
        ask_where_to_save(self, self.tr("Export the differences"), f"{name}.html", kinds, write)

    def _exported(self, name: str, _found: Comparison) -> None:
        self.notice.set_role("info")
        self.notice.tell(self.tr("Exported to {name}.").format(name=name))

    def _fail(self, number: int, error: UserError) -> None:
        if number == self._number:
            self._job = None
            self.stop_button.hide()
            self._show_result()
            self.notice.set_role("failure")
            self.notice.tell(error.message, error.next_step)

    def _store_changed(self, event: StoreChanged) -> None:
        """Offer to compare again when files have come, gone or changed."""
        mine = self._library in event.ids and bool(event.kinds & {"documents", "nodes"})
        if mine and self._found is not None and self._job is None:
            self.again_button.show()
