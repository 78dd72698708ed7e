"""The chip above the question box that says which files a conversation is about, kept with the conversation."""

from functools import partial

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from desktop_rag.core.file_paths import shown_name
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.basics import button, plain_tip

_LISTED = 12
_WIDEST = 320


class ScopeChip(QWidget):
    """Shows which files are asked; pressing it asks the whole library again."""

    changed = Signal()  # by the person

    def __init__(self) -> None:
        super().__init__()
        self._files: tuple[str, ...] = ()
        self.chip: QPushButton = button("", "scope_chip", "chip")
        self.chip.clicked.connect(self.clear)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.chip)
        layout.addStretch(1)
        self.hide()

    @property
    def files(self) -> tuple[str, ...]:
        """The files that are asked; none means all."""
        return self._files

    def set_files(self, files: tuple[str, ...]) -> None:
        """Ask only these files from now on."""
        self.show_files(files)
        self.changed.emit()

    def show_files(self, files: tuple[str, ...]) -> None:
        """Show what was kept."""
        self._files = tuple(dict.fromkeys(files))
        name = shown_name(self._files[0]) if len(self._files) == 1 else words.file_count(len(self._files))
        metrics = self.chip.fontMetrics()
        shown = metrics.elidedText(name, Qt.TextElideMode.ElideMiddle, _WIDEST)
        self.chip.setText(self.tr("Only in {files}  ×").format(files=shown).replace("&", "&&"))
        listed = [shown_name(file) for file in self._files[:_LISTED]]
        if len(self._files) > _LISTED:
            listed.append("…")
        self.chip.setToolTip(plain_tip("\n".join((*listed, self.tr("Click to ask the whole library again")))))
        self.chip.setAccessibleName(self.tr("Asking only {files}. Click to ask the whole library.").format(files=name))
        self.setVisible(bool(self._files))

    def clear(self) -> None:
        """Ask the whole library again."""
        self.set_files(())

    def condition(self) -> str:
        """Return the condition on passages that keeps to these files; "" for none."""
        return scope_condition(self._files)


class ConversationScope(QObject):
    """Stores each conversation's files and shows those of the open conversation in the chip."""

    def __init__(self, bridge: Bridge, chip: ScopeChip) -> None:
        super().__init__(chip)
        self._bridge = bridge
        self._chip = chip
        self._conversation = ""
        self._wanted = ""  # whose files are being read; a change in between makes that void
        chip.changed.connect(self._store)

    def set_conversation(self, conversation_id: str) -> None:
        """Show the files of this conversation; a new one ("") is about the whole library."""
        self._conversation = self._wanted = conversation_id
        self._chip.show_files(())
        if conversation_id:
            job = self._bridge.worker.conversations.scope(conversation_id)
            self._bridge.run(job, partial(self._show_stored, conversation_id))

    def attach(self, conversation_id: str) -> None:
        """Keep what was chosen before this conversation was made."""
        self._conversation = conversation_id
        if self._chip.files:
            self._store()

    def _store(self) -> None:
        self._wanted = ""
        if self._conversation:
            self._bridge.start(self._bridge.worker.conversations.set_scope(self._conversation, self._chip.files))

    def _show_stored(self, conversation_id: str, files: tuple[str, ...]) -> None:
        """Show what was kept, unless another conversation was opened or other files were chosen meanwhile."""
        if conversation_id == self._wanted:
            self._chip.show_files(files)


def scope_condition(files: tuple[str, ...]) -> str:
    """Return the condition that a passage is in one of some files, as the settings write it.

    A quotation mark cannot be written inside of quotes: such a file is meant by what follows it in its path.
    """
    named = ", ".join(f'"{_writable(file)}"' for file in files)
    return f"file_path in {named}" if named else ""


def _writable(path: str) -> str:
    """Return as much of a path's end as can be written."""
    after = path.rpartition('"')[2]
    return path if after == path else after.partition("/")[2] or after
