"""What all views of a stored text have in common."""

from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QWheelEvent

from desktop_rag.gui.widgets.find_bar import Searchable
from desktop_rag.readers.shapes.shape import Shape

Range = tuple[int, int]
_STEP, _SMALLEST, _LARGEST = 1.1, 0.6, 3.0


@dataclass(frozen=True, slots=True)
class Marks:
    """What is marked of a page's text: the passage, and in it the quoted words; empty where there are none."""

    passage: Range = (0, 0)
    cited: Range = (0, 0)

    def pieces(self, start: int, end: int) -> list[tuple[int, int, str]]:
        """Return a range cut where a mark begins or ends, with the colour role of each piece ("" without a mark)."""
        edges = sorted({start, end, *(edge for edge in (*self.passage, *self.cited) if start < edge < end)})
        return [(one, other, self.role(one, other)) for one, other in pairwise(edges)]

    def role(self, start: int, end: int) -> str:
        """Return the colour role of a range that touches a mark."""
        if start < self.cited[1] and end > self.cited[0]:
            return "sentence"
        return "passage" if start < self.passage[1] and end > self.passage[0] else ""

    def moved(self, by: int) -> "Marks":
        """Return the same marks in a text that begins elsewhere."""
        return Marks(_moved(self.passage, by), _moved(self.cited, by)) if by else self

    @property
    def first(self) -> int:
        """Where to look at first: the quoted words, else the passage."""
        return self.cited[0] if self.cited[0] < self.cited[1] else self.passage[0]


def _moved(marked: Range, by: int) -> Range:
    return (max(0, marked[0] + by), max(0, marked[1] + by)) if marked[0] < marked[1] else (0, 0)


class SourceView(Searchable, Protocol):
    """A widget that shows a page's text in a shape, with its marks; words can be found, selected and copied in it."""

    def show_shape(self, shape: Shape, marks: Marks) -> None:
        """Show a text and go to what is marked."""

    def reveal(self) -> None:
        """Go to what is marked."""

    def marked_text(self) -> str:
        """Return the words that carry a mark."""

    def zoom_by(self, steps: int) -> None:
        """Make everything larger (positive) or smaller; 0 makes it as large as usual."""

    def percent(self) -> int:
        """Return the magnification in percent."""


def zoomed(scale: float, steps: int) -> float:
    """Return the scale after some steps; 0 leads back to 1."""
    return min(max(scale * _STEP**steps, _SMALLEST), _LARGEST) if steps else 1.0


def zoom_key(event: QKeyEvent) -> int | None:
    """Return the steps that a key asks for: Ctrl with plus, minus and zero."""
    if not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
        return None
    keys = {Qt.Key.Key_Plus: 1, Qt.Key.Key_Equal: 1, Qt.Key.Key_Minus: -1, Qt.Key.Key_0: 0}
    return keys.get(Qt.Key(event.key()))


def zoom_turn(event: QWheelEvent) -> int:
    """Return the steps that a wheel asks for while Ctrl is held; 0 when it scrolls."""
    turned = event.angleDelta().y() if event.modifiers() & Qt.KeyboardModifier.ControlModifier else 0
    return (turned > 0) - (turned < 0)
