"""The stops in an answer for pointer and keyboard: citation markers, links, and marked sentences."""

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt, QUrl

from desktop_rag.core.results.answers import Verdict
from desktop_rag.gui.chat import markdown
from desktop_rag.gui.chat.answer_document import AnswerDocument, line_x
from desktop_rag.gui.evidence.evidence import Evidence


@dataclass(frozen=True, slots=True)
class Stop:
    """A range of the document: of the link ``href``, or of the answer's sentence with this index."""

    first: int
    last: int
    href: str = ""
    sentence: int = -1


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
