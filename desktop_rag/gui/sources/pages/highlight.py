"""Highlight a passage on its page, and scroll to it."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from PySide6.QtCore import QEasingCurve, QObject, QPropertyAnimation, QRectF, Qt, QVariantAnimation, Signal
from PySide6.QtGui import QPainterPath
from PySide6.QtWidgets import QScrollBar

from desktop_rag.core.results.pages import Box, PageImage
from desktop_rag.gui.sources.pages.layout import Place
from desktop_rag.gui.widgets.theme import MOTION_MS

_CELL_GAP = 2.0  # times the height of a line


@dataclass(frozen=True, slots=True)
class Marks:
    """The lines of the passage and those of the cited sentence on one page, in points."""

    page: int = 0
    passage: tuple[Box, ...] = ()
    cited: tuple[Box, ...] = ()

    @classmethod
    def of(cls, image: PageImage) -> "Marks":
        """Return the marks of a rendered page."""
        scale = 1 / image.zoom
        return cls(image.page, *(tuple(_scaled(box, scale) for box in boxes) for boxes in (image.boxes, image.cited)))

    def hold(self, place: Place) -> bool:
        """Return True if a point of a page is on what is marked."""
        return place.page == self.page and any(
            left <= place.x <= right and top <= place.y <= bottom
            for left, top, right, bottom in (*self.passage, *self.cited)
        )

    @property
    def lines(self) -> tuple[Box, ...]:
        """The boxes to read: the sentence, or else the passage."""
        return self.cited or self.passage

    @property
    def around(self) -> tuple[Box, ...]:
        """The boxes to show from side to side: the passage, with the sentence in it."""
        return self.passage or self.cited

    @property
    def is_row(self) -> bool:
        """True if the sentence is the row of a table: boxes beside one another, with white between them."""
        return any(
            other[0] - one[2] > _CELL_GAP * (one[3] - one[1]) and min(one[3], other[3]) - max(one[1], other[1]) > 0
            for one in self.cited
            for other in self.cited
        )

    @property
    def every(self) -> tuple[Box, ...]:
        """All that is marked."""
        return (*self.passage, *self.cited)


@dataclass(frozen=True, slots=True)
class Outlines:
    """The same as shapes to be filled: the sentence is cut out of its passage."""

    passage: QPainterPath = field(default_factory=QPainterPath)
    cited: QPainterPath = field(default_factory=QPainterPath)

    @classmethod
    def of(cls, marks: Marks) -> "Outlines":
        """Return the shapes of marks."""
        cited = outline(marks.cited)
        # multiplied twice it would be darker than its colour
        return cls(outline(marks.passage).subtracted(cited), cited)


def outline(boxes: Iterable[Box]) -> QPainterPath:
    """Return boxes as one shape, so that overlapping ones are not marked twice."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    for left, top, right, bottom in boxes:
        path.addRect(QRectF(left - 1, top, right - left + 2, bottom - top))
    return path.simplified()


class HighlightFade(QObject):
    """Slides a scroll bar to a value; ``strength`` (0 to 1) is how visible the marks are meanwhile."""

    changed = Signal()
    arrived = Signal()  # the bar has slid to its value, and nobody stopped it

    def __init__(self, bar: QScrollBar, parent: QObject) -> None:
        super().__init__(parent)
        self.strength = 1.0
        self._bar = bar
        self._fade = QVariantAnimation(self)
        self._fade.setDuration(MOTION_MS)
        self._fade.setStartValue(0.0)
        self._fade.setEndValue(1.0)
        self._fade.valueChanged.connect(self._set_strength)
        self._slide = QPropertyAnimation(bar, b"value", self)
        self._slide.setDuration(MOTION_MS)
        self._slide.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._slide.finished.connect(self.arrived)

    @property
    def sliding(self) -> bool:
        """True if the bar is on its way."""
        return self._slide.state() is QPropertyAnimation.State.Running

    def start(self, begin: int, goal: int) -> None:
        """Move from one value to another."""
        self._slide.stop()
        self._slide.setStartValue(begin)
        self._slide.setEndValue(goal)
        self._slide.start()
        self._fade.stop()
        self._fade.start()

    def jump(self, goal: int) -> None:
        """Jump there without an animation."""
        self.stop()
        self._bar.setValue(goal)

    def stop(self) -> None:
        """Stay where it is: the person scrolls."""
        self._slide.stop()
        self._fade.stop()
        self._set_strength(1.0)

    def _set_strength(self, value: object) -> None:
        self.strength = float(value) if isinstance(value, float) else 1.0
        self.changed.emit()


def _scaled(box: Box, scale: float) -> Box:
    return box[0] * scale, box[1] * scale, box[2] * scale, box[3] * scale
