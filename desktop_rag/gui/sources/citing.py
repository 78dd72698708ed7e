"""Copies how a source is cited elsewhere: as a line, or as an entry of BibTeX."""

from functools import partial

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
        self.actions = (QAction(self.tr("Copy citation"), self), QAction(self.tr("Copy citation as BibTeX"), self))
        for action, name, bibtex in zip(self.actions, ("copy_citation", "copy_bibtex"), (False, True), strict=True):
            action.setObjectName(name)
            action.triggered.connect(partial(self._copy, bibtex))

    def follow(self, library: str, source: Source) -> None:
        """Cite this source from now on."""
        self._library, self._source = library, source

    def _copy(self, bibtex: bool, _checked: bool = False) -> None:  # noqa: FBT001, FBT002 - Qt's
        if self._source is not None:
            job = self._bridge.worker.pages.reference(self._library, self._source, say=words.sentence)
            self._bridge.run(job, partial(self._put, bibtex), self.failed.emit)

    def _put(self, bibtex: bool, texts: ReferenceTexts) -> None:  # noqa: FBT001 - bound by ``partial``
        text = texts.bibtex if bibtex else texts.apa
        QGuiApplication.clipboard().setText(text)
        self.copied.emit(text)
