"""“Compare”: two files, a file and its earlier state, or folders; either page of a difference opens from the list."""

import enum
import time
from functools import partial
from pathlib import Path

from PySide6.QtCore import QRect, QStringListModel, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QCompleter,
    QHBoxLayout,
    QLineEdit,
    QScrollArea,
    QStyle,
    QStyleOptionFrame,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from desktop_rag.config.options import LLM_PROVIDER
from desktop_rag.core.events import ComparisonProgress
from desktop_rag.core.file_paths import shown_name, shown_path
from desktop_rag.core.results.answers import Source
from desktop_rag.core.results.comparison import (
    CHANGE_WORDS,
    KIND_WORDS,
    ChangedFile,
    Comparison,
    ComparisonSummary,
    DifferenceKind,
    EarlierTexts,
    FileChange,
    FolderComparison,
    Side,
)
from desktop_rag.core.results.libraries import IndexInfo
from desktop_rag.gui.all_documents import comparison_words
from desktop_rag.gui.all_documents.comparison_list import BETWEEN, SIDE, ChangedFileList, DifferenceList
from desktop_rag.gui.all_documents.section import Body, ChipRow, Section, take_focus
from desktop_rag.gui.files.file_words import place_below
from desktop_rag.gui.palette.entries import FileNames, file_entry, find_entries
from desktop_rag.gui.palette.library_files import LibraryFiles
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.basics import ComboBox, ElidedLabel, IconButton, NoticeButton, button, label, plain_tip
from desktop_rag.gui.widgets.edit_watchers import TextCentring
from desktop_rag.gui.widgets.theme import Appearance, scaled

_OFFERED = 12  # files below a box
_DAY = 86_400.0  # seconds
_TEXT_SIDE = 2  # pixels that Qt leaves beside the text of a line
_POINTS = 140  # pixels of a summary, of which the rest is scrolled to


class FileBox(QLineEdit):
    """Takes the name of a file of the library: some letters of it offer those that fit."""

    def __init__(self, files: LibraryFiles, name: str, placeholder: str) -> None:
        super().__init__()
        self._files = files
        self._library = ""
        self._roots: tuple[str, ...] = ()  # folders are named as they are seen from these
        self._paths: dict[str, str] = {}  # of what is offered, and what was chosen
        self._folders: FileNames | None = None  # offered in place of files
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

    def set_library(self, info: IndexInfo) -> None:
        """Offer the files of this library from now on."""
        self._roots = info.folders
        if info.name != self._library:
            self._library = info.name
            self._paths = {}
            self.clear()

    def offer_folders(self, folders: FileNames | None) -> None:
        """Offer these folders from now on, or files again."""
        self._folders = folders

    def file(self) -> str:
        """Return the path of the file that was chosen, or what was typed."""
        text = self.text().strip()
        return self._paths.get(text, text)

    def set_file(self, path: str) -> None:
        """Choose a file."""
        self.setText(self._named(path))
        self.setToolTip(plain_tip(shown_path(path)))
        self.setCursorPosition(0)

    def shortened(self) -> tuple[QRect, str]:
        """Return the room of the text beside the button that clears it, and as much of the text as fits."""
        option = QStyleOptionFrame()
        self.initStyleOption(option)
        room = self.style().subElementRect(QStyle.SubElement.SE_LineEditContents, option, self)
        room = room.marginsRemoved(self.textMargins()).adjusted(_TEXT_SIDE, 0, -_TEXT_SIDE, 0)
        clear = self.findChild(QToolButton)
        if clear is not None and clear.isVisible():
            room.setRight(min(room.right(), clear.x()))
        return room, self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, room.width())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Shorten a text that does not fit while nobody types: a line is cut within a letter otherwise."""
        room, text = self.shortened()
        if self.hasFocus() or text == self.text():
            super().paintEvent(event)
            return
        option, painter = QStyleOptionFrame(), QPainter(self)
        self.initStyleOption(option)
        self.style().drawPrimitive(QStyle.PrimitiveElement.PE_PanelLineEdit, option, painter, self)
        painter.setPen(self.palette().text().color())
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, text)

    def read(self) -> None:
        """Have the names of the library's files read."""
        self._files.read([self._library])

    def _offer(self, typed: str) -> None:
        self.read()
        names = self._folders or self._files.names(self._library)
        entries = find_entries(typed, (), (names,), ())[:_OFFERED] if names is not None and typed.strip() else []
        self._offered.setStringList([self._named(entry.key) for entry in entries])

    def _offer_again(self) -> None:
        """Offer what fits once the names are known, while the person still types."""
        if self.hasFocus() and self.isModified() and not self._offered.rowCount():
            self._offer(self.text())
            if self._offered.rowCount():
                self.completer().complete()

    def _named(self, path: str) -> str:
        """Return a file's name and then its folder: of a box that is narrow the end is not seen."""
        entry = file_entry("", path)
        for folder in (place_below(path, self._roots), entry.detail):
            text = f"{entry.title}  ·  {folder}" if folder else entry.title
            if self._paths.setdefault(text, path) == path:
                break
        return text


class CompareMode(enum.StrEnum):
    """What is compared."""

    FILES = "files"
    EARLIER = "earlier"
    FOLDERS = "folders"
    SINCE = "since"

    @property
    def is_of_folders(self) -> bool:
        """True if files are told, not what they say."""
        return self in (CompareMode.FOLDERS, CompareMode.SINCE)

    @property
    def has_two(self) -> bool:
        """True if the person names both sides."""
        return self in (CompareMode.FILES, CompareMode.FOLDERS)


class ComparisonSection(Section):
    """Compares when the person presses Enter; each difference opens on either side, each file of a folder its own."""

    def __init__(self, bridge: Bridge, appearance: Appearance) -> None:
        super().__init__(bridge, appearance, "comparison")
        self._info: IndexInfo | None = None
        self._found: Comparison | None = None
        self._folders: FolderComparison | None = None  # with the file that is shown in it, if one is
        self._summed: ComparisonSummary | None = None
        self._kind: DifferenceKind | None = None
        self._change: FileChange | None = None
        self._stated = ""  # the file whose states are listed
        self._names_folders = False  # the boxes do
        files = LibraryFiles(bridge, self)
        self.before = FileBox(files, "comparison_before", self.tr("The file before"))
        self.after = FileBox(files, "comparison_after", self.tr("The file after"))
        self.mode = ComboBox(appearance)
        self.states = ComboBox(appearance)
        self.list = DifferenceList(appearance)
        self.files = ChangedFileList(appearance)
        self.back_button = button(self.tr("Back to all files"), "comparison_back_button", "link")
        self.swap_button = IconButton(appearance, "swap", self.tr("Swap both files"), "comparison_swap_button")
        self.compare_button = button(self.tr("Compare"), "comparison_button", "primary")
        self.stop_button = button(self.tr("Stop"), "comparison_stop_button")
        self.again_button = button(self.tr("The files have changed. Compare again"), "comparison_again_button", "link")
        self.export_button = button(self.tr("Export…"), "comparison_export_button")
        self.summarise_button = button(self.tr("Summarise"), "comparison_summarise_button")
        self.points = label("", "body", wrap=True)
        self.points.setObjectName("comparison_points")
        self.points.setTextFormat(Qt.TextFormat.RichText)
        self.points.setTextInteractionFlags(Qt.TextInteractionFlag.TextBrowserInteraction)
        self.summary = label("", "body", wrap=True)
        self.summary.setObjectName("comparison_summary")
        self.summary.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._kinds = ChipRow("comparison", {one: words.sentence(KIND_WORDS[one]) for one in DifferenceKind})
        self._changes = ChipRow("comparison_file", {one: words.sentence(CHANGE_WORDS[one]) for one in FileChange})
        self.chips, self.file_chips = self._kinds.chips, self._changes.chips
        self._names = [ElidedLabel("", "muted", Qt.TextElideMode.ElideMiddle) for _ in range(2)]
        self._lay_out()
        self._connect()
        self._show_state()

    def set_library(self, info: IndexInfo) -> None:
        """Compare files of this library from now on."""
        kept, self._info = self._info is not None and self._info.keeps_earlier, info
        if info.name == self._library and info.keeps_earlier and not kept and self._mode is not CompareMode.FILES:
            self.notice.hide()
        for box in (self.before, self.after):
            box.set_library(info)
        super().set_library(info)

    def _forget(self) -> None:
        self._choose_mode()

    @property
    def _mode(self) -> CompareMode:
        return CompareMode(str(self.mode.currentData()))

    def focus(self) -> None:
        """Go to the box that is empty, else to the first one."""
        box = self.before if self._mode.has_two else self.after
        box = self.after if self.before.text() and not self.after.text() else box
        box.read()
        box.setFocus(Qt.FocusReason.ShortcutFocusReason)
        box.setSelection(len(box.text()), -len(box.text()))  # with its beginning in sight

    def areas(self) -> tuple[QWidget, ...]:
        """Return the widgets that the keyboard goes to, in order."""
        return self.before, self.after, self.files if self._body.currentWidget() is self.files else self.list

    def compare(self) -> None:
        """Compare what is named, or go to the box that still lacks a name."""
        mode, after = self._mode, self.after.file()
        before = self.before.file() if mode.has_two else after
        if not before or not after or not self._library:
            (self.after if before or not mode.has_two else self.before).setFocus()
            return
        if mode is CompareMode.EARLIER and self._stated != after:
            self._read_states(after)
            return
        if not mode.is_of_folders:
            kept = self._kept()
            if mode is CompareMode.FILES or kept:
                self._folders = None
                self._compare_files(before, after, kept)
            return
        since = time.time() - float(self.states.currentData()) if mode is CompareMode.SINCE else 0.0
        job = self._bridge.worker.comparisons.folders(self._library, before, after, since=since)
        self._ask(job, self._take_folders)
        self._show_begun(self.tr("Comparing…"))

    def _kept(self) -> float:
        """Return the time until which the file was as the person chose; 0 where both sides are as they are now."""
        kept = self.states.currentData() if self._mode is CompareMode.EARLIER else None
        return float(kept) if kept is not None else 0.0

    def _compare_files(self, before: str, after: str, kept: float) -> None:
        self._ask(self._bridge.worker.comparisons.files(self._library, before, after, kept=kept), self._take_found)
        self._show_begun(self.tr("Comparing…"))

    def _show_begun(self, text: str) -> None:
        self.again_button.hide()
        self.stop_button.show()
        self.summary.setText(text)
        self.summary.show()

    def _choose_mode(self, *_index: int) -> None:
        """Show the boxes of what is compared now, and nothing of what was."""
        mode = self._mode
        if mode.is_of_folders is not self._names_folders:
            self._names_folders = mode.is_of_folders
            self.before.clear()
            self.after.clear()
        self.stop()
        self.notice.hide()
        self._found = self._folders = None
        self._stated = ""
        for widget in (self.before, self.swap_button):
            widget.setVisible(mode.has_two)
        self.states.setVisible(not mode.has_two)
        self.states.clear()
        one, two = (
            (self.tr("The folder before"), self.tr("The folder after"))
            if mode.is_of_folders
            else (self.tr("The file before"), self.tr("The file after"))
        )
        if not mode.has_two:
            two = self.tr("The folder") if mode.is_of_folders else self.tr("The file")
        for box, text in ((self.before, one), (self.after, two)):
            box.setPlaceholderText(text)
            box.setAccessibleName(text)
            if not mode.is_of_folders:
                box.offer_folders(None)
        if mode.is_of_folders and self._library:
            job = self._bridge.worker.comparisons.folder_names(self._library)
            self._bridge.run(job, partial(self._take_names, self._library), self._tell)
        if mode is CompareMode.SINCE:
            for text, days in comparison_words.times_ago():
                self.states.addItem(text, days * _DAY)
        elif mode is CompareMode.EARLIER:
            self.states.addItem(self.tr("Choose a file first"), None)
        if not mode.has_two and self._info is not None and not self._info.keeps_earlier:
            self._offer_to_keep()
        self._show_state()

    def _take_names(self, library: str, folders: tuple[str, ...]) -> None:
        if library == self._library:
            self._bridge.call(partial(FileNames.of, library, folders), self._offer_folders, self._tell)

    def _offer_folders(self, names: FileNames) -> None:
        if names.library == self._library and self._mode.is_of_folders:
            for box in (self.before, self.after):
                box.offer_folders(names)

    def _read_states(self, file: str) -> None:
        """List the states of a file that the library keeps, then compare the last one."""
        job = self._bridge.worker.comparisons.earlier(self._library, file)
        self._bridge.run(job, partial(self._show_states, file), self._tell)

    def _show_states(self, file: str, found: EarlierTexts) -> None:
        if self._mode is not CompareMode.EARLIER or self.after.file() != file:
            return
        self.states.clear()
        for one in found.states:
            self.states.addItem(comparison_words.state(one), one.kept)
        if found.states:
            self.notice.hide()
            self._stated = file
            self.compare()
        elif not found.since:
            self._offer_to_keep()
        else:
            message = self.tr("It has not changed since {time}, when the library began to keep earlier states.")
            self._say(message.format(time=words.moment(found.since)))

    def _offer_to_keep(self) -> None:
        """Say that nothing is kept, with a button that changes that."""
        keep = NoticeButton(self.tr("Keep them from now on"), "keep_earlier_button", self._keep_earlier)
        self._say(
            self.tr("This library keeps no earlier states of its files."),
            self.tr("It can keep the text of files that change. “Folders and rules…” shows the space that takes."),
            (keep,),
            role="notice",
        )

    def _keep_earlier(self) -> None:
        job = self._bridge.worker.libraries.keep_earlier(self._library, keep=True)
        self._bridge.run(job, self._keeps_earlier, self._tell)

    def _keeps_earlier(self, _nothing: None) -> None:
        self._say(self.tr("Earlier states are kept from now on."))

    def _lay_out(self) -> None:
        top, boxes = QHBoxLayout(), QHBoxLayout()
        for row in (top, boxes):
            row.setSpacing(8)
        for mode, text in (
            (CompareMode.FILES, self.tr("Two files")),
            (CompareMode.EARLIER, self.tr("A file and its earlier state")),
            (CompareMode.FOLDERS, self.tr("Two folders")),
            (CompareMode.SINCE, self.tr("A folder then and now")),
        ):
            self.mode.addItem(text, mode.value)
        self.mode.setObjectName("comparison_mode")
        self.mode.setAccessibleName(self.tr("What to compare"))
        self.states.setObjectName("comparison_states")
        self.states.setAccessibleName(self.tr("The state before"))
        boxes.addWidget(self.before, 1)
        boxes.addWidget(self.swap_button)
        boxes.addWidget(self.after, 1)
        boxes.addWidget(self.states, 1)
        top.addWidget(self.mode, 1)
        top.addWidget(self.stop_button)
        top.addWidget(self.compare_button)
        result = QHBoxLayout()
        result.setSpacing(8)
        result.addWidget(self.summary, 1)
        result.addWidget(self.summarise_button, 0, Qt.AlignmentFlag.AlignTop)
        result.addWidget(self.export_button, 0, Qt.AlignmentFlag.AlignTop)
        self._points = QScrollArea()
        self._points.setAccessibleName(self.tr("Summary"))
        self._points.setWidgetResizable(True)
        self._points.setFrameShape(QScrollArea.Shape.NoFrame)
        self._points.setMaximumHeight(scaled(_POINTS))
        self._points.setWidget(self.points)
        self._points.viewport().setAutoFillBackground(False)
        self.points.setAutoFillBackground(False)
        self._body = Body("comparison_empty", self.list, self.files)
        self._heads = QWidget()
        heads = QHBoxLayout(self._heads)
        heads.setContentsMargins(SIDE, 0, SIDE + self.list.verticalScrollBar().sizeHint().width(), 0)
        heads.setSpacing(BETWEEN)
        for name in self._names:
            heads.addWidget(name, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addLayout(top)
        layout.addLayout(boxes)
        layout.addWidget(self.notice)
        layout.addLayout(result)
        layout.addWidget(self._points)
        for link in (self.again_button, self.back_button):
            layout.addWidget(link, 0, Qt.AlignmentFlag.AlignLeft)
        for chips in (self._kinds, self._changes):
            layout.addWidget(chips)
        layout.addWidget(self._heads)
        layout.addWidget(self._body, 1)
        for widget in (self.stop_button, self.again_button, self.states):
            widget.hide()

    def _connect(self) -> None:
        for box in (self.before, self.after):
            box.returnPressed.connect(self.compare)
        self.compare_button.clicked.connect(self.compare)
        self.again_button.clicked.connect(self.compare)
        self.stop_button.clicked.connect(self.stop)
        self.swap_button.clicked.connect(self._swap)
        self.export_button.clicked.connect(self._export)
        self.summarise_button.clicked.connect(self._summarise)
        self.points.linkActivated.connect(self._open_link)
        self.list.chosen.connect(lambda one: self._show_side(one.shown, opened=False))
        self.list.opened.connect(partial(self._show_side, opened=True))
        self.files.opened.connect(self._open_file)
        self._watch(self.before, self.after, self.list, self.files)
        self._kinds.chosen.connect(self._choose_kind)
        self._changes.chosen.connect(self._choose_change)
        self.back_button.clicked.connect(self._go_back)
        self.mode.activated.connect(self._choose_mode)
        self.states.activated.connect(self._choose_state)
        self._bridge.comparison_progress.connect(self._take_progress)

    def _swap(self) -> None:
        before, after = self.before.file(), self.after.file()
        self.before.set_file(after)
        self.after.set_file(before)
        if self._found is not None or self._folders is not None or self._job is not None:
            self.compare()

    def _take_found(self, found: Comparison) -> None:
        self._found = found
        self._summed = self._kind = None
        if self._folders is None:
            self.before.set_file(found.before.file)
            self.after.set_file(found.after.file)
            self._stated = found.after.file if self._mode is CompareMode.EARLIER else ""

    def _take_folders(self, found: FolderComparison) -> None:
        self._found = self._change = None
        self._folders = found
        for box, folder in ((self.before, found.before), (self.after, found.after)):
            box.set_file(folder)

    def _open_file(self, one: ChangedFile) -> None:
        """Show how a file differs; of one that is new, or gone from another folder, the file."""
        if one.can_be_compared and one.differences:
            self._compare_files(one.after if one.kept else one.before, one.after, one.kept)
        elif one.after or (self._folders is not None and not self._folders.since):
            self.passage_wanted.emit(Source(1, 0.0, one.file, 1, "", 0, 0, "", ""), None, True)  # noqa: FBT003 - Qt's

    def _go_back(self) -> None:
        """Show the files of the folder again."""
        self.stop()
        self._found = None
        self._show_state()
        take_focus(self.files)

    def _choose_state(self, *_index: int) -> None:
        if self._found is not None or self._folders is not None:
            self.compare()

    def _take_progress(self, event: ComparisonProgress) -> None:
        if self._job is not None and event.job_id == self._job.id:
            done, total = words.number(event.done), words.number(event.total)
            self.summary.setText(self.tr("Comparing: {done} of {total} changed files").format(done=done, total=total))

    def _show_state(self) -> None:
        """Show the last comparison; before there was one, what this does."""
        found, folders, summed = self._found, self._folders, self._summed
        has_model = self._bridge.worker.config[LLM_PROVIDER] != "none"
        differences = found.differences if found is not None else ()
        files = folders.files if folders is not None and found is None else ()
        self.stop_button.setVisible(self._job is not None)
        self.back_button.setVisible(found is not None and folders is not None)
        self.export_button.setVisible(bool(differences or files))
        self.summarise_button.setVisible(has_model and bool(differences) and summed is None)
        self._points.setVisible(found is not None and summed is not None)
        self.points.setText(comparison_words.points(summed) if summed is not None else "")
        self._kinds.show_counts(found.counts() if found is not None else {}, self._kind)
        self._changes.show_counts(folders.counts() if folders is not None and found is None else {}, self._change)
        self._kinds.setVisible(bool(differences))
        self._heads.setVisible(bool(differences))
        for name, texts in zip(self._names, comparison_words.side_names(found) if found else (), strict=False):
            name.set_full_text(*texts)
        self._changes.setVisible(bool(files))
        self.list.rows.show(one for one in differences if self._kind in (None, one.kind))
        self.files.rows.show(one for one in files if self._change in (None, one.kind))
        if found is not None:
            self.summary.setText(comparison_words.result_line(found))
        else:
            self.summary.setText(comparison_words.folder_line(folders) if folders is not None else "")
        self.summary.setVisible(bool(self.summary.text()))
        if differences or files:
            self._body.setCurrentWidget(self.list if differences else self.files)
        elif found is not None or folders is not None:
            self._body.say("")
        elif self._mode.is_of_folders:
            self._body.say(self.tr("Which files are new, gone, renamed or changed, and how much differs in each."))
        else:
            self._body.say(
                self.tr(
                    "What changed, moved, is new or gone between two files, with both pages. Lines and pages that end "
                    "elsewhere are no differences."
                )
            )

    def _summarise(self) -> None:
        """Have the model sum up what matters in the differences."""
        if self._found is None:
            return
        self._ask(self._bridge.worker.comparisons.summarise(self._library, self._found), self._take_points)
        self._show_begun(self.tr("The model is summarising…"))

    def _take_points(self, found: ComparisonSummary | None) -> None:
        self._summed = found

    def _open_link(self, link: str) -> None:
        """Open the side that a sentence of the summary rests on."""
        number, _, name = link.partition("-")
        point = self._summed.points[int(number)] if self._summed is not None else None
        one = None if point is None else point.before if name == "before" else point.after
        if one is not None:
            self._show_side(one.side, opened=True)

    def _choose_change(self, change: FileChange) -> None:
        """Show only the files of a kind; all of them once it is chosen again."""
        self._change = change if self._change is not change else None
        self._show_state()

    def _choose_kind(self, kind: DifferenceKind) -> None:
        """Show only the differences of a kind; all of them once it is chosen again."""
        self._kind = kind if self._kind is not kind else None
        self._show_state()

    def _show_side(self, side: Side, *, opened: bool) -> None:
        """Show the page of a side with its words marked."""
        self.passage_wanted.emit(side.source(), side.citation(), opened)

    def _export(self) -> None:
        """Ask for a file and write the differences into it."""
        found, folders, library, worker = self._found, self._folders, self._library, self._bridge.worker.comparisons
        title = self.tr("Export the differences")
        if found is not None:
            before, after = found.before, found.after
            self._save(
                title,
                f"{Path(shown_name(after.file)).stem}.html",
                (".html", ".docx", ".csv", ".json"),
                lambda path: worker.export(
                    library, before.file, after.file, path, kept=before.kept, say=words.sentence
                ),
            )
        elif folders is not None:  # no words of files differ in a list of them: it has no Word document
            self._save(
                title,
                f"{Path(shown_name(folders.after)).stem}.html",
                (".html", ".csv", ".json"),
                lambda path: worker.export_folders(library, folders, path, say=words.sentence),
            )

    def _files_changed(self) -> None:
        """Offer to compare again."""
        self._stated = ""  # a changed file has one state more
        self.again_button.setVisible(self._job is None and (self._found is not None or self._folders is not None))
