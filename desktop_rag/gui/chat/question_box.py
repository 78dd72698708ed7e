"""The box a question is typed into: grows with the text, takes files, Enter asks, and the button becomes Stop.

Chips inside it say what is asked beside the library: attached files, and other libraries.
"""

import math
from collections.abc import Collection
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent, QTextCursor
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPlainTextEdit, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from desktop_rag.core.file_paths import shown_name
from desktop_rag.core.results.conversations import ConversationSources
from desktop_rag.gui.widgets.basics import IconButton, button, plain_tip
from desktop_rag.gui.widgets.edit_watchers import FocusOutline, InputMethodWatcher
from desktop_rag.gui.widgets.flow_row import FlowRow
from desktop_rag.gui.widgets.theme import TEXT, Appearance, font

HEIGHT, LINES = 44, 6
_CLIP = 28
_WIDEST = 280


class QuestionEdit(QPlainTextEdit):
    """Plain text of one to six lines. Enter submits, Shift+Enter makes a new line."""

    submitted = Signal()
    files_pasted = Signal(object)  # list of paths
    picture_pasted = Signal(object)  # QImage

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("question_box")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabChangesFocus(True)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.document().setDocumentMargin(0)
        self.document().setDefaultFont(font(TEXT))
        self.textChanged.connect(self._fit)
        self._input_method = InputMethodWatcher(self)
        self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ask on Enter."""
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        # Enter also takes over what an input method offers: that is no question yet
        if enter and not event.modifiers() & Qt.KeyboardModifier.ShiftModifier and not self._input_method.active:
            self.submitted.emit()
            return
        super().keyPressEvent(event)

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        """Leave dropped files to the window, which adds them to the library."""
        return not source.hasUrls() and super().canInsertFromMimeData(source)

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Paste text here; files and pictures are for the conversation."""
        paths = [Path(url.toLocalFile()) for url in source.urls() if url.isLocalFile()]
        if paths:
            self.files_pasted.emit(paths)
        elif source.hasImage() and not source.hasText():
            self.picture_pasted.emit(source.imageData())
        else:
            super().insertFromMimeData(source)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Count the lines for the new width."""
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit()

    def sizeHint(self) -> QSize:
        """Return the size of one line."""
        return QSize(320, self.fontMetrics().lineSpacing())

    def _fit(self) -> None:
        """Be one to six lines high; scroll inside after that."""
        # QPlainTextEdit counts its document's height in lines
        lines = max(1, math.ceil(self.document().size().height()))
        height = min(lines, LINES) * self.fontMetrics().lineSpacing() + 2
        policy = Qt.ScrollBarPolicy.ScrollBarAsNeeded if lines > LINES else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self.setVerticalScrollBarPolicy(policy)
        if height != self.height():
            self.setFixedHeight(height)


class QuestionBox(QWidget):
    """The question's frame with its button."""

    asked = Signal(str)
    stopped = Signal()

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self.edit = QuestionEdit()
        self._frame = QFrame()
        self._frame.setObjectName("question_frame")
        self._frame.setMinimumHeight(HEIGHT)
        inner = QVBoxLayout(self._frame)
        inner.setContentsMargins(14, 8, 8, 8)
        self.sources = SourceChips()
        inner.addWidget(self.sources)
        line = QHBoxLayout()
        line.setSpacing(8)
        line.addWidget(self.edit, 1)
        self.attach_button = IconButton(appearance, "clip", self.tr("Attach files"), "attach_button")
        self.attach_button.setFixedSize(_CLIP, _CLIP)
        self.attach_button.setCursor(Qt.CursorShape.ArrowCursor)
        line.addWidget(self.attach_button, 0, Qt.AlignmentFlag.AlignBottom)
        inner.addLayout(line)
        self.ask_button = button(self.tr("Ask"), "ask_button", "primary")
        self.stop_button = button(self.tr("Stop"), "stop_button")
        self.ask_button.setToolTip(self.tr("Ask (Enter)"))
        self.stop_button.setToolTip(self.tr("Stop (Esc). The answer so far is kept."))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(12)
        layout.addWidget(self._frame, 1)
        for push in (self.ask_button, self.stop_button):
            push.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
            layout.addWidget(push, 0, Qt.AlignmentFlag.AlignBottom)
        self.edit.submitted.connect(self._submit)
        FocusOutline(self.edit, self._frame)
        self._frame.setFocusPolicy(Qt.FocusPolicy.ClickFocus)  # beside the one line of text, too
        self._frame.setFocusProxy(self.edit)
        self._frame.setCursor(Qt.CursorShape.IBeamCursor)
        self.edit.textChanged.connect(self._enable)
        self.sources.shown.connect(self._enable)
        self.ask_button.clicked.connect(self._submit)
        self.stop_button.clicked.connect(self.stopped)
        appearance.changed.connect(self._recolour)
        self._recolour()
        self._has_files = self._busy = False
        self._had_focus = False  # when typing was no longer allowed
        self.show_busy(busy=False)

    def show_library(self, *, has_files: bool) -> None:
        """Allow asking while the library has files; without any, only what is attached or chosen beside it."""
        self._has_files = has_files
        self._enable()

    def show_busy(self, busy: bool) -> None:  # noqa: FBT001 - a signal's argument
        """Offer Stop while an answer is being written, Ask otherwise."""
        self._busy = busy
        focused = self.stop_button.hasFocus()
        self.ask_button.setVisible(not busy)
        self.stop_button.setVisible(busy)
        if focused and not busy:
            self.edit.setFocus()
        self._enable()

    def show_mode(self, mode: str) -> None:
        """Show the placeholder and button for this mode."""
        placeholder, ask = self._words(mode)
        self.edit.setPlaceholderText(placeholder)
        self.edit.setAccessibleName(placeholder)
        self.ask_button.setText(ask)

    def _words(self, mode: str) -> tuple[str, str]:
        """Return the placeholder of the empty box, and its button's text."""
        return {
            "answer": (self.tr("Ask your files…"), self.tr("Ask")),
            "chat": (self.tr("Write a message…"), self.tr("Send")),
            "agent": (self.tr("Describe a task…"), self.tr("Start")),
            "summarise": (self.tr("What should be summarised?"), self.tr("Summarise")),
            "search": (self.tr("Find passages…"), self.tr("Find")),
        }[mode]

    def focus(self) -> None:
        """Take the keyboard focus, with the text selected."""
        self.edit.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.edit.selectAll()

    def show_text(self, text: str) -> None:
        """Show a question to be changed, with the cursor at its end."""
        self.edit.setPlainText(text)
        self.edit.moveCursor(QTextCursor.MoveOperation.End)
        self.edit.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _submit(self) -> None:
        """Ask the typed question, unless it is empty or an answer is still coming."""
        text = self.edit.toPlainText().strip()
        if text and not self._busy and self.edit.isEnabled():
            self.edit.clear()
            self.asked.emit(text)

    def _enable(self) -> None:
        """Allow typing when there is something to ask, asking when there is a question."""
        sources, is_closed = self.sources.sources, not self.edit.isEnabled()
        self._had_focus = self._had_focus if is_closed else self.window().focusWidget() is self.edit
        self.edit.setEnabled(self._has_files or bool(sources.attachments or sources.libraries))
        if is_closed and self.edit.isEnabled() and self._had_focus:
            focused = self.window().focusWidget()
            if focused is None or self.isAncestorOf(focused):  # nothing else was chosen meanwhile
                self.edit.setFocus()
        self.ask_button.setEnabled(self.edit.isEnabled() and bool(self.edit.toPlainText().strip()))

    def _recolour(self) -> None:
        self.stop_button.setIcon(self._appearance.icon("stop", "text"))


class SourceChips(QWidget):
    """Shows the additional sources; pressing a chip removes it."""

    changed = Signal(object)  # ConversationSources, by the person
    shown = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._sources = ConversationSources()
        self._row = FlowRow(6)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 2, 0, 4)
        layout.addWidget(self._row)
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self.setAccessibleName(self.tr("What is asked as well"))
        self.hide()

    @property
    def sources(self) -> ConversationSources:
        """The sources shown."""
        return self._sources

    def show_sources(self, sources: ConversationSources, known: Collection[str]) -> None:
        """Show the additional sources; ``known`` are the names of the existing libraries."""
        self._sources = sources
        self._row.clear()
        for file in sources.attachments:
            rest = replace(sources, attachments=tuple(one for one in sources.attachments if one != file))
            spoken = self.tr("{what} is attached. Press to remove.")
            self._add(shown_name(file), file, spoken, rest)
        for name in sources.libraries:
            rest = replace(sources, libraries=tuple(one for one in sources.libraries if one != name))
            shown = name if name in known else self.tr("{name} (deleted)").format(name=name)
            self._add(shown, shown, self.tr("{what} is asked too. Press to remove."), rest)
        self._row.updateGeometry()
        self.setVisible(bool(sources.attachments or sources.libraries))
        self.shown.emit()

    def _add(self, name: str, tip: str, spoken: str, rest: ConversationSources) -> None:
        chip: QPushButton = button("", "source_chip", "chip")
        shown = chip.fontMetrics().elidedText(name, Qt.TextElideMode.ElideMiddle, _WIDEST)
        chip.setText(f"{shown}  ×".replace("&", "&&"))
        chip.setToolTip(plain_tip("\n".join((tip, self.tr("Click to remove")))))
        chip.setAccessibleName(spoken.format(what=name))
        chip.clicked.connect(partial(self._remove, rest))
        self._row.add(chip)

    def _remove(self, rest: ConversationSources, *_checked: bool) -> None:
        self.changed.emit(rest)
