"""“Find all”: a box, conditions on files, and every mention in the library, counted by file."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from desktop_rag.core.errors import UserError
from desktop_rag.core.events import StoreChanged
from desktop_rag.core.results.answers import Citation, Source
from desktop_rag.core.results.libraries import IndexInfo
from desktop_rag.core.results.mentions import (
    MeaningHit,
    MeaningHits,
    MeaningQuery,
    Mention,
    MentionCounts,
    MentionQuery,
    meaning_summary,
)
from desktop_rag.gui.all_documents import mention_words
from desktop_rag.gui.all_documents.meaning_list import MeaningList
from desktop_rag.gui.all_documents.mention_list import MentionList
from desktop_rag.gui.all_documents.model import Group, MentionRow, group_sizes
from desktop_rag.gui.search.filter_bar import FilterBar
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.basics import CheckBox, IconLabel, Notice, button, label
from desktop_rag.gui.widgets.edit_watchers import FocusOutline, TextCentring
from desktop_rag.gui.widgets.flow_row import FlowRow
from desktop_rag.gui.widgets.save_dialog import ask_where_to_save
from desktop_rag.gui.widgets.theme import TEXT, Appearance, font, scaled

if TYPE_CHECKING:
    from desktop_rag.core.jobs import Job

_HEIGHT = 44


class FindAllSection(QWidget):
    """Counts the mentions of what is typed, when the person presses Enter; they can be read, and saved to a file."""

    passage_wanted = Signal(object, object, bool)  # Source, Citation or None, whether the person wants to read it

    def __init__(self, bridge: Bridge, appearance: Appearance) -> None:
        super().__init__()
        self.setObjectName("find_all")
        self._bridge = bridge
        self._library: IndexInfo | None = None
        self._counts: MentionCounts | None = None
        self._meant: MeaningHits | None = None
        self._job: Job[MentionCounts] | Job[MeaningHits] | None = None
        self._number = 0  # of the query; what comes for another is too late
        self.edit = QLineEdit()
        self.list = MentionList(appearance)
        self.meaning_list = MeaningList(appearance)
        self.filters = FilterBar(appearance)
        self.exact = CheckBox(self.tr("Exactly as written"), appearance)
        self.exact.setToolTip(self.tr("Count only the same case, accents, hyphens, and forms of numbers and dates"))
        self.meaning = CheckBox(self.tr("By meaning"), appearance)
        self.meaning.setObjectName("find_all_meaning")
        self.meaning.setToolTip(self.tr("Find sentences that are about it, whatever their words; not complete"))
        self.find_button = button(self.tr("Find all"), "find_all_button", "primary")
        self.stop_button = button(self.tr("Stop"), "find_all_stop_button")
        self.again_button = button(self.tr("The files have changed. Count again"), "find_all_again_button", "link")
        self.export_button = button(self.tr("Export…"), "find_all_export_button")
        self.summary = label("", "body", wrap=True)
        self.summary.setObjectName("find_all_summary")
        self.summary.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.spellings = label("", "muted", wrap=True)
        self.spellings.setObjectName("find_all_spellings")
        self.notice = Notice("failure")
        self.notice.add_dismiss(appearance)
        self.chips: dict[Group, QPushButton] = {}
        self._make_export_menu()
        self._lay_out(appearance)
        self._connect()
        self._show_start()

    def set_library(self, info: IndexInfo) -> None:
        """Look into this library from now on; for the same one, refresh only its description."""
        changed = self._library is None or self._library.name != info.name
        self._library = info
        self.list.delegate.roots = info.folders
        if changed:
            self.stop()
            self.filters.reset()
            self._counts = self._meant = None
            self.list.rows.show(None)
            self.meaning_list.show_hits(None)
            self._show_start()

    def focus(self) -> None:
        """Go to the box, with its text selected."""
        self.edit.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.edit.selectAll()

    def look_for(self, asked: str) -> None:
        """Count the mentions of some words in all files."""
        self.filters.reset()
        self.meaning.setChecked(False)
        self.edit.setText(asked)
        self.count_all()

    def query(self) -> MentionQuery:
        """Return what is asked for now."""
        return MentionQuery(self.edit.text().strip(), self.exact.isChecked(), self.filters.conditions())

    def count_all(self) -> None:
        """Count the mentions of what is in the box."""
        query = self.query()
        if not query.words or self._library is None:
            return
        self.stop()
        self.notice.hide()
        self.again_button.hide()
        self.stop_button.show()
        self.summary.setText(self.tr("Looking through all files…"))
        number, mentions, fail = self._number, self._bridge.worker.mentions, partial(self._fail, self._number)
        if self.meaning.isChecked():
            meant = mentions.by_meaning(self._library.name, MeaningQuery(query.words, query.within))
            self._job = self._bridge.run(meant, partial(self._show_meant, number), fail)
        else:
            counted = mentions.count(self._library.name, query)
            self._job = self._bridge.run(counted, partial(self._show_counts, number), fail)

    def stop(self) -> None:
        """Cancel the running count; what was shown before stays."""
        self._number += 1
        if self._job is not None:
            self._job.cancel()
            self._job = None
            self._show_result()
        self.stop_button.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Go from the box to the list with the arrow, and stop or clear with Esc."""
        if isinstance(event, QKeyEvent) and watched is self.edit:
            is_escape = event.key() == Qt.Key.Key_Escape and (self._job is not None or bool(self.edit.text()))
            if event.type() is QEvent.Type.ShortcutOverride and is_escape:
                event.accept()
                return True
            if event.type() is QEvent.Type.KeyPress:
                if event.key() == Qt.Key.Key_Down and self.list.rows.rowCount():
                    self.list.take_focus()
                    return True
                if is_escape:
                    if self._job is not None:
                        self.stop()
                    else:
                        self.edit.clear()
                    return True
        return super().eventFilter(watched, event)

    def _lay_out(self, appearance: Appearance) -> None:
        self.edit.setObjectName("find_all_box")
        self.edit.setFrame(False)
        self.edit.setFont(font(TEXT))
        self.edit.setPlaceholderText(self.tr("A word, a name, a number, a date"))
        self.edit.setAccessibleName(self.tr("Find all"))
        self.edit.installEventFilter(self)
        TextCentring(self.edit)
        frame = QFrame()
        frame.setObjectName("search_frame")
        frame.setMinimumHeight(scaled(_HEIGHT))
        frame.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        box = QHBoxLayout(frame)
        box.setContentsMargins(14, 0, 6, 0)
        box.setSpacing(8)
        box.addWidget(IconLabel(appearance, "search", 16, "muted"))
        box.addWidget(self.edit, 1)
        box.addWidget(self.stop_button)
        box.addWidget(self.find_button)
        FocusOutline(self.edit, frame)
        options = FlowRow(8)
        options.add(self.filters)
        options.add(self.exact)
        options.add(self.meaning)
        result = QHBoxLayout()
        result.setSpacing(8)
        result.addWidget(self.summary, 1)
        result.addWidget(self.export_button, 0, Qt.AlignmentFlag.AlignTop)
        chips = self._chip_row = FlowRow(6)
        for group in Group:
            chip = button(mention_words.group(group), f"find_all_{group}", "filter")
            chip.setCheckable(True)
            chip.clicked.connect(partial(self._choose_group, group))
            chips.add(chip)
            self.chips[group] = chip
        self._empty = label("", "lead", wrap=True)
        self._empty.setObjectName("find_all_empty")
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._body = QStackedWidget()
        self._body.addWidget(self._empty)
        self._body.addWidget(self.list)
        self._body.addWidget(self.meaning_list)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(frame)
        layout.addWidget(options)
        layout.addWidget(self.notice)
        layout.addLayout(result)
        layout.addWidget(self.spellings)
        layout.addWidget(self.again_button, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addWidget(chips)
        layout.addWidget(self._body, 1)
        for widget in (self.notice, self.stop_button, self.again_button):
            widget.hide()

    def _connect(self) -> None:
        self.edit.returnPressed.connect(self.count_all)
        self.find_button.clicked.connect(self.count_all)
        self.stop_button.clicked.connect(self.stop)
        self.again_button.clicked.connect(self.count_all)
        self.exact.toggled.connect(self._find_again)
        self.meaning.toggled.connect(self.exact.setDisabled)
        self.meaning.toggled.connect(self._find_again)
        self.meaning_list.chosen.connect(partial(self._show_hit, opened=False))
        self.meaning_list.opened.connect(partial(self._show_hit, opened=True))
        self.meaning_list.decided.connect(self._show_result)
        self.filters.changed.connect(self._find_again)
        self.filters.choices_wanted.connect(self._read_choices)
        self.list.rows.mentions_wanted.connect(self._read_mentions)
        self.list.chosen.connect(partial(self._show_row, opened=False))
        self.list.opened.connect(partial(self._show_row, opened=True))
        self.list.left.connect(self.focus)
        self._bridge.store_changed.connect(self._store_changed)

    def _make_export_menu(self) -> None:
        menu = QMenu(self.export_button)
        menu.addAction(self.tr("All mentions…")).triggered.connect(partial(self._export, statement=False))
        menu.addAction(self.tr("What was searched, as proof…")).triggered.connect(partial(self._export, statement=True))
        self.export_button.setMenu(menu)

    def _find_again(self, *_changed: object) -> None:
        """Count with the other conditions, if anything was counted."""
        if self._counts is not None or self._meant is not None or self._job is not None:
            self.count_all()

    def _show_counts(self, number: int, counts: MentionCounts) -> None:
        if number != self._number:
            return
        self._job = None
        self._counts, self._meant = counts, None
        self.stop_button.hide()
        sizes = group_sizes(counts)
        group = next((one for one in (Group.WITH, Group.UNREADABLE, Group.WITHOUT) if sizes[one]), Group.WITH)
        self._choose_group(Group.WITHOUT if not counts.count and sizes[Group.WITHOUT] else group)
        self._show_result()
        if len(counts.files) == 1:
            self.list.rows.unfold(0)

    def _show_meant(self, number: int, found: MeaningHits) -> None:
        if number == self._number:
            self._job = None
            self._counts, self._meant = None, found
            self.stop_button.hide()
            self.meaning_list.show_hits(found)
            self._body.setCurrentWidget(self.meaning_list)
            self._show_result()

    def _show_hit(self, hit: MeaningHit, *, opened: bool) -> None:
        """Show the page of a sentence found by meaning."""
        source = hit.source
        citation = Citation(1, 0, 0, source.file, source.page, source.start, source.end, source.text, 1.0, "")
        self.passage_wanted.emit(source, citation, opened)

    def _show_result(self) -> None:
        """Show the numbers of the last count."""
        if self._meant is not None:
            for widget in (self.export_button, self._chip_row, self.spellings):
                widget.hide()
            lines = meaning_summary(self._meant, self.meaning_list.model.result())
            self.summary.setText(" ".join(map(words.sentence, lines)))
            return
        counts = self._counts
        if counts is None:
            self._show_start()
            return
        self.summary.setText(mention_words.result_line(counts))
        self.spellings.setText(mention_words.spellings(counts))
        self.spellings.setVisible(bool(self.spellings.text()))
        self.export_button.show()
        self._chip_row.show()
        for group, size in group_sizes(counts).items():
            self.chips[group].setText(f"{mention_words.group(group)} {words.number(size)}")
            self.chips[group].setVisible(size > 0)

    def _show_start(self) -> None:
        """Explain what this does, before anything was counted."""
        for widget in (self.export_button, self._chip_row, self.spellings):
            widget.hide()
        self.summary.setText("")
        self._empty.setText(
            self.tr(
                "Every mention in all files, counted by file. Several phrases in quotation marks are counted together."
            )
        )
        self._body.setCurrentWidget(self._empty)

    def _choose_group(self, group: Group, _checked: bool = True) -> None:  # noqa: FBT001, FBT002 - Qt's
        for one, chip in self.chips.items():
            chip.setChecked(one is group)
        self.list.rows.show(self._counts, group)
        self._body.setCurrentWidget(self.list)

    def _read_mentions(self, file: str) -> None:
        if self._library is not None and self._counts is not None:
            job = self._bridge.worker.mentions.of_file(self._library.name, self._counts.query, file)
            self._bridge.run(job, partial(self._show_mentions, self._number, file), partial(self._fail, self._number))

    def _show_mentions(self, number: int, file: str, mentions: tuple[Mention, ...]) -> None:
        if number == self._number:
            self.list.rows.show_mentions(file, mentions)

    def _show_row(self, row: MentionRow, *, opened: bool) -> None:
        """Show a mention's page with the words marked; of a file that was read and has none, its beginning."""
        if row.mention is not None:
            source, start, end = row.mention.source, row.mention.start, row.mention.end
            quote = source.text[start - source.start : end - source.start]
            citation = Citation(source.rank, 0, 0, source.file, source.page, start, end, quote, 1.0, source.node_id)
            self.passage_wanted.emit(source, citation, opened)
        elif opened and self.list.rows.group is Group.WITHOUT:
            self.passage_wanted.emit(Source(1, 0.0, row.file, 1, "", 0, 0, "", ""), None, True)  # noqa: FBT003

    def _read_choices(self) -> None:
        if self._library is not None and not self._library.error:
            job = self._bridge.worker.search.choices(self._library.name)
            self._bridge.run(job, self.filters.set_choices, self._unread)

    def _unread(self, _error: UserError) -> None:
        """Do without: what is wrong with a library is said where it is shown."""

    def _export(self, *, statement: bool) -> None:
        """Ask for a file and write the mentions, or what was searched, into it."""
        if self._library is None or self._counts is None:
            return
        kinds = {
            ".html": self.tr("Web page (*.html)"),
            ".csv": self.tr("Table (*.csv)"),
            ".json": self.tr("JSON (*.json)"),
        }
        title = self.tr("Export what was searched") if statement else self.tr("Export all mentions")
        library, query, number = self._library.name, self._counts.query, self._number
        export = self._bridge.worker.mentions.export

        def write(path: Path) -> None:
            job = export(library, query, path, statement=statement, say=words.sentence)
            self._bridge.run(job, partial(self._exported, path.name), partial(self._fail, number))

        ask_where_to_save(self, title, f"{library}.html", kinds, write)

    def _exported(self, name: str, _counts: MentionCounts) -> None:
        self.notice.set_role("info")
        self.notice.tell(self.tr("Exported to {name}.").format(name=name))

    def _fail(self, number: int, error: UserError) -> None:
        if number != self._number:
            return
        self._job = None
        self.stop_button.hide()
        self._show_result()
        self.notice.set_role("failure")
        self.notice.tell(error.message, error.next_step)

    def _store_changed(self, event: StoreChanged) -> None:
        """Offer to count again when files have come, gone or changed."""
        mine = self._library is not None and self._library.name in event.ids
        is_shown = self._counts is not None or self._meant is not None
        if mine and event.kinds & {"documents", "nodes"} and is_shown and self._job is None:
            self.again_button.show()
