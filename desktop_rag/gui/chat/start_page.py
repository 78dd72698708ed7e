"""The page of an empty conversation."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout

from desktop_rag.core.results.libraries import IndexInfo
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.basics import button
from desktop_rag.gui.widgets.empty_state import CentredColumn, DropArea
from desktop_rag.gui.widgets.theme import Appearance

_GUIDE_QUESTIONS = {
    "en": ("How do I connect a model?", "What happens to files that cannot be read?", "Is anything sent anywhere?"),
    "ja": (
        "モデルを接続するにはどうすればいいですか？",
        "読み取れないファイルはどうなりますか？",
        "データは外部に送られますか？",
    ),
    "de": ("Wie verbinde ich ein Modell?", "Was geschieht mit unlesbaren Dateien?", "Wird etwas gesendet?"),
    "zh": ("怎样连接模型？", "无法读取的文件会怎样？", "会把数据发送到别处吗？"),
}


class StartPage(CentredColumn):
    """An empty conversation: what can be asked here; or where to drop files when the library is empty."""

    suggestion_chosen = Signal(str)

    def __init__(self, appearance: Appearance) -> None:
        super().__init__("library_start")
        self._title = self.add_text("", "display")
        self._lead = self.add_text("", "lead")
        self.column.addSpacing(12)
        self.drop_area = DropArea(appearance)
        self.column.addWidget(self.drop_area)
        self._shown: tuple[IndexInfo, tuple[str, ...]] | None = None
        self._suggested: tuple[str, ...] = ()
        self._suggestions = QVBoxLayout()
        self._suggestions.setSpacing(8)
        self.column.addLayout(self._suggestions)

    def show_library(self, info: IndexInfo, suggestions: tuple[str, ...], *, busy: bool) -> None:
        """Show a library; ``busy``: files are being read into it."""
        self._shown = info, suggestions
        empty = not info.files
        coming = busy or info.waiting > 0
        self.drop_area.setVisible(empty and not coming)
        if info.error:
            self._title.setText(info.name)
            self._lead.setText(words.sentence(info.error))
            self.drop_area.hide()
        elif empty and busy:
            self._title.setText(self.tr("Reading “{name}”").format(name=info.name))
            self._lead.setText(self.tr("You can ask as soon as the first files have been read."))
        elif empty and coming:  # the reading was paused, or failed
            self._title.setText(self.tr("Ask “{name}”").format(name=info.name))
            self._lead.setText(self.tr("You can ask as soon as the first files have been read."))
        elif empty:
            self._title.setText(self.tr("“{name}” is empty").format(name=info.name))
            self._lead.setText(self.tr("Add the files you want to ask. They stay where they are."))
        else:
            self._title.setText(self.tr("Ask “{name}”").format(name=info.name))
            lead = self.tr("Answers come from {files}. Each statement shows where it was found.")
            self._lead.setText(lead.format(files=words.file_count(info.files)))
        self._show_suggestions(() if empty else suggestions)

    def show_busy(self, library: str, *, busy: bool) -> None:
        """Describe the library again where it is shown: files are on their way into it, or no more."""
        if self._shown is not None and self._shown[0].name == library:
            self.show_library(*self._shown, busy=busy)

    def show_no_library(self) -> None:
        """Show that conversations of deleted libraries can be read, and where to drop files for a new one."""
        self._shown = None
        self.drop_area.show()
        self._title.setText(self.tr("Ask questions of your own files"))
        self._lead.setText(self.tr("There is no library, but your conversations can still be read."))
        self._show_suggestions(())

    def _show_suggestions(self, suggestions: tuple[str, ...]) -> None:
        if suggestions == self._suggested:
            return
        self._suggested = suggestions
        while self._suggestions.count():
            item = self._suggestions.takeAt(0)
            if item is not None and (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        for number, text in enumerate(suggestions):
            push = button(text, f"suggestion_{number}", "suggestion")
            push.clicked.connect(self._choose)
            self._suggestions.addWidget(push)

    def _choose(self) -> None:
        sender = self.sender()
        if sender is not None:
            self.suggestion_chosen.emit(str(sender.property("text")))


def guide_questions(locale: str) -> tuple[str, ...]:
    """Return questions to try the guide's library with, in the language of ``locale`` (“ja_JP”), or in English."""
    return _GUIDE_QUESTIONS.get(locale[:2], _GUIDE_QUESTIONS["en"])
