"""The row under an answer: copy, why, ask again, more, and the quiet line with time and model."""

from PySide6.QtCore import QMimeData, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QMenu, QPushButton, QToolButton, QWidget

from desktop_rag.core.results.answers import Answer, AnswerState
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.basics import ElidedLabel, IconButton, button
from desktop_rag.gui.widgets.clipboard import mime_data
from desktop_rag.gui.widgets.copy_button import CopyButton
from desktop_rag.gui.widgets.theme import Appearance

_WIDE, _NARROW = 600, 400


class AnswerFooter(QWidget):
    """Buttons that make sense for a finished answer."""

    again_wanted = Signal()
    other_model_wanted = Signal()
    why_wanted = Signal()
    export_wanted = Signal()
    edit_wanted = Signal()
    branch_wanted = Signal()
    refused = Signal()

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self._answer: Answer | None = None
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
        """Offer what can be done with this answer; ``text`` is what it was shown as."""
        self._answer = answer
        self.more_button.setVisible(bool(text or answer.notice))
        self._line.set_full_text(words.answer_line(answer))
        self.copy_button.setVisible(bool(text))
        self.why_button.setVisible(bool(answer.trace or answer.sources or answer.steps))
        self.wrong_button.setVisible(can_be_refused(answer))
        self.again_button.setVisible(answer.state is not AnswerState.FAILED and bool(text or answer.notice))
        self.show()

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
        if not menu.isEmpty():
            return
        menu.addAction(self.tr("Copy without references")).triggered.connect(self._copy_words)
        menu.addAction(self.tr("Copy as Markdown")).triggered.connect(self._copy_markdown)
        menu.addAction(self.tr("Export answer…")).triggered.connect(self.export_wanted)
        menu.addSeparator()
        menu.addAction(self.tr("Regenerate with another model…")).triggered.connect(self.other_model_wanted)
        menu.addAction(self.tr("Edit question…")).triggered.connect(self.edit_wanted)
        menu.addAction(self.tr("New conversation from here")).triggered.connect(self.branch_wanted)

    def _whole(self) -> QMimeData:
        from desktop_rag.services.exports.copies import AnswerCopy, answer_copy

        copied = answer_copy(self._answer, say=words.sentence) if self._answer else AnswerCopy("", "")
        return mime_data(copied.text, copied.html)

    def _copy_words(self) -> None:
        from desktop_rag.services.exports.copies import answer_copy

        if self._answer is not None:
            copied = answer_copy(self._answer, say=words.sentence, references=False)
            self.copy_button.copy(mime_data(copied.text, copied.html))

    def _copy_markdown(self) -> None:
        from desktop_rag.services.exports.copies import answer_markdown

        if self._answer is not None:
            self.copy_button.copy(answer_markdown(self._answer, say=words.sentence))

    def _make_button(self, text: str, name: str) -> QPushButton:
        push = button(text, name, "tool")
        push.setIconSize(QSize(16, 16))
        return push

    def _recolour(self) -> None:
        self.why_button.setIcon(self._appearance.icon("help"))
        self.again_button.setIcon(self._appearance.icon("again"))


def can_be_refused(answer: Answer) -> bool:
    """Whether an answer rests on passages, so that others may answer the question."""
    return bool(answer.sources) and answer.state is AnswerState.DONE
