"""Follow pointer and keyboard from stop to stop in an answer, and open the card of each."""

import math

from PySide6.QtCore import QObject, QPointF, QRectF, QUrl, Signal
from PySide6.QtWidgets import QScrollArea, QTextEdit

from desktop_rag.gui.chat.answer_document import AnswerDocument
from desktop_rag.gui.evidence.answer_stops import AnswerStops, Stop
from desktop_rag.gui.evidence.card import EvidenceHover, Pointed, scroll_area_of
from desktop_rag.gui.evidence.evidence import Evidence
from desktop_rag.gui.widgets.text_tables import scrolled_sideways
from desktop_rag.gui.widgets.theme import Appearance

_MARGIN = 48  # kept free above and below what is brought to sight


class StopCursor(QObject):
    """Goes from stop to stop of an answer; each has its card."""

    moved = Signal()
    citation_chosen = Signal(int, int)  # marker, index of the citation or -1
    link_chosen = Signal(QUrl)

    def __init__(self, editor: QTextEdit, document: AnswerDocument, appearance: Appearance) -> None:
        super().__init__(editor)
        self._editor = editor
        self.stops = AnswerStops(document)
        self.hover = EvidenceHover(editor, appearance)
        self.current: Stop | None = None  # where the keyboard is
        self.hovered: Stop | None = None
        self.hover.open_wanted.connect(self._open)
        document.changed.connect(self._refresh)

    def point_at(self, place: QPointF | None) -> None:
        """Follow the pointer to a place of the document, None when it has left."""
        stop = self.stops.at(place) if place is not None else None
        if stop != self.hovered:
            self.hovered = stop
            self.moved.emit()
        self.hover.point(self._pointed(stop))

    def go(self, step: int) -> bool:
        """Go to another stop; return False, and be nowhere, when there is none in that direction."""
        stops = self.stops.all()
        first = 0 if step > 0 else len(stops) - 1
        place = stops.index(self.current) + step if self.current in stops else first
        self.current = stops[place] if 0 <= place < len(stops) else None
        self.moved.emit()
        if self.current is None:
            self.hover.close()
            return False
        self.bring_to_sight(self.stops.place(self.current))
        pointed = self._pointed(self.current)
        if pointed is None:
            self.hover.close()
        else:
            self.hover.hold(pointed)
        return True

    def leave(self) -> None:
        """Be nowhere, without a card."""
        if self.current is not None:
            self.current = None
            self.hover.close()

    def choose(self) -> None:
        """Open the document of the marker or sentence, or the link, where the keyboard is."""
        stop = self.current
        evidence = self.stops.evidence(stop) if stop is not None else None
        if evidence is not None:
            self._open(evidence)
        elif stop is not None and stop.href:
            self.link_chosen.emit(QUrl(stop.href))

    def bring_to_sight(self, place: QRectF) -> None:
        """Scroll the conversation, and sideways the answer, until a place of the answer can be seen."""
        self._scroll_sideways(place)
        area = scroll_area_of(self._editor)
        inner = area.widget() if isinstance(area, QScrollArea) else None
        if isinstance(area, QScrollArea) and inner is not None and not place.isEmpty():
            seen = place.translated(-scrolled_sideways(self._editor), 0)
            middle = self._editor.mapTo(inner, seen.center().toPoint())
            area.ensureVisible(middle.x(), middle.y(), 0, round(place.height() / 2) + _MARGIN)

    def _scroll_sideways(self, place: QRectF) -> None:
        hidden, bar = scrolled_sideways(self._editor), self._editor.horizontalScrollBar()
        missing = max(0.0, place.right() - hidden - self._editor.viewport().width()) + min(0.0, place.left() - hidden)
        steps = math.ceil(missing) if missing > 0 else math.floor(missing)
        bar.setValue(bar.value() + (-steps if self._editor.isRightToLeft() else steps))

    def _refresh(self) -> None:
        """Stay at the same marker, with what is known of its sentence by now."""
        if self.current is None and self.hover.shown is None:
            return
        stops = {stop.first: stop for stop in self.stops.all()}
        if self.current is not None:
            self.current = stops.get(self.current.first)
        about = self.current or (stops.get(self.hovered.first) if self.hovered else None)
        self.hover.refresh(self._pointed(about))

    def _pointed(self, stop: Stop | None) -> Pointed | None:
        """Return the card's content for a stop, None where there is none."""
        evidence = self.stops.evidence(stop) if stop is not None else None
        if stop is None or evidence is None:
            return None
        place = self.stops.place(stop).translated(-scrolled_sideways(self._editor), 0)
        return Pointed(evidence, place.toAlignedRect())

    def _open(self, evidence: Evidence) -> None:
        if evidence.source is not None:
            self.citation_chosen.emit(evidence.source.rank, evidence.citation)
