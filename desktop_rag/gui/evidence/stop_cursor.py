"""Follow pointer and keyboard from stop to stop in an answer, and open the card of each.

Stops are citation markers, links, and marked sentences.
"""

import math
from dataclasses import dataclass

from PySide6.QtCore import QObject, QPointF, QRectF, Qt, QUrl, Signal
from PySide6.QtWidgets import QScrollArea, QTextEdit

from desktop_rag.core.results.answers import Verdict
from desktop_rag.gui.chat import markdown
from desktop_rag.gui.chat.answer_document import AnswerDocument, line_x
from desktop_rag.gui.evidence.card import EvidenceHover, Pointed, scroll_area_of
from desktop_rag.gui.evidence.evidence import Evidence
from desktop_rag.gui.widgets.text_tables import scrolled_sideways
from desktop_rag.gui.widgets.theme import Appearance

_MARGIN = 48  # kept free above and below what is brought to sight


@dataclass(frozen=True, slots=True)
class Stop:
    """A range of the document: of the link ``href``, or of the answer's sentence with this index."""

    first: int
    last: int
    href: str = ""
    sentence: int = -1


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


class AnswerStops:
    """Finds the stops of an answer's document, by place and in order."""

    def __init__(self, document: AnswerDocument) -> None:
        self._document = document

    def all(self) -> list[Stop]:
        """Return every stop in order; a marked sentence that has a citation is reached through its marker."""
        links = (*self._document.chips, *self._document.links)
        found = [Stop(one.position, one.position + one.length, one.href) for one in links]
        cited = {self._sentence_of(stop.href) for stop in found}
        answer = self._document.answer
        for index, sentence in enumerate(answer.sentences):
            if sentence.verdict.is_doubt and index not in cited:
                places = self._document.positions([(sentence.start, sentence.end)])
                found += [Stop(*place, sentence=index) for place in places]
        return sorted(found, key=lambda stop: (stop.first, stop.last))

    def at(self, point: QPointF) -> Stop | None:
        """Return the stop under a point of the document."""
        layout = self._document.document.documentLayout()
        position = layout.hitTest(point, Qt.HitTestAccuracy.ExactHit)
        if position < 0:
            return None
        for one in (*self._document.chips, *self._document.links):
            if one.position <= position < one.position + one.length:
                return Stop(one.position, one.position + one.length, one.href)
        return self._sentence_at(position)

    def evidence(self, stop: Stop) -> Evidence | None:
        """Return the evidence for the sentence of a stop, None for an ordinary link."""
        answer = self._document.answer
        if stop.sentence >= 0:
            return answer.evidence_of_sentence(stop.sentence)
        marker, citation = cited_by(stop.href)
        return answer.evidence_of_marker(marker, citation) if marker else None

    def place(self, stop: Stop) -> QRectF:
        """Return the area of a stop's sentence in the document, with its marker."""
        answer = self._document.answer
        ranges = [(stop.first, stop.last)]
        _, citation = cited_by(stop.href)
        if 0 <= citation < len(answer.citations):
            cited = answer.citations[citation]
            ranges += self._document.positions([(cited.answer_start, cited.answer_end)])
        area = QRectF()
        for rect in (rect for first, last in ranges for rect in self.lines(first, last)):
            area = area.united(rect)
        return area

    def lines(self, first: int, last: int) -> list[QRectF]:
        """Return the rectangles of a range of the document, one for each line."""
        found = []
        block = self._document.document.findBlock(first)
        while block.isValid() and block.position() < last:
            origin = self._document.document.documentLayout().blockBoundingRect(block).topLeft()
            for number in range(block.layout().lineCount()):
                line = block.layout().lineAt(number)
                start = max(first - block.position(), line.textStart())
                end = min(last - block.position(), line.textStart() + line.textLength())
                if start < end:
                    left, right = line_x(line.cursorToX(start)), line_x(line.cursorToX(end))
                    box = QRectF(min(left, right), line.y() - 2, abs(right - left), line.height() + 4)
                    found.append(box.translated(origin))
            block = block.next()
        return found

    def _sentence_at(self, position: int) -> Stop | None:
        answer = self._document.answer
        for drawn in self._document.stretches:
            if drawn.first <= position < drawn.last:
                index = answer.sentence_at(drawn.stretch.start, drawn.stretch.end)
                sentence = answer.sentences[index] if index >= 0 else None
                if sentence is None or sentence.verdict is Verdict.SUPPORTED:
                    return None
                (place,) = self._document.positions([(sentence.start, sentence.end)])
                return Stop(*place, sentence=index)
        return None

    def _sentence_of(self, href: str) -> int:
        """Return the index of the sentence that a marker belongs to, -1 without one."""
        answer = self._document.answer
        _, citation = cited_by(href)
        if not 0 <= citation < len(answer.citations):
            return -1
        cited = answer.citations[citation]
        return answer.sentence_at(cited.answer_start, cited.answer_end)


def cited_by(href: str) -> tuple[int, int]:
    """Return marker and citation index of ``cite:2?0``; 0 and -1 when they are missing."""
    url = QUrl(href)
    if url.scheme() != markdown.CITE:
        return 0, -1
    marker = int(url.path()) if url.path().isdecimal() else 0
    return marker, int(url.query()) if url.query().isdecimal() else -1
