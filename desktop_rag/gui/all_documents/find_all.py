"""“Find all”: a box, conditions on files, and every mention in the library, counted by file."""

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QMenu, QSizePolicy, QVBoxLayout, QWidget

from desktop_rag.core.errors import UserError
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
from desktop_rag.gui.all_documents.mention_list import Group, MentionList, MentionRow, group_sizes
from desktop_rag.gui.all_documents.section import Body, ChipRow, Section
from desktop_rag.gui.search.filter_bar import FilterBar
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.basics import CheckBox, IconLabel, button, label
from desktop_rag.gui.widgets.edit_watchers import FocusOutline, TextCentring
from desktop_rag.gui.widgets.flow_row import FlowRow
from desktop_rag.gui.widgets.theme import TEXT, Appearance, font, scaled

_HEIGHT = 44


class FindAllSection(Section):
    """Counts the mentions of what is typed, when the person presses Enter; they can be read, and saved to a file."""

    def __init__(self, bridge: Bridge, appearance: Appearance) -> None:
        super().__init__(bridge, appearance, "find_all")
        self._counts: MentionCounts | None = None
        self._meant: MeaningHits | None = None
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
        self._chips = ChipRow("find_all", {group: mention_words.group(group) for group in Group})
        self.chips = self._chips.chips
        self._make_export_menu()
        self._lay_out(appearance)
        self._connect()
        self._show_state()

    def set_library(self, info: IndexInfo) -> None:
        """Look into this library from now on; for the same one, refresh only its description."""
        self.list.delegate.roots = info.folders
        super().set_library(info)

    def areas(self) -> tuple[QWidget, ...]:
        """Return the widgets that the keyboard goes to, in order."""
        return self.edit, self.meaning_list.table if self._meant is not None else self.list

    def look_for(self, asked: str) -> None:
        """Count the mentions of some words in all files."""
        self.filters.reset()
        self.meaning.setChecked(False)
        self.edit.setText(asked)
        self.count_all()

    def query(self) -> MentionQuery:
        """Return what is asked for now."""
        return MentionQuery(self.edit.text().strip(), self.exact.isChecked(), self.filters.conditions())

    def counted(self) -> MentionQuery | None:
        """Return the query whose mentions are shown, None while none are."""
        return self._counts.query if self._counts is not None and self.isVisible() else None

    def count_all(self) -> None:
        """Count the mentions of what is in the box."""
        query, mentions, library = self.query(), self._bridge.worker.mentions, self._library
        if not query.words or not library:
            return
        self.again_button.hide()
        if self.meaning.isChecked():
            self._ask(mentions.by_meaning(library, MeaningQuery(query.words, query.within)), self._take_meant)
        else:
            self._ask(mentions.count(library, query), self._take_counts)
        self.stop_button.show()
        self.summary.setText(self.tr("Looking through all files…"))

    def _lay_out(self, appearance: Appearance) -> None:
        self.edit.setObjectName("find_all_box")
        self.edit.setFrame(False)
        self.edit.setFont(font(TEXT))
        self.edit.setPlaceholderText(self.tr("A word, a name, a number, a date"))
        self.edit.setAccessibleName(self.tr("Find all"))
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
        self._body = Body("find_all_empty", self.list, self.meaning_list)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(frame)
        layout.addWidget(options)
        layout.addWidget(self.notice)
        layout.addLayout(result)
        layout.addWidget(self.spellings)
        layout.addWidget(self.again_button, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addWidget(self._chips)
        layout.addWidget(self._body, 1)
        for widget in (self.stop_button, self.again_button):
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
        self.meaning_list.decided.connect(self._show_state)
        self.filters.changed.connect(self._find_again)
        self.filters.choices_wanted.connect(self._read_choices)
        self.list.rows.mentions_wanted.connect(self._read_mentions)
        self.list.chosen.connect(partial(self._show_row, opened=False))
        self.list.opened.connect(partial(self._show_row, opened=True))
        self.list.link_wanted.connect(self._want_link)
        self._chips.chosen.connect(self._choose_group)
        self._watch(self.edit, self.list, self.meaning_list.table)

    def _make_export_menu(self) -> None:
        menu = QMenu(self.export_button)
        menu.addAction(self.tr("All mentions…")).triggered.connect(partial(self._export, statement=False))
        menu.addAction(self.tr("What was searched, as proof…")).triggered.connect(partial(self._export, statement=True))
        self.export_button.setMenu(menu)

    def _find_again(self, *_changed: object) -> None:
        """Count with the other conditions, if anything was counted."""
        if self._counts is not None or self._meant is not None or self._job is not None:
            self.count_all()

    def _take_counts(self, counts: MentionCounts) -> None:
        self._counts, self._meant = counts, None
        sizes = group_sizes(counts)
        order = (Group.WITH, Group.WITHOUT, Group.UNREADABLE)
        self._choose_group(next((one for one in order if sizes[one]), Group.WITH))
        if len(counts.files) == 1:
            self.list.rows.unfold(0)

    def _take_meant(self, found: MeaningHits) -> None:
        self._counts, self._meant = None, found
        self.meaning_list.show_hits(found)
        self._body.setCurrentWidget(self.meaning_list)

    def _show_hit(self, hit: MeaningHit, *, opened: bool) -> None:
        """Show the page of a sentence found by meaning."""
        source = hit.source
        citation = Citation(1, 0, 0, source.file, source.page, source.start, source.end, source.text, 1.0, "")
        self.passage_wanted.emit(source, citation, opened)

    def _show_state(self) -> None:
        """Show the numbers of the last count; before there was one, what this does."""
        counts, meant = self._counts, self._meant
        self.stop_button.setVisible(self._job is not None)
        self.export_button.setVisible(counts is not None)
        self._chips.setVisible(counts is not None)
        self.spellings.setText(mention_words.spellings(counts) if counts is not None else "")
        self.spellings.setVisible(bool(self.spellings.text()))
        if meant is not None:
            lines = meaning_summary(meant, self.meaning_list.model.result())
            self.summary.setText(words.sentences(*lines))
        elif counts is not None:
            self.summary.setText(mention_words.result_line(counts))
            self._chips.show_counts(group_sizes(counts), self.list.rows.group)
        else:
            self.summary.setText("")
            self._body.say(
                self.tr(
                    "Every mention in all files, counted by file. Several phrases in quotation marks are counted "
                    "together."
                )
            )

    def _forget(self) -> None:
        self.filters.reset()
        self._counts = self._meant = None
        self.list.rows.show_group(None)
        self.meaning_list.show_hits(None)
        self.again_button.hide()
        self._show_state()

    def _choose_group(self, group: Group) -> None:
        self.list.rows.show_group(self._counts, group)
        self._body.setCurrentWidget(self.list)
        if self._counts is not None:
            self._chips.show_counts(group_sizes(self._counts), group)

    def _read_mentions(self, file: str) -> None:
        if self._counts is not None:
            job = self._bridge.worker.mentions.of_file(self._library, self._counts.query, file)
            self._bridge.run(job, partial(self._show_mentions, self._counts, file), self._tell)

    def _show_mentions(self, counts: MentionCounts, file: str, mentions: tuple[Mention, ...]) -> None:
        if counts is self._counts:
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

    def _want_link(self, row: MentionRow) -> None:
        source = row.mention.source if row.mention is not None else None
        page, quote = (source.page, source.text) if source is not None else (0, "")
        self.link_wanted.emit(row.file, page, quote)

    def _read_choices(self) -> None:
        if self._library:
            self._bridge.run(self._bridge.worker.search.choices(self._library), self.filters.set_choices, self._unread)

    def _unread(self, _error: UserError) -> None:
        """Do without: what is wrong with a library is said where it is shown."""

    def _export(self, *, statement: bool) -> None:
        """Ask for a file and write the mentions, or what was searched, into it."""
        if self._counts is None:
            return
        library, query, export = self._library, self._counts.query, self._bridge.worker.mentions.export
        title = self.tr("Export what was searched") if statement else self.tr("Export all mentions")
        self._save(
            title,
            f"{library}.html",
            (".html", ".csv", ".json"),
            lambda path: export(library, query, path, statement=statement, say=words.sentence),
        )

    def _files_changed(self) -> None:
        """Offer to count again."""
        self.again_button.setVisible(self._job is None and (self._counts is not None or self._meant is not None))
