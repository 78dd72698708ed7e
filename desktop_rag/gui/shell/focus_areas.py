"""Moves the keyboard from one area of the window to the next: question, answer, sources, page."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QAbstractScrollArea, QWidget


@dataclass(frozen=True, slots=True)
class Area:
    """A part of the window, and the widget in it that the keyboard goes to, None when there is nothing to go to."""

    holder: QWidget
    target: Callable[[], QWidget | None]


class FocusAreas(QObject):
    """Knows the areas in order; those that cannot be seen are left out."""

    def __init__(self, areas: Callable[[], Sequence[Area]], window: QWidget) -> None:
        super().__init__(window)
        self._areas = areas
        self._window = window

    def next_area(self) -> None:
        """Go to the next area, from the last to the first."""
        self._go(1)

    def previous_area(self) -> None:
        """Go to the area before, from the first to the last."""
        self._go(-1)

    def _go(self, step: int) -> None:
        focused = self._window.focusWidget()
        areas = self._areas()
        count = len(areas)
        holds = [focused is not None and one.holder in (focused, *_parents(focused)) for one in areas]
        here = holds.index(True) if True in holds else (-1 if step > 0 else count)
        for distance in range(1, count + 1):
            area = areas[(here + step * distance) % count]
            target = area.target() if area.holder.isVisible() else None
            if target is not None and target.isVisible() and target.isEnabled():
                target.setFocus(Qt.FocusReason.ShortcutFocusReason)
                return


def _parents(widget: QWidget) -> Iterator[QWidget]:
    parent = widget.parentWidget()
    while parent is not None:
        yield parent
        parent = parent.parentWidget()


def first_scrolled(holder: QWidget) -> QWidget | None:
    """Return the first widget in sight below ``holder`` that scrolls and takes the keyboard."""
    areas = holder.findChildren(QAbstractScrollArea)
    return next((one for one in areas if one.isVisible() and one.focusPolicy() & Qt.FocusPolicy.TabFocus), None)
