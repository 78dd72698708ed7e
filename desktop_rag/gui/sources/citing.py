"""Copies how a source is cited elsewhere: as a line, as an entry of BibTeX or as a record of RIS."""

from collections.abc import Callable
from functools import partial
from operator import attrgetter

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QWidget

from desktop_rag.core.results.answers import Source
from desktop_rag.core.results.pages import ReferenceTexts
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.widgets import words


class CitationCopier(QObject):
    """Offers ``actions`` that put the reference of the source that is shown on the clipboard."""

    copied = Signal(str)  # what is now on the clipboard
    failed = Signal(object)  # UserError

    def __init__(self, bridge: Bridge, parent: QWidget) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._library = ""
        self._source: Source | None = None
        styles = (
            ("copy_citation", self.tr("Copy citation"), attrgetter("apa")),
            ("copy_bibtex", self.tr("Copy citation as BibTeX"), attrgetter("bibtex")),
            ("copy_ris", self.tr("Copy citation as RIS"), attrgetter("ris")),
        )
        self.actions = tuple(QAction(text, self) for _, text, _ in styles)
        for action, (name, _, text_of) in zip(self.actions, styles, strict=True):
            action.setObjectName(name)
            action.triggered.connect(partial(self._copy, text_of))

    def follow(self, library: str, source: Source) -> None:
        """Cite this source from now on."""
        self._library, self._source = library, source

    def _copy(self, text_of: Callable[[ReferenceTexts], str], _checked: bool = False) -> None:  # noqa: FBT001, FBT002 - Qt's
        if self._source is not None:
            job = self._bridge.worker.pages.reference(self._library, self._source, say=words.sentence)
            self._bridge.run(job, partial(self._put, text_of), self.failed.emit)

    def _put(self, text_of: Callable[[ReferenceTexts], str], texts: ReferenceTexts) -> None:
        text = text_of(texts)
        QGuiApplication.clipboard().setText(text)
        self.copied.emit(text)
