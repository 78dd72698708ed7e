"""The line above the sources while a question waits for the words that answer it."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.basics import ElidedLabel, IconButton, button, label, plain_tip
from desktop_rag.gui.widgets.theme import Appearance


class AnswerBar(QWidget):
    """Asks which words answer a question; the person selects them, or opens another source, and says so."""

    shown = Signal()  # what is open, or selected in it, answers the question
    dropped = Signal()  # the question need not wait any longer

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self.setObjectName("answer_bar")
        self._question = ElidedLabel("", "heading")
        self._question.setObjectName("answer_bar_question")
        hint = self.tr("Choose a source or find the page with Search, and select the words that answer it.")
        self.answers_button = button(self.tr("This answers it"), "this_answers_button", "primary")
        self.answers_button.clicked.connect(self.shown)
        close = IconButton(appearance, "close", self.tr("Not now"), "answer_bar_close")
        close.clicked.connect(self.dropped)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self._question, 1)
        row.addWidget(self.answers_button)
        row.addWidget(close)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 0, 12, 10)
        layout.setSpacing(4)
        layout.addLayout(row)
        layout.addWidget(label(hint, "muted", wrap=True))
        self.hide()

    def ask_for(self, question: str) -> None:
        """Wait for what answers a question; "" waits for nothing any more."""
        text = self.tr("What answers {question}?").format(question=words.quoted(question))
        self._question.set_full_text(text)
        self._question.setToolTip(plain_tip(text))
        self.setAccessibleName(text)
        self.setVisible(bool(question))
