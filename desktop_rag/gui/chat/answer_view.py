"""Shows an answer: Markdown as a page of text, citation markers as small clickable chips."""

import math
import time
from collections.abc import Sequence

from PySide6.QtCore import QEvent, QMimeData, QRectF, QSize, Qt, QUrl, Signal
from PySide6.QtGui import QHelpEvent, QPainter, QPaintEvent, QPen, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QTextBrowser, QToolTip, QWidget

from desktop_rag.core.results.answers import CheckedSentence, Citation, Source
from desktop_rag.gui.chat import markdown
from desktop_rag.gui.chat.answer_document import AnswerDocument
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.basics import plain_tip
from desktop_rag.gui.widgets.theme import Appearance

_REST = 3.0  # a drawing that took t seconds is followed by at least 3 t without one


class AnswerView(QTextBrowser):
    """A text as high as its content; it never scrolls and never loads anything."""

    citation_clicked = Signal(int, int)  # marker, index of the citation or -1
    link_clicked = Signal(QUrl)

    def __init__(self, appearance: Appearance, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._appearance = appearance
        self._text = ""
        self._sources: tuple[Source, ...] = ()
        self._ready_at = 0.0
        self._hovered = ""
        self._answer = AnswerDocument(self.document(), appearance.theme, self)
        self._set_up()
        self._answer.changed.connect(self.viewport().update)
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        self.anchorClicked.connect(self._open)
        self.highlighted.connect(self._hover)
        appearance.changed.connect(self._recolour)

    def show_text(
        self,
        text: str,
        sources: Sequence[Source],
        citations: Sequence[Citation],
        sentences: Sequence[CheckedSentence] = (),
    ) -> None:
        """Show a whole answer; ``sentences`` tell which words to underline."""
        self._text, self._sources = text, tuple(sources)
        self._answer.write(text, sources, citations, sentences)

    def stream_text(self, text: str, sources: Sequence[Source], *, force: bool = False) -> bool:
        """Show an answer as far as it has come; return False when it is too soon for another drawing."""
        now = time.monotonic()
        if now < self._ready_at and not force:
            return False
        self._text, self._sources = text, tuple(sources)
        self._answer.stream(text, sources)
        self._ready_at = now + _REST * (time.monotonic() - now)
        return True

    def text(self) -> str:
        """Return the Markdown that is shown."""
        return self._text

    def chip_rects(self) -> list[tuple[str, QRectF]]:
        """Return each citation's link and place, in order."""
        return [(chip.href, self._answer.chip_rect(chip)) for chip in self._answer.chips]

    def sizeHint(self) -> QSize:
        """Return the height of the text."""
        return QSize(480, math.ceil(self.document().size().height()))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the chips' grounds, then the text over them."""
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme = self._appearance.theme
        visible = QRectF(event.rect())
        for chip in self._answer.chips:
            rect = self._answer.chip_rect(chip)
            if rect.top() > visible.bottom():
                break
            if rect.intersects(visible):
                painter.setPen(QPen(theme.color("accent"), 1) if chip.href == self._hovered else Qt.PenStyle.NoPen)
                painter.setBrush(theme.color("accent_soft"))
                painter.drawRoundedRect(rect, 4, 4)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("border"))
        for rect in self._answer.quotes():
            if rect.intersects(visible):
                painter.drawRoundedRect(rect, 1.5, 1.5)
        painter.end()
        super().paintEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Break the lines for the new width."""
        super().resizeEvent(event)
        self._fit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave scrolling to the conversation."""
        event.ignore()

    def event(self, event: QEvent) -> bool:
        """Say where a citation comes from, or why words have no support, when the pointer rests on them."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            place = self.viewport().mapFrom(self, event.pos())
            href = self.anchorAt(place)
            hint = self._hint(href) if href else self.cursorForPosition(place).charFormat().toolTip()
            QToolTip.showText(event.globalPos(), hint, self)
            return True
        return super().event(event)

    def loadResource(self, kind: int, name: QUrl | str) -> object:  # noqa: ARG002
        """Load nothing, whatever the text asks for."""
        return None

    def createMimeDataFromSelection(self) -> QMimeData:
        """Copy citations as ``[1]``."""
        data = QMimeData()
        data.setText(markdown.restore_markers(self.textCursor().selectedText()))
        return data

    def _set_up(self) -> None:
        self.setObjectName("answer_view")
        self.setAccessibleName(self.tr("Answer"))
        self.setOpenLinks(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAcceptDrops(False)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.document().setDocumentMargin(0)
        self.document().setIndentWidth(24)
        self.document().setUndoRedoEnabled(False)

    def _fit(self, *_size: object) -> None:
        # setting the same width lays the whole text out again
        if self.document().textWidth() != self.viewport().width():
            self.document().setTextWidth(self.viewport().width())
        height = max(1, math.ceil(self.document().size().height()))
        if height != self.height():
            self.setFixedHeight(height)

    def _recolour(self) -> None:
        self._answer.rewrite(self._appearance.theme)

    def _hint(self, href: str) -> str:
        marker, _ = _parse(QUrl(href))
        source = next((source for source in self._sources if source.rank == marker), None)
        return words.place(source) if source else plain_tip(href)

    def _hover(self, url: QUrl) -> None:
        self._hovered = url.toString()
        self.viewport().update()

    def _open(self, url: QUrl) -> None:
        if url.scheme() == markdown.CITE:
            self.citation_clicked.emit(*_parse(url))
        else:
            self.link_clicked.emit(url)


def _parse(url: QUrl) -> tuple[int, int]:
    """Return marker and citation index of ``cite:2?0``; 0 and -1 when they are missing."""
    if url.scheme() != markdown.CITE:
        return 0, -1
    marker = int(url.path()) if url.path().isdecimal() else 0
    return marker, int(url.query()) if url.query().isdecimal() else -1
