"""The chip above the question box that says which files the next questions are about."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from desktop_rag.file_paths import shown_name
from desktop_rag.gui import words
from desktop_rag.gui.widgets import button

_LISTED = 12
_WIDEST = 320


class ScopeChip(QWidget):
    """Shows the files of the scope; pressing it removes them."""

    changed = Signal()

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
        self._files = tuple(dict.fromkeys(files))
        name = shown_name(self._files[0]) if len(self._files) == 1 else words.file_count(len(self._files))
        metrics = self.chip.fontMetrics()
        shown = metrics.elidedText(name, Qt.TextElideMode.ElideMiddle, _WIDEST)
        self.chip.setText(self.tr("Only in {files}  ×").format(files=shown).replace("&", "&&"))
        listed = [shown_name(file) for file in self._files[:_LISTED]]
        if len(self._files) > _LISTED:
            listed.append("…")
        self.chip.setToolTip("\n".join((*listed, self.tr("Press to ask the whole library again"))))
        self.chip.setAccessibleName(
            self.tr("Asked are only {files}. Press to ask the whole library.").format(files=name)
        )
        self.setVisible(bool(self._files))
        self.changed.emit()

    def clear(self) -> None:
        """Ask the whole library again."""
        self.set_files(())

    def condition(self) -> str:
        """Return the condition on passages that keeps to these files; "" for none."""
        return scope_condition(self._files)


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
