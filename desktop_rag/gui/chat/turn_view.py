"""One turn: the question, the current stage, the answer, and the buttons below it."""

import html
import time
from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QCoreApplication, QMimeData, QSize, Qt, QUrl, Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QMenu,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from desktop_rag.citations.quoted_places import quoted_places
from desktop_rag.core.errors import UserError
from desktop_rag.core.events import AnswerChecked
from desktop_rag.core.results.answers import (
    LOW_SUPPORT,
    AgentStep,
    AllDocumentsOffer,
    Answer,
    AnswerState,
    Citation,
    Source,
)
from desktop_rag.gui.chat import markdown
from desktop_rag.gui.chat.answer_view import AnswerView
from desktop_rag.gui.chat.step_words import step_details, step_line
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.basics import (
    CollapsibleSection,
    ElidedLabel,
    IconButton,
    Notice,
    NoticeButton,
    button,
    label,
)
from desktop_rag.gui.widgets.busy_line import BusyLine
from desktop_rag.gui.widgets.copy_button import CopyButton, mime_data
from desktop_rag.gui.widgets.theme import Appearance, scaled

_SIDE = 16  # between the question and the edge of its block
_EXCERPT = 240  # characters of a passage shown in place of an answer
_LINE = 500  # a longer line is wider than any window
_WIDE, _NARROW = 600, 400


class AnswerFooter(QWidget):
    """Buttons that make sense for a finished answer."""

    again_wanted = Signal()
    other_model_wanted = Signal()
    why_wanted = Signal()
    export_wanted = Signal()
    highlights_wanted = Signal()
    watch_wanted = Signal()
    edit_wanted = Signal()
    branch_wanted = Signal()
    refused = Signal()

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self._answer: Answer | None = None
        self._is_watched = False
        self._watch: QAction | None = None  # of the menu
        self.copy_button = CopyButton(appearance, "copy_button", self._whole, "tool")
        self.why_button = self._make_button(self.tr("Why this answer?"), "why_button")
        self.again_button = self._make_button(self.tr("Regenerate"), "regenerate_button")
        self.wrong_button = IconButton(appearance, "wrong", self.tr("This doesn't answer it"), "wrong_answer_button")
        self.more_button = self._make_more()
        self._line = ElidedLabel("", "small")
        self._line.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._line.setObjectName("answer_line")
        self._row = row = QHBoxLayout()
        row.setSpacing(8)
        for push in (self.copy_button, self.why_button, self.again_button, self.wrong_button, self.more_button):
            row.addWidget(push)
        self._layout = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._layout.setContentsMargins(0, 4, 0, 0)
        self._layout.setSpacing(8)
        self._layout.addLayout(row)
        self._layout.addWidget(self._line, 1)
        self._row.setAlignment(Qt.AlignmentFlag.AlignLeft)
        self.why_button.setAccessibleName(self.tr("Why this answer?"))
        self.again_button.setAccessibleName(self.tr("Regenerate"))
        self.again_button.setToolTip(self.tr("Regenerate"))
        self.setMinimumWidth(1)
        self.why_button.clicked.connect(self.why_wanted)
        self.again_button.clicked.connect(self.again_wanted)
        self.wrong_button.clicked.connect(self.refused)
        appearance.changed.connect(self._recolour)
        self._recolour()

    def show_answer(self, answer: Answer, text: str) -> None:
        """Offer the actions for this answer; ``text`` is its displayed form."""
        self._answer = answer
        self.more_button.setVisible(bool(text or answer.notice))
        self._show_line()
        self.copy_button.setVisible(bool(text))
        self.why_button.setVisible(bool(answer.trace or answer.sources or answer.steps))
        self.wrong_button.setVisible(can_be_refused(answer))
        self.again_button.setVisible(answer.state is not AnswerState.FAILED and bool(text or answer.notice))
        self.show()

    def show_watched(self, *, is_watched: bool) -> None:
        """Show whether the person is told when a file no longer says what the answer does."""
        if is_watched != self._is_watched:
            self._is_watched = is_watched
            self._show_line()

    def _show_line(self) -> None:
        if self._answer is not None:
            line = words.answer_line(self._answer)
            parts = (self.tr("Watched"), line) if self._is_watched else (line,)
            self._line.set_full_text(" · ".join(filter(None, parts)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the line below the buttons where there is no room for it beside them."""
        super().resizeEvent(event)
        below = self.width() < _WIDE
        directions = QBoxLayout.Direction
        self._layout.setDirection(directions.TopToBottom if below else directions.LeftToRight)
        side = Qt.AlignmentFlag.AlignLeft if below else Qt.AlignmentFlag.AlignRight
        self._line.setAlignment(side | Qt.AlignmentFlag.AlignVCenter)
        is_narrow = self.width() < _NARROW
        self.why_button.setText(self.tr("Why?") if is_narrow else self.tr("Why this answer?"))
        self.again_button.setText("" if is_narrow else self.tr("Regenerate"))

    def _make_more(self) -> IconButton:
        """Make the button with what is wanted less often."""
        more = IconButton(self._appearance, "dots", self.tr("More for this answer"), "answer_more_button")
        menu = QMenu(more)
        menu.aboutToShow.connect(self._fill_menu)
        more.setMenu(menu)
        more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        return more

    def _fill_menu(self) -> None:
        """Make the entries when they are first wanted: few answers' menus are ever opened."""
        menu = self.more_button.menu()
        if self._watch is not None:
            self._watch.setChecked(self._is_watched)
            return
        menu.addAction(self.tr("Copy without references")).triggered.connect(self._copy_words)
        menu.addAction(self.tr("Copy as Markdown")).triggered.connect(self._copy_markdown)
        menu.addAction(self.tr("Export answer…")).triggered.connect(self.export_wanted)
        highlights = menu.addAction(self.tr("Save copies with highlights…"))
        highlights.setObjectName("answer_highlights")
        highlights.setEnabled(self._answer is not None and any(_is_pdf(one.file) for one in self._answer.citations))
        highlights.triggered.connect(self.highlights_wanted)
        self._watch = watch = menu.addAction(self.tr("Watch this answer"))
        watch.setCheckable(True)
        watch.setChecked(self._is_watched)
        watch.setEnabled(self._answer is not None and bool(self._answer.sources))
        watch.triggered.connect(self.watch_wanted)
        menu.addSeparator()
        menu.addAction(self.tr("Regenerate with another model…")).triggered.connect(self.other_model_wanted)
        menu.addAction(self.tr("Edit question…")).triggered.connect(self.edit_wanted)
        menu.addAction(self.tr("New conversation from here")).triggered.connect(self.branch_wanted)

    def _whole(self) -> QMimeData:
        from desktop_rag.services.exports.build import AnswerCopy, answer_copy

        copied = answer_copy(self._answer, say=words.sentence) if self._answer else AnswerCopy("", "")
        return mime_data(copied.text, copied.html)

    def _copy_words(self) -> None:
        from desktop_rag.services.exports.build import answer_copy

        if self._answer is not None:
            copied = answer_copy(self._answer, say=words.sentence, references=False)
            self.copy_button.copy(mime_data(copied.text, copied.html))

    def _copy_markdown(self) -> None:
        from desktop_rag.services.exports.build import answer_markdown

        if self._answer is not None:
            self.copy_button.copy(answer_markdown(self._answer, say=words.sentence))

    def _make_button(self, text: str, name: str) -> QPushButton:
        push = button(text, name, "tool")
        push.setIconSize(QSize(16, 16))
        return push

    def _recolour(self) -> None:
        self.why_button.setIcon(self._appearance.icon("help"))
        self.again_button.setIcon(self._appearance.icon("again"))


def _is_pdf(file: str) -> bool:
    return file.lower().endswith(".pdf")


def can_be_refused(answer: Answer) -> bool:
    """Return True if an answer rests on passages, so that others may answer the question."""
    return bool(answer.sources) and answer.state is AnswerState.DONE


class StepRow(QWidget):
    """One step; clicking it shows what the agent thought and what came of it."""

    def __init__(self, step: AgentStep) -> None:
        super().__init__()
        self._step = step
        self._text = f"{step.number}.  {step_line(step)}"
        self.line = QPushButton()
        self.line.setObjectName("step_line")
        self.line.setProperty("role", "step")
        self.line.setCheckable(bool(step_details(step)))
        self.line.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.line.setAccessibleName(self._text)
        self._details = label("", "muted", wrap=True)
        self._details.setObjectName("step_details")
        self._details.setContentsMargins(26, 2, 0, 8)
        self._details.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._details.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.line)
        layout.addWidget(self._details)
        self.line.toggled.connect(self._open)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Shorten the line to the width there is."""
        super().resizeEvent(event)
        room = self.width() - 16
        self.line.setText(self.line.fontMetrics().elidedText(self._text, Qt.TextElideMode.ElideRight, room))

    def _open(self, opened: bool) -> None:  # noqa: FBT001 - the signal's argument
        """Show or hide the details; they are written when they are first wanted."""
        if opened and not self._details.text():
            self._details.setText(step_details(self._step))
        self._details.setVisible(opened)


class StepsView(QWidget):
    """All steps so far."""

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self.setObjectName("steps_view")
        self._steps: list[AgentStep] = []
        rows = QWidget()
        self._rows = QVBoxLayout(rows)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.setSpacing(0)
        self.section = CollapsibleSection(appearance, "", rows, "steps_fold")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.section)

    def steps(self) -> tuple[AgentStep, ...]:
        """Return the steps that are shown."""
        return tuple(self._steps)

    def add(self, step: AgentStep) -> None:
        """Show the agent's latest step."""
        if not self._steps:
            self.section.set_open(opened=True)
        self._steps.append(step)
        row = StepRow(step)
        self._rows.addWidget(row)
        self._count()
        self.show()

    def finish(self, steps: Sequence[AgentStep]) -> None:
        """Keep the steps of the finished answer, folded away."""
        for step in steps[len(self._steps) :]:
            self.add(step)
        self.section.set_open(opened=False)
        self.setVisible(bool(self._steps))

    def _count(self) -> None:
        self.section.set_title(self.tr("%Ln steps", "", len(self._steps)))


def _tr(text: str) -> str:
    return QCoreApplication.translate("AnswerCaveats", text)


def caveat(answer: Answer, *, has_text: bool) -> str:
    """Return a caveat for an answer that is incomplete, empty or without citations; "" for others.

    ``has_text`` tells whether there is anything to read, be it passages.
    """
    if answer.state is AnswerState.STOPPED:
        return stopped(has_text=has_text)
    if answer.state is AnswerState.FAILED:
        broken = _tr("The answer was interrupted. The part received so far was kept.")
        return broken if has_text else _tr("The answer was interrupted before the first word.")
    if not has_text:
        nothing = _tr("No passage in this library matches. Try fewer or different words.")
        return _tr("The model gave no answer.") if answer.model else nothing
    return _unsupported(answer)


def _unsupported(answer: Answer) -> str:
    if not answer.text or not answer.model or answer.citations:
        return ""
    if answer.sources:
        return _tr("No support for this answer was found in your files. Check it before you rely on it.")
    return _tr("This answer comes from the model alone, not from your files.")


def stopped(*, has_text: bool) -> str:
    """Return the notice for a stopped answer."""
    return _tr("Stopped. The answer so far was kept.") if has_text else _tr("Stopped before the first word.")


def is_doubtful(answer: Answer) -> bool:
    """Return True if a whole answer is doubtful: the files support less than half of it, or nothing."""
    if answer.state is not AnswerState.DONE or not answer.text or not answer.model:
        return False
    return not answer.citations if answer.support is None else answer.support < LOW_SUPPORT


class ThoughtsView(QWidget):
    """Grows while the model thinks; its words are laid out only while somebody reads them."""

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self.setObjectName("thoughts_view")
        self._pieces: list[str] = []
        self._thinking = False
        self._began = 0.0
        self._ended = 0.0
        self._text = label("", "muted", wrap=True)
        self._text.setObjectName("thoughts_text")
        self._text.setAccessibleName(self.tr("What the model thought"))
        self._text.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.section = CollapsibleSection(appearance, self.tr("Thinking…"), self._text, "thoughts_fold")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.section)
        self.section.toggle.toggled.connect(self._show_text)

    def add(self, text: str) -> None:
        """Add the next words that the model thinks."""
        self._ended = time.monotonic()
        self._began = self._began or self._ended
        self._pieces.append(text)
        if not self._thinking:
            self._thinking = True
            self.section.set_title(self.tr("Thinking…"))
        self.show()
        self._show_text()

    def pause(self) -> None:
        """Show how long the model thought: it writes now."""
        if self._thinking:
            self._thinking = False
            self.section.set_title(self._title())

    def finish(self, thoughts: str) -> None:
        """Keep the thoughts of the finished answer, with how long they took where that is known."""
        if thoughts:
            self._pieces = [thoughts]
        self._thinking = False
        self.section.set_title(self._title())
        self.setVisible(bool(self._pieces))
        self._show_text()

    def _title(self) -> str:
        seconds = self._ended - self._began
        title = self.tr("Thought for {time}").format(time=words.duration(seconds)) if seconds >= 1 else ""
        return title or self.tr("Thoughts")

    def _show_text(self) -> None:
        if self.section.is_open():
            self._text.setText("".join(self._pieces).strip())


class VersionBar(QWidget):
    """Shows “2 of 3” below a question, with an arrow at either side; hidden where there is one version alone."""

    step_wanted = Signal(int)  # -1 or 1

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self.setObjectName("version_bar")
        self._before = IconButton(appearance, "left", self.tr("Previous version"), "version_before_button")
        self._after = IconButton(appearance, "right", self.tr("Next version"), "version_after_button")
        self._said = label("", "small")
        self._said.setObjectName("version_label")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2)
        for widget in (self._before, self._said, self._after):
            row.addWidget(widget)
        self._before.clicked.connect(partial(self.step_wanted.emit, -1))
        self._after.clicked.connect(partial(self.step_wanted.emit, 1))
        self.hide()

    def show_version(self, place: int, count: int) -> bool:
        """Show the version's number, counted from 0, and the count; return True if there are several."""
        self._said.setText(self.tr("{number} of {count}").format(number=place + 1, count=count))
        self._before.setEnabled(place > 0)
        self._after.setEnabled(place + 1 < count)
        self.setVisible(count > 1)
        return count > 1


class TurnView(QWidget):
    """Shows one turn from the moment it is asked until it is an entry of the conversation."""

    citation_clicked = Signal(object, int, int)  # this turn, marker, index of the citation or -1
    ask_again = Signal(str)
    other_model_wanted = Signal(object)  # this turn
    continue_wanted = Signal(object)  # this turn
    settings_wanted = Signal()
    why_wanted = Signal(object)  # this turn
    export_wanted = Signal(object)  # this turn
    highlights_wanted = Signal(object)  # this turn
    watch_wanted = Signal(object)  # this turn: watch its answer, or no longer
    all_documents_wanted = Signal(object)  # AllDocumentsOffer
    branch_wanted = Signal(object, bool)  # this turn, whether its question is to be edited
    version_wanted = Signal(object, int)  # this turn, -1 for the version of its question before, 1 for the next
    link_clicked = Signal(QUrl)
    refused = Signal(object)  # this turn: its answer doesn't answer the question

    def __init__(self, appearance: Appearance, question: str, asked_at: float | None = None) -> None:
        super().__init__()
        self.answer: Answer | None = None  # once it is whole
        self.question = question
        self.asked_at = time.time() if asked_at is None else asked_at  # seconds since 1970
        self.sources: tuple[Source, ...] = ()
        self.citations: tuple[Citation, ...] = ()
        self._is_last = True
        self._streamed = ""
        self._checked = AnswerChecked(0, 0, "", (), ())
        self._focus_before: QWidget | None = None
        self._question_block = self._make_question()
        self._versions = VersionBar(appearance)
        self.stage = BusyLine(appearance)
        self.stall = BusyLine(appearance, "stall_label")
        self.steps = StepsView(appearance)
        self.thoughts = ThoughtsView(appearance)
        self._quotations = label(self.tr("Quotations from your files"), "quotations")
        self._quotations.setObjectName("quotations_label")
        self.answer_view = AnswerView(appearance)
        self._connect_hint = self._make_connect_hint()
        self._notice = Notice()
        self._missing = label("", "muted", wrap=True)
        self._missing.setObjectName("missing_files_label")
        self._offer = Notice("info")
        self._offer.setObjectName("all_documents_notice")
        self._judgement: Notice | None = None  # what was kept of this answer
        self._footer = AnswerFooter(appearance)
        self._lay_out()
        self._connect()

    @property
    def copy_button(self) -> QPushButton:
        """The button that copies the answer."""
        return self._footer.copy_button

    def order_focus(self, before: QWidget) -> None:
        """Put this turn after ``before`` in the tab order; widgets made later would otherwise come last."""
        self._focus_before = before
        for widget in self.findChildren(QWidget):
            if widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
                QWidget.setTabOrder(before, widget)
                before = widget

    @property
    def last_focus(self) -> QWidget:
        """The last widget of this turn in the tab order."""
        return self._footer.more_button

    def show_version(self, place: int, count: int) -> None:
        """Show the number of this version of the question, counted from 0; hidden where there is one alone."""
        if self._versions.show_version(place, count):
            self._restore_tab_order()

    def show_watched(self, *, is_watched: bool) -> None:
        """Show whether the answer is watched."""
        self._footer.show_watched(is_watched=is_watched)

    def show_stage(self, text: str) -> None:
        """Show the stage before the first word."""
        self.stage.say(text)

    def show_stall(self, seconds: int) -> None:
        """Show below the answer the seconds without news from the model; 0: it continues."""
        if seconds:
            self.stall.say(self.tr("The model has not answered for {seconds} s. Esc stops.").format(seconds=seconds))
        elif self.stall.isVisible():
            self.stall.finish()

    def add_step(self, step: AgentStep) -> None:
        """Show an agent's latest step."""
        self.steps.add(step)

    def set_sources(self, sources: Sequence[Source]) -> None:
        """Remember the passages this answer is made from."""
        self.sources = tuple(sources)

    def begin_again(self) -> None:
        """Reset to a turn without an answer: it continues from the beginning that comes first."""
        self.answer, self._streamed, self._checked = None, "", AnswerChecked(0, 0, "", (), ())
        self._notice.hide()
        self._missing.hide()
        self._offer.hide()
        self._footer.hide()

    def forbid_continuing(self) -> None:
        """Hide the button that continues the answer: another question follows."""
        self._is_last = False
        if (go_on := self.findChild(QPushButton, "continue_button")) is not None:
            go_on.hide()

    def add_text(self, text: str) -> None:
        """Show the next words of the answer."""
        self.stage.finish()
        self.thoughts.pause()
        self._streamed += text
        self.answer_view.show()
        self._show_streamed()

    def take_back(self) -> None:
        """Show nothing of the answer any more: what came so far were thoughts, and it begins with the next words."""
        self._streamed, self._checked, self.citations = "", AnswerChecked(0, 0, "", (), ()), ()
        self.answer_view.hide()

    def show_checked(self, checked: AnswerChecked) -> None:
        """Show the verdicts on finished sentences while the answer is being written."""
        if checked.received > len(self._streamed):
            return  # it is of words that were taken back
        self._checked = checked
        if self._streamed and self.answer is None:
            self._show_streamed()

    def show_answer(self, answer: Answer) -> None:
        """Show the whole answer with its citations, notice and buttons."""
        self.stage.finish()
        self.answer = answer
        self.steps.finish(answer.steps)
        self.thoughts.finish(answer.thoughts)
        self.sources, self.citations = answer.sources, answer.citations
        self._streamed = _passages_as_markdown(answer) if answer.is_passage_list else answer.text
        self.answer_view.setVisible(bool(self._streamed))
        places = quoted_places(answer, words.place)
        self.answer_view.show_text(self._streamed, answer.sources, answer.citations, answer.sentences, places)
        is_quoted = answer.extractive and bool(answer.text and answer.citations)
        self._quotations.setVisible(is_quoted)
        self._connect_hint.setVisible(is_quoted and not answer.is_of_all and not _stands_in(answer))
        self._show_notice(answer)
        self._missing.setText(words.sentence(answer.missing))
        self._missing.setVisible(bool(answer.missing))
        self._show_offer(answer.offer)
        self._footer.show_answer(answer, self._streamed)
        self._restore_tab_order()

    def show_error(self, error: UserError) -> None:
        """Show the reason there is no answer, and the next step."""
        self.stage.finish()
        self._notice.set_role("failure")
        again = NoticeButton(self.tr("Try again"), "try_again_button", self._ask_again)
        settings = NoticeButton(self.tr("Settings…"), "error_settings_button", self.settings_wanted.emit)
        self._notice.tell(error.message, error.next_step, (again, settings))
        self._restore_tab_order()

    def show_stopped(self) -> None:
        """Show that the answer was stopped before its first word."""
        self.stage.finish()
        if not self._streamed:
            self._notice.tell(stopped(has_text=False), "", (self._retry_button(),))
            self._restore_tab_order()

    @property
    def can_be_refused(self) -> bool:
        """True if the person can mark the answer as not answering the question."""
        return self.answer is not None and can_be_refused(self.answer)

    def show_judgement(self, message: str, next_step: str, choices: tuple[NoticeButton, ...]) -> None:
        """Show below the answer the judgement that was stored."""
        if self._judgement is None:
            self._judgement = Notice("info")
            self._judgement.setObjectName("judgement_notice")
            self._parts.addWidget(self._judgement)
        self._judgement.tell(message, next_step, choices)
        self._restore_tab_order()

    def hide_judgement(self) -> None:
        """Hide the notice of the judgement."""
        if self._judgement is not None:
            self._judgement.hide()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the question's block narrower than the column, and no wider than its longest line."""
        super().resizeEvent(event)
        self._question_block.setFixedWidth(min(self._question_width, round(self.width() * 0.82)))

    def _show_streamed(self) -> None:
        checked = self._checked
        text = checked.text + self._streamed[checked.received :]
        self.citations = checked.citations
        self.answer_view.stream_text(text, self.sources, checked.citations, checked.sentences)

    def _lay_out(self) -> None:
        layout = self._parts = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(12)
        row = QHBoxLayout()  # an alignment would reckon the block's height with more width than it has
        row.addStretch(1)
        row.addWidget(self._question_block)
        layout.addLayout(row)
        layout.addWidget(self._versions, 0, Qt.AlignmentFlag.AlignRight)
        layout.addSpacing(4)
        parts = (
            self.steps,
            self.stage,
            self._quotations,
            self.answer_view,
            self.thoughts,
            self.stall,
            self._connect_hint,
            self._notice,
            self._missing,
            self._offer,
            self._footer,
        )
        for part in parts:
            layout.addWidget(part)
            part.hide()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)

    def _connect(self) -> None:
        self.answer_view.citation_clicked.connect(self._emit_citation)
        self.answer_view.link_clicked.connect(self.link_clicked)
        self._versions.step_wanted.connect(self._emit_version)
        self._footer.again_wanted.connect(self._ask_again)
        self._footer.other_model_wanted.connect(self._emit_other_model)
        self._footer.why_wanted.connect(self._emit_why)
        self._footer.refused.connect(self._emit_refused)
        self._footer.export_wanted.connect(self._emit_export)
        self._footer.highlights_wanted.connect(self._emit_highlights)
        self._footer.watch_wanted.connect(self._emit_watch)
        self._footer.edit_wanted.connect(partial(self._emit_branch, edit=True))
        self._footer.branch_wanted.connect(partial(self._emit_branch, edit=False))

    def _make_question(self) -> QFrame:
        frame = QFrame()
        frame.setObjectName("question_block")
        text = label("", "question", wrap=True)
        text.setObjectName("question_text")
        text.setTextFormat(Qt.TextFormat.RichText)
        lines = html.escape(self.question).replace("\n", "<br>")
        text.setText(f'<p style="line-height:{scaled(22)}px; -qt-line-height-type: fixed;">{lines}</p>')
        text.setAccessibleName(self.question)
        text.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        text.ensurePolished()
        longest = max(text.fontMetrics().horizontalAdvance(line[:_LINE]) for line in self.question.split("\n"))
        self._question_width = longest + 4 + 2 * _SIDE
        inner = QVBoxLayout(frame)
        inner.setContentsMargins(_SIDE, 10, _SIDE, 10)
        inner.addWidget(text)
        return frame

    def _make_connect_hint(self) -> QWidget:
        row = QWidget()
        layout = QHBoxLayout(row)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(label(self.tr("For answers in full sentences,"), "muted"))
        link = button(self.tr("connect a model"), "connect_model_button", "link")
        link.clicked.connect(self.settings_wanted)
        layout.addWidget(link)
        layout.addStretch(1)
        return row

    def _show_notice(self, answer: Answer) -> None:
        is_quoted = answer.extractive and bool(answer.citations)
        self._place_notices(above=is_doubtful(answer) or not answer.answered or is_quoted or _stands_in(answer))
        message = words.sentence(answer.notice) or caveat(answer, has_text=bool(self._streamed))
        if not message:
            self._notice.hide()
            return
        told = "info" if answer.is_of_all else "notice"
        self._notice.set_role("failure" if answer.state is AnswerState.FAILED else told)
        choices: tuple[NoticeButton, ...] = (
            () if self._streamed or answer.notice or not answer.model else (self._retry_button(),)
        )
        if answer.state is AnswerState.FAILED:
            settings = NoticeButton(self.tr("Settings…"), "notice_settings_button", self.settings_wanted.emit)
            choices = (self._retry_button(), settings)
        if answer.can_continue and self._is_last:
            go_on = NoticeButton(self.tr("Continue"), "continue_button", self._emit_continue)
            choices = (go_on, *choices)
        if answer.left_out:
            choices = (NoticeButton(self.tr("Show what was left out"), "left_out_button", self._show_left_out),)
        hint = ""
        if is_doubtful(answer) and any(one.unsupported for one in answer.sentences):
            hint = self.tr("Sentences without support have a dotted line, words without support a dashed one.")
        self._notice.tell(message, hint, choices)

    def _place_notices(self, *, above: bool) -> None:
        """Put the notices above the answer that they warn of, or below the one they comment on."""
        for part in (self._notice, self._missing):
            self._parts.removeWidget(part)
            self._parts.insertWidget(self._parts.indexOf(self._quotations if above else self._footer), part)

    def _show_offer(self, offer: AllDocumentsOffer | None) -> None:
        """Offer to look in all documents, below an answer to a question that asks for all."""
        self._offer.hide()
        if offer is None:
            return
        files = words.number(offer.files)
        message = self.tr("The page “All documents” lists and exports everything that was found.")
        if offer.is_needed:
            message = self.tr("You asked about all documents. The answer above rests on the passages that fit best.")
        look = self.tr("Look in all {count} documents").format(count=files)
        self._offer.tell(message, "", (NoticeButton(look, "all_documents_button", self._emit_offer),))

    def _show_left_out(self) -> None:
        """List the sentences that were left out, below what the notice says."""
        if self.answer is not None:
            left_out = "\n".join(f"• {words.plain(one)}" for one in self.answer.left_out)
            self._notice.tell(words.sentence(self.answer.notice), left_out)
            self._restore_tab_order()

    def _restore_tab_order(self) -> None:
        """Let Tab come to buttons that were just made where they stand."""
        if self._focus_before is not None:
            self.order_focus(self._focus_before)

    def _retry_button(self) -> NoticeButton:
        """Return the button that asks once more."""
        return NoticeButton(self.tr("Try again"), "try_again_button", self._ask_again)

    def _ask_again(self) -> None:
        """Ask the same question once more."""
        self.ask_again.emit(self.question)

    def _emit_other_model(self) -> None:
        self.other_model_wanted.emit(self)

    def _emit_version(self, step: int) -> None:
        self.version_wanted.emit(self, step)

    def _emit_continue(self) -> None:
        self.continue_wanted.emit(self)

    def _emit_citation(self, marker: int, citation: int) -> None:
        self.citation_clicked.emit(self, marker, citation)

    def _emit_offer(self) -> None:
        if self.answer is not None and self.answer.offer is not None:
            self.all_documents_wanted.emit(self.answer.offer)

    def _emit_why(self) -> None:
        self.why_wanted.emit(self)

    def _emit_refused(self) -> None:
        self.refused.emit(self)

    def _emit_highlights(self) -> None:
        self.highlights_wanted.emit(self)

    def _emit_export(self) -> None:
        self.export_wanted.emit(self)

    def _emit_watch(self) -> None:
        self.watch_wanted.emit(self)

    def _emit_branch(self, *, edit: bool) -> None:
        self.branch_wanted.emit(self, edit)


def _stands_in(answer: Answer) -> bool:
    """Return True if quotations stand in for the answer of a model that failed and can be asked again."""
    return answer.extractive and answer.state is AnswerState.FAILED


def _passages_as_markdown(answer: Answer) -> str:
    return "\n\n".join(
        f"**{markdown.escape(words.place(source))}** [{source.rank}]\n\n"
        f"> {markdown.escape(words.excerpt(words.plain(answer.shown_of(source)), _EXCERPT))}"
        for source in answer.sources
    )
