"""One question and its answer: the question's block, what is happening, the answer, and what to do with it."""

import html
from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from desktop_rag.errors import UserError
from desktop_rag.gui import words
from desktop_rag.gui.answer_view import AnswerView
from desktop_rag.gui.stage_line import StageLine
from desktop_rag.gui.theme import Appearance
from desktop_rag.gui.widgets import Choice, ElidedLabel, Notice, button, label
from desktop_rag.results import Answer, AnswerState, Citation, Source

_COPIED_MS = 1_500


class TurnView(QWidget):
    """Shows one turn from the moment it is asked until it is an entry of the conversation."""

    citation_clicked = Signal(object, int, int)  # this turn, marker, index of the citation or -1
    ask_again = Signal(str)
    settings_wanted = Signal()

    def __init__(self, appearance: Appearance, question: str) -> None:
        super().__init__()
        self._appearance = appearance
        self.question = question
        self.sources: tuple[Source, ...] = ()
        self.citations: tuple[Citation, ...] = ()
        self._streamed = ""
        self._question_block = self._make_question()
        self.stage = StageLine(appearance)
        self._quotations = label(self.tr("Quotations from your files"), "quotations")
        self._quotations.setObjectName("quotations_label")
        self.answer_view = AnswerView(appearance)
        self._connect_hint = self._make_connect_hint()
        self._notice = Notice()
        self._footer = self._make_footer()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(12)
        layout.addWidget(self._question_block, 0, Qt.AlignmentFlag.AlignRight)
        layout.addSpacing(4)
        parts = (self.stage, self._quotations, self.answer_view, self._connect_hint, self._notice, self._footer)
        for part in parts:
            layout.addWidget(part)
            part.hide()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        self.answer_view.citation_clicked.connect(self._cite)
        self._copied = QTimer(self)
        self._copied.setSingleShot(True)
        self._copied.setInterval(_COPIED_MS)
        self._copied.timeout.connect(self._reset_copy)

    def show_stage(self, text: str) -> None:
        """Say what is happening before the first word."""
        self.stage.say(text)

    def set_sources(self, sources: Sequence[Source]) -> None:
        """Remember the passages this answer is made from."""
        self.sources = tuple(sources)

    def add_text(self, text: str) -> None:
        """Show the next words of the answer."""
        self.stage.finish()
        self._streamed += text
        self.answer_view.show()
        self.answer_view.stream_text(self._streamed, self.sources)

    def show_answer(self, answer: Answer) -> None:
        """Show the whole answer with its citations, notice and buttons."""
        self.stage.finish()
        self.sources, self.citations = answer.sources, answer.citations
        self._streamed = answer.text
        self.answer_view.setVisible(bool(answer.text))
        self.answer_view.show_text(answer.text, answer.sources, answer.citations)
        self._quotations.setVisible(answer.extractive and bool(answer.text))
        self._connect_hint.setVisible(answer.extractive and bool(answer.text))
        self._show_notice(answer)
        self._show_footer(answer)

    def show_error(self, error: UserError) -> None:
        """Show why there is no answer, and what to do."""
        self.stage.finish()
        self._notice.set_role("failure")
        again = Choice(self.tr("Try again"), "try_again_button", self._again)
        settings = Choice(self.tr("Settings…"), "error_settings_button", self.settings_wanted.emit)
        self._notice.tell(error.message, error.next_step, (again, settings))

    def show_stopped(self) -> None:
        """Show that nothing had come when it was stopped."""
        self.stage.finish()
        if not self._streamed:
            self._notice.tell(self.tr("Stopped before the first word."), "", (self._again_choice(),))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the question's block narrower than the column."""
        super().resizeEvent(event)
        self._question_block.setMaximumWidth(round(self.width() * 0.82))

    def _make_question(self) -> QFrame:
        """Make the block with the question."""
        frame = QFrame()
        frame.setObjectName("question_block")
        text = label("", "question", wrap=True)
        text.setObjectName("question_text")
        text.setTextFormat(Qt.TextFormat.RichText)
        lines = html.escape(self.question).replace("\n", "<br>")
        text.setText(f'<p style="line-height:22px; -qt-line-height-type: fixed;">{lines}</p>')
        text.setAccessibleName(self.question)
        text.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        width = text.fontMetrics().horizontalAdvance(self.question.split("\n", maxsplit=1)[0])
        text.setMinimumWidth(min(width + 4, 380))
        inner = QVBoxLayout(frame)
        inner.setContentsMargins(16, 10, 16, 10)
        inner.addWidget(text)
        return frame

    def _make_connect_hint(self) -> QWidget:
        """Make the quiet line that tells how to get whole sentences."""
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

    def _make_footer(self) -> QWidget:
        """Buttons and the timing line."""
        row = QWidget()
        layout = QHBoxLayout(row)
        layout.setContentsMargins(0, 4, 0, 0)
        layout.setSpacing(8)
        self.copy_button = button(self.tr("Copy"), "copy_button")
        self.again_button = button(self.tr("Regenerate"), "regenerate_button")
        for push, icon in ((self.copy_button, "copy"), (self.again_button, "again")):
            push.setIcon(self._appearance.icon(icon))
            push.setIconSize(QSize(16, 16))
            layout.addWidget(push)
        self._line = ElidedLabel("", "small")
        self._line.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._line.setObjectName("answer_line")
        layout.addWidget(self._line, 1)
        self.copy_button.clicked.connect(self._copy)
        self.again_button.clicked.connect(self._again)
        self._appearance.changed.connect(self._recolour)
        return row

    def _show_notice(self, answer: Answer) -> None:
        """Show what the person should know about this answer."""
        message = answer.notice
        if answer.state is AnswerState.STOPPED and not message:
            message = self.tr("Stopped. What had come is kept.")
        if not message:
            self._notice.hide()
            return
        choices: tuple[Choice, ...] = ()
        if answer.state is AnswerState.FAILED:
            settings = Choice(self.tr("Settings…"), "notice_settings_button", self.settings_wanted.emit)
            choices = (self._again_choice(), settings)
        self._notice.tell(message, "", choices)

    def _show_footer(self, answer: Answer) -> None:
        """Show the buttons that make sense for this answer."""
        self._line.set_full_text(words.answer_line(answer))
        self.copy_button.setVisible(bool(answer.text))
        self.again_button.setVisible(answer.state is not AnswerState.FAILED)
        self._footer.show()

    def _again_choice(self) -> Choice:
        """Return the button that asks once more."""
        return Choice(self.tr("Try again"), "try_again_button", self._again)

    def _again(self) -> None:
        """Ask the same question once more."""
        self.ask_again.emit(self.question)

    def _cite(self, marker: int, citation: int) -> None:
        """Pass on which citation was clicked."""
        self.citation_clicked.emit(self, marker, citation)

    def _copy(self) -> None:
        """Put the answer's Markdown on the clipboard and say so for a moment."""
        QGuiApplication.clipboard().setText(self._streamed)
        self.copy_button.setText(self.tr("Copied"))
        self.copy_button.setIcon(self._appearance.icon("check", "ok"))
        self._copied.start()

    def _reset_copy(self) -> None:
        """Offer copying again."""
        self.copy_button.setText(self.tr("Copy"))
        self.copy_button.setIcon(self._appearance.icon("copy"))

    def _recolour(self) -> None:
        """Draw the icons in the present theme."""
        self.copy_button.setIcon(self._appearance.icon("copy"))
        self.again_button.setIcon(self._appearance.icon("again"))
