"""The chips inside the question box for what is asked beside the library: attached files, and other libraries."""

from collections.abc import Collection
from dataclasses import replace
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from desktop_rag.core.file_paths import shown_name
from desktop_rag.core.results.conversations import ConversationSources
from desktop_rag.gui.widgets.basics import button, plain_tip
from desktop_rag.gui.widgets.flow_row import FlowRow

_WIDEST = 280


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
