"""Two pages beside each other, with what disagrees marked on both."""

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QSplitter, QVBoxLayout, QWidget

from desktop_rag.core.results.answers import Citation, Source
from desktop_rag.core.results.contradictions import Contradiction, Quotation
from desktop_rag.gui.all_documents import contradiction_words
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.shell.screen import resize_dialog
from desktop_rag.gui.sources.passage_viewer import PassageViewer
from desktop_rag.gui.widgets.basics import button, button_row, label
from desktop_rag.gui.widgets.theme import Appearance

_WIDTH, _HEIGHT = 1180, 720


def source_of(side: Quotation) -> tuple[Source, Citation]:
    """Return a quotation as a source, and what disagrees in it as its citation."""
    source = Source(1, 1.0, side.file, side.page, side.page_label, side.start, side.end, side.quote, "")
    return source, Citation(1, 0, 0, side.file, side.page, side.value_start, side.value_end, side.value, 1.0, "")


class SideBySide(QDialog):
    """Shows the pages of a contradiction; it can be dismissed from here."""

    decided = Signal(object)  # Contradiction: dismiss it, or show it again

    def __init__(
        self, bridge: Bridge, appearance: Appearance, library: str, one: Contradiction, window: QWidget
    ) -> None:
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName("side_by_side")
        self.setWindowTitle(contradiction_words.title(one))
        self.viewers = []
        pages = QSplitter(Qt.Orientation.Horizontal)
        pages.setChildrenCollapsible(False)
        for side in (one.one, one.other):
            viewer = PassageViewer(bridge, appearance)
            viewer.set_library(library)
            viewer.setAccessibleName(contradiction_words.place(side))
            pages.addWidget(viewer)
            self.viewers.append(viewer)
        decide = button(self.tr("Show again") if one.is_dismissed else self.tr("Dismiss"), "side_by_side_decide")
        decide.clicked.connect(partial(self._decide, one))
        close = button(self.tr("Close"), "side_by_side_close", "primary")
        close.clicked.connect(self.accept)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 12, 12, 12)
        layout.setSpacing(8)
        if one.is_newer:
            layout.addWidget(label(contradiction_words.note(one), "muted", wrap=True))
        layout.addWidget(pages, 1)
        layout.addLayout(button_row(decide, close))
        resize_dialog(self, _WIDTH, _HEIGHT)
        pages.setSizes([_WIDTH // 2, _WIDTH // 2])
        for viewer, side in zip(self.viewers, (one.one, one.other), strict=True):
            viewer.show_source(*source_of(side))

    def _decide(self, one: Contradiction) -> None:
        self.decided.emit(one)
        self.accept()
