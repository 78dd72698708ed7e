"""Keeps windows inside the screen: what the system's bars and the window's own title leave of it."""

from PySide6.QtCore import QMargins, QRect, QSize
from PySide6.QtWidgets import QWidget

_FRAME = QMargins(8, 44, 8, 8)  # title bar, edges and a margin: systems tell them only of a window that is shown


def fit_screen(window: QWidget) -> None:
    """Make a window that is not maximised as small as its screen needs, and move it where all of it is seen."""
    screen = window.screen()
    if screen is None or window.isMaximized() or window.isFullScreen():
        return
    fitted = inside(window.geometry(), screen.availableGeometry(), window.minimumSize())
    if fitted.size() != window.size():
        window.resize(fitted.size())
    if fitted.topLeft() != window.geometry().topLeft():
        window.move(fitted.topLeft() - (window.geometry().topLeft() - window.frameGeometry().topLeft()))


def inside(wanted: QRect, screen: QRect, least: QSize) -> QRect:
    """Return the geometry nearest to ``wanted`` that leaves room for frame and margin within ``screen``.

    It is never smaller than ``least``; where even that has no room, its top left corner is seen.
    """
    room = screen.marginsRemoved(_FRAME)
    size = wanted.size().boundedTo(room.size()).expandedTo(least)
    left = max(room.left(), min(wanted.left(), room.right() + 1 - size.width()))
    top = max(room.top(), min(wanted.top(), room.bottom() + 1 - size.height()))
    return QRect(left, top, size.width(), size.height())
