"""Keeps windows inside the screen: what the system's bars and the window's own title leave of it."""

from PySide6.QtCore import QRect, QSize
from PySide6.QtWidgets import QWidget

_FRAME = QSize(16, 48)  # title bar, edges and a margin: systems tell them only of a window that is shown


def fit_screen(window: QWidget) -> None:
    """Make a window that is not maximised as small as its screen needs, and move it where all of it is seen."""
    screen = window.screen()
    if screen is None or window.isMaximized() or window.isFullScreen():
        return
    wanted = QRect(window.pos(), window.size())
    fitted = inside(wanted, screen.availableGeometry(), window.minimumSize())
    if fitted.size() != wanted.size():
        window.resize(fitted.size())
    if fitted.topLeft() != wanted.topLeft():
        window.move(fitted.topLeft())


def inside(wanted: QRect, screen: QRect, least: QSize) -> QRect:
    """Return the place nearest to ``wanted`` at which a window of that size, and its frame, are within ``screen``.

    The rectangles have the place of the frame and the size of what is in it. It is never smaller than ``least``; where
    even that has no room, its top left corner is seen.
    """
    size = wanted.size().boundedTo(screen.size() - _FRAME).expandedTo(least)
    free = screen.size() - _FRAME - size
    left = max(screen.left(), min(wanted.left(), screen.left() + free.width()))
    top = max(screen.top(), min(wanted.top(), screen.top() + free.height()))
    return QRect(left, top, size.width(), size.height())
