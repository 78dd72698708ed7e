"""A small dialog: a test question and the places that answer it."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QLineEdit, QPlainTextEdit, QVBoxLayout, QWidget

from desktop_rag.gui.shell.screen import resize_dialog
from desktop_rag.gui.test_questions.model import Place, read_places, written
from desktop_rag.gui.widgets.basics import button, button_row, label


class QuestionDialog(QDialog):
    """Asks for the question and its right places, one on each line."""

    saved = Signal(str, object)  # text, places

    def __init__(self, text: str, expected: tuple[Place, ...], parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("questions_edit")
        self.setWindowTitle(self.tr("Test question"))
        resize_dialog(self, 520, 300)
        self.question = QLineEdit(text)
        self.question.setObjectName("questions_question")
        self.question.setAccessibleName(self.tr("Question"))
        self.places = QPlainTextEdit("\n".join(map(written, expected)))
        self.places.setObjectName("questions_places")
        self.places.setProperty("role", "boxed")
        self.places.setTabChangesFocus(True)
        self.places.setAccessibleName(self.tr("Expected sources"))
        self.places.setPlaceholderText(self.tr("report.pdf, page 12"))
        self._save_button = button(self.tr("Save"), "questions_save_button", "primary")
        self._save_button.setDefault(True)
        cancel = button(self.tr("Cancel"), "questions_cancel_button")
        cancel.clicked.connect(self.reject)
        self._save_button.clicked.connect(self._save)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 20, 20, 16)
        layout.setSpacing(8)
        layout.addWidget(label(self.tr("Question"), "heading"))
        layout.addWidget(self.question)
        layout.addSpacing(4)
        layout.addWidget(label(self.tr("Expected sources"), "heading"))
        hint = self.tr("One file per line, by name or full path. Add “, page 12” if only that page counts.")
        layout.addWidget(label(hint, "muted", wrap=True))
        layout.addWidget(self.places, 1)
        layout.addLayout(button_row(cancel, self._save_button))
        self.question.textChanged.connect(self._enable)
        self.places.textChanged.connect(self._enable)
        self._enable()

    def _enable(self) -> None:
        """Allow saving once there are both."""
        self._save_button.setEnabled(
            bool(self.question.text().strip()) and bool(read_places(self.places.toPlainText()))
        )

    def _save(self) -> None:
        self.saved.emit(" ".join(self.question.text().split()), read_places(self.places.toPlainText()))
        self.accept()
