"""What there is to say of a source beside its text: the file changed, or is not there; something went wrong."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop_rag.core.errors import UserError
from desktop_rag.core.file_paths import file_label
from desktop_rag.core.results.pages import FileCondition
from desktop_rag.gui.widgets.basics import Notice, NoticeButton
from desktop_rag.gui.widgets.theme import Appearance


class SourceNotice(QWidget):
    """A soft block above a source; hidden while all is as it should be."""

    reading_wanted = Signal()

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self.setObjectName("source_notice")
        self._awaited = ""  # the file that is being read again
        self._notice = Notice()
        self._notice.add_dismiss(appearance)
        self._notice.dismissed.connect(self.hide)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 0, 12, 8)
        layout.addWidget(self._notice)
        self.hide()

    def message(self) -> str:
        """Return what is said, "" while nothing is."""
        return "" if self.isHidden() else self._notice.accessibleName()

    def show_condition(self, file: str, condition: FileCondition) -> None:
        """Say that the file is no longer what was read, and what is shown in its place."""
        name = file_label(file)
        if condition is not FileCondition.CHANGED:
            self._awaited = ""
        if self._awaited == file:
            self._tell("notice", self.tr("The file is being read again. Its new text appears here."))
        elif condition is FileCondition.CHANGED:
            again = NoticeButton(self.tr("Read again"), "read_again_button", self.reading_wanted.emit)
            message = self.tr("“{name}” has changed since it was read.").format(name=name)
            self._tell("notice", message, self.tr("This is the text as it was read."), (again,))
        elif condition is FileCondition.MISSING:
            message = self.tr("“{name}” can't be reached: it was moved or deleted, or its drive is not connected.")
            self._tell("notice", message.format(name=name), self.tr("This is the text as it was read."))
        else:
            self.hide()

    def show_reading(self, file: str) -> None:
        """Say that a file is being read again, until it is what was read."""
        self._awaited = file
        self.show_condition(file, FileCondition.CHANGED)

    def show_error(self, error: UserError) -> None:
        """Say what went wrong."""
        self._tell("failure", error.message, error.next_step)

    def _tell(self, role: str, message: str, next_step: str = "", choices: tuple[NoticeButton, ...] = ()) -> None:
        self._notice.set_role(role)
        self._notice.tell(message, next_step, choices)
        self.show()
