"""The page “Check a text”: the text on the left, what the files say of each sentence on the right."""

from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, Qt, QTimer, Signal
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QGuiApplication,
    QKeySequence,
    QResizeEvent,
)
from PySide6.QtWidgets import QFileDialog, QMenu, QProgressBar, QSplitter, QVBoxLayout, QWidget

from desktop_rag.core.errors import UserError
from desktop_rag.core.events import TextCheckProgress
from desktop_rag.core.results.libraries import IndexInfo
from desktop_rag.core.results.pins import PinKind
from desktop_rag.core.results.text_checks import (
    DecisionKind,
    EvidencePlace,
    Finding,
    FindingDecision,
    TextCheck,
    TextSentence,
)
from desktop_rag.gui.all_documents.section import Body, ChipRow, Section, take_focus
from desktop_rag.gui.drafts import draft_words
from desktop_rag.gui.drafts.draft_words import Group, Key, key_of
from desktop_rag.gui.drafts.finding_card import FindingCard
from desktop_rag.gui.drafts.finding_list import FindingList
from desktop_rag.gui.drafts.text_edit import DraftEdit
from desktop_rag.gui.packs.formats import is_pack, pack_kinds
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.shell.file_drops import DropOverlay, local_paths
from desktop_rag.gui.shell.page_stack import CHECK, PageHeader, PageSwitch
from desktop_rag.gui.watched.button import WatchButton
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.basics import ElidedLabel, IconButton, NoticeButton, button, label, plain_tip
from desktop_rag.gui.widgets.flow_row import FlowRow
from desktop_rag.gui.widgets.save_dialog import ask_where_to_save
from desktop_rag.gui.widgets.theme import Appearance, scaled
from desktop_rag.gui.widgets.timers import single_shot

if TYPE_CHECKING:
    from desktop_rag.core.jobs import Job

_SHOW_MS = 100  # between two looks at what is done
_TOGETHER = 500  # sentences that are shown in one turn
_WIDE = 760  # pixels from which on text and findings stand beside each other
_MARGIN = 16
_LONGEST_TITLE = 60  # characters of a text that it is watched under


class DraftPane(Section):
    """Checks a text against one library; every finding leads to the page that it rests on."""

    emptied = Signal()  # no page belongs to what is shown

    def __init__(self, bridge: Bridge, appearance: Appearance) -> None:
        super().__init__(bridge, appearance, "draft_pane")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAcceptDrops(True)
        self._info: IndexInfo | None = None
        self._found: TextCheck | None = None
        self._group = Group.REVIEW
        self._chosen: Key | None = None
        self._done = self._total = 0
        self._is_stopped = self._have_files_changed = False
        self._after_loading = False  # check the text once it is there
        self._file: Path | None = None  # that was opened
        self._read = self._loaded = ""  # its text, and how the editor has it
        self.sidebar_button = IconButton(appearance, "sidebar", self.tr("Libraries"), "draft_sidebar_button")
        self.sources_button = IconButton(appearance, "sources", self.tr("Page"), "draft_sources_button")
        self.switch = PageSwitch(CHECK)
        self._title = ElidedLabel("", "title")
        self.edit = DraftEdit(appearance)
        self.list = FindingList(appearance)
        self.card = FindingCard(appearance)
        self._overlay = DropOverlay(appearance, self)
        self._overlay.setObjectName("draft_drop")
        self._arrived: list[TextSentence] = []  # done, and not shown yet
        self._counts = dict.fromkeys(Group, 0)
        self._taking = single_shot(self, _SHOW_MS, self._take_some)
        self._refreshing = single_shot(self, _SHOW_MS, self._show_findings)
        self._lay_out()
        self._connect()
        self._show_state()

    def set_library(self, info: IndexInfo) -> None:
        """Check against this library from now on; the text stays."""
        is_other = self._info is not None and self._info.name != info.name
        self._info = info
        self._title.set_full_text(info.name)
        super().set_library(info)
        self._show_asked()
        if is_other:
            self.emptied.emit()

    def areas(self) -> tuple[QWidget, ...]:
        """Return the widgets that the keyboard goes to, in order."""
        return self.edit, self.list

    def stop(self) -> None:
        """Stop checking or reading; what was found so far stays."""
        self._is_stopped = self._job is not None
        super().stop()

    def check(self) -> None:
        """Check the text as it is now; sentences that were checked before are done at once."""
        text = self.edit.toPlainText()
        if self._file is not None and text == self._loaded and len(text) == len(self._read):
            text = self._read  # the editor has other blanks
        if self._library and not self.edit.is_loading and text.strip():
            self.edit.checked.begin(text)
            self._arrived = []
            self._found, self._is_stopped, self._have_files_changed = None, False, False
            self._done = self._total = 0
            self._ask(self._bridge.worker.checks.check_text(self._library, text), self._take_found)
            self._show_findings()
            self._show_state()

    def check_clipboard(self) -> None:
        """Take the text of the clipboard in the place of the present one, and check it."""
        text = QGuiApplication.clipboard().text()
        if text.strip():
            self._after_loading = True
            self._replace(text)
        else:
            self._say(self.tr("The clipboard has no text."), self.tr("Copy the text that you want to check."))

    def show_text(self, text: str) -> None:
        """Show a text that is not checked yet."""
        self.edit.load(text)

    def open_file(self, path: Path) -> None:
        """Read the text of a file into the editor."""
        self._ask(self._bridge.worker.checks.text_of(path), partial(self._take_file, path))
        self._done = self._total = 0
        self._show_state()
        self._progress.set_full_text(self.tr("Reading “{file}”…").format(file=path.name))
        self._progress.show()

    def chosen_words(self) -> str:
        """Return the words of the finding that is chosen, "" for none."""
        finding = self.edit.checked.finding(self._chosen)
        return draft_words.one_line(finding).strip() if finding is not None else ""

    def next_finding(self) -> None:
        """Choose the next finding of the list, as the text has them."""
        self._go(1)

    def previous_finding(self) -> None:
        """Choose the finding of the list before, as the text has them."""
        self._go(-1)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Offer to take a file or a text."""
        self._offer(event)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Offer to take a file or a text."""
        self._offer(event)

    def dragLeaveEvent(self, _event: QDragLeaveEvent) -> None:
        """Offer nothing any more."""
        self._overlay.hide()

    def dropEvent(self, event: QDropEvent) -> None:
        """Take a file or a text."""
        self._overlay.hide()
        paths = local_paths(event.mimeData())
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        if len(paths) == 1 and paths[0].is_file():
            self.open_file(paths[0])
        elif paths:
            self._say(self.tr("One file can be checked at a time."), self.tr("Drop a single file."))
        elif event.mimeData().text().strip():
            self._replace(event.mimeData().text())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put text and findings beside each other where there is room, else below each other."""
        super().resizeEvent(event)
        is_wide = self.width() >= scaled(_WIDE)
        beside, below = Qt.Orientation.Horizontal, Qt.Orientation.Vertical
        if self._splitter.orientation() != (beside if is_wide else below):
            self._splitter.setOrientation(beside if is_wide else below)
            self._evidence.setOrientation(below if is_wide else beside)
            self._splitter.setSizes([1_000, 1_000 if is_wide else 1_300])
            self._evidence.setSizes([1_000, 1_000 if is_wide else 1_300])

    def _lay_out(self) -> None:
        self.edit.setPlaceholderText(
            self.tr(
                "Paste a text here, open a file, or drop one. Each sentence is compared with the files of the library."
            )
        )
        self.edit.setAccessibleName(self.tr("Text to check"))
        self.open_button = button(self.tr("Open…"), "draft_open_button")
        self.check_button = button(self.tr("Check"), "draft_check_button", "primary")
        keys = QKeySequence("Ctrl+Return").toString(QKeySequence.SequenceFormat.NativeText)
        self.check_button.setToolTip(self.tr("Check the text ({keys})").format(keys=keys))
        self.stop_button = button(self.tr("Stop"), "draft_stop_button")
        self.write_button = button(self.tr("Write reviewed file…"), "draft_write_button")
        menu = QMenu(self.write_button)
        menu.addAction(self.tr("With comments…")).triggered.connect(partial(self._write, footnotes=False))
        menu.addAction(self.tr("With comments, and footnotes for supported sentences…")).triggered.connect(
            partial(self._write, footnotes=True)
        )
        self.write_button.setMenu(menu)
        self.pack_button = button(self.tr("Evidence pack…"), "draft_pack_button")
        self.pack_button.setToolTip(self.tr("Write a file that proves to others what was found"))
        top = FlowRow(8)
        self.watch_button = WatchButton(self._bridge, "draft_watch_button")
        done = self.write_button, self.pack_button, self.watch_button
        for push in (self.open_button, self.check_button, self.stop_button, *done):
            top.add(push)
        self._progress = ElidedLabel("", "muted")
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setAccessibleName(self.tr("Sentences checked"))
        self._chips = ChipRow("draft", draft_words.group_names())
        self.chips = self._chips.chips
        self._body = Body("draft_empty", self.list)
        self._evidence = QSplitter(Qt.Orientation.Vertical)
        self._splitter = QSplitter(Qt.Orientation.Horizontal)
        found = QWidget()
        column = QVBoxLayout(found)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self._chips)
        column.addWidget(self._evidence, 1)
        for splitter, parts in ((self._evidence, (self._body, self.card)), (self._splitter, (self.edit, found))):
            splitter.setChildrenCollapsible(False)
            splitter.setHandleWidth(8)
            splitter.setProperty("role", "plain")
            for part in parts:
                splitter.addWidget(part)
            splitter.setSizes([1_000, 1_000])
        self._status = label("", "muted", wrap=True)
        self._status.setObjectName("draft_status")
        inner = QVBoxLayout()
        inner.setContentsMargins(_MARGIN, 0, _MARGIN, 8)
        inner.setSpacing(8)
        for widget in (top, self._progress, self._bar, self.notice):
            inner.addWidget(widget)
        inner.addWidget(self._splitter, 1)
        inner.addWidget(self._status)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(PageHeader(self.sidebar_button, self.switch, self._title, self.sources_button))
        layout.addLayout(inner, 1)

    def _connect(self) -> None:
        self.open_button.clicked.connect(self._choose_file)
        self.check_button.clicked.connect(self.check)
        self.stop_button.clicked.connect(self.stop)
        self.pack_button.clicked.connect(self._write_pack)
        self.watch_button.said.connect(self._say)
        self.watch_button.failed.connect(self._tell)
        self.edit.check_wanted.connect(self.check)
        self.edit.stop_wanted.connect(self.stop)
        self.edit.loaded.connect(self._text_is_there)
        self.edit.textChanged.connect(self._text_changed)
        self.edit.sentences_edited.connect(self._refreshing.start)
        self.edit.sentence_clicked.connect(self._click)
        self._chips.chosen.connect(self._choose_group)
        self.list.chosen.connect(self._choose)
        self.list.passage_wanted.connect(self._open_chosen)
        self.list.dismissal_wanted.connect(self._dismiss)
        self.card.passage_wanted.connect(partial(self._open, is_wanted=True))
        self.card.decided.connect(self._decide)
        self._watch(self.list)
        self._bridge.text_check_progress.connect(self._take_progress)

    # -- the text -------------------------------------------------------------------------------------------------

    def _choose_file(self) -> None:
        name, _ = QFileDialog.getOpenFileName(self.window(), self.tr("Open the text to check"), str(Path.home()))
        if name:
            self.open_file(Path(name))

    def _take_file(self, path: Path, text: str) -> None:
        self._replace(text)
        self._file, self._read = path, text

    def _write(self, *_triggered: bool, footnotes: bool) -> None:
        """Ask for a file, and write a copy of the one that was opened with what was found and decided."""
        found, draft = self._found, self._file
        if found is None or draft is None:
            return
        checked = self._as_decided(found)
        write, say = self._bridge.worker.checks.write_reviewed, words.sentence

        def save(path: Path) -> None:
            job = write(draft, checked, path, footnotes=footnotes, replace=True, say=say)
            self._bridge.run(job, partial(self._saved, path.name), self._tell)

        kinds = {draft.suffix.lower(): self.tr("Draft with comments (*{ending})").format(ending=draft.suffix.lower())}
        name = self.tr("{file} (reviewed)").format(file=draft.stem)
        ask_where_to_save(self.window(), self.tr("Write reviewed file"), f"{name}{draft.suffix}", kinds, save)

    def _write_pack(self) -> None:
        """Ask for a file, and write the evidence pack of what was found into it."""
        found, file = self._found, self._file
        if found is None:
            return
        checked, title = self._as_decided(found), file.name if file is not None else ""
        packs = self._bridge.worker.packs

        def save(path: Path) -> "Job[Path]":
            return packs.text(checked, path, title=title, replace=True, say=words.sentence)

        name = file.stem if file is not None else self.tr("Checked text")
        self._save(self.tr("Write evidence pack"), name, pack_kinds(), save)

    def _as_decided(self, found: TextCheck) -> TextCheck:
        """Return what was found with the decisions of the person."""
        checked = self.edit.checked
        return replace(found, sentences=tuple(checked.sentences()), inner=tuple(checked.inner()))

    def _is_whole(self) -> bool:
        """Return True if all of the text was checked, and is as it was then."""
        return self._found is not None and not self.edit.checked.is_edited and not self._arrived

    def _can_write(self) -> bool:
        """Return True if the text is still that of a file that comments can be written into."""
        from desktop_rag.services.drafts.draft_file import SUFFIXES

        is_of_file = self._file is not None and self._file.suffix.lower() in SUFFIXES
        return is_of_file and self._is_whole() and self._found is not None and self._found.text == self._read

    def _replace(self, text: str) -> None:
        """Show another text; the one before comes back with a click."""
        self._file = None
        before = self.edit.toPlainText()
        self.stop()
        self.edit.load(text)
        if before.strip() and before != text:
            undo = NoticeButton(self.tr("Undo"), "draft_text_undo", partial(self._bring_back, before))
            self._say(self.tr("The previous text was replaced."), choices=(undo,))

    def _bring_back(self, text: str) -> None:
        self.notice.hide()
        self.stop()
        self.edit.load(text)

    def _text_is_there(self) -> None:
        is_wanted, self._after_loading = self._after_loading, False
        self._loaded = self.edit.toPlainText()
        notice = self.notice.isVisibleTo(self)
        if is_wanted:
            self.check()
            self.notice.setVisible(notice)
        self._show_state()

    def _text_changed(self) -> None:
        if not self.edit.is_loading:
            self._show_buttons()

    def _offer(self, event: QDragMoveEvent) -> None:
        data: QMimeData = event.mimeData()
        paths = local_paths(data)
        if len(paths) == 1 and is_pack(paths[0]):
            event.ignore()  # the window checks packs
        elif paths or data.hasText():
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()
            self._overlay.offer(self.tr("Drop to check this text"))
        else:
            event.ignore()

    # -- what is found --------------------------------------------------------------------------------------------

    def _take_progress(self, event: TextCheckProgress) -> None:
        if self._job is not None and event.job_id == self._job.id:
            self._done, self._total = event.done, event.total
            self._arrived += event.sentences
            if not self._taking.isActive():
                self._taking.start()

    def _take_some(self) -> None:
        """Show what was done since the last look; of very much, a part in each turn."""
        some, self._arrived = self._arrived[:_TOGETHER], self._arrived[_TOGETHER:]
        self._add(self.edit.checked.take(some))
        self.edit.refresh()
        if self._arrived:
            QTimer.singleShot(0, self, self._take_some)
        else:
            self._show_buttons()

    def _add(self, findings: Iterable[Finding]) -> None:
        """Count further findings, and list those of the chosen group."""
        every = list(findings)
        for one in every:
            for group in draft_words.groups_of(one):
                self._counts[group] += 1
        self.list.rows.add(draft_words.in_group(every, self._group))
        self._show_counts()

    def _take_found(self, found: TextCheck) -> None:
        self._found = found
        self._add(self.edit.checked.take_inner(found.inner))
        if found.notice:
            self._say(words.sentence(found.notice))

    def _failed_to_keep(self, before: Finding, error: UserError) -> None:
        self.edit.checked.decide(key_of(before), before.decision)
        self._show_findings()
        self._tell(error)

    def _show_state(self) -> None:
        self._show_asked()
        self._show_counts()

    def _show_buttons(self) -> None:
        """Show what can be done now, and how far it is."""
        is_running, checked = self._job is not None, self.edit.checked
        self.edit.stops = is_running
        self.stop_button.setVisible(is_running)
        self.check_button.setVisible(not is_running)
        has_text = not self.edit.document().isEmpty() and not self.edit.is_loading
        self.check_button.setEnabled(has_text and bool(self._library))
        if self._is_stopped and not checked.is_edited:
            text = self.tr("Continue")
        else:
            text = self.tr("Check again") if self._done else self.tr("Check")
        self.check_button.setText(text)
        self.write_button.setVisible(self._file is not None and not is_running and self._can_write())
        self.pack_button.setVisible(not is_running and self._is_whole())
        self._show_watched()
        self._bar.setVisible(is_running and self._total > 0)
        self._bar.setRange(0, max(1, self._total))
        self._bar.setValue(self._done)
        self._progress.set_full_text(self._progress_line(is_running=is_running))
        self._progress.setVisible(bool(self._progress.full_text()))

    def _show_watched(self) -> None:
        """Offer to watch the text as it was checked, under the name of its file or its first words."""
        found, title = self._found, ""
        if found is not None and self._job is None and self._is_whole():
            title = self._file.name if self._file is not None else words.excerpt(found.text, _LONGEST_TITLE)
        watch = partial(self._bridge.worker.pins.text, self._library, found, title) if found and title else None
        self.watch_button.show_thing(self._library, PinKind.TEXT, title, watch)
        self.watch_button.setVisible(watch is not None)

    def _progress_line(self, *, is_running: bool) -> str:
        done, total = words.number(self._done), words.number(self._total)
        if is_running:
            checking = self.tr("Checking: {done} of {total} sentences").format(done=done, total=total)
            return checking if self._total else self.tr("Checking…")
        if self._is_stopped and self._total:
            return self.tr("Stopped after {done} of {total} sentences.").format(done=done, total=total)
        if self._done and self.edit.checked.is_edited:
            return self.tr("The text has changed. What you changed is not checked yet.")
        return self.tr("The files have changed since.") if self._have_files_changed and self._done else ""

    def _show_asked(self) -> None:
        self._status.setText(draft_words.asked(self._info, self._found) if self._info is not None else "")
        self._status.setToolTip(plain_tip(draft_words.unread(self._found)))

    def _show_findings(self) -> None:
        """Show the findings of the chosen group, and mark those in sight."""
        findings: tuple[Finding, ...] = (*self.edit.checked.sentences(), *self.edit.checked.inner())
        self._counts = dict.fromkeys(Group, 0)
        for one in findings:
            for group in draft_words.groups_of(one):
                self._counts[group] += 1
        listed = draft_words.in_group(findings, self._group)
        if self._group is Group.DECIDED:
            listed.sort(key=key_of)
        self.list.rows.show(listed)
        blocked = self.list.blockSignals(True)  # noqa: FBT003 - the same finding is chosen still
        self.list.choose(self._chosen)
        self.list.blockSignals(blocked)
        self.edit.refresh()
        self._show_counts()

    def _show_counts(self) -> None:
        """Show how many findings each group has, and what is said of the chosen one."""
        is_begun = any(self._counts.values())
        self._chips.show_counts(self._counts, self._group)
        self._chips.setVisible(is_begun)
        self.chips[self._group].show()
        if self.list.rows.rowCount():
            self._body.setCurrentWidget(self.list)
        else:
            self._body.say(self._nothing(is_begun=is_begun))
        self.card.tell(self.edit.checked.finding(self._chosen))
        self._show_buttons()

    def _nothing(self, *, is_begun: bool) -> str:
        """Return what is said in place of the list."""
        if not is_begun:
            return self.tr("Sentences that the files contradict, support only in part or don't mention appear here.")
        if self._group is Group.REVIEW:
            return self.tr("Nothing to review.") if self._job is None else self.tr("Nothing to review so far.")
        return self.tr("Nothing is in this group.")

    def _choose_group(self, group: Group) -> None:
        self._group = group
        self._show_findings()

    def _choose(self, finding: Finding) -> None:
        """Show a finding in the text, what is said of it, and its page where pages are in sight."""
        if key_of(finding) != self._chosen:
            self._chosen = key_of(finding)
            self.card.tell(self.edit.checked.finding(self._chosen))
            if isinstance(finding, TextSentence) and finding.place is not None:
                self._open(finding.place, is_wanted=False)
        if isinstance(finding, TextSentence):
            self.edit.choose(finding.number)
        elif (place := self.edit.checked.range_of(finding)) is not None:
            self.edit.show_range(*place)

    def _click(self, number: int) -> None:
        """Show what is said of a sentence that was clicked in the text, in the list if it is in its group."""
        sentence = self.edit.checked.sentence(number)
        if sentence is None:
            return
        if self._group not in draft_words.groups_of(sentence):
            self._choose_group(draft_words.groups_of(sentence)[0])
        if not self.list.choose(key_of(sentence)):
            self._choose(sentence)

    def _go(self, step: int) -> None:
        """Go to the next finding of the list from the cursor on, at the end to the first."""
        here = self.edit.textCursor().selectionStart()
        listed = [self.list.rows.row(place) for place in range(self.list.rows.rowCount())]
        places = [
            (place[0], key_of(one))
            for one in listed
            if one is not None and (place := self.edit.checked.range_of(one)) is not None
        ]
        if not places:
            return
        if step > 0:
            _, wanted = next((one for one in places if one[0] > here or self._chosen is None), places[0])
        else:
            _, wanted = next((one for one in reversed(places) if one[0] < here), places[-1])
        self.list.choose(wanted)
        self.list.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _open_chosen(self) -> None:
        finding = self.edit.checked.finding(self._chosen)
        if isinstance(finding, TextSentence) and finding.place is not None:
            self._open(finding.place, is_wanted=True)

    def _open(self, place: EvidencePlace, *, is_wanted: bool) -> None:
        self.passage_wanted.emit(*draft_words.source_of(place), is_wanted)

    def _dismiss(self) -> None:
        finding = self.list.current()
        if finding is not None and finding.decision is not None:
            self._decide(None)
        elif finding is not None and draft_words.can_be_decided(finding):
            self.card.decide(DecisionKind.DISMISSED)

    def _decide(self, decision: FindingDecision | None) -> None:
        """Keep a decision about the chosen finding, and go to the one behind it."""
        finding = self.edit.checked.finding(self._chosen)
        if finding is None:
            return
        row = self.list.currentIndex().row()
        job = self._bridge.worker.checks.decide(self._library, finding, decision)
        self._bridge.run(job, lambda _none: None, partial(self._failed_to_keep, finding))
        self.edit.checked.decide(key_of(finding), decision)
        self._show_findings()
        count = self.list.rows.rowCount()
        if count and self.list.currentIndex().row() < 0:
            self.list.setCurrentIndex(self.list.rows.index(max(0, min(row, count - 1))))
            take_focus(self.list)

    def _forget(self) -> None:
        self.edit.checked.begin("")
        self._arrived = []
        self._found, self._chosen, self._done, self._total, self._is_stopped = None, None, 0, 0, False
        self._show_findings()
        self._show_state()

    def _files_changed(self) -> None:
        """Say that the files are others now."""
        if self._job is None and self._done:
            self._have_files_changed = True
            self._show_buttons()
